//! The most useful text under a hard budget of tokens.
//!
//! The first symbols come with their code, the next with signature and doc, the last by name. A
//! long body comes as an excerpt; if room is left at the end, it is shown whole. No code is shown
//! twice: a member of a type whose code is shown comes by name, a type most of which was shown
//! comes by its signature, and lines of a type that its members showed before are left out. Lists, such as tests, get the room that symbols leave; for them the last
//! symbols lose their signatures, but no symbol is left out. The text is counted as a whole, so the
//! budget holds for exactly what the reader gets.
mod lines;
mod lists;

pub use lines::Lines;
pub use lists::List;

use crate::tokens::{count_tokens, count_within};
use lists::ListCosts;
use std::borrow::Cow;
use std::cell::OnceCell;

/// How much of a symbol is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Name and place.
    Name,
    /// Also the signature and the first line of the doc.
    Signature,
    /// Also some lines of the code.
    Excerpt,
    /// Also the code.
    Code,
}

/// One symbol to show: its whole text at each detail, which is written when it is first looked at. A
/// detail that a symbol does not have is empty. The text of a name, but for its last signs, begins every
/// text with code.
pub struct Item<'p> {
    /// Which lines the code is.
    pub lines: Lines,
    write: WriteItem<'p>,
    texts: [OnceCell<String>; 4],
}

/// Writes an item at a detail without some of its lines, which others show.
type WriteItem<'p> = Box<dyn Fn(Detail, &[Lines]) -> String + 'p>;

impl<'p> Item<'p> {
    /// An item whose texts `write` writes.
    pub fn new(lines: Lines, write: impl Fn(Detail, &[Lines]) -> String + 'p) -> Item<'p> {
        Item { lines, write: Box::new(write), texts: Default::default() }
    }

    fn at(&self, detail: Detail) -> &str {
        self.texts[detail as usize].get_or_init(|| (self.write)(detail, &[]))
    }

    /// The text without lines that are shown elsewhere. Only code has lines.
    fn without(&self, detail: Detail, hidden: &[Lines]) -> Cow<'_, str> {
        if hidden.is_empty() || detail < Detail::Excerpt || !self.has(detail) {
            Cow::Borrowed(self.at(detail))
        } else {
            Cow::Owned((self.write)(detail, hidden))
        }
    }

    fn has(&self, detail: Detail) -> bool {
        !self.at(detail).is_empty()
    }
}

/// The text of an item whose lines others show: its index and theirs.
pub type ContainedText<'p> = Box<dyn Fn(usize, &[usize]) -> String + 'p>;

/// Everything that could be written, before selection.
pub struct Page<'p> {
    /// Before the first symbol, always.
    pub head: String,
    /// The symbols, best first.
    pub items: Vec<Item<'p>>,
    /// The text of a symbol whose lines are all in the code of others.
    pub shown_in: ContainedText<'p>,
    /// After the symbols, the most important first.
    pub lists: Vec<List>,
    /// At the end, always.
    pub foot: String,
}

impl Page<'_> {
    /// The text with its first items and the first entries of each list.
    pub fn text(&self, shown: &[Presentation], kept: &[usize]) -> String {
        let mut text = self.head.clone();
        for (at, (item, shown)) in self.items.iter().zip(shown).enumerate() {
            if shown.within.is_empty() {
                text.push_str(&item.without(shown.detail, &shown.hidden));
            } else {
                text.push_str(&(self.shown_in)(at, &shown.within));
            }
        }
        self.lists.iter().zip(kept).for_each(|(list, kept)| list.write(&mut text, *kept));
        text.push_str(&self.foot);
        text
    }
}

/// The limits of a text.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Most tokens.
    pub tokens: usize,
    /// Whether every item and list is written in any case: then the tokens bound only what the
    /// items show beside their names.
    pub everything: bool,
    /// The share of the tokens that code may take before signatures get their turn.
    pub code: f64,
    /// The share of the tokens that is kept free for lists; without it they take what is left.
    pub lists: f64,
}

impl Limits {
    /// A budget that is never exceeded, with the usual shares.
    pub fn budget(tokens: usize) -> Limits {
        Limits { tokens, everything: false, code: 0.8, lists: 0.0 }
    }
}

