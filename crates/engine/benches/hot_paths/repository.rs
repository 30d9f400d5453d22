//! A repository made by code: the same files on every machine and in every run.
//!
//! Half of it is Python, half TypeScript. Modules import each other, types inherit, methods call
//! methods of other modules, and names and docs are drawn from a small vocabulary, so that words are
//! frequent or rare as in real code.

use std::fmt::Write;

/// Files of the repository; some 9,000 symbols.
const FILES: usize = 600;
/// Types in each file, and methods in each type.
const TYPES: usize = 3;
const METHODS: usize = 4;

const NOUNS: [&str; 16] = [
    "order",
    "invoice",
    "parcel",
    "courier",
    "depot",
    "customer",
    "payment",
    "refund",
    "label",
    "route",
    "vehicle",
    "schedule",
    "contract",
    "address",
    "receipt",
    "warehouse",
];
const VERBS: [&str; 12] = [
    "send", "retry", "cancel", "validate", "load", "store", "merge", "split", "notify", "assign", "weigh",
    "archive",
];

/// A file of the repository.
pub(crate) struct SourceFile {
    pub(crate) path: String,
    /// As `fathom_syntax::languages` names it.
    pub(crate) language: &'static str,
    pub(crate) text: String,
}

/// All files, sorted by path.
pub(crate) fn files() -> Vec<SourceFile> {
    let mut files: Vec<SourceFile> = (0..FILES).map(file).collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

/// The largest file of a language.
pub(crate) fn largest(language: &str) -> SourceFile {
    let of_language = files().into_iter().filter(|file| file.language == language);
    of_language.max_by_key(|file| file.text.len()).expect("the repository has files of the language")
}

fn file(number: usize) -> SourceFile {
    // Files import files of their own language, which have even or odd numbers.
    if number.is_multiple_of(2) {
        let path = format!("service/{}.py", module(number));
        SourceFile { path, language: "python", text: python(number) }
    } else {
        let path = format!("client/{}.ts", module(number));
        SourceFile { path, language: "typescript", text: typescript(number) }
    }
}

fn python(number: usize) -> String {
    let mut text = format!("\"\"\"{} of the service.\"\"\"\n", sentence(number));
    let imported = earlier(number);
    for from in &imported {
        let _ = writeln!(text, "from service.{} import {}", module(*from), type_name(*from, 0));
    }
    for kind in 0..TYPES {
        let base = imported.first().map_or_else(String::new, |from| format!("({})", type_name(*from, 0)));
        let _ = writeln!(text, "\n\nclass {}{base}:", type_name(number, kind));
        let _ = writeln!(text, "    \"\"\"{}.\"\"\"\n", sentence(number * 7 + kind));
        for method in 0..METHODS {
            let (name, noun) = (method_name(number, kind, method), pick(&NOUNS, number + method));
            let _ = writeln!(text, "    def {name}(self, {noun}, limit=10):");
            let _ = writeln!(text, "        \"\"\"{}.\"\"\"", sentence(number * 31 + kind * 5 + method));
            let _ = writeln!(text, "        if {noun} is None:");
            let _ =
                writeln!(text, "            raise ValueError(\"no {noun} to {}\")", verb(number + method));
            for from in &imported {
                let (other, called) = (type_name(*from, 0), method_name(*from, 0, method));
                let _ = writeln!(text, "        {noun} = {other}().{called}({noun}, limit)");
            }
            let _ = writeln!(text, "        return self.{}({noun})\n", method_name(number, kind, 0));
        }
    }
    text
}

fn typescript(number: usize) -> String {
    let mut text = format!("// {} of the client.\n", sentence(number));
    let imported = earlier(number);
    for from in &imported {
        let _ = writeln!(text, "import {{ {} }} from \"./{}\";", type_name(*from, 0), module(*from));
    }
    for kind in 0..TYPES {
        let base =
            imported.first().map_or_else(String::new, |from| format!(" extends {}", type_name(*from, 0)));
        let _ = writeln!(text, "\n/** {}. */", sentence(number * 7 + kind));
        let _ = writeln!(text, "export class {}{base} {{", type_name(number, kind));
        for method in 0..METHODS {
            let (name, noun) = (method_name(number, kind, method), pick(&NOUNS, number + method));
            let _ = writeln!(text, "  /** {}. */", sentence(number * 31 + kind * 5 + method));
            let _ = writeln!(text, "  {name}({noun}: string, limit = 10): string {{");
            let _ = writeln!(text, "    if (!{noun}) throw new Error(\"no {noun} to {}\");", verb(number));
            for from in &imported {
                let (other, called) = (type_name(*from, 0), method_name(*from, 0, method));
                let _ = writeln!(text, "    {noun} = new {other}().{called}({noun}, limit);");
            }
            let _ = writeln!(text, "    return this.{}({noun});\n  }}\n", method_name(number, kind, 0));
        }
        text.push_str("}\n");
    }
    text
}

/// Up to three earlier files of the same language, near and far.
fn earlier(number: usize) -> Vec<usize> {
    let mut steps = vec![2, 2 + 2 * (number % 17), 2 + 2 * (number % 101)];
    steps.dedup();
    steps.into_iter().filter_map(|step| number.checked_sub(step)).collect()
}

fn module(number: usize) -> String {
    format!("{}_{}_{number}", verb(number / 16), pick(&NOUNS, number))
}

fn type_name(number: usize, kind: usize) -> String {
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    format!("{}{}{number}", capital(pick(&NOUNS, number + kind)), capital(verb(number + kind)))
}

fn method_name(number: usize, kind: usize, method: usize) -> String {
    format!("{}_{}", verb(number + kind + method), pick(&NOUNS, number / 3 + method))
}

/// A sentence as docs have it, of frequent and rare words.
fn sentence(number: usize) -> String {
    let (first, second) = (pick(&NOUNS, number), pick(&NOUNS, number / 5));
    format!("Will {} the {first} before the {second} of region{} is due", verb(number), number % 97)
}

fn verb(number: usize) -> &'static str {
    pick(&VERBS, number)
}

fn pick(words: &[&'static str], number: usize) -> &'static str {
    // A prime spreads neighbours; equal numbers stay equal.
    words[number.wrapping_mul(7919) % words.len()]
}
