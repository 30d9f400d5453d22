//! The registry of languages.
//!
//! A language is a folder: `mod.rs` with one [`Language`] constant and, where
//! it has a grammar, `query.scm`. Adding one means adding the folder and one
//! line in [`ALL`]; nothing else in the project changes.
//!
//! ## The vocabulary of a query file
//!
//! | capture | meaning |
//! | --- | --- |
//! | `@definition.KIND` with `@name`, unless the node has a field `name` | a definition ([`Kind`] names the kinds); nodes around the name are looked through where their [`Shape`] says so; a function inside a type becomes a method by itself, a variable inside a function is dropped by itself |
//! | `@owner` (beside `@definition`) | the type it is a member of, if that is not its parent in the text; the instance itself (`this.x = …`) makes it an `@attribute` |
//! | `@returns` (beside `@definition` or alone inside one) | the type of the value or result, as written; else a field `return_type` of the node or its value, or `type` of a variable or field |
//! | `@body` (beside `@definition` or alone inside one) | where the signature ends, unless the node, the `@bind.value` or its first argument has a field `body` |
//! | `@extent` (beside `@definition`) | what follows the node and still belongs to the definition |
//! | `@wrapper` with `@wrapped` | wherever a definition's node is `@wrapped`, it starts at `@wrapper` (`template <…>`, `export`) |
//! | `@attribute` with `@name` | a field defined by assignment inside a method (`self.x = …`) |
//! | `@container` with `@owner` | a block that is not a definition but makes its content members of a type (`impl`, `extension`) |
//! | `@inherit.extends`, `.implements`, `.mixes` | a base of the type or container around it |
//! | `@call` | the called expression, or a call node whose [`Shape`] names its parts |
//! | `@new` | the type that is instantiated |
//! | `@type` | a name in type position; the name that a definition defines is passed over by itself |
//! | `@read` | an expression used as a value |
//! | `@reads` | a list (arguments, elements): each child that is a name, member or path is used as a value; far cheaper than a pattern per child |
//! | `@decorator` | a decorator, annotation or attribute; belongs to the next definition |
//! | `@doc` | a doc string inside its definition |
//! | `@comment` | a comment; a block of them right above a definition is its doc |
//! | `@bind` with `@bind.value`, `@bind.element` or `@bind.type` | a local or attribute and what it is bound to, an element of, or declared as |
//! | `@parameter` with optional `@bind.type` | a parameter |
//! | `@return` | a returned expression, for functions that declare no type |
//! | `@closure` | a function without a name: what it returns is not what the definition around it returns |
//! | `@each` with `@closure` | what is called and the function handed to it: of `list.map(x => …)`, `x` is an element |
//! | `@import` | handed to the language's `imports` function |
//! | `@literal` | a string literal |
//! | `@expand` | handed to the function of [`Reader::Expanding`] |
//! | `@_anything` | for predicates only |

mod asciidoc;
mod bash;
mod c;
#[cfg(feature = "rare-languages")]
mod clojure;
mod cpp;
mod csharp;
mod css;
#[cfg(feature = "rare-languages")]
mod dart;
mod dockerfile;
#[cfg(feature = "rare-languages")]
mod elixir;
mod embedded;
#[cfg(feature = "rare-languages")]
mod erlang;
mod go;
mod gomod;
mod graphql;
#[cfg(feature = "rare-languages")]
mod groovy;
#[cfg(feature = "rare-languages")]
mod haskell;
mod hcl;
mod html;
mod java;
mod javascript;
mod json;
#[cfg(feature = "rare-languages")]
mod julia;
mod keys;
mod kotlin;
mod library;
pub mod locale;
#[cfg(feature = "rare-languages")]
mod lua;
mod make;
mod markdown;
mod modifiers;
mod names;
#[cfg(feature = "rare-languages")]
mod objective_c;
#[cfg(feature = "rare-languages")]
mod ocaml;
mod php;
mod proto;
mod python;
#[cfg(feature = "rare-languages")]
mod r;
mod restructuredtext;
mod ruby;
mod rust;
mod scala;
mod sections;
mod site;
mod sql;
mod swift;
mod text;
mod toml;
mod typescript;
pub mod unparsed;
mod yaml;
#[cfg(feature = "rare-languages")]
mod zig;

use crate::frameworks;
use crate::traits::{Flags, Kind, Visibility};
use tree_sitter::Node;
use tree_sitter_language::LanguageFn;

pub use crate::driver::{Draft, ImportSink, Role, Source};
pub use crate::frameworks::Yield;
pub use embedded::Embedded;
pub use library::LibraryMembers;
pub use names::{ImportSystem, NameRules, Package};
pub use site::{Part, Site};

