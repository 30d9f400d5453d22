//! Query matches into loose findings, each with its place in the text.

use super::closure::Closure;
use super::compile::{CompiledGrammar, Role};
use super::held;
use super::sites::{self, FoundSites};
use super::source::Source;
use crate::chain;
use crate::facts::{BindingKind, InheritKind, ReferenceKind};
use crate::languages::{Grammar, Language, Shape};
use crate::traits::Kind;
use crate::types;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use tree_sitter::{Node, Tree};

/// Literals shorter than this are keys and formats, not messages.
const MESSAGE_CHARS: usize = 12;
const LITERAL_BYTES: usize = 400;

pub(super) struct FoundDefinition<'t> {
    pub(super) node: Node<'t>,
    /// First byte of the node, or of what wraps it.
    pub(super) start: usize,
    pub(super) kind: Kind,
    pub(super) name: Node<'t>,
    pub(super) owner: String,
    /// The type as written, and the value: the type is read from them only
    /// for definitions that are kept.
    pub(super) returns: Option<Node<'t>>,
    pub(super) value: Option<Node<'t>>,
    pub(super) signature_end: usize,
    /// Where it ends: byte and line. White space that the grammar counts in is not part of it.
    pub(super) end: (usize, u32),
    /// A field defined by assignment inside a method.
    pub(super) attribute: bool,
    pub(super) pattern: usize,
}

pub(super) struct FoundContainer {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) owner: String,
}

pub(super) struct FoundReference<'t> {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) line: u32,
    pub(super) kind: ReferenceKind,
    pub(super) receiver: Cow<'t, str>,
    pub(super) name: Cow<'t, str>,
    /// The call node it is captured from, in [`Findings::sites`].
    pub(super) call: Option<u32>,
}

#[derive(Clone)]
pub(super) struct FoundBinding<'t> {
    pub(super) pattern: usize,
    pub(super) at: usize,
    pub(super) line: u32,
    pub(super) kind: BindingKind,
    pub(super) name: Cow<'t, str>,
    pub(super) value: Cow<'t, str>,
    /// Whether it is a function's parameter, whatever gives its type.
    pub(super) parameter: bool,
}

/// A piece of text with a place: import, literal, doc, return value …
pub(super) struct Occurrence<T> {
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
    pub(super) references: Vec<FoundReference<'t>>,
    pub(super) bindings: Vec<FoundBinding<'t>>,
    pub(super) inherits: Vec<Occurrence<(InheritKind, String)>>,
    pub(super) imports: Vec<Occurrence<FoundImport>>,
    pub(super) literals: Vec<Occurrence<String>>,
    pub(super) held_texts: Vec<Occurrence<String>>,
    pub(super) docs: Vec<Occurrence<String>>,
    pub(super) returns: Vec<Occurrence<String>>,
    /// Types written for the definition around them.
    pub(super) written: Vec<Occurrence<String>>,
    /// Where bodies start, for the definitions around them.
    pub(super) bodies: Vec<usize>,
    pub(super) closures: Vec<Closure>,
    pub(super) decorators: Vec<(usize, usize)>,
    pub(super) comments: Vec<(usize, usize)>,
    pub(super) sites: FoundSites<'t>,
    /// Node id of what is wrapped, first byte of its wrapper.
    wrappers: FxHashMap<usize, usize>,
}

pub(super) fn collect<'t>(
    compiled: &CompiledGrammar,
    language: &Language,
    tree: &'t Tree,
    source: &Source<'t>,
) -> Findings<'t> {
    let Some((grammar, expand)) = language.reader.grammar() else { return Findings::default() };
    let row = compiled.patterns.lay_out(tree);
    let mut findings = Findings { sites: sites::find(compiled, &row, source), ..Findings::default() };
    compiled.patterns.matches(&row, source.all(), &compiled.roles, &mut |pattern, parts| {
        findings.add(parts, pattern, grammar, source);
        let Some((expand, node)) = expand.zip(part(parts, Role::Expand)) else { return };
        expand(node, source, &mut |parts| findings.add(parts, pattern, grammar, source));
    });
    for definition in &mut findings.definitions {
        if let Some(&start) = findings.wrappers.get(&definition.node.id()) {
            definition.start = start.min(definition.start);
        }
    }
    findings
}

fn part<'t>(parts: &[(Role, Node<'t>)], role: Role) -> Option<Node<'t>> {
    parts.iter().find(|(other, _)| *other == role).map(|(_, node)| *node)
}

