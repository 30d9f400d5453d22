//! Excerpts of long bodies: the signature, the declarations of members, and the lines that have words
//! of the task. A body of 400 lines would take the room of every other symbol of an answer.

use fathom_rank::Lines;
use fathom_text::{Query, Term, Tokenizer};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bodies of at most this many lines are shown whole.
pub(super) const SHORT: usize = 45;
/// Most lines of a body that are searched for words of the task.
const SEARCHED: usize = 3_000;
/// Most lines of a signature.
const SIGNATURE: usize = 10;
/// Lines after the signature, where a doc or the first statement is.
const OPENING: usize = 2;
/// Most members whose declaration is shown.
const MEMBERS: usize = 24;
/// Most lines that are shown for their words, with those around them.
const MATCHED: usize = 18;
/// Gaps of this many lines are shown: their marker would take as much room.
const SMALL_GAP: usize = 1;
/// An excerpt of more than this share of the lines is not worth its gaps.
const MOST: f64 = 0.6;

/// Some lines of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    /// Each run of lines: the number of the first, and the text.
    pub(super) runs: Vec<(u32, String)>,
}

/// A body to take an excerpt of.
pub(super) struct Body<'b> {
    pub(super) code: &'b str,
    /// The number of its first line.
    pub(super) first: u32,
    pub(super) signature: &'b str,
    /// The lines on which its members begin.
    pub(super) members: &'b [u32],
}

/// The words of a task.
pub(super) struct Words(FxHashSet<Term>);

impl Words {
    pub(super) fn of(task: &str, hints: &[String]) -> Words {
        let mut tokenizer = Tokenizer::of_thread();
        let mut terms: FxHashSet<Term> = FxHashSet::default();
        for text in std::iter::once(task).chain(hints.iter().map(String::as_str)) {
            terms.extend(Query::content_words(&mut tokenizer, text).terms.into_iter().map(|term| term.term));
        }
        Words(terms)
    }
}

impl Excerpt {
    /// The excerpt of a body; `None` if the body is short, or if most of it would be shown.
    pub(super) fn of(body: &Body<'_>, words: &Words) -> Option<Excerpt> {
        let lines: Vec<&str> = body.code.split('\n').collect();
        if lines.len() <= SHORT {
            return None;
        }
        let mut kept = vec![false; lines.len()];
        let opening = (signature_lines(&lines, body.signature) + OPENING).min(lines.len());
        kept[..opening].fill(true);
        kept[lines.len() - 1] = lines[lines.len() - 1].trim().len() <= 3;
        let members = body.members.iter().filter_map(|line| line.checked_sub(body.first));
        for line in members.take(MEMBERS) {
            if let Some(kept) = kept.get_mut(line as usize) {
                *kept = true;
            }
        }
        keep_matching(&lines, words, &mut kept);
        close_small_gaps(&mut kept);
        let count = kept.iter().filter(|kept| **kept).count();
        (count as f64 <= MOST * lines.len() as f64).then(|| Excerpt::of_lines(&lines, &kept, body.first))
    }

    fn of_lines(lines: &[&str], kept: &[bool], first: u32) -> Excerpt {
        let mut runs: Vec<(u32, String)> = Vec::new();
        let mut in_run = false;
        for ((line, kept), number) in lines.iter().zip(kept).zip(first..) {
            match runs.last_mut().filter(|_| in_run) {
                Some((_, text)) if *kept => {
                    text.push('\n');
                    text.push_str(line);
                }
                _ if *kept => runs.push((number, (*line).to_owned())),
                _ => {}
            }
            in_run = *kept;
        }
        Excerpt { runs }
    }

    /// Code without some of its lines.
    pub(super) fn of_rest(code: &str, first: u32, hidden: &[Lines]) -> Excerpt {
        Excerpt { runs: vec![(first, code.to_owned())] }.without(hidden)
    }

    /// The excerpt without some of its lines.
    pub(super) fn without(&self, hidden: &[Lines]) -> Excerpt {
        let is_hidden = |line: u32| hidden.iter().any(|lines| (lines.first..=lines.last).contains(&line));
        let rest = |(first, text): &(u32, String)| {
            let lines: Vec<&str> = text.split('\n').collect();
            let kept: Vec<bool> = (*first..).take(lines.len()).map(|line| !is_hidden(line)).collect();
            Excerpt::of_lines(&lines, &kept, *first).runs
        };
        Excerpt { runs: self.runs.iter().flat_map(rest).collect() }
    }

