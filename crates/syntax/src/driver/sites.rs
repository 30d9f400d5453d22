//! Call sites: one walk over a file's row of nodes that reads the arguments of
//! calls and notes which stretches of text run under a condition, in a loop, …
//!
//! The meaning of node kinds is data of each language ([`Site`]). References are
//! matched to calls by their nodes, and to stretches by their places.

use super::compile::CompiledGrammar;
use super::source::Source;
use crate::calls::{ARGUMENT_BYTES, ArgumentKind, CallFlags, DEEPEST_ARGUMENT, MOST_ARGUMENTS};
use crate::chain;
use crate::languages::{Part, Site};
use crate::pattern::{FlatNode, FlatTree};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use tree_sitter::Node;

/// Nodes of a file for each that a call is found by, in most code.
const NODES_PER_CALL: usize = 8;

/// Nodes between a call and the one it is an argument of: lists, keywords, `await`.
const BETWEEN: usize = 6;

/// Strings that are added to each other.
const OPERANDS: usize = 16;

/// One argument, before its texts are in the table.
pub(super) struct FoundArgument<'t> {
    pub(super) kind: ArgumentKind,
    pub(super) depth: u8,
    pub(super) name: &'t str,
    pub(super) text: Cow<'t, str>,
}

/// One call node.
pub(super) struct FoundCall {
    /// Its arguments in [`FoundSites::arguments`].
    pub(super) arguments: (u32, u32),
    pub(super) place: u32,
    pub(super) flags: u16,
    /// The node of the call it is an argument of, or 0.
    pub(super) argument_of: usize,
}

/// A stretch of text and what its calls run under.
pub(super) struct Region {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The part that does not count: the condition itself.
    pub(super) without: (usize, usize),
    pub(super) line: u32,
    pub(super) flags: u16,
    /// The node of the call whose block this is, or 0.
    pub(super) call: usize,
}

/// All call nodes and regions of a file.
#[derive(Default)]
pub(super) struct FoundSites<'t> {
    pub(super) calls: Vec<FoundCall>,
    pub(super) arguments: Vec<FoundArgument<'t>>,
    /// In the order of their starts, the outer before the inner.
    pub(super) regions: Vec<Region>,
    /// Which call a node is, or is the called part of.
    by_node: FxHashMap<usize, u32>,
}

impl FoundSites<'_> {
    /// The call that a captured node is, or is the called part of.
    pub(super) fn call_at(&self, node: usize) -> Option<u32> {
        self.by_node.get(&node).copied()
    }
}

pub(super) fn find<'t>(
    compiled: &CompiledGrammar,
    row: &FlatTree<'t>,
    source: &Source<'t>,
) -> FoundSites<'t> {
    let mut found = FoundSites::default();
    found.by_node.reserve(row.spots().len() / NODES_PER_CALL);
    let mut finder = Finder { compiled, spots: row.spots(), source, found };
    for at in 0..finder.spots.len() {
        let spot = &finder.spots[at];
        match finder.site(spot) {
            Some(Site::Call) => finder.call(at, true),
            Some(Site::Send) => finder.call(at, false),
            Some(Site::Branch(part)) => finder.region(spot.node, part, CallFlags::BRANCH),
            Some(Site::Loop(part)) => finder.region(spot.node, part, CallFlags::LOOP),
            Some(Site::Rescue(part)) => finder.region(spot.node, part, CallFlags::RESCUE),
            Some(Site::Deferred) => finder.region(spot.node, Part::None, CallFlags::DEFERRED),
            Some(Site::Spawn) => finder.region(spot.node, Part::None, CallFlags::SPAWNED),
            Some(Site::With(part)) => finder.with(at, part),
            None | Some(_) => {}
        }
    }
    let mut found = finder.found;
    found.regions.sort_by_key(|region| (region.start, std::cmp::Reverse(region.end)));
    found
}

struct Finder<'f, 't> {
    compiled: &'f CompiledGrammar,
    spots: &'f [FlatNode<'t>],
    source: &'f Source<'t>,
    found: FoundSites<'t>,
}

