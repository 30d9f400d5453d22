//! Reads an oracle from a compiler's SCIP index.

use super::oracle::{Call, CallTarget, Callee, CalleeName, DefinitionPlace, Oracle};
use super::source::Source;
use fathom_engine::scip::{Document, Index, Occurrence, Span, is_local};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Names of methods that count as their class.
const CONSTRUCTORS: [&str; 4] = ["__init__", "__new__", "constructor", "`<constructor>`"];

/// Reads an index; `text` gives a file's text, or nothing if it is not there.
pub(super) fn read(index: &Index, text: &dyn Fn(&str) -> Option<String>) -> Oracle {
    let mut oracle = Oracle::default();
    let mut documents: Vec<&Document> = Vec::new();
    for document in &index.documents {
        let path = &document.path;
        if let Some(text) = text(path).filter(|_| !oracle.documents.contains_key(path)) {
            oracle.documents.insert(path.clone(), Source::new(path, text));
            documents.push(document);
        }
    }
    documents.sort_by(|a, b| a.path.cmp(&b.path));
    let mut symbols = Symbols::default();
    for document in &documents {
        definitions(&mut oracle, &mut symbols, document);
    }
    for document in &documents {
        calls(&mut oracle, &symbols, document);
    }
    oracle.sort();
    oracle
}

/// Which symbols are defined in the project, and which of them are callees.
#[derive(Default)]
struct Symbols {
    callees: HashMap<String, Option<Callee>>,
    /// Packages of Rust that the index defines symbols of.
    packages: HashSet<String>,
}

impl Symbols {
    /// Whether a symbol is of a package of which the index defines symbols, in Rust. Others give
    /// their own package to what is installed beside the project.
    fn is_own_package(&self, symbol: &str) -> bool {
        self.packages.contains(&package(symbol))
    }
}

/// The scheme, manager, name and version of a symbol's package.
fn package(symbol: &str) -> String {
    symbol.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
}

fn definitions(oracle: &mut Oracle, symbols: &mut Symbols, document: &Document) {
    let path = document.path.as_str();
    let source = &oracle.documents[path];
    for occurrence in &document.occurrences {
        let Some((start, end)) = span(source, document, occurrence) else { continue };
        if !occurrence.is_definition && !source.is_declared(start) {
            continue;
        }
        let key = key(path, &occurrence.symbol);
        let callable = match suffix(&occurrence.symbol) {
            Suffix::Method | Suffix::Type => true,
            Suffix::Value => source.defines_callable(start, end),
            Suffix::Other => false,
        };
        if key.starts_with("rust-analyzer ") {
            symbols.packages.insert(package(&key));
        }
        let entry = symbols.callees.entry(key.clone()).or_default();
        if !callable {
            continue;
        }
        let callee = *entry.get_or_insert_with(|| {
            oracle.callees.push(CalleeName { symbol: short(&key) });
            oracle.callees.len() - 1
        });
        let name = source.text[start..end].to_owned();
        oracle.definitions.push(DefinitionPlace { callee, path: path.to_owned(), name, offset: start });
    }
}

fn calls(oracle: &mut Oracle, symbols: &Symbols, document: &Document) {
    let path = document.path.as_str();
    let source = &oracle.documents[path];
    let defined: BTreeSet<Span> =
        document.occurrences.iter().filter(|one| one.is_definition).map(|one| one.span).collect();
    for occurrence in &document.occurrences {
        // A method that implements another is both in one place, and calls nothing.
        if occurrence.is_definition || defined.contains(&occurrence.span) {
            continue;
        }
        let Some((start, end)) = span(source, document, occurrence) else { continue };
        let (key, suffix) = (key(path, &occurrence.symbol), suffix(&occurrence.symbol));
        // Overloads and setters after the first are marked as references by some indexers.
        // `Name(x)` is a literal or a pattern in Rust, which runs no function.
        let is_literal = suffix == Suffix::Type && path.ends_with(".rs");
        if suffix == Suffix::Other || is_literal || source.is_declared(start) || !source.is_call(start, end) {
            continue;
        }
        let line = occurrence.span.line + 1;
        let name = source.text[start..end].to_owned();
        let target = match symbols.callees.get(&key) {
            // A member has its own name after a dot, whatever it is imported as: a symbol of
            // another name is an error of the oracle. scip-python has it with `from … import *`.
            // Nor is a built-in class what a member of its name is: Pyright's index has `set()` for
            // `config.set(…)`.
            _ if source.is_member(start)
                && (is_misnamed(&occurrence.symbol, &name) || is_builtin_class(&occurrence.symbol)) =>
            {
                CallTarget::Misnamed(short(&key))
            }
            Some(Some(callee)) => CallTarget::Inside(*callee),
            Some(None) => CallTarget::Value(short(&key)),
            // A local that is defined nowhere is an import the oracle could not follow.
            None if key.contains(" local ") => continue,
            // So is a symbol of the project's own package that is defined nowhere: rust-analyzer
            // names a module by each test program that includes it, and defines it in one.
            None if symbols.is_own_package(&key) => continue,
            None => CallTarget::Outside(short(&key)),
        };
        if let CallTarget::Inside(callee) = target {
            oracle.calls.push(Call {
                path: path.to_owned(),
                line,
                offset: start,
                name: name.clone(),
                callee,
            });
        }
        oracle.targets.entry((path.to_owned(), line, name)).or_default().insert(target);
    }
}

