//! ripgrep alone: the baseline that everyone has.
//!
//! `grep` follows the specification: 20 lines for each keyword, files of the repository's language only,
//! and an end at 5,000 tokens. `grep-generous` reads every matching line of the best 20 files, whatever
//! their language and however long. Both share the rest:
//!
//! All [`keywords`](super::keywords) are searched for at once, as plain text
//! whatever the case. Files come by the number of distinct keywords in them,
//! then by the number of lines, prose and data after code: who looks for code
//! passes over twenty translations. The first 20 are opened. Every line that
//! matched is given to the definition around it: the nearest line above that
//! looks like one and is indented less, or is the line itself. Definitions come
//! by the number of distinct keywords on their lines, then by file, then by
//! line. The answer's text is the matching lines, in the order of files.

use super::keywords::{Keyword, keywords};
use super::process::Deadline;
use super::tools::{Tool, Tools};
use super::{Answer, MOST_FILES, System, SystemAnswer, SystemError};
use crate::BUDGET;
use crate::corpus::Site;
use crate::record::{FoundSymbol, IndexCost};
use fathom_syntax::DetectedLanguage;
use regex::Regex;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::time::Instant;

/// Of one file, so that a common word in a large repository stays readable.
const MOST_LINES: &str = "200";

/// Maximum lines for one keyword, from the specification.
const MOST_OF_A_KEYWORD: usize = 20;

/// A line that looks like a definition, in the languages of the corpus.
const DEFINITION: &str = r"(?x)
    ^(?P<indent>\s*)
    (?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|internal|static|final|abstract|async|unsafe
        |override|virtual|sealed|partial|readonly|open|data|const|extern|inline|declare)\s+)*
    (?:
        (?:def|class|module|fn|function|func|interface|trait|struct|enum|type|impl|record|object|fun|namespace)\b
        \s*(?:\([^)]*\)\s*)?(?:self\.)?(?P<name>[A-Za-z_$][\w$]*[?!]?)
      | (?:[\w<>\[\],.?&*:]+\s+)+(?P<method>[A-Za-z_]\w*)\s*\([^;]*$
    )";

/// Words before a bracket that define nothing.
const NO_METHODS: [&str; 12] =
    ["if", "for", "while", "switch", "return", "catch", "new", "else", "elif", "await", "yield", "in"];

pub(super) struct Grep {
    tool: Tool,
    is_generous: bool,
    definition: Regex,
}

impl Grep {
    pub(super) fn install(tools: &Tools, is_generous: bool) -> Result<Grep, SystemError> {
        let definition = Regex::new(DEFINITION).map_err(|why| SystemError::failed("pattern", why))?;
        Ok(Grep { tool: tools.tool("grep")?, is_generous, definition })
    }

    fn search(&self, site: &Site, words: &[Keyword], deadline: Deadline) -> Result<String, SystemError> {
        let call = self.tool.call("asking").within(&site.root).args([
            "--no-config",
            "--no-messages",
            "--line-number",
            "--with-filename",
            "--no-heading",
            "--null",
            "--ignore-case",
            "--fixed-strings",
            "--max-filesize=1M",
            "--max-columns=400",
            "--sort=path",
            "--max-count",
            MOST_LINES,
        ]);
        let call = words.iter().fold(call, |call, word| call.args(["-e", word.text.as_str()]));
        let ended = call.arg(".").run(deadline)?;
        // Exit code 1 means that nothing matched.
        if matches!(ended.code, Some(0 | 1)) {
            Ok(ended.stdout)
        } else {
            Err(SystemError::Failed(ended.words()))
        }
    }

    /// The name of a definition, and how far it is indented.
    fn definition(&self, line: &str) -> Option<(String, usize)> {
        let found = self.definition.captures(line)?;
        let indent = found.name("indent").map_or(0, |one| one.len());
        if let Some(name) = found.name("name") {
            return Some((name.as_str().to_owned(), indent));
        }
        let name = found.name("method")?.as_str();
        let first = line.split_whitespace().next().unwrap_or_default();
        let real = !NO_METHODS.contains(&name) && !NO_METHODS.contains(&first);
        real.then(|| (name.to_owned(), indent))
    }

    /// The definition around a line, counted from 0.
    fn around(&self, lines: &[&str], at: usize) -> Option<(String, u32)> {
        let mut indent = usize::MAX;
        for (number, line) in lines.iter().enumerate().take(at + 1).rev() {
            if line.trim().is_empty() {
                continue;
            }
            let here = line.len() - line.trim_start().len();
            if number == at || here < indent {
                if let Some((name, _)) = self.definition(line) {
                    return Some((name, number as u32 + 1));
                }
                indent = indent.min(here);
            }
        }
        None
    }
}

