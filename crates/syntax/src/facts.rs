//! The facts of one file, in the layout they have on disk.
//!
//! Every record is plain old data and every text is stored once in a string
//! table, so that a cached file's facts are used straight from the memory map:
//! linking a repository again after one edit must not decode thousands of
//! unchanged files. Each string carries its 64-bit hash, so the linker looks
//! names up without touching their bytes.

use crate::calls::{Argument, CallSite, PackedCall};
use crate::strings::{StrEntry, StrId, Strings, hash_name};
use crate::traits::{Flags, Kind, Visibility};
use bytemuck::{Pod, Zeroable};

/// "No definition": the parent of the file itself.
pub const NONE: u32 = u32::MAX;

/// Raised whenever the layout or the meaning of a record changes; facts of
/// another version are parsed again.
pub const FACTS_VERSION: u32 = 15;

const MAGIC: u32 = 0x4641_4354;
const SECTIONS: usize = 12;

/// A slot of the table of texts that holds none.
const FREE: StrId = StrId::MAX;
const FIRST_SLOTS: usize = 256;

/// One definition. Definition 0 is the file itself.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Definition {
    /// The name as written.
    pub name: StrId,
    /// The type it is a member of, where that is not its parent in the text
    /// (Go receivers, Rust `impl`, C++ `Foo::bar`); a chain, or empty.
    pub owner: StrId,
    /// The definition it is nested in.
    pub parent: u32,
    /// First line, from 1.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// First byte.
    pub start: u32,
    /// Byte after the last.
    pub end: u32,
    /// Declaration without its body, on one line.
    pub signature: StrId,
    /// Doc comment, without its markers.
    pub doc: StrId,
    /// Type of the value or of what a call returns, as a chain; or empty.
    pub value_type: StrId,
    /// Decorators and annotations, separated by line feeds.
    pub decorators: StrId,
    kind: u8,
    visibility: u8,
    flags: u16,
}

impl Definition {
    /// The placeholder for a missing definition: without a name and a line.
    pub const NOTHING: Definition = Definition {
        name: 0,
        owner: 0,
        parent: NONE,
        line: 0,
        end_line: 0,
        start: 0,
        end: 0,
        signature: 0,
        doc: 0,
        value_type: 0,
        decorators: 0,
        kind: Kind::Variable as u8,
        visibility: 0,
        flags: 0,
    };

    /// Its kind.
    pub fn kind(&self) -> Kind {
        Kind::from_u8(self.kind)
    }

    /// Its visibility.
    pub fn visibility(&self) -> Visibility {
        Visibility::from_u8(self.visibility)
    }

    /// Its traits.
    pub fn flags(&self) -> Flags {
        Flags(self.flags)
    }

    pub(crate) fn set_kind(&mut self, kind: Kind) {
        self.kind = kind as u8;
    }

    pub(crate) fn set_visibility(&mut self, visibility: Visibility) {
        self.visibility = visibility as u8;
    }

    pub(crate) fn add_flags(&mut self, bits: u16) {
        self.flags |= bits;
    }

    pub(crate) fn new(kind: Kind) -> Definition {
        let mut definition = Definition::zeroed();
        definition.parent = NONE;
        definition.set_kind(kind);
        definition
    }
}

/// Why a name is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum ReferenceKind {
    /// It is called.
    Call,
    /// It is instantiated (`new X`).
    New,
    /// It is named as a type.
    Type,
    /// It is used as a value.
    Read,
    /// It decorates or annotates a definition.
    Decorate,
}

impl ReferenceKind {
    /// Whether it has a call site: calls, instantiations and decorators have.
    pub fn is_call(self) -> bool {
        matches!(self, ReferenceKind::Call | ReferenceKind::New | ReferenceKind::Decorate)
    }
}

/// One mention of a name.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Reference {
    /// The name.
    pub name: StrId,
    /// Its receiver as a chain (`self.app`, `Foo()`); or empty.
    pub receiver: StrId,
    /// The definition that contains it.
    pub from: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Eight times the number of its call site, counted from 1, and the kind.
    kind: u32,
}

impl Reference {
    pub(crate) fn set_call(&mut self, number: u32) {
        self.kind = number << 3 | self.kind & 7;
    }

    /// Why it is mentioned.
    pub fn kind(&self) -> ReferenceKind {
        match self.kind & 7 {
            0 => ReferenceKind::Call,
            1 => ReferenceKind::New,
            2 => ReferenceKind::Type,
            3 => ReferenceKind::Read,
            _ => ReferenceKind::Decorate,
        }
    }
}

/// Bit set of an import's traits.
pub struct ImportFlags;

