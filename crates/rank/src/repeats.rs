//! Redundant symbols: overloads of one method, near-copies of a symbol elsewhere (`AsyncClient.get`
//! and `Client.get`), the third symbol of a name, a constructor beside its type, and many members
//! of one type.
//!
//! A reader of the first learns little from the second. Its place goes to something else that the
//! task may need.

use fathom_graph::lookup::last_segment;
use fathom_text::{Term, Tokenizer};
use rustc_hash::{FxHashMap, FxHashSet};

/// Factor on the score of a repeat: the fifth becomes the sixteenth.
pub(crate) const REPEAT: f32 = 0.85;
/// Factor on the score of a member for each member of the same type before it.
pub(crate) const CROWDED: f32 = 0.97;
/// Number of symbols of one name that are not repeats by that alone.
const NAMESAKES: usize = 2;

/// For each candidate the one that it repeats, if any. That one is before it in `order`, has the
/// same name, and either shares at least two thirds of the words of both qualified names or is the
/// first of several. A constructor repeats its type, wherever that is in `order`.
pub(crate) fn repeats(
    order: &[usize],
    ids: &[String],
    constructs: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let mut repeats = vec![None; ids.len()];
    let places: FxHashMap<&str, usize> = order.iter().rev().map(|one| (ids[*one].as_str(), *one)).collect();
    let mut tokenizer = Tokenizer::of_thread();
    // Tokenized only where two names are equal, which is rare.
    let mut words: FxHashMap<usize, Vec<Term>> = FxHashMap::default();
    let mut namesakes: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for candidate in order {
        let Some(name) = last_segment(qualified(&ids[*candidate])) else { continue };
        let before = namesakes.entry(name).or_default();
        // Overloads count as one symbol: they come last in any case.
        if let Some(first) = before.iter().find(|first| ids[**first] == ids[*candidate]) {
            repeats[*candidate] = repeats[*first];
            continue;
        }
        let made = container(&ids[*candidate], name).filter(|_| constructs(*candidate));
        if let Some(made) = made.and_then(|made| places.get(made)) {
            repeats[*candidate] = Some(*made);
        } else if !before.is_empty() {
            for one in before.iter().chain([candidate]) {
                words.entry(*one).or_insert_with(|| terms(&mut tokenizer, qualified(&ids[*one])));
            }
            let is_near = |first: &&usize| alike(&words[*first], &words[candidate]);
            let first_of_many = before.first().filter(|_| before.len() >= NAMESAKES);
            repeats[*candidate] = before.iter().find(is_near).or(first_of_many).copied();
        }
        before.push(*candidate);
    }
    repeats
}

/// For each candidate the number of members of its type before it in `order`.
pub(crate) fn crowds(order: &[usize], ids: &[String]) -> Vec<usize> {
    let mut members: FxHashMap<&str, usize> = FxHashMap::default();
    let mut crowds = vec![0; ids.len()];
    for candidate in order {
        if let Some(owner) = owner(&ids[*candidate]) {
            let before = members.entry(owner).or_default();
            crowds[*candidate] = *before;
            *before += 1;
        }
    }
    crowds
}

/// Moves symbols with the id of an earlier one to the end: five overloads of a method are one thing
/// to read about.
pub(crate) fn overloads_last(ranked: Vec<(f32, usize)>, ids: &[String]) -> Vec<(f32, usize)> {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let (mut first, again): (Vec<_>, Vec<_>) =
        ranked.into_iter().partition(|(_, candidate)| seen.insert(&ids[*candidate]));
    first.extend(again);
    first
}

/// An id without its path.
fn qualified(id: &str) -> &str {
    id.split_once("::").map_or(id, |(_, name)| name)
}

/// The id of the container of a symbol of this name.
fn container<'i>(id: &'i str, name: &str) -> Option<&'i str> {
    let around = id.strip_suffix(name)?;
    ["::", "->", ".", "#"].iter().find_map(|separator| around.strip_suffix(separator))
}

