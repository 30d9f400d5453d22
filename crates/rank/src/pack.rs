//! The most useful text under a hard budget of tokens.
//!
//! The first symbols come with their code, the next with signature and doc,
//! the tail by name. Lines are not shown twice: a member of a type whose code
//! is shown comes by name, a type of which most was shown by its signature.
//! What is written is counted as a whole, so the budget holds for the text as
//! the reader gets it.

use crate::tokens::Counter;

/// How much of a symbol is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Name and place.
    Name,
    /// Also the signature and the first line of the doc.
    Signature,
    /// Also the code.
    Code,
}

/// One symbol to show: its whole text at each detail, which ends in a line
/// feed. A detail that a symbol does not have is empty.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Place and name.
    pub name: String,
    /// Also signature and short doc.
    pub signature: String,
    /// Also the code.
    pub code: String,
    /// Which lines the code is.
    pub lines: Lines,
}

/// Lines of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lines {
    /// The file, by any number.
    pub file: usize,
    /// The first.
    pub first: u32,
    /// The last.
    pub last: u32,
}

impl Lines {
    /// The share of them that is among others.
    fn covered(&self, others: &[Lines]) -> f64 {
        let mut parts: Vec<(u32, u32)> = others
            .iter()
            .filter(|other| other.file == self.file)
            .map(|other| (other.first.max(self.first), other.last.min(self.last)))
            .filter(|(first, last)| first <= last)
            .collect();
        parts.sort_unstable();
        let (mut covered, mut next) = (0, self.first);
        for (first, last) in parts {
            covered += (last + 1).saturating_sub(first.max(next));
            next = next.max(last + 1);
        }
        f64::from(covered) / f64::from(self.last + 1 - self.first)
    }
}

impl Item {
    fn at(&self, detail: Detail) -> &str {
        match detail {
            Detail::Name => &self.name,
            Detail::Signature => &self.signature,
            Detail::Code => &self.code,
        }
    }
}

/// What stands around the symbols, always.
#[derive(Clone, Debug, Default)]
pub struct Cover {
    /// Before the first.
    pub head: String,
    /// After the last.
    pub foot: String,
}

/// The packed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// How each item is shown; items past the end did not fit.
    pub details: Vec<Detail>,
}

/// Code may take this share of the budget before signatures get their turn.
const CODE_SHARE: f64 = 0.8;
/// Code of which more than this was shown is not shown again.
const REPEATED: f64 = 0.5;

/// Packs items, best first, under `budget` tokens. Where not even the cover
/// fits, the text is empty.
pub fn pack(cover: &Cover, items: &[Item], budget: usize) -> Packed {
    let mut counter = Counter::default();
    let mut details: Vec<Detail> = Vec::new();
    let mut used = counter.count(&cover.head) + counter.count(&cover.foot);
    let mut code_left = (budget as f64 * CODE_SHARE) as usize;
    let mut shown: Vec<Lines> = Vec::new();
    for item in items {
        let left = budget.saturating_sub(used);
        let most = match item.lines.covered(&shown) {
            covered if covered >= 1.0 => Detail::Name,
            covered if covered > REPEATED => Detail::Signature,
            _ => Detail::Code,
        };
        let details_of_it = [Detail::Code, Detail::Signature, Detail::Name];
        let fitting = details_of_it.into_iter().filter(|detail| *detail <= most).find_map(|detail| {
            let room = if detail == Detail::Code { code_left.min(left) } else { left };
            // Parts counted alone can differ by a token from the whole.
            let cost = counter.within(item.at(detail), room.checked_sub(1)?)? + 1;
            (!item.at(detail).is_empty()).then_some((detail, cost))
        });
        let Some((detail, cost)) = fitting else { break };
        used += cost;
        if detail == Detail::Code {
            code_left -= cost;
            shown.push(item.lines);
        }
        details.push(detail);
    }
    loop {
        let text = render(cover, items, &details);
        let tokens = counter.count(&text);
        if tokens <= budget {
            return Packed { text, tokens, details };
        }
        if details.pop().is_none() {
            return Packed::default();
        }
    }
}

fn render(cover: &Cover, items: &[Item], details: &[Detail]) -> String {
    let shown = items.iter().zip(details).map(|(item, detail)| item.at(*detail));
    std::iter::once(cover.head.as_str()).chain(shown).chain([cover.foot.as_str()]).collect()
}

#[cfg(test)]
mod tests {
    use super::{Cover, Detail, Item, Lines, pack};

    fn cover() -> Cover {
        Cover { head: "task\n".to_owned(), foot: "</end>\n".to_owned() }
    }

    fn items() -> Vec<Item> {
        (0..20)
            .map(|n| Item {
                name: format!("{n}. src/a.rs:{n} function f{n}\n"),
                signature: format!("{n}. src/a.rs:{n} function f{n}\n   fn f{n}(x: u32) -> u32\n"),
                code: format!(
                    "{n}. src/a.rs:{n} function f{n}\n{n} | fn f{n}(x: u32) -> u32 {{\n{n} |     x * {n} + compute_something(x)\n{n} | }}\n"
                ),
                lines: Lines { file: 0, first: 10 * n, last: 10 * n + 2 },
            })
            .collect()
    }

    #[test]
    fn the_budget_is_never_exceeded() {
        for budget in [0, 1, 5, 17, 40, 80, 200, 500, 2_000] {
            let packed = pack(&cover(), &items(), budget);
            assert!(packed.tokens <= budget, "{} > {budget}", packed.tokens);
            assert_eq!(packed.tokens, crate::count_tokens(&packed.text));
        }
    }

    #[test]
    fn no_lines_are_shown_twice() {
        let at = |first: u32, last: u32| Item {
            lines: Lines { file: 7, first, last },
            ..items().swap_remove(first as usize % 20)
        };
        // A type, its member, one that only begins in it, the same lines of another file; and a
        // type most of whose members came first.
        let mut all = vec![at(100, 119), at(105, 109), at(115, 139), at(105, 109)];
        all[3].lines.file = 8;
        all.extend([at(200, 203), at(204, 207), at(200, 209)]);
        let details = pack(&cover(), &all, 2_000).details;
        let [code, signature, name] = [Detail::Code, Detail::Signature, Detail::Name];
        assert_eq!(details, [code, name, code, code, code, code, signature]);
    }

    #[test]
    fn the_first_get_code_and_the_tail_gets_names() {
        let packed = pack(&cover(), &items(), 500);
        assert_eq!(packed.details[0], Detail::Code);
        assert!(packed.details.last().unwrap() < &Detail::Code);
    }
}
