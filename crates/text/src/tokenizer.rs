//! Text to terms, fast enough to run over a whole repository.
//!
//! Code repeats its words: a file of 3,000 words has some 400 different ones, most of which also occur
//! in other files. A [`Tokenizer`] therefore caches the terms of each word, and a known word costs one
//! lookup. Prefer the thread's own tokenizer.
//!
//! `words` finds words and their parts; this module lowercases and stems or drops parts, and adds
//! compounds.

use std::cell::Cell;
use std::ops::{Deref, DerefMut, Range};

use rust_stemmers::{Algorithm, Stemmer};
use rustc_hash::FxHashMap;

use crate::Term;
use crate::bag::CountingBuffers;
use crate::stem::stem;
use crate::stop_words::is_stop_word_in_any_case;
use crate::words::{for_each_part, for_each_word, singular_acronym};

/// Longer runs of digits are ids, times and hashes, which are not searched for.
const MAX_DIGITS: usize = 6;
/// Longer parts and compounds are not words of any language.
const MAX_TERM: usize = 64;
/// A compound of more parts is a sentence; its exact wording is not worth a term.
const COMPOUND_PARTS: std::ops::RangeInclusive<usize> = 2..=6;
/// Maximum number of cached words; beyond it, the cache is cleared before the next file. Some 20 MB per
/// thread, reached only in repositories with much generated text.
const MAX_REMEMBERED: usize = 1 << 17;

/// How a term was derived from its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// One part of the word.
    Part,
    /// The letters in front of a part's digits: `http` of `http2`.
    Prefix,
    /// The whole word of several parts.
    Compound,
}

/// A term's number within one tokenizer, dense and short-lived.
pub(crate) type TermNumber = u32;

/// One part of a word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPart<'t> {
    /// The stemmed part.
    pub term: Term,
    /// The word that contains it, as written.
    pub word: &'t str,
}

impl TextPart<'_> {
    /// Whether it is a stop word: `the`, `of`.
    pub fn is_function_word(&self) -> bool {
        is_stop_word_in_any_case(self.word)
    }
}

/// Turns text into [`Term`]s; see the module documentation.
pub struct Tokenizer {
    stemmer: Stemmer,
    /// Words of up to 16 bytes, which are most, to their ranges in `outcomes`. The table contains the
    /// word itself, so that a lookup follows no pointer.
    short_words: FxHashMap<u128, (u32, u32)>,
    long_words: FxHashMap<Box<str>, (u32, u32)>,
    /// The same for lower-case parts: new words mostly consist of known parts, and stemming is slow.
    short_parts: FxHashMap<u128, (u32, u32)>,
    /// A buffer for the current part.
    lowered: String,
    outcomes: Vec<(TermNumber, Kind)>,
    numbers: FxHashMap<Term, TermNumber>,
    terms: Vec<Term>,
    texts: Vec<Box<str>>,
    /// See [`CountingBuffers`].
    pub(crate) room: CountingBuffers,
}

impl Default for Tokenizer {
    fn default() -> Self {
        Self::new()
    }
}

thread_local! {
    static KEPT: Cell<Option<Tokenizer>> = const { Cell::new(None) };
}

/// A thread's own tokenizer while it is in use; returned with its cache.
pub struct ThreadTokenizer(Tokenizer);

impl Deref for ThreadTokenizer {
    type Target = Tokenizer;

    fn deref(&self) -> &Tokenizer {
        &self.0
    }
}

impl DerefMut for ThreadTokenizer {
    fn deref_mut(&mut self) -> &mut Tokenizer {
        &mut self.0
    }
}

impl Drop for ThreadTokenizer {
    fn drop(&mut self) {
        KEPT.set(Some(std::mem::take(&mut self.0)));
    }
}

impl Tokenizer {
    /// A tokenizer with an empty cache.
    pub fn new() -> Self {
        Self {
            stemmer: Stemmer::create(Algorithm::English),
            short_words: FxHashMap::default(),
            long_words: FxHashMap::default(),
            short_parts: FxHashMap::default(),
            lowered: String::new(),
            outcomes: Vec::new(),
            numbers: FxHashMap::default(),
            terms: Vec::new(),
            texts: Vec::new(),
            room: CountingBuffers::default(),
        }
    }

    /// The tokenizer of this thread; a new one while that is in use.
    pub fn of_thread() -> ThreadTokenizer {
        ThreadTokenizer(KEPT.take().unwrap_or_default())
    }

