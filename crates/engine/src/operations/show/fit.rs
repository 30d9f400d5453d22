//! A symbol within a budget of tokens: code is cut first, lists where they would take more than their
//! share, the doc comment last.

use fathom_protocol::show::Response;
use fathom_rank::count_tokens;

/// The part of the budget that lists may take where code has to be cut: one third.
const LISTS: usize = 3;

/// How much of a response remains.
#[derive(Clone, Copy)]
struct Part {
    /// Lines of code, or of the outline.
    lines: usize,
    /// Entries of each list.
    entries: usize,
    /// Lines of the doc comment.
    doc: usize,
}

const ALL: Part = Part { lines: usize::MAX, entries: usize::MAX, doc: usize::MAX };

/// The largest part of a response whose rendering has at most `budget` tokens (`cl100k_base`);
/// `None` if not even its name has.
pub fn within(response: &Response, budget: usize, render: impl Fn(&Response) -> String) -> Option<Response> {
    let rendered = |part: Part| render(&cut(response, part));
    let fits = |part: Part, most: usize| count_tokens(&rendered(part)) <= most;
    if fits(ALL, budget) {
        return Some(response.clone());
    }
    let none = Part { lines: 0, entries: 0, doc: usize::MAX };
    let doc = largest(response.doc.lines().count(), |doc| fits(Part { doc, ..none }, budget))?;
    let part = Part { doc, ..none };
    let share = budget / LISTS + count_tokens(&rendered(part)).min(budget - budget / LISTS);
    let entries =
        largest(longest_list(response), |entries| fits(Part { entries, ..part }, share)).unwrap_or(0);
    let part = Part { entries, ..part };
    let lines = largest(lines(response), |lines| fits(Part { lines, ..part }, budget))?;
    Some(cut(response, Part { lines, ..part }))
}

fn lines(response: &Response) -> usize {
    response.code.as_ref().map_or(response.outline.len(), |code| code.lines().count())
}

fn longest_list(response: &Response) -> usize {
    let relations = [&response.callers, &response.callees, &response.mentioned_in].map(Vec::len);
    relations.into_iter().chain([response.members.len(), response.alternatives.len()]).max().unwrap_or(0)
}

fn cut(response: &Response, part: Part) -> Response {
    let mut cut = response.clone();
    if let Some(code) = &mut cut.code {
        cut.lines_left_out += cut_lines(code, part.lines);
    }
    cut.lines_left_out += cut.outline.len().saturating_sub(part.lines);
    cut.outline.truncate(part.lines);
    cut_lines(&mut cut.doc, part.doc);
    for list in [&mut cut.callers, &mut cut.callees, &mut cut.mentioned_in] {
        list.truncate(part.entries);
    }
    cut.members.truncate(part.entries);
    cut.alternatives.truncate(part.entries);
    cut
}

/// Keeps the first lines of a text and states how many were cut.
fn cut_lines(text: &mut String, kept: usize) -> usize {
    let count = text.lines().count();
    if kept < count {
        let end = text.match_indices('\n').nth(kept.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
        text.truncate(if kept == 0 { 0 } else { end });
    }
    count.saturating_sub(kept)
}

/// The largest number up to `most` that fits, `None` if 0 does not. Rarely, a text that is longer by a
/// line has a token less; the result always fits, but may not be the maximum.
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