/// Whether files of a kind belong to a repository's language: headers are those of C and C++ alike.
fn is_written_in(known: &str, language: &str) -> bool {
    let pair = (known, language);
    known == language || matches!(pair, ("c", "cpp") | ("cpp", "c") | ("tsx", "typescript"))
}

/// At most 20 lines for each keyword, and only of files in a language.
fn narrowed(output: &str, words: &[Keyword], language: &str) -> String {
    let lower: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let mut left = vec![MOST_OF_A_KEYWORD; words.len()];
    let is_in = |path: &str| match fathom_syntax::detect(path, b"") {
        DetectedLanguage::Known(known) => language.is_empty() || is_written_in(known.name, language),
        _ => false,
    };
    let mut lines = String::new();
    for line in output.lines() {
        let Some((path, rest)) = line.split_once('\0') else { continue };
        let low = rest.to_lowercase();
        let needs = |at: usize| left[at] > 0 && low.contains(&lower[at]);
        let Some(at) = (0..words.len()).find(|at| needs(*at)).filter(|_| is_in(path)) else { continue };
        left[at] -= 1;
        let _ = writeln!(lines, "{line}");
    }
    lines
}

/// Whether a file's lines define nothing, whatever words they hold.
fn is_prose(path: &str) -> bool {
    let end = path.rsplit('.').next().unwrap_or_default().to_lowercase();
    ["md", "markdown", "rst", "txt", "adoc", "html", "json", "yaml", "yml", "toml", "lock"]
        .contains(&end.as_str())
}

/// Lines of one file that matched.
#[derive(Default)]
struct Matches<'t> {
    lines: Vec<(usize, &'t str, BTreeSet<usize>)>,
    words: BTreeSet<usize>,
}

fn by_file<'t>(output: &'t str, words: &[Keyword]) -> Vec<(&'t str, Matches<'t>)> {
    let lower: Vec<String> = words.iter().map(|word| word.text.to_lowercase()).collect();
    let mut files: BTreeMap<&str, Matches<'_>> = BTreeMap::new();
    for line in output.lines() {
        let Some((path, rest)) = line.split_once('\0') else { continue };
        let Some((number, text)) = rest.split_once(':') else { continue };
        let Ok(number) = number.parse::<usize>() else { continue };
        let low = text.to_lowercase();
        let here: BTreeSet<usize> = lower
            .iter()
            .enumerate()
            .filter(|(_, word)| low.contains(word.as_str()))
            .map(|(at, _)| at)
            .collect();
        let file = files.entry(path.trim_start_matches("./")).or_default();
        file.words.extend(&here);
        file.lines.push((number, text, here));
    }
    let mut files: Vec<_> = files.into_iter().collect();
    let order =
        |path: &str, one: &Matches<'_>| (is_prose(path), Reverse(one.words.len()), Reverse(one.lines.len()));
    files.sort_by(|(a, one), (b, other)| order(a, one).cmp(&order(b, other)).then(a.cmp(b)));
    files.truncate(MOST_FILES);
    files
}

