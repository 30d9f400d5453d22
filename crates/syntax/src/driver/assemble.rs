//! Loose findings into nested, ordered facts.

use super::call_sites::{Mention, SiteWriter};
use super::closure;
use super::collect::{Findings, FoundContainer, FoundDefinition, Occurrence};
use super::file_definition;
use super::places::{CommentBlocks, Lines, Scopes};
use super::shadows;
use super::signature;
use super::source::{Draft, NodeCache, Source};
use crate::comments;
use crate::detect::is_test_path;
use crate::facts::{BindingKind, Definition, Facts, Import, NONE, ReferenceKind};
use crate::languages::Grammar;
use crate::traits::{Flags, Kind, Visibility};
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Tree;

/// Maximum nesting of definitions; the cost grows with the square of the depth.
const MOST_NESTED: usize = 64;

/// A definition on its way: `parent` counts in drafts, not yet in facts.
struct PlacedDraft<'t> {
    draft: Draft<'t>,
    parent: Option<usize>,
    start: usize,
    end: usize,
    end_line: u32,
    value_type: String,
    name_at: usize,
    signature_end: usize,
    attribute: bool,
    kept: bool,
}

pub(super) fn assemble(
    grammar: &Grammar,
    path: &str,
    source: &Source<'_>,
    tree: &Tree,
    mut findings: Findings<'_>,
) -> Facts {
    let mut facts = Facts::new();
    let mut file = file_definition(&mut facts, path, source.all());
    if is_test_path(path) {
        file.add_flags(Flags::TEST);
    }
    facts.definitions.push(file);
    if tree.root_node().has_error() {
        facts.mark_errors();
    }

    let decorators = std::mem::take(&mut findings.decorators);
    let definitions = distinct(std::mem::take(&mut findings.definitions));
    findings.comments.sort_unstable();
    let decorated = decorate(source, &definitions, decorators, &findings.comments);
    // The name of a type alias is not a mention of it.
    let names: FxHashSet<usize> = definitions.iter().map(|d| d.name.start_byte()).collect();
    findings.references.retain(|r| r.kind != ReferenceKind::Type || !names.contains(&r.at));
    let containers = sorted_containers(std::mem::take(&mut findings.containers));
    // A comment between the header and the body ends the signature, as the body does.
    let mut stops = std::mem::take(&mut findings.bodies);
    stops.extend(findings.comments.iter().map(|comment| comment.0));
    stops.sort_unstable();
    let signature_end = |from: usize, to: usize| {
        let next = stops.partition_point(|start| *start < from);
        stops.get(next).map_or(to, |start| to.min(*start))
    };
    let mut placed = place(grammar, path, source, definitions, &decorated, &containers, &signature_end);
    keep_one_attribute(&mut placed);
    let comments = CommentBlocks::new(source.all(), std::mem::take(&mut findings.comments));
    let written = write_definitions(&mut facts, source, &placed, &comments);
    write_findings(&mut facts, findings, &containers, &written);
    facts
}

