//! Query matches into loose findings, each with its place in the text.

use super::compile::{Compiled, Role};
use super::source::Source;
use crate::chain;
use crate::facts::{BindingKind, InheritKind, Kind, ReferenceKind};
use crate::languages::{Grammar, Shape};
use crate::types;
use streaming_iterator::StreamingIterator;
use tree_sitter::{Node, QueryCursor, Tree};

/// Literals shorter than this are keys and formats, not messages.
const MESSAGE_CHARS: usize = 12;
const LITERAL_BYTES: usize = 400;

pub(super) struct FoundDefinition<'t> {
    pub(super) node: Node<'t>,
    pub(super) kind: Kind,
    pub(super) name: Node<'t>,
    pub(super) owner: String,
    /// The type as written, and the value: what tells the type is read only
    /// for definitions that are kept.
    pub(super) returns: Option<Node<'t>>,
    pub(super) value: Option<Node<'t>>,
    pub(super) signature_end: usize,
    /// A field defined by assignment inside a method.
    pub(super) attribute: bool,
    pub(super) pattern: usize,
}

pub(super) struct FoundContainer {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) owner: String,
}

pub(super) struct FoundReference {
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) kind: ReferenceKind,
    pub(super) receiver: String,
    pub(super) name: String,
}

pub(super) struct FoundBinding {
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) kind: BindingKind,
    pub(super) name: String,
    pub(super) value: String,
}

/// A piece of text with a place: import, literal, doc, return value …
pub(super) struct Found<T> {
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) what: T,
}

pub(super) struct FoundImport {
    pub(super) path: String,
    pub(super) name: String,
    pub(super) alias: String,
    pub(super) flags: u32,
}

/// Everything a file's query found, unsorted.
#[derive(Default)]
pub(super) struct Findings<'t> {
    pub(super) definitions: Vec<FoundDefinition<'t>>,
    pub(super) containers: Vec<FoundContainer>,
    pub(super) references: Vec<FoundReference>,
    pub(super) bindings: Vec<FoundBinding>,
    pub(super) inherits: Vec<Found<(InheritKind, String)>>,
    pub(super) imports: Vec<Found<FoundImport>>,
    pub(super) literals: Vec<Found<String>>,
    pub(super) docs: Vec<Found<String>>,
    pub(super) returns: Vec<Found<String>>,
    pub(super) closures: Vec<(usize, usize)>,
    pub(super) decorators: Vec<(usize, usize)>,
    pub(super) comments: Vec<(usize, usize)>,
}

pub(super) fn collect<'t>(
    compiled: &Compiled,
    grammar: &Grammar,
    tree: &'t Tree,
    source: &Source<'t>,
) -> Findings<'t> {
    let mut findings = Findings::default();
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&compiled.query, tree.root_node(), source.all().as_bytes());
    let mut parts: Vec<(Role, Node<'t>)> = Vec::new();
    while let Some(found) = matches.next() {
        parts.clear();
        parts.extend(found.captures().iter().map(|c| (compiled.roles[c.index as usize], c.node)));
        findings.add(&parts, found.pattern_index, grammar, source);
    }
    findings
}

fn part<'t>(parts: &[(Role, Node<'t>)], role: Role) -> Option<Node<'t>> {
    parts.iter().find(|(other, _)| *other == role).map(|(_, node)| *node)
}

/// What a type is based on; a base made by a call, as `Timed(Base)`, is what it is made of.
fn bases(node: Node<'_>, source: &Source<'_>) -> Vec<String> {
    let made_of = node.child_by_field_name("arguments").map(|arguments| {
        let mut cursor = arguments.walk();
        let names = arguments.named_children(&mut cursor);
        names.filter(|one| matches!(source.shape(*one), Some(Shape::Name))).collect::<Vec<_>>()
    });
    let mut bases: Vec<String> =
        made_of.unwrap_or(vec![node]).into_iter().map(|one| types::principal(source.text(one))).collect();
    bases.retain(|base| !base.is_empty());
    bases
}

