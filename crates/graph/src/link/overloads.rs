//! Which of several functions of one name a call means.
//!
//! Languages differ: in some a type may have several methods of one name, which
//! differ by their parameters, and a field beside them; the arguments of the
//! call decide. Where no argument decides, the first definition counts.

use super::eval::{Member, Name, Place, Value, World};
use super::parameters::Parameters;
use crate::ids::SymbolId;
use fathom_syntax::{Argument, ArgumentKind, CallFlags, Kind, hash_name};

/// Functions of one name in one type that are compared.
const OVERLOADS: usize = 64;

/// The arguments of one call.
#[derive(Clone, Copy)]
pub(crate) struct CallArguments<'c> {
    pub(crate) place: Place,
    /// Arguments, elements of lists and maps among them; `None` if some were left out.
    given: Option<&'c [Argument]>,
}

impl<'c> CallArguments<'c> {
    /// The arguments of a reference that is a call.
    pub(crate) fn of(world: &World<'_, 'c>, place: Place, reference: u32) -> CallArguments<'c> {
        let facts = world.tables.files[place.file.index()].facts;
        let site = facts.call_of(reference).filter(|site| !site.flags.has(CallFlags::CUT));
        CallArguments { place, given: site.map(|site| facts.arguments_of(&site)) }
    }

    /// A call whose arguments are not known.
    pub(crate) fn unknown(place: Place) -> CallArguments<'c> {
        CallArguments { place, given: None }
    }

    fn each(&self) -> impl Iterator<Item = &'c Argument> + use<'c> {
        self.given.unwrap_or(&[]).iter().filter(|argument| argument.depth() == 0)
    }

    fn count(&self) -> Option<usize> {
        self.given.map(|_| self.each().count())
    }
}

/// How well an argument fits a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ArgumentFit {
    /// It is of another type.
    Wrong,
    /// The type of the argument or of the parameter is not known.
    Unknown,
    /// It is of a type below that of the parameter.
    Below,
    /// It is of that type.
    Same,
}

