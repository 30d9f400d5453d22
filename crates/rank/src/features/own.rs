//! The features that do not come from one signal: names and values side by side.

use super::groups::Group;
use super::structure::is_main;
use super::{SIGNALS, SymbolTraits};
use crate::pool::Row;
use fathom_graph::{Graph, SymbolId};
use fathom_syntax::{Definition, Flags, Kind, Visibility};
use fathom_text::{FIELDS, Field, FieldEvidence};

/// A candidate with everything its features are computed from.
pub(super) struct Candidate<'c> {
    pub(super) graph: &'c Graph<'c>,
    pub(super) row: &'c Row,
    pub(super) definition: &'c Definition,
    /// How the task's words match it, and the type it belongs to.
    pub(super) text: &'c FieldEvidence,
    pub(super) container_text: Option<&'c FieldEvidence>,
    /// The best match of the task in each field, and the weight of all its words.
    pub(super) best_field: &'c [f32; FIELDS],
    pub(super) all_words: f32,
    pub(super) prior: f32,
    pub(super) best_prior: f32,
    pub(super) prior_rank: f32,
    pub(super) kind_rank: f32,
    pub(super) group: Group,
    pub(super) file_rank: f32,
    pub(super) traits: &'c SymbolTraits,
    pub(super) container_users: f32,
    /// The users of the most used candidate among its siblings.
    pub(super) most_among_siblings: f32,
    /// The largest logarithm of the users of a candidate and of its members.
    pub(super) most_users: f32,
    /// How many matches refer to it, and to its type.
    pub(super) reached: f32,
    pub(super) container_reached: f32,
    /// The strength of its type with that type's members, and its rank.
    pub(super) strength: (f32, f32),
    /// Commits of its file, and the age of the newest; `None` without a history.
    pub(super) churn: Option<(f32, f32)>,
    pub(super) task: TaskTraits,
}

/// Values that are the same for all candidates of a task.
#[derive(Clone, Copy)]
pub(super) struct TaskTraits {
    pub(super) words: f32,
    pub(super) long: f32,
    pub(super) names: f32,
}