/// Calls and instantiations are references by themselves, no reads; the instance names nothing.
fn is_call(node: Node<'_>, source: &Source<'_>) -> bool {
    match source.shape(node) {
        Some(Shape::Call(_) | Shape::MethodCall(..) | Shape::New(_)) => true,
        Some(Shape::Custom(_) | Shape::Inner | Shape::Field(_)) => {
            source.chain(node).is_none_or(|chain| chain.ends_with(')') || chain == "self")
        }
        _ => false,
    }
}

/// The body of a function that is a value, or is handed to what makes the value.
fn body_of(value: Node<'_>) -> Option<Node<'_>> {
    let handed = || value.child_by_field_name("arguments")?.named_child(0)?.child_by_field_name("body");
    value.child_by_field_name("body").or_else(handed)
}

fn line_of(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

impl FoundDefinition<'_> {
    /// The type of the value or result.
    pub(super) fn value_type(&self, source: &Source<'_>) -> String {
        match (self.returns, self.value) {
            (Some(written), _) => types::principal(source.text(written)),
            // `=` marks a value to evaluate rather than a type that was written down.
            (None, Some(value)) => source.chain(value).map_or(String::new(), |chain| format!("={chain}")),
            (None, None) => String::new(),
        }
    }
}

impl<'t> Findings<'t> {
    fn add(&mut self, parts: &[(Role, Node<'t>)], pattern: usize, grammar: &Grammar, source: &Source<'t>) {
        for &(role, node) in parts {
            match role {
                Role::Definition(kind) => self.definition(parts, node, kind, false, pattern, source),
                Role::Attribute => self.definition(parts, node, Kind::Field, true, pattern, source),
                Role::Container => {
                    if let Some(owner) = part(parts, Role::Owner) {
                        self.containers.push(FoundContainer {
                            start: node.start_byte(),
                            end: node.end_byte(),
                            owner: types::principal(source.text(owner)),
                        });
                    }
                }
                Role::Inherit(kind) => {
                    let (at, line) = (node.start_byte(), line_of(node));
                    for base in bases(node, source) {
                        self.inherits.push(Found { at, line, what: (kind, base) });
                    }
                }
                Role::Call => self.reference(node, ReferenceKind::Call, source),
                Role::Read if is_call(node, source) => {}
                Role::Read => self.reference(node, ReferenceKind::Read, source),
                Role::Reads => {
                    for child in node.named_children(&mut node.walk()) {
                        if let Some(Shape::Name | Shape::Member(..) | Shape::Path) = source.shape(child) {
                            self.reference(child, ReferenceKind::Read, source);
                        }
                    }
                }
                Role::New => self.type_reference(node, ReferenceKind::New, source),
                Role::Type => self.type_reference(node, ReferenceKind::Type, source),
                Role::Decorator => {
                    self.decorators.push((node.start_byte(), node.end_byte()));
                    self.reference(node, ReferenceKind::Decorate, source);
                }
                Role::Doc => self.docs.push(Found {
                    at: node.start_byte(),
                    line: line_of(node),
                    what: crate::comments::strip_string(source.text(node)),
                }),
                Role::Comment => self.comments.push((node.start_byte(), node.end_byte())),
                Role::Bind => self.binding(parts, node, source),
                Role::Parameter => {
                    let value = part(parts, Role::BindType)
                        .map_or(String::new(), |t| types::principal(source.text(t)));
                    self.push_binding(node, BindingKind::Parameter, value, source);
                }
                Role::Return => {
                    if let Some(value) = source.chain(node) {
                        self.returns.push(Found { at: node.start_byte(), line: line_of(node), what: value });
                    }
                }
                Role::Each => {
                    let parameter = part(parts, Role::Closure)
                        .and_then(|closure| super::closure::first_parameter(node, closure, source));
                    if let Some((name, value)) = parameter {
                        self.push_binding(name, BindingKind::Value, value, source);
                    }
                }
                Role::Closure => self.closures.push((node.start_byte(), node.end_byte())),
                Role::Import => {
                    let (at, line) = (node.start_byte(), line_of(node));
                    let imports = &mut self.imports;
                    let mut add = |path: &str, name: &str, alias: &str, flags: u32| {
                        imports.push(Found {
                            at,
                            line,
                            what: FoundImport {
                                path: path.to_owned(),
                                name: name.to_owned(),
                                alias: alias.to_owned(),
                                flags,
                            },
                        });
                    };
                    (grammar.imports)(node, source, &mut super::ImportSink { add: &mut add });
                }
                Role::Literal => {
                    let text = crate::comments::strip_string(source.text(node));
                    if text.len() >= MESSAGE_CHARS && text.contains(' ') {
                        let cut = text.floor_char_boundary(LITERAL_BYTES);
                        self.literals.push(Found {
                            at: node.start_byte(),
                            line: line_of(node),
                            what: text[..cut].to_owned(),
                        });
                    }
                }
                Role::Name
                | Role::Owner
                | Role::Returns
                | Role::Body
                | Role::BindValue
                | Role::BindElement
                | Role::BindType
                | Role::Ignored => {}
            }
        }
    }

    fn definition(
        &mut self,
        parts: &[(Role, Node<'t>)],
        node: Node<'t>,
        kind: Kind,
        attribute: bool,
        pattern: usize,
        source: &Source<'t>,
    ) {
        let Some(name) = part(parts, Role::Name) else { return };
        let owner = part(parts, Role::Owner);
        let on_instance = owner.and_then(|owner| source.chain(owner)).is_some_and(|chain| chain == "self");
        let (attribute, owner) = (attribute || on_instance, owner.filter(|_| !on_instance));
        let kind = if on_instance { Kind::Field } else { kind };
        let holds_value = matches!(kind, Kind::Variable | Kind::Constant | Kind::Field);
        let field = |name: &str| node.child_by_field_name(name).filter(|_| holds_value);
        let value = part(parts, Role::BindValue).or_else(|| field("value"));
        let body = part(parts, Role::Body)
            .or_else(|| node.child_by_field_name("body"))
            .or_else(|| value.and_then(body_of));
        self.definitions.push(FoundDefinition {
            node,
            kind,
            name,
            owner: owner.map_or(String::new(), |owner| types::principal(source.text(owner))),
            returns: part(parts, Role::Returns)
                .or_else(|| node.child_by_field_name("return_type"))
                .or_else(|| value.and_then(|value| value.child_by_field_name("return_type")))
                .or_else(|| field("type")),
            value,
            signature_end: body.map_or(node.end_byte(), |body| body.start_byte()),
            attribute,
            pattern,
        });
    }

    fn reference(&mut self, node: Node<'t>, kind: ReferenceKind, source: &Source<'t>) {
        let Some(target) = chain::split(node, source) else { return };
        self.references.push(FoundReference {
            at: node.start_byte(),
            line: target.line,
            kind: if target.instantiates { ReferenceKind::New } else { kind },
            receiver: target.receiver,
            name: target.name,
        });
    }

    fn type_reference(&mut self, node: Node<'t>, kind: ReferenceKind, source: &Source<'t>) {
        let path = types::principal(source.text(node));
        let path = path.trim_end_matches("[]");
        // A type that names itself as `self` or `this` mentions nothing else.
        if path.is_empty() || path == "self" {
            return;
        }
        let (receiver, name) = path.rsplit_once('.').unwrap_or(("", path));
        self.references.push(FoundReference {
            at: node.start_byte(),
            line: line_of(node),
            kind,
            receiver: receiver.to_owned(),
            name: name.to_owned(),
        });
    }

    fn binding(&mut self, parts: &[(Role, Node<'t>)], node: Node<'t>, source: &Source<'t>) {
        let (kind, value) = if let Some(written) = part(parts, Role::BindType) {
            (BindingKind::Annotated, types::principal(source.text(written)))
        } else if let Some(value) = part(parts, Role::BindValue) {
            (BindingKind::Value, source.chain(value).unwrap_or_default())
        } else if let Some(of) = part(parts, Role::BindElement) {
            (BindingKind::Value, source.chain(of).map_or(String::new(), |chain| format!("{chain}[]")))
        } else {
            (BindingKind::Value, String::new())
        };
        self.push_binding(node, kind, value, source);
    }

    fn push_binding(&mut self, node: Node<'t>, kind: BindingKind, value: String, source: &Source<'t>) {
        let name = source.chain(node).unwrap_or_else(|| source.text(node).to_owned());
        self.bindings.push(FoundBinding { at: node.start_byte(), line: line_of(node), kind, name, value });
    }
}
