//! Words that frameworks give a meaning, one file for each framework.
//!
//! A language's folder names no framework. It asks for the words of a [`Role`],
//! in a query file as `"$test_call"` and in Rust by a [`Vocabulary`]. Adding a
//! framework means adding a file and one line in [`ALL`].

mod angular;
mod bats;
mod boost_test;
mod busted;
mod catch2;
mod clojure_test;
mod dart_test;
mod deno;
mod django;
mod ex_unit;
mod express;
mod googletest;
mod hspec;
mod jest;
mod julia_test;
mod junit;
mod kotest;
mod minitest;
mod mstest;
mod nunit;
mod pest;
mod phpunit;
mod playwright;
mod qunit;
mod rails;
mod rspec;
mod rstest;
mod scalatest;
mod swift_testing;
mod testthat;
mod xctest;
mod xunit;

use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::LazyLock;

/// Every framework, in the order of their names.
const ALL: &[Framework] = &[
    angular::ANGULAR,
    bats::BATS,
    boost_test::BOOST_TEST,
    busted::BUSTED,
    catch2::CATCH2,
    clojure_test::CLOJURE_TEST,
    dart_test::DART_TEST,
    deno::DENO,
    django::DJANGO,
    ex_unit::EX_UNIT,
    express::EXPRESS,
    googletest::GOOGLETEST,
    hspec::HSPEC,
    jest::JEST,
    julia_test::JULIA_TEST,
    junit::JUNIT,
    kotest::KOTEST,
    minitest::MINITEST,
    mstest::MSTEST,
    nunit::NUNIT,
    pest::PEST,
    phpunit::PHPUNIT,
    playwright::PLAYWRIGHT,
    qunit::QUNIT,
    rails::RAILS,
    rspec::RSPEC,
    rstest::RSTEST,
    scalatest::SCALATEST,
    swift_testing::SWIFT_TESTING,
    testthat::TESTTHAT,
    xctest::XCTEST,
    xunit::XUNIT,
];

/// One framework: the words it gives a meaning in programs of some languages.
pub(crate) struct Framework {
    /// The names of the languages it is for.
    languages: &'static [&'static str],
    words: &'static [(Role, &'static [&'static str])],
}

/// The meaning of a framework's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// A call with a sentence or a name and a block: a test.
    TestCall,
    /// Types that such a call may be a method of.
    TestReceiver,
    /// Names that may follow such a call after a dot.
    TestModifier,
    /// An operator between a sentence and a block: a test.
    TestInfix,
    /// A macro with a fixture and a name in the place of parameters: a test.
    FixtureTestMacro,
    /// The same with a name only.
    TestMacro,
    /// An annotation or attribute of a test.
    TestMarker,
    /// Part of the name of a class whose subclasses are tests.
    TestBase,
    /// A call in a class that defines a field for each name.
    FieldCall,
    /// A call with a name and a block that defines a method.
    MethodCall,
    /// A call in a class that defines a field which holds one object of another class.
    OneCall,
    /// A call in a class that defines a field which holds several objects of another class.
    ManyCall,
    /// A call in a class that defines a static method which gives several objects of the class.
    ScopeCall,
    /// A call in a class that defines methods which hand calls on to a member.
    DelegateCall,
    /// A call in a class that defines a method which changes a state.
    EventCall,
    /// A call in a class that defines a field with the states it can have.
    EnumCall,
    /// A call with the name of a table and a block that lists its columns.
    TableCall,
    /// A call with a name and a block that defines a task.
    TaskCall,
    /// A member of a type or collection that gives a collection of the same objects.
    Query,
    /// A member of a type or collection that gives one of its objects.
    Finder,
    /// A call that imports a file.
    ImportCall,
    /// A call that gives an instance of the type it is given.
    InstanceCall,
    /// A member of instances that the framework makes.
    Member,
}