    /// Calls `found` with each term of the text in order, its text, and whether it is the
    /// compound of a whole identifier (`beforerequest`) rather than a part of one.
    pub fn terms(&mut self, text: &str, mut found: impl FnMut(Term, &str, bool)) {
        self.forget_if_large();
        for_each_word(text, |_, word| {
            for at in self.word(word) {
                let (number, kind) = self.outcomes[at];
                let (term, text) = self.term(number);
                found(term, text, kind == Kind::Compound);
            }
        });
    }

    /// The parts of a text's words in order, for phrase search: no compounds, and stop words are
    /// marked, not dropped.
    pub fn parts<'t>(&mut self, text: &'t str) -> Vec<TextPart<'t>> {
        let mut parts = Vec::new();
        self.for_each_part(text, |part| parts.push(part));
        parts
    }

    /// Calls `found` with each of them.
    pub fn for_each_part<'t>(&mut self, text: &'t str, mut found: impl FnMut(TextPart<'t>)) {
        self.forget_if_large();
        for_each_word(text, |_, word| {
            for at in self.word(word) {
                let (number, kind) = self.outcomes[at];
                if kind == Kind::Part {
                    found(TextPart { term: self.terms[number as usize], word });
                }
            }
        });
    }

    /// Empties the memory when it has grown large. Numbers given before are void after.
    pub(crate) fn forget_if_large(&mut self) {
        if self.short_words.len() + self.long_words.len() > MAX_REMEMBERED {
            *self = Self::new();
        }
    }

    /// The terms of one word, as a range for [`Self::outcome`].
    pub(crate) fn word(&mut self, word: &str) -> Range<usize> {
        let short = short_word(word);
        let known = match short {
            Some(short) => self.short_words.get(&short),
            None => self.long_words.get(word),
        };
        let (begin, end) = known.copied().unwrap_or_else(|| {
            let range = self.analyse(word);
            match short {
                Some(short) => self.short_words.insert(short, range),
                None => self.long_words.insert(word.into(), range),
            };
            range
        });
        begin as usize..end as usize
    }

    /// One term of a word.
    pub(crate) fn outcome(&self, at: usize) -> (TermNumber, Kind) {
        self.outcomes[at]
    }

    /// How many terms have a number; each is smaller.
    pub(crate) fn known_terms(&self) -> usize {
        self.terms.len()
    }

    /// The term with this number and its text.
    pub(crate) fn term(&self, number: TermNumber) -> (Term, &str) {
        let at = number as usize;
        (self.terms[at], &self.texts[at])
    }

    fn analyse(&mut self, word: &str) -> (u32, u32) {
        let begin = self.outcomes.len() as u32;
        let mut parts = 0;
        let mut compound = String::new();
        for_each_part(word, |part| {
            parts += 1;
            let mut lowered = std::mem::take(&mut self.lowered);
            lower(part, &mut lowered);
            compound.push_str(&lowered);
            lower(singular_acronym(part), &mut lowered);
            self.part(&lowered);
            self.lowered = lowered;
        });
        if COMPOUND_PARTS.contains(&parts) && compound.len() <= MAX_TERM {
            self.emit(&compound, Kind::Compound);
        }
        (begin, self.outcomes.len() as u32)
    }

    fn part(&mut self, part: &str) {
        let short = short_word(part);
        if let Some(&(begin, end)) = short.and_then(|short| self.short_parts.get(&short)) {
            self.outcomes.extend_from_within(begin as usize..end as usize);
            return;
        }
        let begin = self.outcomes.len() as u32;
        self.new_part(part);
        if let Some(short) = short {
            self.short_parts.insert(short, (begin, self.outcomes.len() as u32));
        }
    }

    fn new_part(&mut self, part: &str) {
        let digits = part.bytes().all(|byte| byte.is_ascii_digit());
        // A single character beyond ASCII may well be a word, as in Chinese.
        let single = part.len() == 1;
        if single || part.len() > MAX_TERM || (digits && part.len() > MAX_DIGITS) {
            return;
        }
        self.emit_stemmed(part, Kind::Part);
        let letters = part.bytes().take_while(u8::is_ascii_lowercase).count();
        let before_digit = part.as_bytes().get(letters).is_some_and(u8::is_ascii_digit);
        if before_digit && letters >= 3 {
            self.emit_stemmed(&part[..letters], Kind::Prefix);
        }
    }

    fn emit_stemmed(&mut self, text: &str, kind: Kind) {
        // The algorithm is for English, and so for ASCII.
        if text.bytes().all(|byte| byte.is_ascii_lowercase()) {
            let stem = stem(&self.stemmer, text);
            self.emit(&stem, kind);
        } else {
            self.emit(text, kind);
        }
    }

    fn emit(&mut self, text: &str, kind: Kind) {
        let term = Term::of(text);
        let number = *self.numbers.entry(term).or_insert_with(|| {
            self.terms.push(term);
            self.texts.push(text.into());
            self.terms.len() as TermNumber - 1
        });
        self.outcomes.push((number, kind));
    }
}

