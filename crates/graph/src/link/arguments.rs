//! How well the arguments of a call fit the parameters of a function.
//!
//! Types of the repository are compared by their bases, all others by their names: numbers by
//! their width, texts, and by custom a type whose name ends with another's (`StringReader` is a
//! `Reader`).

use super::eval::{Member, Name, Place, ResolutionContext, Value};
use super::overloads::CallArguments;
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::{Argument, ArgumentKind, Kind, hash_name};

/// An argument that does not fit counts more than all that do.
const WRONG: i32 = -100;
const UNKNOWN: i32 = 0;
/// A parameter that takes everything.
const ANY: i32 = 1;
const NEAR: i32 = 8;
const SAME: i32 = 12;

/// The type of an argument, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgumentValue<'a> {
    Unknown,
    /// A value of a type of the repository; the flag is set for arrays and collections of it.
    Own(SymbolId, bool),
    /// A value of a built-in type or of one outside of the repository.
    Named(TypeName<'a>),
    Null,
    /// A lambda or the name of a function.
    Function,
}

/// A type by its last name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TypeName<'a> {
    name: &'a str,
    /// An array or collection of it.
    many: bool,
}

impl<'a> TypeName<'a> {
    /// Reads a chain: `java.util.Map`, `char[]`.
    fn of_chain(chain: &'a str) -> TypeName<'a> {
        let plain = chain.trim_end_matches("[]");
        let name = plain.rsplit('.').next().unwrap_or(plain);
        TypeName { name, many: plain.len() < chain.len() || is_collection(name) }
    }

    /// Reads a written parameter: `final Map<K, V> map`, `const Slice& key`, `a: string[]`.
    fn of_parameter(written: &'a str) -> TypeName<'a> {
        let written = written.split('=').next().unwrap_or(written).trim();
        let typed = written.split_once(": ").map_or(written, |(_, after)| after.trim());
        let name = first_type(typed);
        let many = typed.contains("[]") || typed.ends_with(']') || is_collection(name);
        // Behind `List<` the element counts, as it does in the type of a local.
        let element = many.then(|| element_of(typed, name)).flatten();
        let pointer = name == "char" && typed.contains('*');
        TypeName { name: element.unwrap_or(if pointer { "char*" } else { name }), many }
    }
}

/// The first word of a written type that names a type.
fn first_type(typed: &str) -> &str {
    let mut words =
        typed.split([' ', '&', '*']).filter(|word| !word.is_empty() && !word.starts_with(['@', '\'']));
    let is_modifier = |word: &str| {
        matches!(
            word,
            "final"
                | "const"
                | "in"
                | "ref"
                | "out"
                | "params"
                | "struct"
                | "signed"
                | "vararg"
                | "mut"
                | "dyn"
        )
    };
    let Some(first) = words.find(|word| !is_modifier(word)) else { return "" };
    let first = match (first, words.next()) {
        ("unsigned", Some("long" | "char" | "short")) => "ulong",
        ("long", Some("double")) => "double",
        _ => first,
    };
    word(first.split('<').next().unwrap_or(first))
}

fn word(text: &str) -> &str {
    let text = text.trim_end_matches(['.', '[', ']']);
    let text = text.rsplit("::").next().unwrap_or(text);
    let text = text.rsplit('.').next().unwrap_or(text);
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

/// `Order` of `List<? extends Order>`.
fn element_of<'a>(typed: &'a str, name: &str) -> Option<&'a str> {
    let (_, inner) = typed.split_once('<').filter(|_| is_collection(name))?;
    let inner = inner.split([',', '>', '<']).next().unwrap_or(inner).trim();
    let inner = inner.trim_start_matches("? extends ").trim_start_matches("? super ");
    Some(word(inner)).filter(|word| !word.is_empty())
}

fn is_collection(name: &str) -> bool {
    matches!(
        name,
        "List"
            | "Collection"
            | "Iterable"
            | "Iterator"
            | "Set"
            | "ArrayList"
            | "LinkedList"
            | "HashSet"
            | "LinkedHashSet"
            | "TreeSet"
            | "Queue"
            | "Deque"
            | "Stream"
            | "vector"
            | "IEnumerable"
            | "IList"
            | "ICollection"
            | "MutableList"
            | "Sequence"
            | "Seq"
            | "Array"
    )
}

/// Numbers by their width; the flag is set for objects that hold one.
fn number(name: &str) -> Option<(i32, bool)> {
    Some(match name {
        "byte" | "int8_t" | "uint8_t" | "sbyte" | "u8" | "i8" => (0, false),
        "Byte" => (0, true),
        "short" | "int16_t" | "uint16_t" | "u16" | "i16" => (1, false),
        "Short" => (1, true),
        "int" | "int32_t" | "Int" | "i32" => (3, false),
        "Integer" => (3, true),
        "unsigned" | "uint32_t" | "uint" | "UInt" | "u32" => (4, false),
        "long" | "int64_t" | "ssize_t" | "ptrdiff_t" | "i64" | "isize" => (5, false),
        "Long" => (5, true),
        "ulong" | "uint64_t" | "size_t" | "u64" | "usize" => (6, false),
        "float" | "f32" => (7, false),
        "Float" => (7, true),
        "double" | "decimal" | "f64" => (8, false),
        "Double" => (8, true),
        _ => return None,
    })
}

fn is_text(name: &str) -> bool {
    matches!(name, "String" | "string" | "str" | "char*" | "string_view" | "CharSequence" | "StringPiece")
}

fn is_character(name: &str) -> bool {
    matches!(name, "char" | "Character" | "wchar_t" | "Char")
}

fn is_truth(name: &str) -> bool {
    matches!(name, "boolean" | "bool" | "Boolean" | "Bool")
}

fn is_simple(name: &str) -> bool {
    number(name).is_some() || is_text(name) || is_character(name) || is_truth(name)
}

/// Whether null cannot be a value of a type.
fn is_primitive(name: &str) -> bool {
    number(name).is_some_and(|(_, boxed)| !boxed) || matches!(name, "char" | "boolean" | "bool")
}

/// Whether a parameter takes any value: `Object`, a type parameter.
fn is_any(name: &str) -> bool {
    matches!(name, "Object" | "object" | "any" | "Any" | "auto") || name.len() == 1
}

/// How well a value of a type fits a parameter of another, by their names alone.
fn fits_name(given: &str, wanted: &str) -> i32 {
    if given == wanted {
        return SAME;
    }
    if is_any(wanted) {
        return ANY;
    }
    if let (Some((from, from_boxed)), Some((to, to_boxed))) = (number(given), number(wanted)) {
        return match (from_boxed, to_boxed) {
            // The narrowest that is wide enough.
            (_, false) if from <= to => SAME - 1 - (to - from) - i32::from(from_boxed),
            (false, true) if from == to => ANY + 2,
            _ => WRONG,
        };
    }
    match wanted {
        "Number" if number(given).is_some() => return ANY + 1,
        "Comparable" | "Serializable" if is_simple(given) => return ANY + 1,
        _ => {}
    }
    if is_text(given) && is_text(wanted) || is_truth(given) && is_truth(wanted) {
        return NEAR;
    }
    if is_character(given) && is_character(wanted) {
        return NEAR;
    }
    // A character is a number too; a local `char` of C++ may be a text, whose pointer is not known.
    if is_character(given) && number(wanted).is_some_and(|(width, boxed)| width >= 3 && !boxed) {
        return ANY + 1;
    }
    if given == "char" && is_text(wanted) {
        return ANY + 1 + i32::from(wanted == "char*");
    }
    if is_simple(given) || is_simple(wanted) {
        return WRONG;
    }
    if given.ends_with(wanted) { NEAR } else { UNKNOWN }
}

impl<'a> ResolutionContext<'_, 'a> {
    /// The arguments of a call, as far as they are known.
    pub(crate) fn given(&self, call: &CallArguments<'a>) -> Vec<ArgumentValue<'a>> {
        call.each().map(|argument| self.given_argument(*argument, call.place)).collect()
    }

    fn given_argument(&self, argument: Argument, place: Place) -> ArgumentValue<'a> {
        let facts = self.tables.files[place.file.index()].facts;
        let text = facts.text(argument.text());
        let named = |name| ArgumentValue::Named(TypeName { name, many: false });
        match argument.kind() {
            // A text of C++ becomes an object only by conversion.
            ArgumentKind::Text if self.tables.rules(place.file).converts => named("char*"),
            ArgumentKind::Text | ArgumentKind::Template => named("String"),
            ArgumentKind::Number => named(literal(text)),
            ArgumentKind::Constant => match text {
                "true" | "false" => named("boolean"),
                "null" | "nullptr" | "NULL" | "nil" => ArgumentValue::Null,
                _ if text.ends_with(".class") => named("Class"),
                _ => ArgumentValue::Unknown,
            },
            ArgumentKind::Block => ArgumentValue::Function,
            ArgumentKind::Name if matches!(text, "NULL" | "nullptr") => ArgumentValue::Null,
            ArgumentKind::Name => self.given_chain(text, place),
            _ => ArgumentValue::Unknown,
        }
    }