impl System for Grep {
    fn name(&self) -> &'static str {
        if self.is_generous { "grep-generous" } else { "grep" }
    }

    fn version(&self) -> &str {
        &self.tool.version
    }

    fn index(&self, _: &Site, _: Deadline) -> Result<IndexCost, SystemError> {
        Ok(IndexCost { ms: 0.0, peak_bytes: None, disk_bytes: Some(0), ..IndexCost::default() })
    }

    fn ask(&self, site: &Site, question: &str, deadline: Deadline) -> Result<SystemAnswer, SystemError> {
        let started = Instant::now();
        let words = keywords(question);
        let output = if words.is_empty() { String::new() } else { self.search(site, &words, deadline)? };
        let output = if self.is_generous { output } else { narrowed(&output, &words, &site.language) };
        let files = by_file(&output, &words);
        let mut text = String::new();
        let mut tokens = 0;
        let mut definitions: BTreeMap<(usize, u32), (String, BTreeSet<usize>)> = BTreeMap::new();
        for (rank, (path, matches)) in files.iter().enumerate() {
            let content = std::fs::read(site.root.join(path)).unwrap_or_default();
            let content = String::from_utf8_lossy(&content);
            let lines: Vec<&str> = if is_prose(path) { Vec::new() } else { content.lines().collect() };
            for (number, line, here) in &matches.lines {
                let shown = format!("{path}:{number}:{line}\n");
                tokens += fathom_rank::count_tokens(&shown);
                if !self.is_generous && tokens > BUDGET {
                    break;
                }
                text.push_str(&shown);
                if *number > lines.len() {
                    continue;
                }
                if let Some((name, at)) = self.around(&lines, number - 1) {
                    definitions.entry((rank, at)).or_insert_with(|| (name, BTreeSet::new())).1.extend(here);
                }
            }
        }
        let mut ranked: Vec<_> = definitions.into_iter().collect();
        ranked.sort_by_key(|((rank, line), (_, here))| (Reverse(here.len()), *rank, *line));
        let found = ranked.into_iter().map(|((rank, line), (name, _))| FoundSymbol {
            name,
            path: Some(files[rank].0.to_owned()),
            line: Some(line),
            end_line: None,
        });
        let ranked = Answer {
            found: found.collect(),
            files: files.iter().map(|(path, _)| (*path).to_owned()).collect(),
        };
        Ok(SystemAnswer { ms: started.elapsed().as_secs_f64() * 1000.0, text, ranked: Some(ranked) })
    }

    fn read(&self, _: &Site, _: &str, asked: &SystemAnswer, _: Deadline) -> Result<Answer, SystemError> {
        Ok(Answer::of(asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn grep() -> Grep {
        let tool = Tool::at("rg", PathBuf::new());
        Grep { tool, is_generous: true, definition: Regex::new(DEFINITION).unwrap() }
    }

    #[test]
    fn lines_that_define_are_distinguished_from_lines_that_call() {
        let grep = grep();
        let name = |line| grep.definition(line).map(|found| found.0);
        for (line, expected) in [
            ("    def save(self):", Some("save")),
            ("export default class Shop {", Some("Shop")),
            ("func (s *Server) Serve(c net.Conn) {", Some("Serve")),
            ("pub(crate) fn load<T>() {", Some("load")),
            ("    public static async Task<int> Run(string name)", Some("Run")),
            ("  def self.read!", Some("read!")),
            ("    return compute(a,", None),
            ("    if (ready) {", None),
            ("# a comment about things", None),
        ] {
            assert_eq!(name(line).as_deref(), expected, "{line}");
        }
    }

    #[test]
    fn a_line_belongs_to_the_definition_it_is_indented_under() {
        let text =
            ["class Shop:", "    def first(self):", "        a", "    limit = 3", "    def last(self):"];
        let around = |at| grep().around(&text, at).map(|found| found.0);
        assert_eq!(around(2).as_deref(), Some("first"));
        assert_eq!(around(3).as_deref(), Some("Shop"));
        assert_eq!(around(4).as_deref(), Some("last"));
    }

    #[test]
    fn a_keyword_has_twenty_lines_in_files_of_the_language() {
        let mut output: String = (0..30).map(|line| format!("./a.py\0{line}:alpha\n")).collect();
        output += "./b.rb\x001:alpha beta\n./a.py\x0099:beta\n";
        let kept = narrowed(&output, &keywords("alpha beta"), "python");
        assert_eq!(kept.lines().count(), 21);
        assert!(kept.ends_with("./a.py\x0099:beta\n") && !kept.contains("b.rb"), "{kept}");
    }

    #[test]
    fn headers_are_of_c_and_of_cpp_and_scripts_are_not_java() {
        let output = "./a.h\x001:alpha\n./a.cpp\x001:alpha\n./a.js\x001:alpha\n./a.java\x001:alpha\n";
        let files = |language: &str| -> Vec<String> {
            let kept = narrowed(output, &keywords("alpha"), language);
            kept.lines().filter_map(|line| Some(line.split_once('\0')?.0.to_owned())).collect()
        };
        assert_eq!(files("cpp"), ["./a.h", "./a.cpp"]);
        assert_eq!(files("java"), ["./a.java"]);
    }

    #[test]
    fn files_with_more_keywords_come_first_and_code_before_the_rest() {
        let output =
            "./b.py\x001:alpha\n./b.py\x002:alpha\n./a.py\x001:alpha Beta\n./en.yml\x001:alpha beta\n";
        let words = keywords("alpha beta");
        let order: Vec<&str> = by_file(output, &words).into_iter().map(|(path, _)| path).collect();
        assert_eq!(order, ["a.py", "b.py", "en.yml"]);
    }
}