/// Makes a list of names and a function of values out of one table.
macro_rules! table {
    ($(#[$doc:meta])* fn $values:ident($it:ident: &Candidate<'_>); $($name:literal: $value:expr,)*) => {
        /// The names of the features.
        pub(super) const NAMES: [&str; [$($name),*].len()] = [$($name),*];

        $(#[$doc])*
        pub(super) fn $values($it: &Candidate<'_>) -> [f32; NAMES.len()] {
            [$($value),*]
        }
    };
}

table! {
/// The values of a candidate.
fn values(it: &Candidate<'_>);
    "prior share": it.prior / it.best_prior,
    "prior rank": it.prior_rank,
    "field name": it.field(Field::Name),
    "field container": it.field(Field::Container),
    "field path": it.field(Field::Path),
    "field signature": it.field(Field::Signature),
    "field doc": it.field(Field::Doc),
    "field body": it.field(Field::Body),
    "mass name": it.mass(Field::Name),
    "mass container": it.mass(Field::Container),
    "mass path": it.mass(Field::Path),
    "mass signature": it.mass(Field::Signature),
    "mass doc": it.mass(Field::Doc),
    "mass body": it.mass(Field::Body),
    "mass identity": it.text.identity / it.all_words,
    "mass covered": it.text.covered / it.all_words,
    "name matched": it.matched(),
    "name words": f32::from(it.text.name_length),
    "whole name": is(it.is_whole()),
    "best sibling": it.group.best_sibling / it.best_prior,
    "rank in container": it.group.rank_in_container,
    "rank in file": it.group.rank_in_file,
    "candidates in container": it.group.in_container,
    "candidates in file": it.group.in_file,
    "container prior": it.group.container_prior / it.best_prior,
    "best member": it.group.best_member / it.best_prior,
    "file order": it.file_rank,
    "type": is(it.is_type()),
    "interface": is(matches!(it.kind(), Kind::Interface | Kind::Trait)),
    "method": is(matches!(it.kind(), Kind::Method | Kind::Constructor)),
    "function": is(matches!(it.kind(), Kind::Function | Kind::Macro)),
    "value": is(matches!(it.kind(), Kind::Field | Kind::Constant | Kind::Variable | Kind::Variant)),
    "visibility": it.hidden(),
    "lines": it.lines().ln_1p(),
    "users": it.traits.users.ln_1p(),
    "uses": (it.graph.outgoing(it.row.symbol).len() as f32).ln_1p(),
    "tests": it.traits.tests.ln_1p(),
    "members": it.traits.members,
    "depth": it.depth(),
    "documented": is(!it.graph.doc(it.row.symbol).is_empty()),
    "namesakes": it.traits.namesakes,
    "overrides": it.traits.overrides,
    "overridden": it.traits.overridden,
    "abstract": is(it.definition.flags().has(Flags::ABSTRACT)),
    "declaration": is(it.definition.flags().has(Flags::DECLARATION)),
    "peripheral": is(it.row.place.is_some_and(|place| place.peripheral)),
    "path depth": it.graph.path(it.row.symbol).matches('/').count() as f32,
    "task words": it.task.words,
    "task long": it.task.long,
    "task names": it.task.names,
    "churn": it.churn.map_or(0.0, |(commits, _)| commits),
    "age": it.churn.map_or(0.5, |(_, age)| age),
    "past": is(it.churn.is_some()),
    "container matched": it.container_matched(),
    "container mass": it.container_text.map_or(0.0, |text| text.masses[Field::Name.index()] / it.all_words),
    "container users": it.container_users,
    "part of container": it.part_of_container(),
    "users among siblings": it.traits.users / it.most_among_siblings,
    "subtypes": it.traits.subtypes.ln_1p(),
    "constructor": is(it.is_constructor()),
    "voices": it.row.signals.iter().filter(|signal| **signal > 0.0).count() as f32,
    "test support": is(it.row.place.is_some_and(|place| place.test_support)),
    "path words": it.text.masses[Field::Path.index()].max(it.text.identity) / it.all_words,
    "whole type": is(it.is_whole() && it.is_type()),
    "whole type users": if it.is_whole() && it.is_type() { it.traits.all_users / it.most_users } else { 0.0 },
    "whole callable": is(it.is_whole() && it.is_callable()),
    "all users": it.traits.all_users,
    "type matched": if it.is_type() { it.matched() } else { 0.0 },
    "callable matched": if it.is_callable() { it.matched() } else { 0.0 },
    "overrides in match": it.traits.overrides * it.container_matched(),
    "method in match": if it.is_callable() { it.container_matched() } else { 0.0 },
    "reached members": it.reached,
    "rank of kind": it.kind_rank,
    "main type": is(it.is_type() && is_main(it.graph, it.row.symbol)),
    "in main type": is(it.container().is_some_and(|container| is_main(it.graph, container))),
    "short name": is(it.text.name_length == 1),
    "container reached": it.container_reached,
    "file spread": it.group.in_file - it.group.in_container,
    "constant": is(matches!(it.kind(), Kind::Constant | Kind::Variant)),
    "private value": is(matches!(it.kind(), Kind::Field | Kind::Variable) && it.definition.visibility() == Visibility::Private),
    "calls siblings": it.traits.siblings.0,
    "called by siblings": it.traits.siblings.1,
    "entry in match": it.traits.siblings.0 * it.container_matched(),
    "container strength": it.strength.0,
    "container order": it.strength.1,
}

/// The index of the feature of this name.
pub(super) const fn at(name: &str) -> usize {
    let mut place = 0;
    while place < NAMES.len() {
        if is_same(NAMES[place].as_bytes(), name.as_bytes()) {
            return 2 * SIGNALS + place;
        }
        place += 1;
    }
    panic!("there is no feature of this name")
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut place = 0;
    while place < one.len() && place < other.len() && one[place] == other[place] {
        place += 1;
    }
    place == one.len() && place == other.len()
}

fn is(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}

impl Candidate<'_> {
    fn kind(&self) -> Kind {
        self.definition.kind()
    }

    fn container(&self) -> Option<SymbolId> {
        self.graph.container(self.row.symbol)
    }

    /// Its match in a field, as a share of the best candidate's.
    fn field(&self, field: Field) -> f32 {
        self.text.scores[field.index()] / self.best_field[field.index()]
    }

    /// Share of the task that a field covers.
    fn mass(&self, field: Field) -> f32 {
        self.text.masses[field.index()] / self.all_words
    }

    /// Share of its name that the task covers.
    fn matched(&self) -> f32 {
        matched_part(self.text)
    }

    fn container_matched(&self) -> f32 {
        self.container_text.map_or(0.0, matched_part)
    }

    /// Whether the task contains all words of its name.
    fn is_whole(&self) -> bool {
        self.matched() >= 1.0 && self.text.named > 0
    }

    fn is_type(&self) -> bool {
        self.kind().is_type()
    }

    fn is_callable(&self) -> bool {
        self.kind().is_callable()
    }

    fn is_constructor(&self) -> bool {
        let is_its_name = |container: SymbolId| {
            let graph = self.graph;
            graph.kind(container).is_type() && graph.name(container) == graph.name(self.row.symbol)
        };
        self.kind() == Kind::Constructor || self.container().is_some_and(is_its_name)
    }

    /// Larger for narrower visibility.
    fn hidden(&self) -> f32 {
        match self.definition.visibility() {
            Visibility::Public => 0.0,
            Visibility::Internal => 1.0,
            Visibility::Protected => 2.0,
            Visibility::Private => 3.0,
        }
    }

    fn lines(&self) -> f32 {
        lines(self.definition)
    }

    /// A member's lines as a share of its type's.
    fn part_of_container(&self) -> f32 {
        match self.container() {
            // A method may be defined outside of its type.
            Some(container) if self.graph.kind(container).is_type() => {
                (self.lines() / lines(self.graph.definition(container)).max(1.0)).min(1.0)
            }
            _ => 0.0,
        }
    }

    fn depth(&self) -> f32 {
        let containers = std::iter::successors(Some(self.row.symbol), |at| self.graph.container(*at));
        containers.take(8).count() as f32
    }
}

fn lines(definition: &Definition) -> f32 {
    (definition.end_line - definition.line + 1) as f32
}

/// Share of a name that the task covers.
fn matched_part(text: &FieldEvidence) -> f32 {
    let length = f32::from(text.name_length.max(1));
    f32::from(text.named).min(length) / length
}