    fn given_chain(&self, text: &'a str, place: Place) -> ArgumentValue<'a> {
        match self.chain(place, text, ResolutionContext::steps()) {
            Value::Instance(of) => return ArgumentValue::Own(of, false),
            Value::Collection(of) => return ArgumentValue::Own(of, true),
            Value::Function(_) => return ArgumentValue::Function,
            _ => {}
        }
        if let Some(written) = self.written_type(place, text) {
            return ArgumentValue::Named(TypeName::of_chain(written));
        }
        match made_type(text) {
            Some(name) => ArgumentValue::Named(TypeName::of_chain(name)),
            None => ArgumentValue::Unknown,
        }
    }

    /// How well arguments fit the parameters of a function; larger is better.
    pub(crate) fn score(
        &self,
        function: SymbolId,
        parameters: &Parameters<'_>,
        given: &[ArgumentValue<'a>],
    ) -> i32 {
        let mut score = 0;
        for (index, given) in given.iter().enumerate() {
            let Some(written) = parameters.written.get(index).or(parameters.written.last()) else { continue };
            score += self.fits(function, written, *given);
        }
        // Fewer parameters before a variable number of them.
        score * 2 - i32::from(parameters.most.is_none())
    }

    fn fits(&self, function: SymbolId, written: &str, given: ArgumentValue<'a>) -> i32 {
        let tables = self.tables;
        let wanted = TypeName::of_parameter(written);
        // A variable number of arguments takes elements or one array of them.
        let is_rest = written.contains("...");
        let many_fits = |many: bool| many == wanted.many || is_rest;
        let file = tables.file_of(function);
        let own = || {
            let scope = function - tables.file_symbol(file);
            let place = Place { file, scope, line: tables.definition(function).line };
            self.type_named(place, wanted.name, 3)
        };
        match given {
            // `log(format, ...)` beside `log(format, va_list)`.
            _ if wanted.name == "va_list" => {
                let is_list = matches!(given, ArgumentValue::Named(TypeName { name: "va_list", .. }));
                if is_list { SAME } else { WRONG }
            }
            ArgumentValue::Unknown => UNKNOWN,
            ArgumentValue::Null if is_primitive(wanted.name) && !wanted.many => WRONG,
            ArgumentValue::Null if is_any(wanted.name) => ANY,
            ArgumentValue::Null => ANY + 1,
            ArgumentValue::Function if wanted.many || is_simple(wanted.name) => WRONG,
            ArgumentValue::Function if is_any(wanted.name) => UNKNOWN,
            ArgumentValue::Function => match own().map(|of| tables.definition(of).kind()) {
                Some(Kind::Interface | Kind::Trait | Kind::Type) | None => NEAR,
                Some(_) => WRONG,
            },
            ArgumentValue::Own(_, many) | ArgumentValue::Named(TypeName { many, .. })
                if is_any(wanted.name) =>
            {
                if many && !wanted.many || many_fits(many) {
                    ANY
                } else {
                    WRONG
                }
            }
            ArgumentValue::Own(of, many) => match own() {
                _ if !many_fits(many) => WRONG,
                Some(wanted) if wanted == of => SAME,
                Some(wanted) if self.bases.is_below(tables, of, wanted) => NEAR,
                None if !is_simple(wanted.name) && self.bases.is_open(of) => UNKNOWN,
                // A constructor with one parameter, or an operator, converts in C++.
                _ if tables.rules(file).converts => UNKNOWN,
                _ => WRONG,
            },
            ArgumentValue::Named(name) if !many_fits(name.many) => {
                // The pointer of a local is not known in C++, where it may be an array.
                if tables.rules(file).converts { UNKNOWN } else { WRONG }
            }
            ArgumentValue::Named(name) => match fits_name(name.name, wanted.name) {
                UNKNOWN | WRONG if !is_simple(wanted.name) && own().is_some() => {
                    if tables.rules(file).converts { UNKNOWN } else { WRONG }
                }
                WRONG if tables.rules(file).converts && number(name.name).is_some() => UNKNOWN,
                fit => fit,
            },
        }
    }

    /// The type that is written for the last name of a chain, as a chain.
    fn written_type(&self, place: Place, chain: &'a str) -> Option<&'a str> {
        let tables = self.tables;
        let plain = chain.trim_end_matches("()");
        let called = plain.len() < chain.len();
        let library = || {
            let name = plain.rsplit('.').next().unwrap_or(plain);
            tables.rules(place.file).library.filter(|_| called)?.result(name)
        };
        let found = match plain.rsplit_once('.') {
            None if !called => {
                if let Some(written) = self.written_binding(place, hash_name(plain)) {
                    return Some(written).filter(|written| !written.is_empty());
                }
                self.name(place, hash_name(plain), ResolutionContext::steps())
            }
            None => self.called_name(hash_name(plain), &CallArguments::unknown(place)),
            Some((receiver, name)) => {
                let value = self.chain(place, receiver, ResolutionContext::steps());
                match self.called_member(value, hash_name(name), &CallArguments::unknown(place)) {
                    Member::Found(found) => Name::Thing(found),
                    _ => return library(),
                }
            }
        };
        let Name::Thing(found) = found else { return library() };
        let definition = tables.is_symbol(found).then(|| tables.definition(found))?;
        tables.note_symbol(found);
        let facts = tables.files[tables.file_of(found).index()].facts;
        Some(facts.text(definition.value_type)).filter(|text| !text.is_empty() && !text.starts_with('='))
    }
}

/// The type of a number as it is written.
fn literal(text: &str) -> &'static str {
    let hex = text.starts_with("0x") || text.starts_with("0X");
    match text.bytes().last().map(|byte| byte.to_ascii_lowercase()) {
        Some(b'\'') => "char",
        Some(b'f') if !hex => "float",
        Some(b'l') if text.to_ascii_lowercase().contains('u') => "ulong",
        Some(b'l') => "long",
        Some(b'u') => "unsigned",
        _ if !hex && text.contains(['.', 'e', 'E']) => "double",
        _ => "int",
    }
}

/// The type that a chain makes by custom: `StringReader()`, `(int) x` which is `int()`,
/// `Integer.valueOf()`, `Double.NaN`.
fn made_type(text: &str) -> Option<&str> {
    let is_type = |name: &str| name.starts_with(char::is_uppercase) || is_simple(name);
    if let Some(made) = text.strip_suffix("()") {
        if let Some((of, "valueOf" | "of" | "copyOf")) = made.rsplit_once('.') {
            return Some(of).filter(|of| is_type(of) && !of.contains(['(', '[']));
        }
        let last = made.rsplit('.').next().unwrap_or(made);
        return Some(made).filter(|made| !made.contains('(') && is_type(last.trim_end_matches("[]")));
    }
    let (of, constant) = text.rsplit_once('.')?;
    let is_constant =
        constant.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') || constant == "NaN";
    Some(of).filter(|of| is_constant && number(of).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_type_of_a_parameter_is_one_name_and_whether_it_is_many() {
        for (written, name, many) in [
            ("final Map<K, V> map", "Map", false),
            ("const Slice& key", "Slice", false),
            ("const std::string& text", "string", false),
            ("a: string[]", "string", true),
            ("@Nullable String name", "String", false),
            ("int... rest", "int", false),
            ("List<? extends Order> all", "Order", true),
            ("char[] text", "char", true),
            ("const char* text", "char*", false),
            ("unsigned value", "unsigned", false),
            ("text: &'a mut str", "str", false),
        ] {
            assert_eq!(TypeName::of_parameter(written), TypeName { name, many }, "{written}");
        }
    }

    #[test]
    fn the_narrowest_number_that_is_wide_enough_fits_best() {
        let order = ["int", "long", "double", "Integer", "Number", "Object"];
        let fits: Vec<i32> = order.iter().map(|wanted| fits_name("int", wanted)).collect();
        assert!(fits.is_sorted_by(|one, other| one > other), "{fits:?}");
        assert_eq!(fits_name("long", "int"), WRONG);
        assert_eq!(fits_name("char", "String"), ANY + 1);
        assert_eq!(fits_name("String", "int"), WRONG);
        assert_eq!(fits_name("StringReader", "Reader"), NEAR);
    }

    #[test]
    fn a_chain_that_makes_a_value_names_its_type() {
        for (chain, expected) in [
            ("java.io.StringReader()", Some("java.io.StringReader")),
            ("int()", Some("int")),
            ("Integer.valueOf()", Some("Integer")),
            ("Double.NaN", Some("Double")),
            ("load()", None),
            ("a.b", None),
        ] {
            assert_eq!(made_type(chain), expected);
        }
    }
}