impl Role {
    /// The roles that query files use, by the name they have there.
    const IN_QUERIES: [(&'static str, Role); 4] = [
        ("$fixture_test_macro", Role::FixtureTestMacro),
        ("$test_macro", Role::TestMacro),
        ("$test_infix", Role::TestInfix),
        ("$test_call", Role::TestCall),
    ];
}

/// The words of all frameworks of one language.
pub(crate) struct Vocabulary {
    words: FxHashSet<(Role, &'static str)>,
}

impl Vocabulary {
    /// The vocabulary of the language with this name.
    pub(crate) fn of(language: &str) -> Vocabulary {
        let mut words = FxHashSet::default();
        for (role, list) in groups(language) {
            words.extend(list.iter().map(|word| (role, *word)));
        }
        Vocabulary { words }
    }

    /// Whether a word has a role.
    pub(crate) fn has(&self, role: Role, word: &str) -> bool {
        self.words.contains(&(role, word))
    }
}

fn groups(language: &str) -> impl Iterator<Item = (Role, &'static [&'static str])> {
    ALL.iter().filter(move |one| one.languages.contains(&language)).flat_map(|one| one.words.iter().copied())
}

/// Whether a name is that of a member of instances that some framework of a language makes.
pub(crate) fn is_member(language: &str, name: &str) -> bool {
    static MEMBERS: LazyLock<FxHashSet<(&str, &str)>> = LazyLock::new(|| {
        let members = ALL.iter().flat_map(|one| {
            let words = one.words.iter().filter(|(role, _)| *role == Role::Member);
            words
                .flat_map(|(_, words)| words.iter())
                .flat_map(|word| one.languages.iter().map(|language| (*language, *word)))
        });
        members.collect()
    });
    MEMBERS.contains(&(language, name))
}

/// The value of a member that frameworks add to types and collections of their objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// A collection of the same objects.
    Collection,
    /// One of the objects.
    Object,
}

/// The value of a member of a type or collection in some framework of a language.
pub(crate) fn yields(language: &str, name: &str) -> Option<Yield> {
    static YIELDS: LazyLock<FxHashMap<(&str, &str), Yield>> = LazyLock::new(|| {
        let mut yields = FxHashMap::default();
        for (framework, role, words) in
            ALL.iter().flat_map(|one| one.words.iter().map(move |(role, words)| (one, *role, *words)))
        {
            let given = match role {
                Role::Query => Yield::Collection,
                Role::Finder => Yield::Object,
                _ => continue,
            };
            for word in words {
                yields.extend(framework.languages.iter().map(|language| ((*language, *word), given)));
            }
        }
        yields
    });
    YIELDS.get(&(language, name)).copied()
}

/// The words of a role, each once.
pub(crate) fn words(language: &str, role: Role) -> Vec<&'static str> {
    let mut words: Vec<&str> =
        groups(language).filter(|group| group.0 == role).flat_map(|group| group.1).copied().collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// A query with the words of its language in their places: `"$test_call"` becomes the words, each in
/// quotes, and `$test_call` inside a regular expression a group of them.
pub(crate) fn fill<'q>(query: &'q str, language: &str) -> Cow<'q, str> {
    let mut filled = Cow::Borrowed(query);
    for (place, role) in Role::IN_QUERIES {
        if filled.contains(place) {
            let words = words(language, role);
            assert!(!words.is_empty(), "no framework of {language} has words for {place}");
            let quoted = words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" ");
            let group = format!("({})", words.join("|"));
            filled = Cow::Owned(filled.replace(&format!("\"{place}\""), &quoted).replace(place, &group));
        }
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{ALL, Role, Vocabulary, fill};
    use crate::languages::by_name;

    #[test]
    fn every_framework_has_words_in_languages_that_exist() {
        for framework in ALL {
            assert!(!framework.words.is_empty() && !framework.languages.is_empty());
            for language in framework.languages {
                assert!(by_name(language).is_some(), "{language}");
            }
        }
    }

    #[test]
    fn a_query_takes_words_as_a_list_and_as_a_group() {
        let query = "(#any-of? @a \"$test_call\") (#match? @a \"^$test_call$\")";
        assert_eq!(
            fill(query, "php"),
            "(#any-of? @a \"describe\" \"it\" \"test\") (#match? @a \"^(describe|it|test)$\")"
        );
    }

    #[test]
    fn a_word_means_something_in_its_languages_only() {
        assert!(Vocabulary::of("ruby").has(Role::MethodCall, "let!"));
        assert!(!Vocabulary::of("python").has(Role::MethodCall, "let!"));
    }
}