impl<'a> World<'_, 'a> {
    /// The member of a value that a call by a name means.
    pub(crate) fn called_member(&self, value: Value, name: u64, call: &CallArguments<'a>) -> Member {
        match value {
            Value::Instance(of) | Value::Type(of) => self.called_on(of, name, call),
            Value::Super(of) => {
                let find = |strict| {
                    self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, strict))
                };
                match find(true) {
                    found @ Member::Found(_) => found,
                    _ => match find(false) {
                        // Every type has a base, though it is not written: `Object`.
                        Member::Missing => Member::External,
                        other => other,
                    },
                }
            }
            _ => self.member(value, name),
        }
    }

    fn called_on(&self, of: SymbolId, name: u64, call: &CallArguments<'a>) -> Member {
        let of = self.tables.canonical(of);
        match self.overload(of, name, call, true) {
            Some(found) => Member::Found(found),
            None => self.called_above(of, name, call),
        }
    }

    /// A function of the types above that takes the arguments, else any function of this type or
    /// of those above.
    fn called_above(&self, of: SymbolId, name: u64, call: &CallArguments<'a>) -> Member {
        let fitting = self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, true));
        if let Member::Found(_) = fitting {
            return fitting;
        }
        let any = self.overload(of, name, call, false).map(Member::Found);
        any.unwrap_or_else(|| {
            self.bases.inherited_by(self.tables, of, |at| self.overload(at, name, call, false))
        })
    }

    /// What a bare name that is called means: members of the types around it that take the
    /// arguments, then what is in scope at the top of the file. Locals are passed over.
    pub(crate) fn called_name(&self, name: u64, call: &CallArguments<'a>) -> Name {
        let (tables, place) = (self.tables, call.place);
        let base = tables.file_symbol(place.file);
        let facts = tables.files[place.file.index()].facts;
        let mut scope = place.scope;
        let mut external = false;
        while scope != 0 {
            let symbol = base + scope;
            let definition = &facts.definitions[scope as usize];
            if definition.kind().is_type() {
                match self.called_on(symbol, name, call) {
                    Member::Found(found) => return Name::Thing(found),
                    Member::External => external = true,
                    Member::Missing | Member::Unknown => {}
                }
            } else if let Some(found) = self.overload(symbol, name, call, false) {
                // The body of an enum's constant, or a function in a function.
                return Name::Thing(found);
            }
            scope = definition.parent;
        }
        match self.file_level(place.file, name) {
            Name::Thing(found) if tables.is_symbol(found) => {
                let home = tables.canonical(tables.containers[found.index()]);
                let callable = self.overload(home, name, call, false);
                callable.map_or(Name::Thing(found), Name::Thing)
            }
            Name::Missing if external => Name::External,
            other => other,
        }
    }

    /// Of the functions of a container with this name, the one that fits a call best, if any takes
    /// so many arguments.
    pub(crate) fn beside(
        &self,
        container: SymbolId,
        name: u64,
        call: &CallArguments<'a>,
    ) -> Option<SymbolId> {
        self.overload(container, name, call, true)
    }

    /// Of the functions of a container with this name, the one that fits a call best; if `strict`,
    /// only one that takes so many arguments.
    fn overload(
        &self,
        container: SymbolId,
        name: u64,
        call: &CallArguments<'a>,
        strict: bool,
    ) -> Option<SymbolId> {
        let tables = self.tables;
        let callable = |symbol: &SymbolId| tables.definition(*symbol).kind().is_callable();
        let mut all: Vec<SymbolId> =
            tables.members(container, name).filter(callable).take(OVERLOADS).collect();
        if all.iter().any(|symbol| !tables.is_declaration(*symbol)) && all.len() > 1 {
            all = self.definitions_first(all);
        }
        let Some(count) = call.count() else { return all.first().copied() };
        let fitting: Vec<(SymbolId, Option<Parameters<'_>>)> = all
            .iter()
            .map(|symbol| (*symbol, self.parameters(*symbol)))
            .filter(|(_, parameters)| parameters.as_ref().is_none_or(|one| one.accepts(count)))
            .collect();
        match fitting.len() {
            0 if strict => None,
            0 => all.first().copied(),
            1 => Some(fitting[0].0),
            _ => {
                let scored = fitting.iter().map(|(symbol, parameters)| {
                    (parameters.as_ref().map_or(0, |one| self.score(*symbol, one, call)), *symbol)
                });
                // Of equals the first.
                scored
                    .fold(None, |best: Option<(i32, SymbolId)>, one| match best {
                        Some(best) if best.0 >= one.0 => Some(best),
                        _ => Some(one),
                    })
                    .map(|(_, symbol)| symbol)
            }
        }
    }

    /// Declarations after the definitions of the same parameters.
    fn definitions_first(&self, all: Vec<SymbolId>) -> Vec<SymbolId> {
        let (declared, mut defined): (Vec<SymbolId>, Vec<SymbolId>) =
            all.into_iter().partition(|symbol| self.tables.is_declaration(*symbol));
        defined.extend(declared);
        defined
    }

    /// The parameters of a function, as its signature has them.
    pub(crate) fn parameters(&self, function: SymbolId) -> Option<Parameters<'a>> {
        let tables = self.tables;
        let definition = tables.definition(function);
        let facts = tables.files[tables.file_of(function).index()].facts;
        Parameters::read(facts.text(definition.signature), facts.text(definition.name))
    }

    /// How well the arguments fit the parameters; larger is better.
    fn score(&self, function: SymbolId, parameters: &Parameters<'_>, call: &CallArguments<'a>) -> i32 {
        let mut score = 0;
        for (index, argument) in call.each().enumerate() {
            let written = parameters.written.get(index).or(parameters.written.last());
            let fit =
                written.map_or(ArgumentFit::Unknown, |written| self.fits(function, written, *argument, call));
            score += match fit {
                ArgumentFit::Wrong => -100,
                ArgumentFit::Unknown => 0,
                ArgumentFit::Below => 2,
                ArgumentFit::Same => 3,
            };
        }
        // Fewer parameters before a variable number of them.
        score * 2 - i32::from(parameters.most.is_none())
    }

    fn fits(
        &self,
        function: SymbolId,
        written: &str,
        argument: Argument,
        call: &CallArguments<'a>,
    ) -> ArgumentFit {
        let wanted = type_of(written);
        let facts = self.tables.files[call.place.file.index()].facts;
        let text = facts.text(argument.text());
        match argument.kind() {
            ArgumentKind::Text | ArgumentKind::Template => fits_name("String", wanted),
            ArgumentKind::Number if text.contains('.') => fits_name("double", wanted),
            ArgumentKind::Number => fits_name("int", wanted),
            ArgumentKind::Constant if matches!(text, "true" | "false") => fits_name("boolean", wanted),
            ArgumentKind::Name if text.rsplit_once('.').is_some_and(|(_, last)| last == "class") => {
                fits_name("Class", wanted)
            }
            ArgumentKind::Name => match self.fits_value(function, wanted, text, call) {
                ArgumentFit::Unknown => match self.written_type(call.place, text) {
                    Some(given) => fits_name(last_word(given), wanted),
                    None => ArgumentFit::Unknown,
                },
                known => known,
            },
            _ => ArgumentFit::Unknown,
        }
    }

    fn fits_value(
        &self,
        function: SymbolId,
        wanted: &str,
        text: &str,
        call: &CallArguments<'a>,
    ) -> ArgumentFit {
        let tables = self.tables;
        let Value::Instance(given) = self.chain(call.place, text, World::steps()) else {
            return ArgumentFit::Unknown;
        };
        let file = tables.file_of(function);
        let scope = function - tables.file_symbol(file);
        let place = Place { file, scope, line: tables.definition(function).line };
        match self.type_named(place, wanted, 3) {
            Some(of) if of == given => ArgumentFit::Same,
            Some(of) if self.bases.is_below(tables, given, of) => ArgumentFit::Below,
            None if is_any(wanted) => ArgumentFit::Below,
            Some(_) | None => ArgumentFit::Wrong,
        }
    }

    /// The type that is written for the last name of a chain, as a chain.
    fn written_type(&self, place: Place, chain: &str) -> Option<&'a str> {
        let tables = self.tables;
        let plain = chain.trim_end_matches("()");
        let called = plain.len() < chain.len();
        let found = match plain.rsplit_once('.') {
            None if !called => {
                if let Some(written) = self.written_binding(place, hash_name(plain)) {
                    return Some(written).filter(|written| !written.is_empty());
                }
                self.name(place, hash_name(plain), World::steps())
            }
            None => self.called_name(hash_name(plain), &CallArguments::unknown(place)),
            Some((receiver, name)) => {
                let value = self.chain(place, receiver, World::steps());
                match self.called_member(value, hash_name(name), &CallArguments::unknown(place)) {
                    Member::Found(found) => Name::Thing(found),
                    _ => return None,
                }
            }
        };
        let Name::Thing(found) = found else { return None };
        let definition = tables.is_symbol(found).then(|| tables.definition(found))?;
        tables.note_symbol(found);
        let facts = tables.files[tables.file_of(found).index()].facts;
        Some(facts.text(definition.value_type)).filter(|text| !text.is_empty() && !text.starts_with('='))
    }

    /// The constructor that `super(…)` or `this(…)` calls in a type, or the type itself if it
    /// writes none.
    pub(crate) fn constructor(&self, of: SymbolId, call: &CallArguments<'a>) -> SymbolId {
        let tables = self.tables;
        let of = tables.canonical(of);
        let names = [tables.name_hash(of), hash_name("constructor")];
        let is_constructor = |symbol: &SymbolId| tables.definition(*symbol).kind() == Kind::Constructor;
        let mut constructors =
            names.into_iter().filter(|name| tables.members(of, *name).any(|one| is_constructor(&one)));
        constructors.next().and_then(|name| self.overload(of, name, call, false)).unwrap_or(of)
    }
}