/// First byte and byte after the last of an occurrence, if it is on one line and not empty.
fn span(source: &Source, document: &Document, occurrence: &Occurrence) -> Option<(usize, usize)> {
    let Span { line, start, end_line, end } = occurrence.span;
    if end_line != line {
        return None;
    }
    let start = source.offset(line as usize, start as usize, document.columns)?;
    let end = source.offset(line as usize, end as usize, document.columns)?;
    (start < end).then_some((start, end))
}

/// The identity of a symbol: locals belong to their file, constructors are their class.
fn key(path: &str, symbol: &str) -> String {
    if is_local(symbol) {
        return format!("{path} {symbol}");
    }
    let class = symbol.rfind('#').map_or(0, |at| at + 1);
    let member = &symbol[class..];
    let constructor = class > 0
        && member.ends_with(").")
        && CONSTRUCTORS
            .iter()
            .any(|name| member.strip_prefix(name).is_some_and(|rest| rest.starts_with('(')));
    if constructor { symbol[..class].to_owned() } else { symbol.to_owned() }
}

fn is_misnamed(symbol: &str, name: &str) -> bool {
    if is_local(symbol) {
        return false;
    }
    let own = symbol.trim_end_matches(['.', '#', ')', '`']);
    let own = own.rsplit_once('(').map_or(own, |(own, _)| own).trim_end_matches('`');
    if CONSTRUCTORS.iter().any(|constructor| own.ends_with(constructor.trim_matches('`'))) {
        return false;
    }
    // `>` ends the mark of a getter, `<get>name`; `]` the type of a Rust `impl`, `impl#[Type]name`.
    own.rsplit(['/', '#', '.', '`', '>', ']']).next() != Some(name.trim_start_matches('#'))
}

fn is_builtin_class(symbol: &str) -> bool {
    let builtin = symbol.split_once(" builtins/").map(|(_, name)| name);
    builtin.and_then(|name| name.strip_suffix('#')).is_some_and(|name| !name.contains(['#', '.']))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Suffix {
    Method,
    Type,
    /// A constant, variable or local; it may hold a function.
    Value,
    /// A module, parameter, type parameter.
    Other,
}

fn suffix(symbol: &str) -> Suffix {
    match symbol.as_bytes() {
        [.., b')', b'.'] => Suffix::Method,
        [.., b'#'] => Suffix::Type,
        [.., b'.'] => Suffix::Value,
        _ if is_local(symbol) => Suffix::Value,
        _ => Suffix::Other,
    }
}

/// A symbol without its scheme, manager and package.
fn short(key: &str) -> String {
    if key.contains(" local ") {
        return key.to_owned();
    }
    key.splitn(5, ' ').skip(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constructor_is_its_class_and_a_local_belongs_to_its_file() {
        assert_eq!(key("a.py", "s m p 1 a/Store#__init__()."), "s m p 1 a/Store#");
        assert_eq!(key("a.ts", "s m p 1 `a.ts`/Store#`<constructor>`()."), "s m p 1 `a.ts`/Store#");
        assert_eq!(key("a.py", "s m p 1 a/Store#load()."), "s m p 1 a/Store#load().");
        assert_eq!(key("a.py", "s m p 1 a/Store#__init__().(x)"), "s m p 1 a/Store#__init__().(x)");
        assert_eq!(key("a.py", "local 1"), "a.py local 1");
    }

    #[test]
    fn a_symbol_of_another_name_than_the_text_is_misnamed() {
        assert!(!is_misnamed("s m p 1 a/Client#", "Client"));
        assert!(!is_misnamed("s m p 1 a/Client#load(+1).", "load"));
        assert!(!is_misnamed("s m p 1 `a.ts`/Client#`<constructor>`().", "Client"));
        assert!(!is_misnamed("s m p 1 `a.ts`/Client#`<get>size`().", "size"));
        assert!(!is_misnamed("rust-analyzer cargo fd 1 walk/impl#[`Walk<'a>`][Scan]run().", "run"));
        assert!(is_misnamed("s m p 1 a/AsyncClient#", "Client"));
        assert!(is_builtin_class("scip-python python python-stdlib 3.11 builtins/set#"));
        assert!(!is_builtin_class("scip-python python python-stdlib 3.11 builtins/set#add()."));
        assert!(!is_builtin_class("scip-python python shop 1 shop/set#"));
    }
}
