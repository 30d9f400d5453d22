//! A symbol within a budget of tokens: code is cut first, lists where they would take more than their
//! share, the doc comment last.

use super::Response;
use fathom_rank::count_tokens;

/// The part of the budget that lists may take where code has to be cut: one third.
const LISTS: usize = 3;

/// What of a response is kept.
#[derive(Clone, Copy)]
struct Kept {
    /// Lines of code, or of the outline.
    lines: usize,
    /// Entries of each list.
    entries: usize,
    /// Lines of the doc comment.
    doc: usize,
}

const ALL: Kept = Kept { lines: usize::MAX, entries: usize::MAX, doc: usize::MAX };

impl Response {
    /// The largest part of it whose rendering has at most `budget` tokens (`cl100k_base`); `None` if
    /// not even its name has.
    pub fn within(&self, budget: usize, render: impl Fn(&Response) -> String) -> Option<Response> {
        let rendered = |kept: Kept| render(&self.cut(kept));
        let fits = |kept: Kept, most: usize| count_tokens(&rendered(kept)) <= most;
        if fits(ALL, budget) {
            return Some(self.clone());
        }
        let none = Kept { lines: 0, entries: 0, doc: usize::MAX };
        let doc = largest(self.doc.lines().count(), |doc| fits(Kept { doc, ..none }, budget))?;
        let kept = Kept { doc, ..none };
        let share = budget / LISTS + count_tokens(&rendered(kept)).min(budget - budget / LISTS);
        let entries =
            largest(self.longest_list(), |entries| fits(Kept { entries, ..kept }, share)).unwrap_or(0);
        let kept = Kept { entries, ..kept };
        let lines = largest(self.lines(), |lines| fits(Kept { lines, ..kept }, budget))?;
        Some(self.cut(Kept { lines, ..kept }))
    }

    fn lines(&self) -> usize {
        self.code.as_ref().map_or(self.outline.len(), |code| code.lines().count())
    }

    fn longest_list(&self) -> usize {
        let relations = [&self.callers, &self.callees, &self.mentioned_in].map(Vec::len);
        relations.into_iter().chain([self.members.len(), self.also.len()]).max().unwrap_or(0)
    }

    fn cut(&self, kept: Kept) -> Response {
        let mut cut = self.clone();
        if let Some(code) = &mut cut.code {
            cut.lines_left_out += cut_lines(code, kept.lines);
        }
        cut.lines_left_out += cut.outline.len().saturating_sub(kept.lines);
        cut.outline.truncate(kept.lines);
        cut_lines(&mut cut.doc, kept.doc);
        for list in [&mut cut.callers, &mut cut.callees, &mut cut.mentioned_in] {
            list.truncate(kept.entries);
        }
        cut.members.truncate(kept.entries);
        cut.also.truncate(kept.entries);
        cut
    }
}

/// Keeps the first lines of a text and tells how many it lost.
fn cut_lines(text: &mut String, kept: usize) -> usize {
    let count = text.lines().count();
    if kept < count {
        let end = text.match_indices('\n').nth(kept.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        text.truncate(if kept == 0 { 0 } else { end });
    }
    count.saturating_sub(kept)
}

/// The largest number up to `most` that fits, `None` if 0 does not. A text that is longer by a line
/// may, rarely, have a token less: what is found fits, and one more line would be told to fit at most.
fn largest(most: usize, fits: impl Fn(usize) -> bool) -> Option<usize> {
    if !fits(0) {
        return None;
    }
    let (mut fitting, mut beyond) = (0, most + 1);
    while beyond - fitting > 1 {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    Some(fitting)
}

#[cfg(test)]
mod tests {
    use super::{cut_lines, largest};

    #[test]
    fn the_largest_that_fits_is_found() {
        for limit in 0..20 {
            assert_eq!(largest(15, |n| n <= limit), Some(limit.min(15)));
        }
        assert_eq!(largest(15, |_| false), None);
    }

    #[test]
    fn lines_are_cut_from_the_end() {
        for (kept, expected, lost) in
            [(0, "", 3), (1, "a", 2), (2, "a\nb", 1), (3, "a\nb\nc", 0), (9, "a\nb\nc", 0)]
        {
            let mut text = "a\nb\nc".to_owned();
            assert_eq!((cut_lines(&mut text, kept), text.as_str()), (lost, expected));
        }
    }
}