/// Puts a part in lower case into `lowered`.
fn lower(part: &str, lowered: &mut String) {
    lowered.clear();
    if part.is_ascii() {
        lowered.push_str(part);
        lowered.make_ascii_lowercase();
    } else {
        lowered.push_str(&part.to_lowercase());
    }
}

/// A word of up to 16 bytes as a number. Words contain no zero byte, so padding with
/// zeros keeps different words apart.
fn short_word(word: &str) -> Option<u128> {
    let mut padded = [0; 16];
    padded.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
    Some(u128::from_le_bytes(padded))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        Tokenizer::new().terms(text, |term, text, compound| {
            assert_eq!(term, Term::of(text));
            terms.push(format!("{text}{}", if compound { "!" } else { "" }));
        });
        terms
    }

    #[test]
    fn an_identifier_gives_its_parts_and_its_compound() {
        assert_eq!(terms("parseHTTPResponse"), ["pars", "http", "respons", "parsehttpresponse!"]);
    }

    #[test]
    fn snake_and_camel_case_have_the_same_compound() {
        assert_eq!(terms("before_request"), ["befor", "request", "beforerequest!"]);
        assert_eq!(terms("beforeRequest"), terms("before_request"));
        assert_eq!(terms("BEFORE_REQUEST"), terms("before_request"));
    }

    #[test]
    fn inflections_meet_in_their_stem() {
        assert_eq!(terms("caching cached caches"), ["cach"; 3]);
    }

    #[test]
    fn short_words_are_not_stemmed() {
        assert_eq!(terms("bus dns ids"), ["bus", "dns", "ids"]);
    }

    #[test]
    fn a_part_with_digits_is_also_found_by_its_letters() {
        assert_eq!(terms("http2 utf8 x86"), ["http2", "http", "utf8", "utf", "x86"]);
    }

    #[test]
    fn single_letters_and_long_numbers_are_dropped() {
        assert_eq!(terms("x 7 1234567 404 i"), ["404"]);
        assert_eq!(terms("x_axis"), ["axi", "xaxis!"]);
    }

    #[test]
    fn plural_acronyms_meet_their_singular() {
        assert_eq!(terms("userIDs"), ["user", "id", "userids!"]);
    }

    #[test]
    fn sentences_in_an_identifier_have_no_compound() {
        assert!(terms("test_that_it_does_what_it_should").iter().all(|term| !term.ends_with('!')));
    }

    #[test]
    fn parts_keep_the_order_and_mark_function_words() {
        let mut tokenizer = Tokenizer::new();
        let parts = tokenizer.parts("The requestContext of http2");
        let words: Vec<(&str, bool)> =
            parts.iter().map(|part| (part.word, part.is_function_word())).collect();
        let context = "requestContext";
        assert_eq!(
            words,
            [("The", true), (context, false), (context, false), ("of", true), ("http2", false)]
        );
        assert_eq!(parts[2].term, Term::of("context"));
    }

    #[test]
    fn a_thread_keeps_what_its_tokenizer_has_seen() {
        let mut first = Tokenizer::of_thread();
        first.terms("getUser", |_, _, _| {});
        assert_eq!(Tokenizer::of_thread().known_terms(), 0, "the first is in use");
        drop(first);
        assert_eq!(Tokenizer::of_thread().known_terms(), 3, "get, user, getuser");
    }

    #[test]
    fn a_word_seen_before_gives_the_same_terms() {
        let mut tokenizer = Tokenizer::new();
        let mut seen = Vec::new();
        tokenizer.terms("getUser getUser", |term, _, _| seen.push(term));
        assert_eq!(seen[..3], seen[3..]);
    }
}