/// Every language that has a grammar or a reader of its own, in the order in which detection
/// prefers them. Those without one are in [`unparsed`].
pub static ALL: &[&Language] = &[
    &python::PYTHON,
    &java::JAVA,
    &csharp::CSHARP,
    &kotlin::KOTLIN,
    &scala::SCALA,
    &swift::SWIFT,
    &rust::RUST,
    &go::GO,
    &c::C,
    &cpp::CPP,
    &javascript::JAVASCRIPT,
    &typescript::TYPESCRIPT,
    &typescript::TSX,
    &php::PHP,
    &ruby::RUBY,
    &bash::BASH,
    #[cfg(feature = "rare-languages")]
    &elixir::ELIXIR,
    #[cfg(feature = "rare-languages")]
    &lua::LUA,
    #[cfg(feature = "rare-languages")]
    &haskell::HASKELL,
    #[cfg(feature = "rare-languages")]
    &zig::ZIG,
    #[cfg(feature = "rare-languages")]
    &dart::DART,
    #[cfg(feature = "rare-languages")]
    &objective_c::OBJECTIVE_C,
    #[cfg(feature = "rare-languages")]
    &r::R,
    #[cfg(feature = "rare-languages")]
    &julia::JULIA,
    #[cfg(feature = "rare-languages")]
    &ocaml::OCAML,
    #[cfg(feature = "rare-languages")]
    &clojure::CLOJURE,
    #[cfg(feature = "rare-languages")]
    &erlang::ERLANG,
    #[cfg(feature = "rare-languages")]
    &groovy::GROOVY,
    &proto::PROTOBUF,
    &graphql::GRAPHQL,
    &hcl::HCL,
    &sql::SQL,
    &make::MAKE,
    &dockerfile::DOCKERFILE,
    &css::CSS,
    &css::SCSS,
    &embedded::VUE,
    &embedded::SVELTE,
    &embedded::GLIMMER,
    &embedded::ERB,
    &embedded::HAML,
    &embedded::SLIM,
    &embedded::BLADE,
    &embedded::EJS,
    &html::HTML,
    &html::JINJA,
    &locale::LOCALE,
    &toml::TOML,
    &yaml::YAML,
    &json::JSON,
    &gomod::GOMOD,
    &markdown::MARKDOWN,
    &restructuredtext::RESTRUCTUREDTEXT,
    &asciidoc::ASCIIDOC,
    &text::TEXT,
];

/// One language: how its files are recognised and how they are read.
pub struct Language {
    /// The name in output: lower case, as people write it in a search.
    pub name: &'static str,
    /// File name endings, without the dot.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub file_names: &'static [&'static str],
    /// Interpreters in a `#!` line.
    pub interpreters: &'static [&'static str],
    /// How its names are resolved.
    pub names: &'static NameRules,
    /// How nested names are written.
    pub spelling: Spelling,
    /// How files are read.
    pub reader: Reader,
}

/// How a language writes a name inside another.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// Between a namespace or type and a type in it.
    pub nested: &'static str,
    /// Between a type and a member of its instances.
    pub member: &'static str,
    /// Between a type and a member of the type itself.
    pub static_member: &'static str,
}

impl Spelling {
    /// `A.b` everywhere.
    pub const DOTS: Spelling = Spelling { nested: ".", member: ".", static_member: "." };
    /// `A::b` everywhere.
    pub const COLONS: Spelling = Spelling { nested: "::", member: "::", static_member: "::" };
}

/// How files of a language are read.
pub enum Reader {
    /// By a grammar and a query.
    Grammar(&'static Grammar),
    /// By a grammar, a query and a function for what only names decide, such as
    /// macros that are calls by grammar.
    Expanding(&'static Grammar, Expand),
    /// By a grammar and a function over the tree that reports keys.
    Tree(LanguageFn, fn(Node<'_>, &str, &mut dyn FnMut(Outline))),
    /// By a function over the text that reports keys.
    Outline(fn(&str, &mut dyn FnMut(Outline))),
    /// By a function over the text that reports sections; the code they mention is found by itself.
    Prose(fn(&str, &mut dyn FnMut(Outline))),
    /// By a function that blanks out all but the code of another language.
    Embedded(fn(&str) -> Embedded),
    /// By a function over the text that reports the keys of a translation with their texts.
    Locale(fn(&str, &mut dyn FnMut(Outline))),
    /// By a function over the text of a language without a grammar, which reports what looks like
    /// a definition.
    Text(fn(&str, &mut dyn FnMut(Outline))),
}

/// Reports, for a node captured as `@expand`, what a query would have captured:
/// one list of roles and nodes for each match. Cheaper than predicates, and
/// than patterns on kinds that a grammar has many states for.
pub type Expand = for<'t> fn(Node<'t>, &Source<'t>, &mut dyn FnMut(&[(Role, Node<'t>)]));