impl ImportFlags {
    /// The import is re-exported.
    pub const REEXPORT: u32 = 1;
    /// The path is a file's, as C's `#include "x.h"` or shell's `source x`.
    pub const FILE: u32 = 2;
    /// The path names a package or namespace opened as a whole (C#'s `using`).
    pub const NAMESPACE: u32 = 4;
    /// Not an import: the package or namespace this file declares itself in.
    pub const PACKAGE: u32 = 8;
    /// Imports a function or constant, not a type (PHP's `use function`).
    pub const STATIC: u32 = 16;
    /// Declares a child module that is a file of its own (Rust's `mod x;`). The path is `self`, or
    /// what a `#[path]` attribute names.
    pub const MODULE: u32 = 32;
    /// The import holds in all files of the project (C#'s `global using`).
    pub const PROJECT: u32 = 64;
}

/// One import. `from a.b import c as d` has path `a.b`, name `c`, alias `d`.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Import {
    /// Where from, spelled as in the source.
    pub path: StrId,
    /// What; empty for the module itself, `*` for all of it.
    pub name: StrId,
    /// The local name, where it differs.
    pub alias: StrId,
    /// The definition that contains it.
    pub scope: u32,
    /// Its line.
    pub line: u32,
    /// See [`ImportFlags`].
    pub flags: u32,
}

/// How a type takes from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum InheritKind {
    /// Subclass, embedded struct, super-trait.
    Extends,
    /// Implements an interface, trait or protocol.
    Implements,
    /// Mixes a module or trait in.
    Mixes,
}

/// One base of a type.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Inherit {
    /// The definition of the type, or [`NONE`] if it is known by name only.
    pub subject: u32,
    /// The subject's name as a chain where `subject` is [`NONE`].
    pub subject_name: StrId,
    /// The base, as a chain.
    pub base: StrId,
    /// Its line.
    pub line: u32,
    kind: u32,
}

impl Inherit {
    /// How the type takes from its base.
    pub fn kind(&self) -> InheritKind {
        match self.kind {
            0 => InheritKind::Extends,
            1 => InheritKind::Implements,
            _ => InheritKind::Mixes,
        }
    }
}

/// The source of a binding's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum BindingKind {
    /// The value is a chain to be evaluated (`Foo()`, `self.app`); empty if unknown.
    Value,
    /// The type is written down.
    Annotated,
    /// A parameter; its type is written down or empty.
    Parameter,
    /// From here on the name is not bound: the function that it is a parameter of has ended.
    Ended,
}

/// A name bound to a value inside a definition: local, parameter, attribute.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Binding {
    /// A name, or a chain as `self.app`.
    pub name: StrId,
    /// A chain: the value's or the type's. Behind `=` it is that of a value in place of a type.
    pub value: StrId,
    /// The definition that contains it.
    pub scope: u32,
    /// Its line.
    pub line: u32,
    kind: u32,
}

impl Binding {
    /// The source of its type.
    pub fn kind(&self) -> BindingKind {
        match self.kind {
            0 => BindingKind::Value,
            1 => BindingKind::Annotated,
            3 => BindingKind::Ended,
            _ => BindingKind::Parameter,
        }
    }
}

/// A string literal long enough to be a message.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub struct Literal {
    /// Its text, without quotes.
    pub text: StrId,
    /// The definition that contains it.
    pub scope: u32,
    /// Its line.
    pub line: u32,
}

/// Facts being built.
pub struct Facts {
    entries: Vec<StrEntry>,
    texts: String,
    /// Ids by the low bits of their hashes, or [`FREE`]; the next free slot takes
    /// what finds its own taken. One block of memory, however many texts.
    interned: Vec<StrId>,
    /// See [`FactsView::definitions`].
    pub definitions: Vec<Definition>,
    /// See [`FactsView::references`].
    pub references: Vec<Reference>,
    /// See [`FactsView::imports`].
    pub imports: Vec<Import>,
    /// See [`FactsView::inherits`].
    pub inherits: Vec<Inherit>,
    /// See [`FactsView::bindings`].
    pub bindings: Vec<Binding>,
    /// See [`FactsView::literals`].
    pub literals: Vec<Literal>,
    /// See [`FactsView::held_texts`].
    pub held_texts: Vec<Literal>,
    pub(crate) calls: Vec<PackedCall>,
    /// See [`FactsView::arguments`].
    pub arguments: Vec<Argument>,
    has_errors: bool,
}

impl Facts {
    pub(crate) fn new() -> Facts {
        let mut facts = Facts {
            entries: Vec::new(),
            texts: String::new(),
            interned: Vec::new(),
            definitions: Vec::new(),
            references: Vec::new(),
            imports: Vec::new(),
            inherits: Vec::new(),
            bindings: Vec::new(),
            literals: Vec::new(),
            held_texts: Vec::new(),
            calls: Vec::new(),
            arguments: Vec::new(),
            has_errors: false,
        };
        facts.intern("");
        facts
    }