/// The id of the type or module that contains a symbol; `None` at the top level of a file.
fn owner(id: &str) -> Option<&str> {
    let name = last_segment(qualified(id))?;
    container(id, name).filter(|owner| owner.contains("::"))
}

/// Whether two sets of words share two thirds of their union.
fn alike(a: &[Term], b: &[Term]) -> bool {
    let shared = a.iter().filter(|term| b.contains(term)).count();
    3 * shared >= 2 * (a.len() + b.len() - shared)
}

/// The words of a name, each once.
fn terms(tokenizer: &mut Tokenizer, name: &str) -> Vec<Term> {
    let mut terms: Vec<Term> = tokenizer.parts(name).iter().map(|part| part.term).collect();
    terms.sort_unstable();
    terms.dedup();
    terms
}

#[cfg(test)]
mod tests {
    use super::{crowds, overloads_last};

    fn repeats(order: &[usize], ids: &[String]) -> Vec<Option<usize>> {
        super::repeats(order, ids, |_| false)
    }

    fn ids(ids: &[&str]) -> Vec<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn a_near_copy_is_found_by_its_name_and_the_names_around_it() {
        let ids = ids(&[
            "client.py::Client.send_request",
            "client.py::AsyncClient.send_request",
            "client.py::Client.send",
            "other.py::Client.send_request",
        ]);
        assert_eq!(repeats(&[0, 1, 2, 3], &ids), [None, Some(0), None, Some(0)]);
        assert_eq!(repeats(&[1, 0], &ids)[..2], [Some(1), None], "what comes first repeats nothing");
    }

    #[test]
    fn the_third_of_a_name_is_a_repeat_whatever_it_belongs_to() {
        let ids = ids(&["a.rs::Socket::readable", "a.rs::Pipe::readable", "b.rs::File::readable"]);
        assert_eq!(repeats(&[1, 0, 2], &ids), [None, None, Some(1)]);
    }

    #[test]
    fn overloads_do_not_make_a_name_one_of_many() {
        let ids = ids(&["a.cs::A.run", "a.cs::A.run", "a.cs::A.run", "b.cs::Job.run"]);
        assert_eq!(repeats(&[0, 1, 2, 3], &ids), [None; 4]);
    }

    #[test]
    fn an_overload_of_a_repeat_is_one_too() {
        let ids = ids(&["a.cs::Client.Send", "a.cs::AsyncClient.Send", "a.cs::AsyncClient.Send"]);
        assert_eq!(repeats(&[0, 1, 2], &ids), [None, Some(0), Some(0)]);
    }

    #[test]
    fn names_of_all_languages_are_read() {
        let ids = ids(&["a.rb::Net::HTTP#get", "c.rb::Net::HTTP.get", "d.php::A->get"]);
        assert_eq!(repeats(&[0, 1], &ids)[..2], [None, Some(0)]);
        assert_eq!(repeats(&[0, 2], &ids)[2], None);
        assert_eq!(repeats(&[0, 1, 2], &ids)[2], Some(0));
    }

    #[test]
    fn a_constructor_repeats_its_type_wherever_that_is() {
        let ids = ids(&["a.py::Job.__init__", "a.py::Job", "b.py::Task.__init__", "a.py::Job.run"]);
        let constructs = |candidate: usize| candidate.is_multiple_of(2);
        let found = super::repeats(&[0, 1, 2, 3], &ids, constructs);
        assert_eq!(found, [Some(1), None, None, None], "and one without its type repeats nothing");
    }

    #[test]
    fn members_of_one_type_crowd_and_functions_of_one_file_do_not() {
        let ids = ids(&["a.py::Job.run", "a.py::Job.stop", "b.py::Job.run", "a.py::run", "a.py::stop"]);
        assert_eq!(crowds(&[1, 0, 2, 3, 4], &ids), [1, 0, 0, 0, 0]);
    }

    #[test]
    fn overloads_come_after_everything_else() {
        let ids = ids(&["a::f", "a::g", "a::f"]);
        let order = overloads_last(vec![(3.0, 0), (2.0, 2), (1.0, 1)], &ids);
        assert_eq!(order.iter().map(|(_, candidate)| *candidate).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