impl Reader {
    /// The grammar with its query, where there is one.
    pub(crate) fn grammar(&self) -> Option<(&'static Grammar, Option<Expand>)> {
        match self {
            Reader::Grammar(grammar) => Some((grammar, None)),
            Reader::Expanding(grammar, expand) => Some((grammar, Some(*expand))),
            _ => None,
        }
    }
}

/// One section of prose, or one key.
pub struct Outline {
    /// [`Kind::Section`], [`Kind::Key`] …
    pub kind: Kind,
    /// Its heading or key.
    pub name: String,
    /// How deep it is nested, from 1; a deeper one belongs to the last shallower one.
    pub depth: u32,
    /// First byte.
    pub start: usize,
    /// Byte after its heading.
    pub body: usize,
    /// Byte after the last; at the latest it ends where the next one of the
    /// same or lower depth starts.
    pub end: usize,
    /// A one-line rendering, or empty for the name.
    pub signature: String,
    /// The value of a key; empty for a section, whose first paragraph is taken.
    pub doc: String,
}

/// Rules of a language beyond its grammar.
pub struct Grammar {
    /// The parser.
    pub language: LanguageFn,
    /// The text of the language's query file.
    pub query: &'static str,
    /// The meaning of node kinds of expressions, for receiver chains.
    pub shapes: &'static [(&'static str, Shape)],
    /// The meaning of node kinds in and around calls, for call sites.
    pub sites: &'static [(&'static str, Site)],
    /// Names that are constructors when they are members of a type.
    pub constructors: &'static [&'static str],
    /// Reads one `@import` node.
    pub imports: fn(Node<'_>, &Source<'_>, &mut ImportSink<'_>),
    /// Decides visibility, test markers and other flags of one definition.
    pub refine: fn(&mut Draft<'_>),
    /// The text as the parser gets it: as long as the file's, without what the grammar cannot read.
    pub prepare: Option<for<'t> fn(&'t str) -> std::borrow::Cow<'t, str>>,
    /// How types are read where they are written, and where they are not.
    pub typing: &'static Typing,
}

/// How the types of a language are read.
pub struct Typing {
    /// A written type as a chain; see [`crate::types`].
    pub written: fn(&str) -> String,
    /// The chain of what a name is bound to that has neither a written type nor a value, from where
    /// it stands: a parameter of a function that is passed on, a part of what is taken apart.
    pub context: Option<fn(Node<'_>, &Source<'_>) -> Option<String>>,
    /// The type of one parameter of a signature as a chain, where the text of signatures has types.
    pub parameter: Option<fn(&str) -> String>,
}

impl Typing {
    /// One name of each written type, and nothing where none is written.
    pub const NAMES: Typing = Typing { written: crate::types::principal, context: None, parameter: None };
}

