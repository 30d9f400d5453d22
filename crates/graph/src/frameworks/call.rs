//! A call as models read it: its name, its receiver and its arguments.

use crate::ids::FileId;
use fathom_syntax::{Argument, ArgumentKind, CallSite, FactsView, Reference, ReferenceKind};

/// One call of a file.
#[derive(Clone, Copy)]
pub(crate) struct Call<'a> {
    /// The file it is in.
    pub(crate) file: FileId,
    /// The facts of that file.
    pub(crate) facts: FactsView<'a>,
    /// The number of its reference among those of the file.
    pub(crate) number: u32,
    reference: &'a Reference,
    /// Order, branch and what it runs under.
    pub(crate) site: CallSite,
}

impl<'a> Call<'a> {
    /// The call of a reference, where it is one.
    pub(crate) fn new(file: FileId, facts: FactsView<'a>, number: u32) -> Option<Call<'a>> {
        let reference = facts.references.get(number as usize)?;
        Some(Call { file, facts, number, reference, site: facts.call_of(number)? })
    }

    /// The name of the callee.
    pub(crate) fn name(&self) -> &'a str {
        self.facts.text(self.reference.name)
    }

    /// Its receiver as a chain, or empty.
    pub(crate) fn receiver(&self) -> &'a str {
        self.facts.text(self.reference.receiver)
    }

    /// Whether it decorates or annotates a definition.
    pub(crate) fn is_decorator(&self) -> bool {
        self.reference.kind() == ReferenceKind::Decorate
    }

    /// Its line.
    pub(crate) fn line(&self) -> u32 {
        self.reference.line
    }

    /// The definition of the file in whose body it is.
    pub(crate) fn scope(&self) -> u32 {
        self.reference.from
    }

    /// Its arguments, keywords included.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let (facts, all) = (self.facts, self.facts.arguments_of(&self.site));
        (0..all.len()).filter(|at| all[*at].depth() == 0).map(move |at| Value { facts, all, at })
    }

    /// Its arguments that are given without a name.
    pub(crate) fn positional(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        self.arguments().filter(|value| value.name().is_empty())
    }

    /// Its first argument, if that has no name.
    pub(crate) fn first(&self) -> Option<Value<'a>> {
        self.arguments().next().filter(|value| value.name().is_empty())
    }

    /// The argument with a name, also if it is in a last map.
    pub(crate) fn keyword(&self, name: &str) -> Option<Value<'a>> {
        self.keywords().find(|value| value.name() == name)
    }

    /// Arguments with names, those in maps among the arguments included.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        self.arguments().flat_map(|value| {
            let in_map = value.kind() == ArgumentKind::Map && value.name().is_empty();
            let own = (!in_map && !value.name().is_empty()).then_some(value);
            let inner = in_map.then(|| value.elements()).into_iter().flatten();
            own.into_iter().chain(inner.filter(|element| !element.name().is_empty()))
        })
    }
}

/// One argument of a call, or an element of a list or map among them.
#[derive(Clone, Copy)]
pub(crate) struct Value<'a> {
    facts: FactsView<'a>,
    all: &'a [Argument],
    at: usize,
}

impl<'a> Value<'a> {
    fn argument(&self) -> &'a Argument {
        &self.all[self.at]
    }

    /// Its keyword or key; or empty.
    pub(crate) fn name(&self) -> &'a str {
        self.facts.text(self.argument().name)
    }

    /// What it is.
    pub(crate) fn kind(&self) -> ArgumentKind {
        self.argument().kind()
    }

    /// Its text; see [`ArgumentKind`].
    pub(crate) fn text(&self) -> &'a str {
        self.facts.text(self.argument().text())
    }

    /// Its text, if it is a string or a symbol.
    pub(crate) fn literal(&self) -> Option<&'a str> {
        matches!(self.kind(), ArgumentKind::Text | ArgumentKind::Symbol).then(|| self.text())
    }

    /// The elements of a list or map.
    pub(crate) fn elements(&self) -> impl Iterator<Item = Value<'a>> + use<'a> {
        let (facts, all, at) = (self.facts, self.all, self.at);
        let depth = self.argument().depth();
        let holds = matches!(self.kind(), ArgumentKind::List | ArgumentKind::Map);
        let rest = if holds { at + 1..all.len() } else { 0..0 };
        rest.take_while(move |next| all[*next].depth() > depth)
            .filter(move |next| all[*next].depth() == depth + 1)
            .map(move |at| Value { facts, all, at })
    }

    /// The texts of the arguments before it, with those in lists and maps.
    pub(crate) fn texts_before(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let facts = self.facts;
        self.all[..self.at].iter().map(move |argument| facts.text(argument.text()))
    }

    /// The strings and symbols that it is or that are in it.
    pub(crate) fn literals(&self) -> Vec<&'a str> {
        match self.literal() {
            Some(text) => vec![text],
            None => self.elements().filter_map(|element| element.literal()).collect(),
        }
    }

    /// Whether it is this keyword of the language: `true`, `nil`.
    pub(crate) fn is_constant(&self, word: &str) -> bool {
        self.kind() == ArgumentKind::Constant && self.text() == word
    }
}

/// The calls of one file, and which are in the block of which.
pub(crate) struct FileCalls<'a> {
    /// In the order of their references.
    pub(crate) all: Vec<Call<'a>>,
    /// The calls in the block of each, as places in `all`, in order; the last list holds those
    /// that are in no block.
    inside: Vec<Vec<usize>>,
}

impl<'a> FileCalls<'a> {
    pub(crate) fn new(file: FileId, facts: FactsView<'a>) -> FileCalls<'a> {
        let numbers = 0..facts.references.len() as u32;
        let all: Vec<Call<'a>> = numbers.filter_map(|number| Call::new(file, facts, number)).collect();
        let place = |number: u32| all.binary_search_by_key(&number, |call| call.number).ok();
        let mut inside = vec![Vec::new(); all.len() + 1];
        for (at, call) in all.iter().enumerate() {
            if call.site.flags.has(fathom_syntax::CallFlags::ARGUMENT) {
                continue;
            }
            let around = call.site.enclosing.and_then(place);
            inside[around.unwrap_or(all.len())].push(at);
        }
        FileCalls { all, inside }
    }

    /// The calls that are in no block of another call.
    pub(crate) fn outermost(&self) -> impl Iterator<Item = usize> + '_ {
        self.inside[self.all.len()].iter().copied()
    }

    /// The calls directly in the block of a call.
    pub(crate) fn inside(&self, at: usize) -> &[usize] {
        self.inside.get(at).map_or(&[], Vec::as_slice)
    }
}