/// How one item is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    /// How much of it.
    pub detail: Detail,
    /// The items whose code has all of its lines, by index.
    pub within: Vec<usize>,
    /// Lines of its code that earlier items show.
    pub hidden: Vec<Lines>,
}

/// The packed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackedText {
    /// The text.
    pub text: String,
    /// Its tokens.
    pub tokens: usize,
    /// How each item is shown; items past the end did not fit.
    pub shown: Vec<Presentation>,
    /// How many entries of each list are written.
    pub kept: Vec<usize>,
}

/// Code of which more than this was shown is not shown again.
const REPEATED: f64 = 0.5;
/// Code of more than this share of the room for code is shown as an excerpt, where it has one.
const LARGE: f64 = 0.2;
/// Most tokens of the signs that end the text of a name.
const LAST_SIGNS: usize = 8;
/// Lists take at most this share of the tokens from the tail of the items.
const TAKEN: f64 = 0.04;
/// Number of items that always keep their signatures.
const FIRST: usize = 10;

/// Packs a page, best first. Where not even head and foot fit, the text is empty.
pub fn pack(page: &Page<'_>, limits: Limits) -> PackedText {
    let costs = ListCosts::new(&page.lists);
    let fixed = count_tokens(&page.head) + count_tokens(&page.foot) + costs.fixed;
    let mut reserved = if limits.everything {
        costs.all()
    } else {
        costs.all().min((limits.tokens as f64 * limits.lists) as usize)
    };
    let mut chosen = Selection::new(page, limits, fixed + reserved);
    if chosen.shown.is_empty() {
        // One item is worth more than all lists.
        reserved = 0;
        chosen = Selection::new(page, limits, fixed);
    }
    let left = limits.tokens.saturating_sub(chosen.used - reserved);
    let (mut kept, spare) = chosen.make_room(&costs, limits, left);
    chosen.show_whole(spare);
    loop {
        let text = page.text(&chosen.shown, &kept);
        let tokens = count_tokens(&text);
        if tokens <= limits.tokens || (limits.everything && !chosen.leave_code_out()) {
            return PackedText { text, tokens, shown: chosen.shown, kept };
        }
        if limits.everything {
            continue;
        }
        if let Some(last) = kept.iter_mut().rev().find(|count| **count > 0) {
            *last -= 1;
        } else if chosen.shown.pop().is_none() {
            return PackedText::default();
        }
    }
}

/// The items selected so far.
struct Selection<'p> {
    items: &'p [Item<'p>],
    shown: Vec<Presentation>,
    /// The cost of each beyond its name.
    extra: Vec<usize>,
    /// Tokens of all of them, and what was used before.
    used: usize,
}