impl<'f, 't> Finder<'f, 't> {
    fn site(&self, spot: &FlatNode<'_>) -> Option<Site> {
        self.compiled.sites.get(spot.kind as usize).copied().flatten()
    }

    /// The named nodes in a node.
    fn children(&self, at: usize) -> impl Iterator<Item = usize> + use<'f, 't> {
        let (spots, compiled) = (self.spots, self.compiled);
        let end = spots[at].next as usize;
        let mut next = at + 1;
        std::iter::from_fn(move || {
            while next < end {
                let child = next;
                next = spots[child].next as usize;
                if compiled.patterns.is_named(spots[child].kind) {
                    return Some(child);
                }
            }
            None
        })
    }

    fn part(&self, node: Node<'t>, part: Part) -> Option<Node<'t>> {
        match part {
            Part::None => None,
            Part::Field(name) | Part::UpTo(name) => self.source.field(node, name),
            Part::Kind(kind) => node.named_children(&mut node.walk()).find(|child| child.kind() == kind),
            Part::Child(number) => node.named_child(number),
        }
    }

    fn region(&mut self, node: Node<'t>, part: Part, flags: u16) {
        let without = self.part(node, part);
        let start = |child: Node<'_>| {
            if matches!(part, Part::UpTo(_)) { node.start_byte() } else { child.start_byte() }
        };
        self.found.regions.push(Region {
            start: node.start_byte(),
            end: node.end_byte(),
            without: without.map_or((0, 0), |child| (start(child), child.end_byte())),
            line: without.unwrap_or(node).start_position().row as u32 + 1,
            flags,
            call: 0,
        });
    }

    fn block(&mut self, node: Node<'t>, call: usize) {
        let (start, end) = (node.start_byte(), node.end_byte());
        self.found.regions.push(Region { start, end, without: (0, 0), line: 0, flags: 0, call });
    }

    /// `with f() as x: …`
    fn with(&mut self, at: usize, part: Part) {
        let Some(body) = self.part(self.spots[at].node, part) else { return };
        let before = self.spots[at + 1..].iter().take_while(|spot| spot.node.id() != body.id());
        let mut calls = before.filter(|spot| matches!(self.site(spot), Some(Site::Call | Site::Send)));
        if let Some(call) = calls.next().map(|spot| spot.node.id()) {
            self.block(body, call);
        }
    }

    fn call(&mut self, at: usize, called_first: bool) {
        let node = self.spots[at].node;
        let index = self.found.calls.len() as u32;
        let first = self.found.arguments.len();
        let mut call = FoundCall {
            arguments: (first as u32, 0),
            place: node.end_byte() as u32,
            flags: 0,
            argument_of: self.argument_of(at),
        };
        let parent = &self.spots[self.spots[at].parent as usize];
        if matches!(self.site(parent), Some(Site::Await)) {
            call.flags |= CallFlags::AWAITED;
        }
        let mut children = self.children(at);
        if called_first && let Some(called) = children.next() {
            self.found.by_node.insert(self.spots[called].node.id(), index);
            // `f[T](x)` and the like: what is called is one level deeper.
            if matches!(self.site(&self.spots[called]), Some(Site::Through))
                && let Some(inner) = self.children(called).next()
            {
                self.found.by_node.insert(self.spots[inner].node.id(), index);
            }
        }
        self.found.by_node.insert(node.id(), index);
        for child in children {
            if !called_first && matches!(self.site(&self.spots[child]), Some(Site::List)) {
                // A list that is written out as the receiver, as in `[:a, :b].each do |x|`.
                self.argument(child, "self", 0, &mut call, node.id());
            } else {
                self.call_part(child, &mut call, node.id());
            }
        }
        if self.found.arguments.len() - first > MOST_ARGUMENTS {
            self.found.arguments.truncate(first + MOST_ARGUMENTS);
            call.flags |= CallFlags::CUT;
        }
        call.arguments.1 = self.found.arguments.len() as u32;
        self.found.calls.push(call);
    }