    /// The lines, with a line `⋮` for each gap.
    pub(super) fn text(&self) -> String {
        let runs: Vec<&str> = self.runs.iter().map(|(_, text)| text.as_str()).collect();
        runs.join("\n⋮\n")
    }

    /// The first and the last line of each run.
    pub(super) fn ranges(&self) -> Vec<[u32; 2]> {
        self.runs.iter().map(|(first, text)| [*first, first + text.matches('\n').count() as u32]).collect()
    }
}

/// How many of the first lines the signature takes.
fn signature_lines(lines: &[&str], signature: &str) -> usize {
    let dense = |text: &str| -> String { text.chars().filter(|c| !c.is_whitespace()).collect() };
    let wanted = dense(signature);
    let mut read = String::new();
    for (count, line) in lines.iter().take(SIGNATURE).enumerate() {
        read.push_str(&dense(line));
        if read.contains(&wanted) {
            return count + 1;
        }
    }
    1
}

/// Keeps the lines that have most words of the task, with the line before and after each. A word that
/// many lines have counts less.
fn keep_matching(lines: &[&str], words: &Words, kept: &mut [bool]) {
    let mut tokenizer = Tokenizer::of_thread();
    let mut having: FxHashMap<Term, usize> = FxHashMap::default();
    let mut found: Vec<(usize, Vec<Term>)> = Vec::new();
    for (at, line) in lines.iter().take(SEARCHED).enumerate() {
        let mut terms: Vec<Term> = Vec::new();
        tokenizer.for_each_part(line, |part| {
            if words.0.contains(&part.term) {
                terms.push(part.term);
            }
        });
        terms.sort_unstable();
        terms.dedup();
        if !terms.is_empty() {
            for term in &terms {
                *having.entry(*term).or_default() += 1;
            }
            found.push((at, terms));
        }
    }
    let mut scored: Vec<(f32, usize)> = found
        .iter()
        .map(|(at, terms)| (terms.iter().map(|term| 1.0 / (having[term] as f32).sqrt()).sum(), *at))
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut room = MATCHED;
    for (_, at) in scored {
        let around = at.saturating_sub(1)..(at + 2).min(lines.len());
        let new = around.clone().filter(|line| !kept[*line]).count();
        if new > room {
            break;
        }
        room -= new;
        kept[around].fill(true);
    }
}

fn close_small_gaps(kept: &mut [bool]) {
    let mut last: Option<usize> = None;
    for at in 0..kept.len() {
        if kept[at] {
            if let Some(last) = last.filter(|last| at - last - 1 <= SMALL_GAP) {
                kept[last..at].fill(true);
            }
            last = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Body, Excerpt, Words};
    use fathom_rank::Lines;

    fn body(lines: usize) -> String {
        let mut text = vec!["def send(".to_owned(), "    job,".to_owned(), "):".to_owned()];
        text.extend((3..lines).map(|n| match n {
            30 => "    retry(job, backoff)".to_owned(),
            _ => format!("    step_{n}()"),
        }));
        text.join("\n")
    }

    fn excerpt(lines: usize, members: &[u32], task: &str) -> Option<Excerpt> {
        let code = body(lines);
        let body = Body { code: &code, first: 100, signature: "def send(job,):", members };
        Excerpt::of(&body, &Words::of(task, &[]))
    }

    #[test]
    fn a_short_body_has_no_excerpt() {
        assert_eq!(excerpt(40, &[], "retry"), None);
    }

    #[test]
    fn a_long_body_shows_its_signature_members_and_what_matched() {
        let excerpt = excerpt(200, &[160], "the backoff of retries").unwrap();
        assert_eq!(excerpt.ranges(), [[100, 104], [129, 131], [160, 160]]);
        assert!(excerpt.text().contains("⋮\n    step_29()\n    retry(job, backoff)\n    step_31()\n⋮\n"));
        assert!(excerpt.runs[0].1.starts_with("def send(\n    job,\n):\n"));
    }

    #[test]
    fn lines_that_others_show_leave_a_gap() {
        let shown = |first, last| Lines { first, last, ..Lines::default() };
        let rest = Excerpt::of_rest("a\nb\nc\nd\ne", 10, &[shown(11, 12), shown(14, 20)]);
        assert_eq!(rest.ranges(), [[10, 10], [13, 13]]);
        assert_eq!(rest.text(), "a\n⋮\nd");
    }

    #[test]
    fn an_excerpt_stays_short_if_every_line_matches() {
        let excerpt = excerpt(400, &[], "step").unwrap();
        let lines: u32 = excerpt.ranges().iter().map(|[first, last]| last - first + 1).sum();
        assert!(lines < 30, "{lines}");
    }
}