impl<'p> Selection<'p> {
    /// As many items as fit, each in as much detail as fits.
    fn new(page: &'p Page<'_>, limits: Limits, used: usize) -> Selection<'p> {
        let items = page.items.as_slice();
        let mut chosen = Selection { items, shown: Vec::new(), extra: Vec::new(), used };
        let mut code_left = (limits.tokens as f64 * limits.code) as usize;
        let large = (code_left as f64 * LARGE) as usize;
        let name = |item: &Item<'_>| count_tokens(item.at(Detail::Name)) + 1;
        // If all are written, room is reserved for the names of those to come.
        let mut to_come: usize = if limits.everything { items.iter().map(name).sum() } else { 0 };
        for item in items {
            let name = name(item);
            to_come = to_come.saturating_sub(name);
            let left = limits.tokens.saturating_sub(chosen.used + to_come);
            let (most, within, hidden) = chosen.most(item);
            let details = [Detail::Code, Detail::Excerpt, Detail::Signature, Detail::Name];
            let fitting = details.into_iter().filter(|detail| *detail <= most).find_map(|detail| {
                let shows_code = detail >= Detail::Excerpt;
                let room = if shows_code { code_left.min(left) } else { left };
                // Text with code begins with that of the name; what cannot fit is not written.
                if shows_code && room + LAST_SIGNS < name {
                    return None;
                }
                // Parts counted alone can differ by a token from the whole.
                let cost = count_within(&item.without(detail, &hidden), room.checked_sub(1)?)? + 1;
                let is_cut = detail == Detail::Code && cost > large && item.has(Detail::Excerpt);
                (item.has(detail) && !is_cut).then_some((detail, cost))
            });
            let (detail, cost) = match fitting {
                Some(fitting) => fitting,
                None if limits.everything => (Detail::Name, name),
                None => break,
            };
            if detail >= Detail::Excerpt {
                code_left -= cost;
            }
            chosen.used += cost;
            chosen.extra.push(cost.saturating_sub(name));
            let hidden = if detail >= Detail::Excerpt { hidden } else { Vec::new() };
            chosen.shown.push(Presentation { detail, within, hidden });
        }
        chosen
    }

    /// The most detail that an item may have, since no code is shown twice; the items that show all of
    /// its lines; and the lines of it that others show, if it may show the rest.
    fn most(&self, item: &Item<'_>) -> (Detail, Vec<usize>, Vec<Lines>) {
        let code = self.shown.iter().enumerate().filter(|(_, shown)| shown.detail == Detail::Code);
        let others: Vec<usize> =
            code.map(|(at, _)| at).filter(|at| item.lines.meets(&self.items[*at].lines)).collect();
        let lines = || others.iter().map(|at| self.items[*at].lines);
        match item.lines.covered(lines()) {
            covered if covered >= 1.0 => (Detail::Name, others, Vec::new()),
            covered if covered > REPEATED => (Detail::Signature, Vec::new(), Vec::new()),
            _ => (Detail::Code, Vec::new(), lines().collect()),
        }
    }

    /// Shows whole bodies instead of excerpts as far as the spare tokens allow, best first.
    fn show_whole(&mut self, mut spare: usize) {
        for at in 0..self.shown.len() {
            let others = self.shown.iter().enumerate().filter(|(_, other)| other.detail == Detail::Code);
            let item = &self.items[at];
            let repeats = others.map(|(at, _)| &self.items[at].lines).any(|lines| item.lines.meets(lines));
            if self.shown[at].detail != Detail::Excerpt || repeats {
                continue;
            }
            let excerpt = count_tokens(item.at(Detail::Excerpt));
            if let Some(code) = count_within(item.at(Detail::Code), (excerpt + spare).saturating_sub(1)) {
                spare = (excerpt + spare).saturating_sub(code + 1);
                self.shown[at].detail = Detail::Code;
            }
        }
    }

    /// How many entries of each list fit into the tokens left, for which the last items lose their
    /// signatures, and how many tokens are left then.
    fn make_room(&mut self, costs: &ListCosts, limits: Limits, left: usize) -> (Vec<usize>, usize) {
        if limits.everything {
            return (costs.fitting(usize::MAX).0, left.saturating_sub(costs.all()));
        }
        let tail = FIRST.min(self.shown.len())..self.shown.len();
        let may_go = |shown: &Presentation| shown.detail == Detail::Signature;
        let free: usize = tail.clone().filter(|at| may_go(&self.shown[*at])).map(|at| self.extra[at]).sum();
        let most = left.max((limits.tokens as f64 * TAKEN) as usize);
        let (kept, needed) = costs.fitting(most.min(left + free));
        let mut missing = needed.saturating_sub(left);
        for at in tail.rev() {
            if missing == 0 {
                break;
            }
            if may_go(&self.shown[at]) {
                self.shown[at].detail = Detail::Name;
                missing = missing.saturating_sub(self.extra[at]);
            }
        }
        (kept, left.saturating_sub(needed))
    }

    /// Leaves out the code of the last item that has any; `false` if none has.
    fn leave_code_out(&mut self) -> bool {
        let Some(at) = self.shown.iter().rposition(|shown| shown.detail >= Detail::Excerpt) else {
            return false;
        };
        let has_signature = self.items[at].has(Detail::Signature);
        self.shown[at].detail = if has_signature { Detail::Signature } else { Detail::Name };
        // Lines in this code are shown nowhere else now.
        for shown in &mut self.shown {
            if shown.within.contains(&at) {
                shown.within.clear();
            }
        }
        true
    }
}

#[cfg(test)]
mod tests;