    fn call_part(&mut self, at: usize, call: &mut FoundCall, id: usize) {
        match self.site(&self.spots[at]) {
            Some(Site::Arguments) => {
                for argument in self.children(at) {
                    self.argument(argument, "", 0, call, id);
                }
            }
            Some(Site::Tokens) => self.tokens(at, call),
            Some(Site::Argument | Site::Block) => self.argument(at, "", 0, call, id),
            Some(Site::Through) => {
                for part in self.children(at) {
                    self.call_part(part, call, id);
                }
            }
            _ => {}
        }
    }

    /// The node of the call whose argument this is, directly or in a list or map; or 0.
    fn argument_of(&self, at: usize) -> usize {
        let mut listed = false;
        let mut around = &self.spots[self.spots[at].parent as usize];
        for _ in 0..BETWEEN {
            match self.site(around) {
                Some(Site::Arguments | Site::Argument) => listed = true,
                Some(Site::Through | Site::List | Site::Map | Site::Await) => {}
                Some(Site::Call | Site::Send) if listed => return around.node.id(),
                _ => return 0,
            }
            around = &self.spots[around.parent as usize];
        }
        0
    }

    fn argument(&mut self, at: usize, name: &'t str, depth: u8, call: &mut FoundCall, id: usize) {
        // A list of a thousand elements is data; one more than are kept shows that there are more.
        if self.found.arguments.len() - call.arguments.0 as usize > MOST_ARGUMENTS {
            return;
        }
        let node = self.spots[at].node;
        let written = self.source.text(node);
        let (kind, text) = match self.site(&self.spots[at]) {
            Some(Site::Argument) => return self.named(at, name, depth, call, id),
            Some(Site::Through) => {
                let Some(inner) = self.children(at).next() else { return };
                return self.argument(inner, name, depth, call, id);
            }
            Some(Site::Text) => {
                let template = self
                    .children(at)
                    .any(|part| matches!(self.site(&self.spots[part]), Some(Site::Interpolation)));
                let kind = if template { ArgumentKind::Template } else { ArgumentKind::Text };
                (kind, Cow::Borrowed(unquoted(written)))
            }
            Some(Site::Symbol) => (ArgumentKind::Symbol, Cow::Borrowed(key(written))),
            Some(Site::Number) => (ArgumentKind::Number, Cow::Borrowed(written)),
            Some(Site::Constant) => (ArgumentKind::Constant, Cow::Borrowed(written)),
            Some(Site::List) => (ArgumentKind::List, Cow::Borrowed("")),
            Some(Site::Map) => (ArgumentKind::Map, Cow::Borrowed("")),
            Some(Site::Block) => {
                self.block(node, id);
                call.flags |= CallFlags::BLOCK;
                call.place = call.place.min(node.start_byte() as u32);
                (ArgumentKind::Block, Cow::Borrowed(""))
            }
            _ if node.is_extra() => return,
            Some(Site::Operation) if let Some(text) = self.added(at) => {
                (ArgumentKind::Template, Cow::Owned(text))
            }
            _ => match chain::chain_text(node, self.source) {
                Some(chain) if chain != "!" && !chain.starts_with('?') => (ArgumentKind::Name, chain),
                _ => (ArgumentKind::Other, Cow::Borrowed("")),
            },
        };
        self.found.arguments.push(FoundArgument { kind, depth, name, text: bounded(text) });
        if matches!(kind, ArgumentKind::List | ArgumentKind::Map) && depth < DEEPEST_ARGUMENT {
            for element in self.children(at) {
                self.argument(element, "", depth + 1, call, id);
            }
        }
    }

