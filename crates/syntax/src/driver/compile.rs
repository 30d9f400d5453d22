//! Grammars and queries, compiled once per process and language.

use crate::facts::InheritKind;
use crate::frameworks;
use crate::languages::{ALL, Language, Shape, Site, Typing};
use crate::pattern::Patterns;
use crate::traits::Kind;
use std::sync::OnceLock;

/// The meaning of a capture; see the table in [`crate::languages`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The table there documents them.
pub enum Role {
    Definition(Kind),
    Attribute,
    Name,
    Owner,
    Returns,
    Body,
    Extent,
    Wrapper,
    Wrapped,
    Container,
    Inherit(InheritKind),
    Call,
    New,
    Type,
    Read,
    Reads,
    Decorator,
    Doc,
    Comment,
    Bind,
    BindValue,
    BindElement,
    BindType,
    Parameter,
    Return,
    Closure,
    Each,
    Import,
    Literal,
    Expand,
    Ignored,
}

impl Role {
    fn of(capture: &str) -> Role {
        if let Some(kind) = capture.strip_prefix("definition.") {
            return Kind::from_word(kind)
                .map_or_else(|| panic!("unknown kind in @{capture}"), Role::Definition);
        }
        match capture {
            "attribute" => Role::Attribute,
            "name" => Role::Name,
            "owner" => Role::Owner,
            "returns" => Role::Returns,
            "body" => Role::Body,
            "extent" => Role::Extent,
            "wrapper" => Role::Wrapper,
            "wrapped" => Role::Wrapped,
            "container" => Role::Container,
            "inherit.extends" => Role::Inherit(InheritKind::Extends),
            "inherit.implements" => Role::Inherit(InheritKind::Implements),
            "inherit.mixes" => Role::Inherit(InheritKind::Mixes),
            "call" => Role::Call,
            "new" => Role::New,
            "type" => Role::Type,
            "read" => Role::Read,
            "reads" => Role::Reads,
            "decorator" => Role::Decorator,
            "doc" => Role::Doc,
            "comment" => Role::Comment,
            "bind" => Role::Bind,
            "bind.value" => Role::BindValue,
            "bind.element" => Role::BindElement,
            "bind.type" => Role::BindType,
            "parameter" => Role::Parameter,
            "return" => Role::Return,
            "closure" => Role::Closure,
            "each" => Role::Each,
            "import" => Role::Import,
            "literal" => Role::Literal,
            "expand" => Role::Expand,
            _ if capture.starts_with('_') => Role::Ignored,
            _ => panic!("unknown capture @{capture}"),
        }
    }
}

/// The fields that the driver itself asks for.
const DRIVER_FIELDS: &[&str] = &["name", "body", "value", "return_type", "type", "arguments"];

/// A grammar ready to use.
pub(super) struct CompiledGrammar {
    pub(super) language: tree_sitter::Language,
    pub(super) patterns: Patterns,
    /// By capture index.
    pub(super) roles: Vec<Role>,
    /// By node kind id.
    pub(super) shapes: Vec<Option<Shape>>,
    /// By node kind id.
    pub(super) sites: Vec<Option<Site>>,
    /// The fields that shapes and the driver ask for: by name it is a search among all.
    pub(super) fields: Vec<(&'static str, u16)>,
    pub(super) typing: &'static Typing,
}

/// The compiled grammar of a language. A query that does not compile is a
/// mistake in this crate, found by its tests: it panics.
pub(super) fn compiled(language: &'static Language) -> Option<&'static CompiledGrammar> {
    static COMPILED: [OnceLock<CompiledGrammar>; 64] = [const { OnceLock::new() }; 64];
    let (grammar, _) = language.reader.grammar()?;
    let slot = ALL.iter().position(|other| std::ptr::eq(*other, language))?;
    Some(COMPILED.get(slot)?.get_or_init(|| {
        let parser_language = tree_sitter::Language::new(grammar.language);
        let patterns = Patterns::read(&parser_language, &frameworks::fill(grammar.query, language.name))
            .unwrap_or_else(|error| panic!("the query of {} cannot be used: {error}", language.name));
        let roles = patterns.captures().iter().map(|name| Role::of(name)).collect();
        let mut shapes = vec![None; parser_language.node_kind_count()];
        let mut fields: Vec<(&'static str, u16)> = Vec::new();
        let mut add_field = |name: &'static str| {
            if let Some(id) = parser_language.field_id_for_name(name)
                && fields.iter().all(|(known, _)| *known != name)
            {
                fields.push((name, id.get()));
            }
        };
        DRIVER_FIELDS.iter().copied().for_each(&mut add_field);
        for (kind, shape) in grammar.shapes {
            let mut known = false;
            for named in [true, false] {
                let id = parser_language.id_for_node_kind(kind, named);
                if id != 0 {
                    shapes[id as usize] = Some(*shape);
                    known = true;
                }
            }
            assert!(known, "{} has no node kind {kind}", language.name);
            shape.fields().into_iter().flatten().for_each(&mut add_field);
        }
        let mut sites = vec![None; parser_language.node_kind_count()];
        for (kind, site) in grammar.sites {
            let id = parser_language.id_for_node_kind(kind, true);
            assert!(id != 0, "{} has no node kind {kind}", language.name);
            sites[id as usize] = Some(*site);
            site.field().into_iter().for_each(&mut add_field);
        }
        CompiledGrammar {
            language: parser_language,
            patterns,
            roles,
            shapes,
            sites,
            fields,
            typing: grammar.typing,
        }
    }))
}