/// Two patterns can capture one definition; the earlier pattern in the query wins.
fn distinct(mut definitions: Vec<FoundDefinition<'_>>) -> Vec<FoundDefinition<'_>> {
    definitions.sort_by_key(|d| (d.name.start_byte(), d.attribute, d.pattern));
    definitions.dedup_by_key(|d| d.name.start_byte());
    definitions
}

/// For each definition (by its place in `definitions`, sorted by name), the
/// spans of its decorators: a decorator belongs to the next name after it,
/// unless a statement that defines nothing is between them, or it is
/// in a function's header, where it is a parameter's.
fn decorate(
    source: &Source<'_>,
    definitions: &[FoundDefinition<'_>],
    mut decorators: Vec<(usize, usize)>,
    comments: &[(usize, usize)],
) -> Vec<Vec<(usize, usize)>> {
    let mut decorated = vec![Vec::new(); definitions.len()];
    decorators.sort_unstable();
    decorators.dedup();
    let mut next = 0;
    let mut header_end = 0;
    for (start, end) in decorators {
        while next < definitions.len()
            && (definitions[next].name.start_byte() < end || definitions[next].attribute)
        {
            if !definitions[next].attribute && definitions[next].kind.is_callable() {
                header_end = definitions[next].signature_end;
            }
            next += 1;
        }
        if next == definitions.len() {
            break;
        }
        if start >= header_end {
            decorated[next].push((start, end));
        }
    }
    for (definition, spans) in definitions.iter().zip(&mut decorated) {
        let mut limit = definition.start;
        let own = spans.iter().rposition(|&(start, end)| {
            let strange = end < limit && ends_a_statement(source, comments, end, limit);
            limit = limit.min(start);
            strange
        });
        spans.drain(..own.map_or(0, |at| at + 1));
    }
    decorated
}

/// Whether the text between two offsets, comments aside, has what ends a statement or a block.
fn ends_a_statement(source: &Source<'_>, comments: &[(usize, usize)], start: usize, end: usize) -> bool {
    let mut at = start;
    let next = comments.partition_point(|comment| comment.0 < start);
    for &(from, to) in comments[next..].iter().take_while(|comment| comment.0 < end) {
        if source.slice(at, from).contains([';', '{', '}']) {
            return true;
        }
        at = to;
    }
    source.slice(at, end).contains([';', '{', '}'])
}

fn sorted_containers(mut containers: Vec<FoundContainer>) -> Vec<FoundContainer> {
    containers.sort_by_key(|c| (c.start, std::cmp::Reverse(c.end)));
    containers.dedup_by_key(|c| c.start);
    containers
}

/// The innermost container around a place; containers hardly ever nest.
fn container_at(containers: &[FoundContainer], at: usize) -> Option<&FoundContainer> {
    let after = containers.partition_point(|c| c.start <= at);
    containers[..after].iter().rev().take(8).find(|c| at < c.end)
}

fn place<'t>(
    grammar: &Grammar,
    path: &'t str,
    source: &Source<'t>,
    definitions: Vec<FoundDefinition<'t>>,
    decorated: &[Vec<(usize, usize)>],
    containers: &[FoundContainer],
    signature_end: &dyn Fn(usize, usize) -> usize,
) -> Vec<PlacedDraft<'t>> {
    let mut order: Vec<(usize, usize, usize)> = definitions
        .iter()
        .enumerate()
        .map(|(index, d)| {
            let first = decorated[index].first().map_or(usize::MAX, |d| d.0);
            // Decorators may be at the line's own indentation or after `export`.
            (d.start.min(first), d.end.0, index)
        })
        .collect();
    order.sort_by_key(|&(start, end, index)| (start, std::cmp::Reverse(end), index));
    let mut definitions: Vec<Option<FoundDefinition<'t>>> = definitions.into_iter().map(Some).collect();

    let known = NodeCache::default();
    let mut placed: Vec<PlacedDraft<'t>> = Vec::with_capacity(order.len());
    let mut open: Vec<usize> = Vec::new();
    for (start, end, index) in order {
        let Some(found) = definitions[index].take() else { continue };
        while open.last().is_some_and(|&top| placed[top].end <= start) {
            open.pop();
        }
        if open.len() > MOST_NESTED {
            continue;
        }
        // Names that share one declaration (`a, b int`) are siblings.
        let beside = open.last().is_some_and(|&top| (placed[top].start, placed[top].end) == (start, end));
        let mut parent = open[..open.len() - usize::from(beside)].last().copied();
        if found.attribute {
            parent = open.iter().rev().copied().find(|&at| has_members(placed[at].draft.kind));
        }
        let parent_kind = parent.map_or(Kind::File, |at| placed[at].draft.kind);
        let mut owner = found.owner.clone();
        if owner.is_empty()
            && let Some(container) = container_at(containers, start)
            && parent.is_none_or(|at| placed[at].start <= container.start)
        {
            owner.clone_from(&container.owner);
        }
        let kind = settle_kind(grammar, found.kind, source.text(found.name), parent_kind, !owner.is_empty());
        let local = matches!(kind, Kind::Variable | Kind::Constant | Kind::Field)
            && parent_kind.is_callable()
            && !found.attribute;
        if local {
            continue;
        }
        let head_start = head_start(source, &found, &decorated[index]);
        let mut draft = Draft {
            name: plain_name(source.text(found.name)),
            kind,
            parent: parent_kind,
            owner,
            node: found.node,
            head: signature::head(source.slice(head_start, found.name.start_byte())),
            text: source.text(found.node),
            file: source.all(),
            signature: signature::text(
                source,
                head_start,
                signature_end(found.name.end_byte(), found.signature_end),
            ),
            end,
            decorators: decorated[index].iter().map(|&(a, b)| signature::line(source.slice(a, b))).collect(),
            flags: 0,
            visibility: Visibility::Public,
            value_type: String::new(),
            path,
            known: known.clone(),
        };
        if found.signature_end <= found.name.start_byte() {
            // `typedef struct { … } name`
            draft.signature.push(' ');
            draft.signature.push_str(&draft.name);
        }
        (grammar.refine)(&mut draft);
        let homeless = found.attribute && parent.is_none() && draft.owner.is_empty();
        if homeless || draft.name.is_empty() {
            continue;
        }
        placed.push(PlacedDraft {
            parent,
            start,
            end: draft.end,
            end_line: found.end.1,
            value_type: if draft.value_type.is_empty() {
                found.value_type(source)
            } else {
                std::mem::take(&mut draft.value_type)
            },
            name_at: found.name.start_byte(),
            signature_end: found.signature_end,
            attribute: found.attribute,
            kept: true,
            draft,
        });
        if !found.attribute {
            if beside {
                open.pop();
            }
            open.push(placed.len() - 1);
        }
    }
    placed
}