    pub(crate) fn intern(&mut self, text: &str) -> StrId {
        if text.is_empty() && !self.entries.is_empty() {
            return 0;
        }
        let hash = hash_name(text);
        if self.entries.len() * 2 >= self.interned.len() {
            self.make_room();
        }
        let mask = self.interned.len() - 1;
        let mut slot = hash as usize & mask;
        while self.interned[slot] != FREE {
            let id = self.interned[slot];
            let entry = self.entries[id as usize];
            if entry.hash == hash
                && &self.texts[entry.start as usize..(entry.start + entry.len) as usize] == text
            {
                return id;
            }
            slot = (slot + 1) & mask;
        }
        let id = self.entries.len() as StrId;
        self.interned[slot] = id;
        self.entries.push(StrEntry { hash, start: self.texts.len() as u32, len: text.len() as u32 });
        self.texts.push_str(text);
        id
    }

    /// Twice the slots, so that at most half of them are taken.
    fn make_room(&mut self) {
        let size = (self.interned.len() * 2).max(FIRST_SLOTS);
        self.interned = vec![FREE; size];
        for (id, entry) in self.entries.iter().enumerate() {
            let mut slot = entry.hash as usize & (size - 1);
            while self.interned[slot] != FREE {
                slot = (slot + 1) & (size - 1);
            }
            self.interned[slot] = id as StrId;
        }
    }

    pub(crate) fn text(&self, id: StrId) -> &str {
        self.view().strings.get(id)
    }

    pub(crate) fn reference(
        &mut self,
        kind: ReferenceKind,
        receiver: &str,
        name: &str,
        from: u32,
        line: u32,
    ) {
        let (name, receiver) = (self.intern(name), self.intern(receiver));
        self.references.push(Reference { name, receiver, from, line, kind: kind as u32 });
    }

    pub(crate) fn inherit(
        &mut self,
        kind: InheritKind,
        subject: u32,
        subject_name: &str,
        base: &str,
        line: u32,
    ) {
        let (subject_name, base) = (self.intern(subject_name), self.intern(base));
        self.inherits.push(Inherit { subject, subject_name, base, line, kind: kind as u32 });
    }

    pub(crate) fn binding(&mut self, kind: BindingKind, name: &str, value: &str, scope: u32, line: u32) {
        let (name, value) = (self.intern(name), self.intern(value));
        self.bindings.push(Binding { name, value, scope, line, kind: kind as u32 });
    }

    pub(crate) fn literal(&mut self, text: &str, scope: u32, line: u32, is_held: bool) {
        let text = self.intern(text);
        let list = if is_held { &mut self.held_texts } else { &mut self.literals };
        list.push(Literal { text, scope, line });
    }

    pub(crate) fn mark_errors(&mut self) {
        self.has_errors = true;
    }

    /// Marks every definition as written by a program.
    pub fn mark_generated(&mut self) {
        for definition in &mut self.definitions {
            definition.add_flags(Flags::GENERATED);
        }
    }

    /// The same facts, for reading.
    pub fn view(&self) -> FactsView<'_> {
        FactsView {
            strings: Strings { entries: &self.entries, bytes: self.texts.as_bytes() },
            definitions: &self.definitions,
            references: &self.references,
            imports: &self.imports,
            inherits: &self.inherits,
            bindings: &self.bindings,
            literals: &self.literals,
            held_texts: &self.held_texts,
            calls: &self.calls,
            arguments: &self.arguments,
            has_errors: self.has_errors,
        }
    }

    /// The layout on disk; read back by [`FactsView::read`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let errors = [u32::from(self.has_errors), 0];
        let sections: [&[u8]; SECTIONS] = [
            bytemuck::cast_slice(&self.entries),
            bytemuck::cast_slice(&self.definitions),
            bytemuck::cast_slice(&self.references),
            bytemuck::cast_slice(&self.imports),
            bytemuck::cast_slice(&self.inherits),
            bytemuck::cast_slice(&self.bindings),
            bytemuck::cast_slice(&self.literals),
            bytemuck::cast_slice(&errors),
            self.texts.as_bytes(),
            bytemuck::cast_slice(&self.calls),
            bytemuck::cast_slice(&self.arguments),
            bytemuck::cast_slice(&self.held_texts),
        ];
        let header = 8 + SECTIONS * 8;
        let mut out = Vec::with_capacity(header + sections.iter().map(|s| s.len() + 8).sum::<usize>());
        out.extend_from_slice(&MAGIC.to_le_bytes());
        out.extend_from_slice(&FACTS_VERSION.to_le_bytes());
        let mut at = header;
        for section in sections {
            out.extend_from_slice(&(at as u32).to_le_bytes());
            out.extend_from_slice(&(section.len() as u32).to_le_bytes());
            at = (at + section.len()).next_multiple_of(8);
        }
        for section in sections {
            out.extend_from_slice(section);
            out.resize(out.len().next_multiple_of(8), 0);
        }
        out
    }
}

