//! Reading a task: its words, and the identifiers, paths and stack frames
//! quoted in them.
//!
//! A one-line wish is all title. In a page-long issue the first line says what
//! it is about, the prose explains, and the code blocks are somebody's own
//! program: each part is weighed as such.

mod asking;
mod identifiers;
mod kinds;

pub use fathom_text::traces::Frame;
pub use kinds::Kinds;

use crate::advice::Advice;
use crate::anchors::Anchors;
use crate::refinement::Refinement;
use crate::search_results::SearchResults;
use fathom_text::traces;
use std::sync::Arc;

/// Lines of a task up to which all of it is its title.
const SHORT: usize = 2;
/// What a word of the prose below the title counts.
const BODY: f32 = 0.6;
/// What a word of a hint counts.
const HINT: f32 = 0.6;
/// What a word inside a code block counts.
const CODE: f32 = 0.35;
/// What a word counts that says what is *not* wanted.
const REFUSED: f32 = 0.4;
/// What a word counts that says what the asker does, not what the code does.
const ASKING: f32 = 0.2;
/// Longest code block that is read, in bytes: a log of a thousand lines says
/// no more than its first.
const LONGEST_CODE: usize = 4_000;
/// Bytes of a task that are looked at. Somebody may pipe a log of gigabytes.
const LONGEST: usize = 1 << 20;
/// Bytes of prose that are read, and of any line. Each word is searched for: a
/// book would take minutes and say no more than its first pages.
pub const LONGEST_PROSE: usize = 1 << 16;
/// Names, paths and stack frames that are read, of each.
pub const MOST_MENTIONS: usize = 256;

/// A task, read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The first line, or the whole task if it is short.
    pub title: String,
    /// The prose below the title.
    pub body: String,
    /// What stands in code blocks.
    pub code: String,
    /// What the title says it does not want: after “instead of”, “rather than”.
    pub refused: String,
    /// What the title says the asker is about to do: “Add a new”, “Fix a bug where”.
    pub asking: String,
    /// Names that look like code, in order, without repeats, each with how much
    /// it says: `a_b`, `aB`, `A.b`, `a()`, anything in backquotes.
    pub identifiers: Vec<(String, f32)>,
    /// What looks like a path of a file.
    pub paths: Vec<String>,
    /// Stack frames, in the order of the text.
    pub frames: Vec<Frame>,
    /// Whether something may be left unread: there is prose past [`LONGEST_PROSE`],
    /// text past a mebibyte, or as many mentions as [`MOST_MENTIONS`].
    pub is_cut: bool,
    /// What the caller works on; no part of the text.
    pub at_hand: Anchors,
    /// What feedback and concept packs say; no part of the text.
    pub advice: Vec<Advice>,
    /// What its words find, where that is known already.
    pub found: Option<Arc<SearchResults>>,
    /// Words and identifiers that the caller expects in the code.
    pub hints: Vec<String>,
    /// The hints as text, and the names of symbols that were right before.
    pub(crate) hint_words: String,
    /// What was right and wrong in an earlier answer.
    pub refinement: Refinement,
    /// The name that the whole task is, bare or qualified.
    pub name: Option<String>,
}

impl Task {
    /// Reads a task.
    pub fn read(text: &str) -> Task {
        let whole = text.len();
        let text = &text[..text.floor_char_boundary(LONGEST)];
        let mut task = Task { is_cut: text.len() < whole, ..Task::default() };
        let mut fenced = false;
        let mut lines: Vec<&str> = Vec::new();
        let mut room = LONGEST_PROSE;
        for line in text.lines() {
            if line.trim_start().starts_with("```") {
                fenced = !fenced;
            } else if fenced || line.starts_with("    ") && !lines.is_empty() || line.starts_with(">>>") {
                if task.code.len() < LONGEST_CODE {
                    task.code.push_str(&line[..line.floor_char_boundary(LONGEST_PROSE)]);
                    task.code.push('\n');
                }
            } else {
                let end = line.floor_char_boundary(room);
                task.is_cut |= end < line.len();
                lines.push(&line[..end]);
                room -= end;
            }
        }
        let mut prose = lines.iter().copied().filter(|line| !line.trim().is_empty());
        if prose.clone().count() <= SHORT && task.code.is_empty() {
            task.title = prose.collect::<Vec<_>>().join("\n");
        } else {
            prose.next().unwrap_or_default().clone_into(&mut task.title);
            task.body = prose.collect::<Vec<_>>().join("\n");
        }
        (task.title, task.refused) = split_refused(&task.title);
        (task.title, task.asking) = asking::split_asking(&task.title);
        task.name = crate::names::name_in(text).map(str::to_owned);
        task.frames = traces::frames(text, MOST_MENTIONS);
        identifiers::read(&mut task);
        task.is_cut |= [task.frames.len(), task.identifiers.len(), task.paths.len()].contains(&MOST_MENTIONS);
        task
    }

