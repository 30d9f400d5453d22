//! The owner and the visibility of a C++ definition.

use crate::driver::Draft;
use crate::frameworks::{Role as Word, Vocabulary};
use crate::languages::has_word;
use crate::traits::{Flags, Kind, Visibility};
use std::sync::LazyLock;
use tree_sitter::Node;

/// Words of frameworks.
static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary::of("cpp"));

pub(super) fn refine(draft: &mut Draft<'_>) {
    match draft.kind {
        Kind::Test => draft.flags |= Flags::TEST,
        Kind::Module | Kind::Macro | Kind::Constant => {}
        _ if defines_nothing(draft) => draft.name.clear(),
        _ => {
            place(draft);
            flag(draft);
            draft.visibility = visibility(draft);
        }
    }
}

fn is_declaration(node: Node<'_>) -> bool {
    matches!(node.kind(), "declaration" | "field_declaration")
}

/// Test macros, friends, locals, and what the grammar took for a function.
fn defines_nothing(draft: &Draft<'_>) -> bool {
    let node = draft.node;
    let bare = draft.kind == Kind::Function || draft.kind == Kind::Method;
    bare && node.child_by_field_name("declarator").is_some_and(|declarator| declarator.kind() == "identifier")
        || draft.kind == Kind::Class && node.kind() == "function_definition" && draft.head.contains(':')
        || bare && is_declaration(node) && is_annotation(draft)
        || [Word::FixtureTestMacro, Word::TestMacro].iter().any(|role| WORDS.has(*role, &draft.name))
        || is_declaration(node)
            && (draft.parent.is_callable()
                || node.parent().is_some_and(|parent| parent.kind() == "friend_declaration"))
}

/// `GUARDED_BY(mutex)` behind a member reads like a member of its own.
fn is_annotation(draft: &Draft<'_>) -> bool {
    let shouted = draft.name.contains('_')
        && draft.name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_');
    shouted && (draft.node.has_error() || draft.node.child_by_field_name("type").is_none())
}

/// Settles owner, name and kind.
fn place(draft: &mut Draft<'_>) {
    let (owner, name) = split(&draft.name);
    draft.name = name;
    draft.kind = match draft.kind {
        Kind::Function if !owner.is_empty() => Kind::Method,
        Kind::Variable if !owner.is_empty() || draft.parent.is_type() => Kind::Field,
        Kind::Variable if crate::languages::c::is_constant(draft.head) => Kind::Constant,
        kind => kind,
    };
    if draft.kind == Kind::Method {
        let named_as_class = owner.last() == Some(&draft.name);
        let untyped = draft.node.child_by_field_name("type").is_none()
            && !draft.name.starts_with('~')
            && !draft.name.starts_with("operator");
        if named_as_class || owner.is_empty() && untyped {
            draft.kind = Kind::Constructor;
        }
    }
    if !owner.is_empty() {
        draft.owner = owner.join(".");
    }
}

fn flag(draft: &mut Draft<'_>) {
    if draft.parent.is_type() && has_word(draft.head, "static") {
        draft.flags |= Flags::STATIC;
    }
    if !is_declaration(draft.node) {
        return;
    }
    if draft.kind.is_callable() {
        let pure = draft.node.child_by_field_name("default_value").is_some();
        draft.flags |= if pure { Flags::ABSTRACT } else { Flags::DECLARATION };
    } else if has_word(draft.head, "extern") {
        draft.flags |= Flags::DECLARATION;
    }
}

fn visibility(draft: &Draft<'_>) -> Visibility {
    let mut item = draft.node;
    for _ in 0..4 {
        let Some(list) = item.parent() else { break };
        match list.kind() {
            "field_declaration_list" => return section(list, item),
            "declaration_list" => {
                let unnamed = list.parent().is_some_and(|space| {
                    space.kind() == "namespace_definition" && space.child_by_field_name("name").is_none()
                });
                if unnamed {
                    return Visibility::Private;
                }
                break;
            }
            _ => item = list,
        }
    }
    let hidden = draft.parent == Kind::File || draft.parent == Kind::Module;
    if hidden && draft.owner.is_empty() && has_word(draft.head, "static") {
        Visibility::Private
    } else {
        Visibility::Public
    }
}

/// The last `public:`, `protected:` or `private:` before a member.
fn section(list: Node<'_>, item: Node<'_>) -> Visibility {
    let class = list.parent().is_some_and(|owner| owner.kind() == "class_specifier");
    let mut found = if class { Visibility::Private } else { Visibility::Public };
    for child in list.named_children(&mut list.walk()) {
        if child.start_byte() >= item.start_byte() {
            break;
        }
        if child.kind() == "access_specifier" {
            found = match child.child(0).map_or("", |word| word.kind()) {
                "private" => Visibility::Private,
                "protected" => Visibility::Protected,
                _ => Visibility::Public,
            };
        }
    }
    found
}

/// `ns::Foo<T>::bar` into `[ns, Foo]` and `bar`.
fn split(text: &str) -> (Vec<String>, String) {
    let (mut owner, mut segment, mut depth) = (Vec::new(), String::new(), 0usize);
    for (at, c) in text.char_indices() {
        if depth == 0
            && segment.is_empty()
            && let Some(symbol) = text[at..].strip_prefix("operator")
            && !symbol.starts_with(|c: char| c == '_' || c.is_alphanumeric())
        {
            return (owner, operator(symbol.trim_start()));
        }
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            ':' if depth == 0 && !segment.is_empty() => owner.push(std::mem::take(&mut segment)),
            _ if depth == 0 && !c.is_whitespace() && c != ':' => segment.push(c),
            _ => {}
        }
    }
    (owner, segment)
}

/// `operator==`, `operator bool`, `operator()`.
fn operator(symbol: &str) -> String {
    let symbol = if symbol.starts_with('(') { "()" } else { symbol.split('(').next().unwrap_or("").trim() };
    let space = if symbol.starts_with(|c: char| c == '_' || c.is_alphabetic()) { " " } else { "" };
    format!("operator{space}{symbol}")
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_qualified_name_gives_owner_and_name() {
        for (text, owner, name) in [
            ("bar", "", "bar"),
            ("Foo::bar", "Foo", "bar"),
            ("ns::Foo<A, B::C>::bar", "ns.Foo", "bar"),
            ("::ns::bar", "ns", "bar"),
            ("Foo::~Foo", "Foo", "~Foo"),
            ("hash<Foo>", "", "hash"),
            ("Foo::operator<", "Foo", "operator<"),
            ("operator()", "", "operator()"),
            ("Foo::operator bool() const", "Foo", "operator bool"),
            ("operators", "", "operators"),
            ("operator_count", "", "operator_count"),
        ] {
            assert_eq!(
                split(text),
                (owner.split('.').filter(|s| !s.is_empty()).map(str::to_owned).collect(), name.to_owned()),
                "{text}"
            );
        }
    }
}