    /// Strings and names that are added to each other, as one string with values inserted. `None` if
    /// no string is among them.
    fn added(&self, at: usize) -> Option<String> {
        let mut text = String::new();
        let mut has_text = false;
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let node = self.spots[at].node;
            match self.site(&self.spots[at]) {
                Some(Site::Operation) => {
                    let parts: Vec<usize> = self.children(at).collect();
                    let [left, right] = parts[..] else { return None };
                    let (end, start) =
                        (self.spots[left].node.end_byte(), self.spots[right].node.start_byte());
                    if self.source.slice(end, start).trim() != "+" || open.len() > OPERANDS {
                        return None;
                    }
                    open.extend([right, left]);
                }
                Some(Site::Text) => {
                    has_text = true;
                    text.push_str(unquoted(self.source.text(node)));
                }
                _ => {
                    let chain = chain::chain_text(node, self.source)?;
                    text.push_str("#{");
                    text.push_str(chain.trim_end_matches("()"));
                    text.push('}');
                }
            }
        }
        has_text.then_some(text)
    }

    /// An argument with a node of its own, and a name where it has one.
    fn named(&mut self, at: usize, name: &'t str, depth: u8, call: &mut FoundCall, id: usize) {
        let mut children = self.children(at).filter(|child| !self.spots[*child].node.is_extra());
        let Some(first) = children.next() else { return };
        match children.last() {
            Some(value) => {
                self.argument(value, key(self.source.text(self.spots[first].node)), depth, call, id);
            }
            None => self.argument(first, name, depth, call, id),
        }
    }

    /// `(name = "value", other)`, where the grammar has only tokens.
    fn tokens(&mut self, at: usize, call: &mut FoundCall) {
        let mut name = "";
        let mut children = self.children(at).peekable();
        while let Some(token) = children.next() {
            if self.found.arguments.len() - call.arguments.0 as usize > MOST_ARGUMENTS {
                return;
            }
            let node = self.spots[token].node;
            let written = self.source.text(node);
            let follows = children.peek().map(|next| self.spots[*next].node.start_byte());
            let between = self.source.slice(node.end_byte(), follows.unwrap_or(node.end_byte())).trim();
            let (kind, text) = match self.site(&self.spots[token]) {
                Some(Site::Text) => (ArgumentKind::Text, unquoted(written)),
                Some(Site::Number) => (ArgumentKind::Number, written),
                Some(Site::Constant) => (ArgumentKind::Constant, written),
                Some(Site::Tokens) => continue,
                _ if node.is_extra() => continue,
                _ if between == "=" => {
                    name = key(written);
                    continue;
                }
                _ => (ArgumentKind::Name, written),
            };
            let text = bounded(Cow::Borrowed(text));
            self.found.arguments.push(FoundArgument { kind, depth: 0, name, text });
            name = "";
        }
    }
}

/// A string without its quotes and the letters before them.
fn unquoted(written: &str) -> &str {
    let quoted =
        written.trim_start_matches(|c: char| c.is_ascii_alphabetic() || matches!(c, '@' | '$' | '#'));
    let body = if quoted.starts_with(['"', '\'', '`']) { quoted.trim_end_matches('#') } else { written };
    for quote in ["\"\"\"", "'''", "\"", "'", "`"] {
        if let Some(rest) = body.strip_prefix(quote) {
            return rest.strip_suffix(quote).unwrap_or(rest);
        }
    }
    body
}

/// A keyword or key: `:only`, `"only"` and `only:` are `only`.
fn key(written: &str) -> &str {
    // In quotes a colon is a part of the key: `":id"`.
    let quoted = written.trim_end_matches([':', ' ']);
    let key = match quoted.strip_prefix(['"', '\'', '`']) {
        Some(inner) => inner.trim_end_matches(['"', '\'', '`']),
        None => written.trim_matches([':', '"', '\'', '`', ' ']),
    };
    &key[..key.floor_char_boundary(ARGUMENT_BYTES)]
}

fn bounded(text: Cow<'_, str>) -> Cow<'_, str> {
    if text.len() <= ARGUMENT_BYTES {
        return text;
    }
    let cut = text.floor_char_boundary(ARGUMENT_BYTES);
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(&text[..cut]),
        Cow::Owned(text) => Cow::Owned(text[..cut].to_owned()),
    }
}