    /// The parts with what a word of each counts.
    pub(crate) fn parts(&self) -> [(&str, f32); 6] {
        [
            (&self.title, 1.0),
            (&self.asking, ASKING),
            (&self.refused, REFUSED),
            (&self.hint_words, HINT),
            (&self.body, BODY),
            (&self.code, CODE),
        ]
    }
}

/// What follows “instead of” or “rather than”, up to the end of the clause, is
/// what is there today: it helps to find the place, and is not what is sought.
fn split_refused(title: &str) -> (String, String) {
    let lower = title.to_ascii_lowercase();
    let Some((at, length)) = ["instead of ", "rather than "]
        .iter()
        .filter_map(|words| lower.find(words).map(|at| (at, words.len())))
        .min()
    else {
        return (title.to_owned(), String::new());
    };
    let rest = &title[at + length..];
    let end = rest.find([',', ';', '.', ':', '?', '\n']).unwrap_or(rest.len());
    (format!("{}{}", &title[..at], &rest[end..]), rest[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, LONGEST_PROSE, MOST_MENTIONS, Task};

    #[test]
    fn a_short_task_is_all_title() {
        let task = Task::read("Add a hook that checks the API key. Then stop.");
        assert_eq!(
            (task.asking.as_str(), task.title.as_str()),
            ("Add a", "hook that checks the API key. Then stop.")
        );
        assert!(task.body.is_empty() && task.identifiers.is_empty());
    }

    #[test]
    fn an_issue_has_a_title_a_body_and_code() {
        let task = Task::read("Crash on save\n\nIt crashes when I save.\n\n```py\nsave(x)\n```\nThanks\n");
        assert_eq!(task.title, "Crash on save");
        assert_eq!(task.body, "It crashes when I save.\nThanks");
        assert_eq!(task.code, "save(x)\n");
    }

    /// Read one by one, and each compared with all before, these would take hours.
    #[test]
    fn a_long_task_is_read_up_to_its_bounds() {
        let mentions = |line: &dyn Fn(usize) -> String| (0..200_000).map(line).collect::<String>();
        let frames = Task::read(&format!("Crash\n{}", mentions(&|at| format!("at src/a{at}.rs:{at}\n"))));
        assert_eq!((frames.frames.len(), frames.is_cut), (MOST_MENTIONS, true));
        assert_eq!(frames.frames[255].line, 255);
        let names = Task::read(&mentions(&|at| format!("`name_{at}` in src/a/b/f{at}.py ")));
        assert_eq!((names.identifiers.len(), names.paths.len()), (MOST_MENTIONS, MOST_MENTIONS));
        let prose = Task::read(&format!("{}\n{}", "ä".repeat(LONGEST), "word ".repeat(LONGEST)));
        assert_eq!((prose.title.len(), prose.body.len(), prose.is_cut), (LONGEST_PROSE, 0, true));
        let code = Task::read(&format!("Crash\n```\n{}\n```\n", "x ".repeat(LONGEST)));
        assert_eq!(code.code.len(), LONGEST_PROSE + 1);
        assert!(!Task::read("Crash in `send` at src/a.rs:1").is_cut);
    }

    #[test]
    fn what_is_refused_is_told_apart() {
        let task = Task::read("Return JSON instead of the HTML page, for every error");
        assert_eq!(task.title, "Return JSON , for every error");
        assert_eq!(task.refused, "the HTML page");
    }
}