/// How well a value of a type fits a parameter of a type, both by the names of types that are not
/// in the repository.
fn fits_name(given: &str, wanted: &str) -> ArgumentFit {
    const NUMBERS: [&str; 26] = [
        "int", "Integer", "long", "Long", "double", "Double", "float", "Float", "short", "Short", "byte",
        "Byte", "Number", "size_t", "unsigned", "uint32_t", "uint64_t", "int32_t", "int64_t", "uint8_t",
        "int8_t", "uint16_t", "int16_t", "decimal", "Int", "UInt",
    ];
    const TEXTS: [&str; 7] = ["String", "string", "str", "char", "string_view", "CharSequence", "Slice"];
    const TRUTHS: [&str; 3] = ["boolean", "bool", "Boolean"];
    if given == wanted {
        return ArgumentFit::Same;
    }
    let both = |names: &[&str]| names.contains(&given) && names.contains(&wanted);
    if both(&NUMBERS) || both(&TEXTS) || both(&TRUTHS) || is_any(wanted) {
        return ArgumentFit::Below;
    }
    let is_simple = |name: &str| NUMBERS.contains(&name) || TEXTS.contains(&name) || TRUTHS.contains(&name);
    // Of two other types one may be below the other.
    if is_simple(given) || is_simple(wanted) { ArgumentFit::Wrong } else { ArgumentFit::Unknown }
}

/// Whether a parameter takes any value.
fn is_any(wanted: &str) -> bool {
    matches!(wanted, "Object" | "object" | "any" | "Any" | "auto") || wanted.len() == 1
}

/// The last name of a chain.
fn last_word(chain: &str) -> &str {
    chain.trim_end_matches("[]").rsplit('.').next().unwrap_or(chain)
}

/// The type in a written parameter: `final Map<K, V> map`, `const Slice& key`, `a: string`.
fn type_of(written: &str) -> &str {
    let written = written.split('=').next().unwrap_or(written).trim();
    if let Some((_, after)) = written.split_once(": ") {
        return word(after.trim());
    }
    let mut words = written.split([' ', '&', '*', '.']).filter(|word| !word.is_empty());
    words
        .find(|word| {
            !matches!(*word, "final" | "const" | "in" | "ref" | "out" | "params" | "unsigned" | "struct")
                && !word.starts_with('@')
        })
        .map_or("", word)
}

fn word(text: &str) -> &str {
    let text = text.rsplit("::").next().unwrap_or(text);
    let end = text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    &text[..end]
}

#[cfg(test)]
mod tests {
    use super::type_of;

    #[test]
    fn the_type_of_a_parameter_is_one_word() {
        for (written, expected) in [
            ("final Map<K, V> map", "Map"),
            ("const Slice& key", "Slice"),
            ("const std::string& text", "string"),
            ("a: string[]", "string"),
            ("@Nullable String name", "String"),
            ("int... rest", "int"),
        ] {
            assert_eq!(type_of(written), expected);
        }
    }
}
