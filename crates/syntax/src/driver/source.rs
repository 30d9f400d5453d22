//! The view of a file for language modules: its text, chains of its expressions,
//! drafts of its definitions and a place to put imports.

use super::compile::CompiledGrammar;
use crate::traits::{Kind, Visibility};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use tree_sitter::Node;

/// A file's text with the grammar it was parsed by.
pub struct Source<'a> {
    text: &'a str,
    compiled: &'a CompiledGrammar,
    /// How deep chains are under way in each other: languages call back from
    /// their shapes, and source code nests without bound.
    depth: Cell<usize>,
    /// See [`Source::once`].
    known: OnceCell<Rc<dyn Any>>,
}

impl<'a> Source<'a> {
    pub(super) fn new(text: &'a str, compiled: &'a CompiledGrammar) -> Source<'a> {
        Source { text, compiled, depth: Cell::new(0), known: OnceCell::new() }
    }

    /// The whole text.
    pub fn all(&self) -> &'a str {
        self.text
    }

    /// The text of a node.
    pub fn text(&self, node: Node<'_>) -> &'a str {
        self.slice(node.start_byte(), node.end_byte())
    }

    /// The text between two offsets; empty where they do not bound text.
    pub fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    /// The receiver chain of an expression, see [`crate::chain`].
    pub fn chain(&self, node: Node<'_>) -> Option<String> {
        crate::chain::chain(node, self)
    }

    /// A written type as a chain.
    pub(crate) fn written(&self, node: Node<'_>) -> String {
        (self.compiled.typing.written)(self.text(node))
    }

    /// The chain of what a name without a written type or a value is bound to.
    pub(crate) fn context(&self, name: Node<'_>) -> Option<String> {
        (self.compiled.typing.context?)(name, self)
    }

    /// Runs `step` unless it is already nested in `limit` others.
    pub(crate) fn nested(&self, limit: usize, step: impl FnOnce()) {
        let depth = self.depth.get();
        if depth < limit {
            self.depth.set(depth + 1);
            step();
            self.depth.set(depth);
        }
    }

    /// What a language finds out about the whole text; it has one result for a file.
    pub(crate) fn once<T: Default + 'static>(&self, find: impl FnOnce() -> T) -> Rc<T> {
        let known = self.known.get_or_init(|| Rc::new(find()));
        known.clone().downcast().unwrap_or_default()
    }

    pub(crate) fn shape(&self, node: Node<'_>) -> Option<crate::languages::Shape> {
        self.compiled.shapes.get(node.kind_id() as usize).copied().flatten()
    }

    /// The child in a field, for the fields that shapes and the driver name.
    pub(crate) fn field<'t>(&self, node: Node<'t>, name: &str) -> Option<Node<'t>> {
        let known = self.compiled.fields.iter().find(|(known, _)| *known == name);
        debug_assert!(known.is_some() || self.compiled.language.field_id_for_name(name).is_none(), "{name}");
        node.child_by_field_id(known?.1)
    }
}

/// A definition before it is put into place, for a language to refine.
pub struct Draft<'t> {
    /// The name as captured.
    pub name: String,
    /// The kind as captured; methods and constructors are already distinguished.
    pub kind: Kind,
    /// Its future container.
    pub parent: Kind,
    /// The type it is a member of, where that is not its parent in the text.
    pub owner: String,
    /// The node of the definition.
    pub node: Node<'t>,
    /// The text from the start of the node, decorators left out, to the name.
    pub head: &'t str,
    /// The node's text.
    pub text: &'t str,
    /// The text of the whole file.
    pub file: &'t str,
    /// The declaration on one line, without its body.
    pub signature: String,
    /// Byte after the last, for grammars that do not delimit it.
    pub end: usize,
    /// Texts of its decorators or annotations.
    pub decorators: Vec<String>,
    /// See [`crate::Flags`].
    pub flags: u16,
    /// Public unless the language sets another.
    pub visibility: Visibility,
    /// The type of the value or result, where the language determines it better than the query; a chain.
    pub value_type: String,
    /// Path of the file.
    pub path: &'t str,
    /// See [`Draft::once`].
    pub(super) known: NodeCache,
}

/// Cached results of a language for nodes of a file, by their ids.
pub(super) type NodeCache = Rc<RefCell<FxHashMap<usize, Rc<dyn Any>>>>;

impl Draft<'_> {
    /// A result for a node, cached for all definitions of the file: a class may have
    /// thousands of members that ask the same.
    pub fn once<T: 'static>(&self, node: Node<'_>, find: impl FnOnce() -> T) -> Rc<T> {
        let known = self.known.borrow().get(&node.id()).and_then(|known| known.clone().downcast().ok());
        known.unwrap_or_else(|| {
            let found = Rc::new(find());
            self.known.borrow_mut().insert(node.id(), found.clone());
            found
        })
    }
}

/// Where a language puts the imports it reads.
pub struct ImportSink<'s> {
    pub(super) add: &'s mut dyn FnMut(&str, &str, &str, u32),
}

impl ImportSink<'_> {
    /// Adds one import: where from, what (empty for the module itself, `*` for
    /// all of it), under which local name (empty for its own), and
    /// [`crate::ImportFlags`].
    pub fn add(&mut self, path: &str, name: &str, alias: &str, flags: u32) {
        (self.add)(path, name, alias, flags);
    }
}
