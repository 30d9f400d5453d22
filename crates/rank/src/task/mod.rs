//! Reading a task: its words, and the identifiers, paths and stack frames
//! quoted in them.
//!
//! A one-line wish is all title. In a page-long issue the first line names the subject, the prose
//! explains it, and the code blocks are mostly the reporter's own program. Each part has its own
//! weight.

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

/// Most lines of a task that is all title.
const SHORT: usize = 2;
/// Weight of a word of the prose below the title.
const BODY: f32 = 0.6;
/// Weight of a word of a hint.
const HINT: f32 = 0.6;
/// Weight of a word inside a code block.
const CODE: f32 = 0.35;
/// Weight of a word of a rejected alternative.
const REFUSED: f32 = 0.4;
/// Weight of a word about what the asker does, not what the code does.
const ASKING: f32 = 0.2;
/// Longest code block that is read, in bytes: a log of a thousand lines adds little to its first.
const LONGEST_CODE: usize = 4_000;
/// Most bytes of a task that are read. The input may be a log of gigabytes.
const LONGEST: usize = 1 << 20;
/// Most bytes of prose, and of any line, that are read. Each word is searched for: a book would
/// take minutes, and its later pages add little.
pub const LONGEST_PROSE: usize = 1 << 16;
/// Most names, paths and stack frames that are read, each.
pub const MOST_MENTIONS: usize = 256;

/// A parsed task.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Task {
    /// The first line, or the whole task if it is short.
    pub title: String,
    /// The prose below the title.
    pub body: String,
    /// The text of code blocks.
    pub code: String,
    /// Rejected alternatives in the title: the text after “instead of” or “rather than”.
    pub refused: String,
    /// Words of the title about what the asker does: “Add a new”, “Fix a bug where”.
    pub asking: String,
    /// Names that look like code, in order, without repeats, each with a weight: `a_b`, `aB`,
    /// `A.b`, `a()`, anything in backquotes.
    pub identifiers: Vec<(String, f32)>,
    /// Words that look like the path of a file.
    pub paths: Vec<String>,
    /// Stack frames, in the order of the text.
    pub frames: Vec<Frame>,
    /// Whether the task may be truncated: there is prose past [`LONGEST_PROSE`], text past a
    /// mebibyte, or as many mentions as [`MOST_MENTIONS`].
    pub is_cut: bool,
    /// The files and symbols that the caller is working on; not part of the text.
    pub at_hand: Anchors,
    /// The advice of feedback and concept packs; not part of the text.
    pub advice: Vec<Advice>,
    /// The hits for its words, if they were searched for already.
    pub found: Option<Arc<SearchResults>>,
    /// Words and identifiers that the caller expects in the code.
    pub hints: Vec<String>,
    /// The hints as text, and the names of symbols that were right before.
    pub(crate) hint_words: String,
    /// The right and wrong symbols of an earlier answer.
    pub refinement: Refinement,
    /// The name if the whole task is one, bare or qualified.
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

    /// The parts, each with the weight of its words.
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

/// Splits off rejected alternatives: the text after “instead of” or “rather than”, up to the end of
/// the clause. It describes the current code, which helps to find the place, but is not the goal.
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

    /// Without bounds these would take hours: every word is compared with all before it.
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
    fn a_rejected_alternative_is_split_off() {
        let task = Task::read("Return JSON instead of the HTML page, for every error");
        assert_eq!(task.title, "Return JSON , for every error");
        assert_eq!(task.refused, "the HTML page");
    }
}