fn defines(parts: &[(Role, Node<'_>)]) -> bool {
    parts.iter().any(|(role, _)| matches!(role, Role::Definition(_) | Role::Attribute))
}

/// The part of a decorator that names it.
fn named_part<'t>(node: Node<'t>, source: &Source<'t>) -> Node<'t> {
    let part = match source.shape(node) {
        Some(Shape::Field(name)) => source.field(node, name),
        Some(Shape::Inner) => node.named_child(0),
        _ => None,
    };
    part.unwrap_or(node)
}

fn end_of(node: Node<'_>, source: &Source<'_>) -> (usize, u32) {
    let text = source.text(node);
    let space = &text[text.trim_end().len()..];
    let lines = memchr::memchr_iter(b'\n', space.as_bytes()).count();
    let row = node.end_position().row.saturating_sub(lines);
    (node.end_byte() - space.len(), row as u32 + 1)
}

/// The bases of a type; for a base made by a call, such as `Timed(Base)`, its arguments.
fn bases(node: Node<'_>, source: &Source<'_>) -> Vec<String> {
    let made_of = source.field(node, "arguments").map(|arguments| {
        let mut cursor = arguments.walk();
        let names = arguments.named_children(&mut cursor);
        names.filter(|one| matches!(source.shape(*one), Some(Shape::Name))).collect::<Vec<_>>()
    });
    let mut bases: Vec<String> =
        made_of.unwrap_or(vec![node]).into_iter().map(|one| types::outer(source.text(one))).collect();
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

/// The name in a written type, borrowed from the text where it is one word.
fn written_type<'t>(node: Node<'_>, source: &Source<'t>) -> Cow<'t, str> {
    let text = source.text(node);
    types::plain(text).map_or_else(|| Cow::Owned(source.written(node)), Cow::Borrowed)
}

/// The body of a function that is a value, or is handed to what makes the value.
fn body_of<'t>(value: Node<'t>, source: &Source<'_>) -> Option<Node<'t>> {
    let handed = || source.field(source.field(value, "arguments")?.named_child(0)?, "body");
    source.field(value, "body").or_else(handed)
}

fn line_of(node: Node<'_>) -> u32 {
    node.start_position().row as u32 + 1
}

impl FoundDefinition<'_> {
    /// The type of the value or result.
    pub(super) fn value_type(&self, source: &Source<'_>) -> String {
        let written = self.returns.map_or(String::new(), |written| source.written(written));
        match self.value {
            // `=` marks a value to evaluate rather than a type that was written down.
            Some(value) if written.is_empty() => {
                source.chain(value).map_or(String::new(), |chain| format!("={chain}"))
            }
            _ => written,
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
                            owner: types::outer(source.text(owner)),
                        });
                    }
                }
                Role::Wrapper => {
                    if let Some(wrapped) = part(parts, Role::Wrapped) {
                        self.wrappers.insert(wrapped.id(), node.start_byte());
                    }
                }
                Role::Inherit(kind) => {
                    let (at, line) = (node.start_byte(), line_of(node));
                    for base in bases(node, source) {
                        self.inherits.push(Occurrence { at, line, what: (kind, base) });
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
                    let before = self.references.len();
                    self.reference(node, ReferenceKind::Decorate, source);
                    // Its place is that of its name, where the name may also be read as a type.
                    for reference in &mut self.references[before..] {
                        reference.at = named_part(node, source).start_byte();
                    }
                }
                Role::Doc => self.docs.push(Occurrence {
                    at: node.start_byte(),
                    line: line_of(node),
                    what: crate::comments::strip_string(source.text(node)),
                }),
                Role::Comment => self.comments.push((node.start_byte(), node.end_byte())),
                Role::Bind => self.binding(parts, node, pattern, source),
                Role::Parameter => {
                    let written = part(parts, Role::BindType)
                        .map_or(Cow::Borrowed(""), |written| written_type(written, source));
                    let context = if written.is_empty() { source.context(node) } else { None };
                    let value = context.map_or(written, |chain| Cow::Owned(format!("={chain}")));
                    self.push_binding(node, BindingKind::Parameter, value, pattern, source);
                    if let Some(parameter) = self.bindings.last_mut() {
                        parameter.parameter = true;
                    }
                }
                Role::Return => {
                    if let Some(value) = source.chain(node) {
                        self.returns.push(Occurrence {
                            at: node.start_byte(),
                            line: line_of(node),
                            what: value,
                        });
                    }
                }
                Role::Each => {
                    let parameter = part(parts, Role::Closure)
                        .and_then(|closure| super::closure::first_parameter(node, closure, source));
                    if let Some((name, value)) = parameter {
                        self.push_binding(name, BindingKind::Value, Cow::Owned(value), pattern, source);
                        if let Some(parameter) = self.bindings.last_mut() {
                            parameter.parameter = true;
                        }
                    }
                }
                Role::Closure => self.closures.push(Closure::new(node)),
                Role::Import => {
                    let (at, line) = (node.start_byte(), line_of(node));
                    let imports = &mut self.imports;
                    let mut add = |path: &str, name: &str, alias: &str, flags: u32| {
                        imports.push(Occurrence {
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
                    if held::is_held(node, source, &text) {
                        let (at, line) = (node.start_byte(), line_of(node));
                        self.held_texts.push(Occurrence { at, line, what: text.clone() });
                    }
                    if text.len() >= MESSAGE_CHARS && text.contains(' ') {
                        let cut = text.floor_char_boundary(LITERAL_BYTES);
                        self.literals.push(Occurrence {
                            at: node.start_byte(),
                            line: line_of(node),
                            what: text[..cut].to_owned(),
                        });
                    }
                }
                Role::Returns if !defines(parts) => self.written.push(Occurrence {
                    at: node.start_byte(),
                    line: line_of(node),
                    what: source.written(node),
                }),
                Role::Body if !defines(parts) => self.bodies.push(node.start_byte()),
                Role::Name
                | Role::Owner
                | Role::Returns
                | Role::Body
                | Role::Extent
                | Role::BindValue
                | Role::BindElement
                | Role::BindType
                | Role::Expand
                | Role::Wrapped
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
        // The name is often a field of the node, and may be wrapped in a declarator.
        let named = part(parts, Role::Name).or_else(|| source.field(node, "name"));
        let Some(name) = named else { return };
        let name = chain::innermost(name, source);
        let owner = part(parts, Role::Owner);
        let on_instance = owner.and_then(|owner| source.chain(owner)).is_some_and(|chain| chain == "self");
        let (attribute, owner) = (attribute || on_instance, owner.filter(|_| !on_instance));
        let kind = if on_instance { Kind::Field } else { kind };
        let holds_value = matches!(kind, Kind::Variable | Kind::Constant | Kind::Field);
        let field = |name: &str| source.field(node, name).filter(|_| holds_value);
        let value = part(parts, Role::BindValue).or_else(|| field("value"));
        let body = part(parts, Role::Body)
            .or_else(|| source.field(node, "body"))
            .or_else(|| value.and_then(|value| body_of(value, source)));
        let last = parts.iter().rfind(|(role, _)| *role == Role::Extent).map_or(node, |(_, node)| *node);
        self.definitions.push(FoundDefinition {
            node,
            end: end_of(last, source),
            start: node.start_byte(),
            kind,
            name,
            owner: owner.map_or(String::new(), |owner| types::outer(source.text(owner))),
            returns: part(parts, Role::Returns)
                .or_else(|| source.field(node, "return_type"))
                .or_else(|| value.and_then(|value| source.field(value, "return_type")))
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
            end: node.end_byte(),
            line: target.line,
            kind: if target.instantiates { ReferenceKind::New } else { kind },
            receiver: target.receiver,
            name: target.name,
            call: self.call_at(node, kind),
        });
    }

    fn call_at(&self, node: Node<'t>, kind: ReferenceKind) -> Option<u32> {
        if kind.is_call() { self.sites.call_at(node.id()) } else { None }
    }

    fn type_reference(&mut self, node: Node<'t>, kind: ReferenceKind, source: &Source<'t>) {
        let written = source.text(node);
        let instantiates = kind == ReferenceKind::New;
        let path: Cow<'t, str> = match types::plain(written) {
            Some(word) => Cow::Borrowed(word),
            None if instantiates => Cow::Owned(types::outer(written)),
            None => Cow::Owned(types::principal(written)),
        };
        let owned = |part: &str| match path {
            Cow::Borrowed(word) if word.len() == part.len() => Cow::Borrowed(word),
            _ => Cow::Owned(part.to_owned()),
        };
        let path = path.trim_end_matches("[]");
        // A type that names itself as `self` or `this` mentions nothing else.
        if path.is_empty() || path == "self" {
            return;
        }
        let (receiver, name) = path.rsplit_once('.').unwrap_or(("", path));
        // Its place is that of its last segment, which may also be captured by itself.
        let outer = written.split(['<', '[']).next().unwrap_or("");
        let before = if outer.ends_with(name) { outer.len() - name.len() } else { 0 };
        self.references.push(FoundReference {
            at: node.start_byte() + before,
            end: node.end_byte(),
            line: line_of(node),
            kind,
            receiver: owned(receiver),
            name: owned(name),
            call: self.call_at(node, kind),
        });
    }

    fn binding(&mut self, parts: &[(Role, Node<'t>)], node: Node<'t>, pattern: usize, source: &Source<'t>) {
        // Types without a name (`var`) are inferred from the value.
        let written = part(parts, Role::BindType)
            .map(|written| written_type(written, source))
            .filter(|written| !written.is_empty());
        let (kind, value) = if let Some(written) = written {
            (BindingKind::Annotated, written)
        } else if let Some(value) = part(parts, Role::BindValue) {
            (BindingKind::Value, chain::chain_text(value, source).unwrap_or_default())
        } else if let Some(of) = part(parts, Role::BindElement) {
            let chain = source.chain(of);
            (BindingKind::Value, chain.map_or(Cow::Borrowed(""), |chain| Cow::Owned(format!("{chain}[]"))))
        } else {
            (BindingKind::Value, source.context(node).map_or(Cow::Borrowed(""), Cow::Owned))
        };
        self.push_binding(node, kind, value, pattern, source);
    }

    fn push_binding(
        &mut self,
        node: Node<'t>,
        kind: BindingKind,
        value: Cow<'t, str>,
        pattern: usize,
        source: &Source<'t>,
    ) {
        let name = chain::chain_text(node, source).unwrap_or_else(|| Cow::Borrowed(source.text(node)));
        self.bindings.push(FoundBinding {
            pattern,
            at: node.start_byte(),
            line: line_of(node),
            kind,
            name,
            value,
            parameter: false,
        });
    }
}