/// Where modifiers and signature start: behind the decorators that lead the node.
fn head_start(source: &Source<'_>, found: &FoundDefinition<'_>, decorators: &[(usize, usize)]) -> usize {
    let mut start = found.start;
    for &(from, to) in decorators.iter().filter(|(from, _)| *from >= found.start) {
        if !source.slice(start, from).trim_matches(['[', ']', '#', '(', ')', '@', ',']).trim().is_empty() {
            break;
        }
        start = to;
    }
    if start == found.start {
        return start;
    }
    let head = source.slice(start, found.name.start_byte());
    start + head.len() - head.trim_start_matches([']', ')', ',', ' ', '\n', '\t', '\r']).len()
}

fn settle_kind(grammar: &Grammar, kind: Kind, name: &str, parent: Kind, owned: bool) -> Kind {
    if kind != Kind::Function || !(parent.is_type() || owned) {
        return kind;
    }
    if grammar.constructors.contains(&name) { Kind::Constructor } else { Kind::Method }
}

/// Sentences that name tests come as string literals.
fn plain_name(text: &str) -> String {
    if text.starts_with(['"', '\'', '`']) { comments::strip_string(text) } else { text.to_owned() }
}

/// `self.x = …` may occur in many methods: the first one defines the field,
/// unless the type declares it, and the first value with a known type gives its type.
fn keep_one_attribute(placed: &mut [PlacedDraft<'_>]) {
    let mut first: FxHashMap<(usize, String), usize> = FxHashMap::default();
    for (index, one) in placed.iter().enumerate() {
        if let (false, true, Some(parent)) = (one.attribute, one.kept, one.parent) {
            let key = (parent, one.draft.name.clone());
            if one.draft.kind.is_callable() {
                first.entry(key).or_insert(index);
            } else {
                first.insert(key, index);
            }
        }
    }
    for index in 0..placed.len() {
        let (true, true, Some(parent)) = (placed[index].attribute, placed[index].kept, placed[index].parent)
        else {
            continue;
        };
        match first.entry((parent, placed[index].draft.name.clone())) {
            std::collections::hash_map::Entry::Vacant(vacant) => {
                vacant.insert(index);
            }
            std::collections::hash_map::Entry::Occupied(occupied) => {
                let earlier = *occupied.get();
                placed[index].kept = false;
                // `self.run = self.run.bind(self)` is not evidence for the method's return type.
                let value = !placed[earlier].draft.kind.is_callable();
                if value && matches!(placed[earlier].value_type.as_str(), "" | "=!") {
                    placed[earlier].value_type = std::mem::take(&mut placed[index].value_type);
                }
            }
        }
    }
}

/// Offsets of parts of the written definitions.
struct DefinitionOffsets {
    /// Which definition's name is at an offset.
    named_at: FxHashMap<usize, u32>,
    /// Where each definition's signature ends.
    signature_ends: Vec<usize>,
}

fn write_definitions(
    facts: &mut Facts,
    source: &Source<'_>,
    placed: &[PlacedDraft<'_>],
    comments: &CommentBlocks,
) -> DefinitionOffsets {
    let mut written = DefinitionOffsets { named_at: FxHashMap::default(), signature_ends: vec![0] };
    let mut index_of = vec![NONE; placed.len()];
    let mut lines = Lines::new(source.all());
    for (at, one) in placed.iter().enumerate() {
        if !one.kept {
            continue;
        }
        let parent = one.parent.map_or(0, |parent| index_of[parent]);
        let mut definition = Definition::new(one.draft.kind);
        definition.name = facts.intern(&one.draft.name);
        definition.owner = facts.intern(&one.draft.owner);
        definition.parent = parent;
        definition.start = one.start as u32;
        definition.end = one.end as u32;
        definition.line = lines.at(one.start);
        definition.end_line = one.end_line.max(definition.line);
        let node_end = one.draft.node.end_byte();
        if one.end > node_end {
            // A language may stretch a definition beyond its node.
            let beyond =
                memchr::memchr_iter(b'\n', source.slice(node_end, one.end).as_bytes()).count() as u32;
            definition.end_line =
                definition.end_line.max(one.draft.node.end_position().row as u32 + 1 + beyond);
        }
        definition.signature = facts.intern(&one.draft.signature);
        definition.value_type = facts.intern(&one.value_type);
        definition.decorators = facts.intern(&one.draft.decorators.join("\n"));
        definition.set_visibility(one.draft.visibility);
        definition.add_flags(one.draft.flags);
        if facts.definitions[parent as usize].flags().has(Flags::TEST) {
            definition.add_flags(Flags::TEST);
        }
        // A comment above the line of a type does not describe the members on that line.
        let own_line = parent == 0 || facts.definitions[parent as usize].line != definition.line;
        if let Some(doc) = comments.above(definition.line).filter(|_| own_line) {
            let text = comments::strip_comment(doc);
            // The head of a file may be directly above its first definition.
            if facts.definitions.len() > 1 || !comments::is_licence(&text) {
                definition.doc = facts.intern(&signature::doc(&text));
            }
        }
        index_of[at] = facts.definitions.len() as u32;
        written.signature_ends.push(one.signature_end);
        if !one.attribute {
            written.named_at.insert(one.name_at, index_of[at]);
        }
        facts.definitions.push(definition);
    }
    if let Some(head) = comments.head(facts.definitions.get(1).map_or(u32::MAX, |first| first.line)) {
        let text = comments::strip_comment(head);
        if !comments::is_licence(&text) {
            facts.definitions[0].doc = facts.intern(&signature::doc(&text));
        }
    }
    written
}

fn write_findings(
    facts: &mut Facts,
    mut findings: Findings<'_>,
    containers: &[FoundContainer],
    written: &DefinitionOffsets,
) {
    let scopes = Scopes::new(&facts.definitions);

    for doc in sorted(findings.docs) {
        let scope = scopes.at(doc.at) as usize;
        if facts.definitions[scope].doc == 0 {
            facts.definitions[scope].doc = facts.intern(&signature::doc(&doc.what));
        }
    }
    for found in sorted(findings.written) {
        let scope = scopes.at(found.at) as usize;
        if scope != 0 && facts.definitions[scope].value_type == 0 {
            facts.definitions[scope].value_type = facts.intern(&found.what);
        }
    }
    findings.closures.sort_unstable();
    for value in sorted(findings.returns) {
        let scope = scopes.at(value.at) as usize;
        let is_untyped = matches!(facts.text(facts.definitions[scope].value_type), "" | "=!");
        let kind = facts.definitions[scope].kind();
        if kind.is_callable()
            && kind != Kind::Constructor
            && is_untyped
            && !closure::in_closure(&findings.closures, written.signature_ends[scope], value.at)
        {
            facts.definitions[scope].value_type = facts.intern(&format!("={}", value.what));
        }
    }
    // `require "x"` is a call by grammar and an import by meaning.
    let imported: FxHashSet<usize> = findings.imports.iter().map(|import| import.at).collect();
    findings.references.retain(|r| !imported.contains(&r.at));
    findings.references.sort_by_key(|r| (r.at, precedence(r.kind), r.receiver.is_empty()));
    let bindings = {
        let scope = |at: usize| {
            let scope = scopes.at(at);
            (scope, written.signature_ends[scope as usize])
        };
        let known = shadows::known_names(facts, &findings.imports);
        let (references, closures) = (&findings.references, &findings.closures);
        let outside = shadows::Outside { known: &known, scope: &scope, references, closures };
        shadows::sorted(findings.bindings, &outside)
    };
    let mut sites = SiteWriter::new(&findings.sites);
    let mut seen = FxHashSet::default();
    for found in findings.references {
        // A call's target can also match a pattern for plain reads, and the last
        // name of a path one for plain names; in a chain as `a.b().b()` each call
        // starts at the same place with another receiver.
        let name = facts.intern(&found.name);
        let receiver = found.receiver.len();
        if seen.insert((found.at, name, receiver)) & seen.insert((found.end, name, usize::MAX)) {
            let from = scopes.at(found.at);
            facts.reference(found.kind, &found.receiver, &found.name, from, found.line);
            if found.kind.is_call() {
                let mention = Mention {
                    call: found.call,
                    at: found.at,
                    end: found.end,
                    scope_start: facts.definitions[from as usize].start as usize,
                    receiver: &found.receiver,
                    name: &found.name,
                };
                sites.add(facts, &mention);
            }
        }
    }
    sites.finish(facts);
    let mut bound_by_import: FxHashSet<(u32, &str)> = FxHashSet::default();
    for found in &findings.imports {
        let local = if found.what.alias.is_empty() { &found.what.name } else { &found.what.alias };
        bound_by_import.insert((scopes.at(found.at), local));
    }
    for found in bindings {
        let mut scope = scopes.at(found.at);
        let around = facts.definitions[scope as usize];
        // A parameter that also defines a field (`class A(val b: B)`) is seen by the whole type.
        if found.kind == BindingKind::Parameter
            && around.kind() == Kind::Field
            && facts.text(around.name) == found.name
        {
            scope = around.parent;
        } else if let Some(&own) = written.named_at.get(&found.at) {
            // A definition's own binding would hide it from the code inside of it.
            own_value(facts, own as usize, found.kind, &found.value);
            continue;
        }
        // `x = require("x")` binds by importing.
        if !bound_by_import.contains(&(scope, &*found.name)) {
            facts.binding(found.kind, &found.name, &found.value, scope, found.line);
        }
    }
    for found in sorted(findings.inherits) {
        let (kind, base) = found.what;
        let scope = scopes.at(found.at);
        let container = container_at(containers, found.at)
            .filter(|c| scope == 0 || facts.definitions[scope as usize].start <= c.start as u32);
        if let Some(container) = container {
            facts.inherit(kind, NONE, &container.owner, &base, found.line);
        } else {
            let mut subject = scope;
            while subject != 0 && !has_members(facts.definitions[subject as usize].kind()) {
                subject = facts.definitions[subject as usize].parent;
            }
            if subject != 0 {
                facts.inherit(kind, subject, "", &base, found.line);
            }
        }
    }
    for found in sorted(findings.imports) {
        let import = Import {
            path: facts.intern(&found.what.path),
            name: facts.intern(&found.what.name),
            alias: facts.intern(&found.what.alias),
            scope: scopes.at(found.at),
            line: found.line,
            flags: found.what.flags,
        };
        facts.imports.push(import);
    }
    let literals = sorted(findings.literals).into_iter().map(|found| (found, false));
    for (found, is_held) in literals.chain(sorted(findings.held_texts).into_iter().map(|found| (found, true)))
    {
        facts.literal(&found.what, scopes.at(found.at), found.line, is_held);
    }
}

/// Adds the type of a definition's own binding to the definition.
fn own_value(facts: &mut Facts, definition: usize, kind: BindingKind, value: &str) {
    let own = facts.text(facts.definitions[definition].value_type);
    if value.is_empty() || facts.definitions[definition].kind().is_callable() {
        return;
    }
    if kind == BindingKind::Annotated && (own.is_empty() || own.starts_with('=')) {
        facts.definitions[definition].value_type = facts.intern(value);
    } else if own.is_empty() {
        facts.definitions[definition].value_type =
            facts.intern(&format!("={}", value.trim_start_matches('=')));
    }
}

/// Of two mentions of one name at one place, the one with more information is kept.
fn precedence(kind: ReferenceKind) -> u8 {
    match kind {
        ReferenceKind::Decorate => 0,
        ReferenceKind::New => 1,
        ReferenceKind::Call => 2,
        ReferenceKind::Type => 3,
        ReferenceKind::Read => 4,
    }
}

/// Modules take part too: Ruby mixes modules into modules and gives them fields.
fn has_members(kind: Kind) -> bool {
    kind.is_type() || kind == Kind::Module
}

fn sorted<T>(mut found: Vec<Occurrence<T>>) -> Vec<Occurrence<T>> {
    found.sort_by_key(|one| one.at);
    found
}