/// Why a blob is not facts.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum FactsError {
    /// Not written by this version of the format.
    #[error("these facts are of another format version; index again")]
    Version,
    /// Cut short or damaged.
    #[error("the facts are damaged; index again")]
    Damaged,
}

/// Facts for reading, in memory or straight from a memory map.
#[derive(Clone, Copy)]
pub struct FactsView<'a> {
    /// Every text of the file's facts.
    pub strings: Strings<'a>,
    /// Definitions in order of their place in the file; the first is the file.
    pub definitions: &'a [Definition],
    /// References in order of their place.
    pub references: &'a [Reference],
    /// Imports.
    pub imports: &'a [Import],
    /// Bases of types.
    pub inherits: &'a [Inherit],
    /// Bindings in order of their place.
    pub bindings: &'a [Binding],
    /// String literals long enough to be messages.
    pub literals: &'a [Literal],
    /// Strings that a name is set to, alone or in a list, and strings that a function only returns.
    pub held_texts: &'a [Literal],
    calls: &'a [PackedCall],
    /// Arguments of all call sites.
    pub arguments: &'a [Argument],
    /// Whether the parser met text it could not place; the rest still counts.
    pub has_errors: bool,
}

impl<'a> FactsView<'a> {
    /// The facts of a missing file: none.
    pub const EMPTY: FactsView<'a> = FactsView {
        strings: Strings { entries: &[], bytes: &[] },
        definitions: &[],
        references: &[],
        imports: &[],
        inherits: &[],
        bindings: &[],
        literals: &[],
        held_texts: &[],
        calls: &[],
        arguments: &[],
        has_errors: false,
    };

    /// Reads what [`Facts::to_bytes`] wrote; `blob` must start on an 8-byte boundary.
    pub fn read(blob: &'a [u8]) -> Result<FactsView<'a>, FactsError> {
        let word = |at: usize| -> Result<u32, FactsError> {
            let bytes = blob.get(at..at + 4).ok_or(FactsError::Damaged)?;
            Ok(u32::from_le_bytes(bytes.try_into().map_err(|_| FactsError::Damaged)?))
        };
        if word(0)? != MAGIC || word(4)? != FACTS_VERSION {
            return Err(FactsError::Version);
        }
        let section = |index: usize| -> Result<&'a [u8], FactsError> {
            let (start, len) = (word(8 + index * 8)? as usize, word(12 + index * 8)? as usize);
            blob.get(start..start + len).ok_or(FactsError::Damaged)
        };
        let view = FactsView {
            strings: Strings { entries: records(section(0)?)?, bytes: section(8)? },
            definitions: records(section(1)?)?,
            references: records(section(2)?)?,
            imports: records(section(3)?)?,
            inherits: records(section(4)?)?,
            bindings: records(section(5)?)?,
            literals: records(section(6)?)?,
            held_texts: records(section(11)?)?,
            calls: records(section(9)?)?,
            arguments: records(section(10)?)?,
            has_errors: records::<u32>(section(7)?)?.first() == Some(&1),
        };
        if view.definitions.is_empty() { Err(FactsError::Damaged) } else { Ok(view) }
    }

    /// The text with this id.
    pub fn text(&self, id: StrId) -> &'a str {
        self.strings.get(id)
    }

    /// The call site of a reference, where it is a call.
    pub fn call_of(&self, reference: u32) -> Option<CallSite> {
        let named = self.references.get(reference as usize).filter(|named| named.kind().is_call())?;
        let place = (named.kind >> 3).checked_sub(1);
        let packed = place.and_then(|place| self.calls.get(place as usize)).copied().unwrap_or_default();
        Some(packed.unpack(reference, named.line))
    }

    /// The call sites of all references that are calls, in the order of the references.
    pub fn calls(&self) -> impl Iterator<Item = CallSite> + use<'a> {
        let facts = *self;
        (0..facts.references.len() as u32).filter_map(move |reference| facts.call_of(reference))
    }

    /// The arguments of a call site, in their order.
    pub fn arguments_of(&self, call: &CallSite) -> &'a [Argument] {
        let first = call.first_argument as usize;
        self.arguments.get(first..first + call.argument_count as usize).unwrap_or_default()
    }
}

fn records<T: Pod>(bytes: &[u8]) -> Result<&[T], FactsError> {
    bytemuck::try_cast_slice(bytes).map_err(|_| FactsError::Damaged)
}