/// The meaning of a node kind inside an expression.
#[derive(Clone, Copy)]
pub enum Shape {
    /// A plain name: its own text.
    Name,
    /// The current instance (`self`, `this`).
    This,
    /// The superclass's view of the current instance.
    Super,
    /// `object.name`, by field names.
    Member(&'static str, &'static str),
    /// `object.name` in grammars without fields: the object is the first child,
    /// the name the last one or what that ends in (`(navigation_suffix (name))`).
    Suffix,
    /// A call, by the field of what is called.
    Call(&'static str),
    /// A call whose node holds receiver and name as fields; the receiver may be absent.
    MethodCall(&'static str, &'static str),
    /// The same, where a method of this name makes an instance of a capitalised receiver
    /// (`Foo.new`); the name is taken as written, with `?` and `!`.
    SendOrNew(&'static str, &'static str, &'static str),
    /// A name as a value (`:name`): read as the name, of a built-in type in a chain.
    Symbol,
    /// An instantiation, by the field of the type.
    New(&'static str),
    /// An element of a collection, by the field of the collection.
    Index(&'static str),
    /// Equivalent to its first named child (parentheses, `await`, `&x`).
    Inner,
    /// Equivalent to the child in this field (casts, conversions).
    Field(&'static str),
    /// A path written with separators (`a::b::c`, `a.b.c`, `A\B`), taken as text.
    Path,
    /// A value of a built-in type.
    Literal,
    /// Anything else: a function that gives the chain.
    Custom(fn(Node<'_>, &Source<'_>) -> Option<String>),
}

impl Shape {
    /// The fields it names.
    pub(crate) fn fields(self) -> [Option<&'static str>; 2] {
        match self {
            Shape::Member(object, name)
            | Shape::MethodCall(object, name)
            | Shape::SendOrNew(object, name, _) => [Some(object), Some(name)],
            Shape::Call(name) | Shape::New(name) | Shape::Index(name) | Shape::Field(name) => {
                [Some(name), None]
            }
            Shape::Name
            | Shape::This
            | Shape::Super
            | Shape::Suffix
            | Shape::Symbol
            | Shape::Inner
            | Shape::Path
            | Shape::Literal
            | Shape::Custom(_) => [None, None],
        }
    }
}

/// Whether `head` (the text before a name) has `word` as a whole word.
pub(crate) fn has_word(head: &str, word: &str) -> bool {
    head.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// Visibility by the usual keywords; `default` where none is written.
pub(crate) fn keyword_visibility(head: &str, default: Visibility) -> Visibility {
    for part in head.split(|c: char| !c.is_alphanumeric() && c != '_') {
        match part {
            "public" | "open" | "export" | "pub" => return Visibility::Public,
            "protected" => return Visibility::Protected,
            "private" | "fileprivate" => return Visibility::Private,
            "internal" => return Visibility::Internal,
            _ => {}
        }
    }
    default
}

/// Sets the flags that the same words mean in most curly-brace languages.
pub(crate) fn keyword_flags(draft: &mut Draft<'_>) {
    if has_word(draft.head, "static") {
        draft.flags |= Flags::STATIC;
    }
    if has_word(draft.head, "abstract") {
        draft.flags |= Flags::ABSTRACT;
    }
    if has_word(draft.head, "get") {
        draft.flags |= Flags::PROPERTY;
    }
}

impl Language {
    /// Whether there is a grammar or a reader for it. Without one, its files are read as text.
    pub fn is_parsed(&self) -> bool {
        !matches!(self.reader, Reader::Text(_))
    }

    /// What a member that frameworks give to types and collections of their objects gives: a
    /// collection of the same objects or one of them.
    pub fn yields(&self, name: &str) -> Option<Yield> {
        crate::frameworks::yields(self.name, name)
    }

    /// The type of one parameter of a signature as a chain; empty if it is not known.
    pub fn parameter_type(&self, parameter: &str) -> String {
        let read = self.reader.grammar().and_then(|(grammar, _)| grammar.typing.parameter);
        read.map_or(String::new(), |read| read(parameter))
    }

    /// A written type as a chain; empty where it has no name that matters.
    pub fn written_type(&self, text: &str) -> String {
        self.reader.grammar().map_or(String::new(), |(grammar, _)| (grammar.typing.written)(text))
    }

    /// Whether a member with this name is as likely one of a built-in type, or of an instance that
    /// a framework makes, as one of the repository.
    pub fn is_common_member(&self, name: &str) -> bool {
        self.names.library.is_some_and(|library| library.contains(name))
            || self.names.builtin_members.contains(&name)
            || frameworks::is_member(self.name, name)
    }
}

/// Every language, those without a grammar behind the others.
pub fn all() -> impl Iterator<Item = &'static Language> {
    ALL.iter().copied().chain(unparsed::UNPARSED).chain([&unparsed::UNKNOWN])
}

/// The language with this name.
pub fn by_name(name: &str) -> Option<&'static Language> {
    all().find(|language| language.name == name)
}

/// Usual names of languages that are neither their own name nor an ending of their files.
const ALIASES: &[(&str, &str)] =
    &[("c#", "csharp"), ("golang", "go"), ("shell", "bash"), ("node", "javascript")];

/// Languages that a search for another one includes.
const INCLUDED: &[(&str, &str)] = &[("typescript", "tsx")];

/// The languages that a user means by a name, an alias or a file name ending, in lower case.
pub fn by_user_name(word: &str) -> Vec<&'static Language> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, name)| *name);
    let by_ending = || match crate::detect(&format!("x.{name}"), b"") {
        crate::DetectedLanguage::Known(language) => Some(language),
        _ => None,
    };
    let Some(language) = by_name(name).or_else(by_ending) else { return Vec::new() };
    let included =
        INCLUDED.iter().filter(|(name, _)| *name == language.name).filter_map(|(_, name)| by_name(name));
    std::iter::once(language).chain(included).collect()
}
