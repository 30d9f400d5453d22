//! Places of texts in a list, without copies of the texts.
//!
//! The texts of a history are some hundred thousand; a table of owned texts would cost more than reading
//! a new commit. A text is found by its hash and then compared. Where another text has the same
//! hash, the next hash is tried.

use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// See the module documentation.
#[derive(Default)]
pub(super) struct Places {
    by_hash: FxHashMap<u64, u32>,
}

impl Places {
    /// The place of a text; `text_at` gives the text of a place.
    pub(super) fn find<'t>(&self, text: &str, text_at: impl Fn(u32) -> &'t str) -> Option<u32> {
        self.search(text, text_at).ok()
    }

    /// Adds a text at a place, if there is no such text yet; gives the place where it is.
    pub(super) fn add<'t>(&mut self, text: &str, place: u32, text_at: impl Fn(u32) -> &'t str) -> u32 {
        match self.search(text, text_at) {
            Ok(known) => known,
            Err(free) => {
                self.by_hash.insert(free, place);
                place
            }
        }
    }

    /// The place of a text, or the hash under which it can be added.
    fn search<'t>(&self, text: &str, text_at: impl Fn(u32) -> &'t str) -> Result<u32, u64> {
        for attempt in 0u64.. {
            let hash = hash(text, attempt);
            match self.by_hash.get(&hash) {
                None => return Err(hash),
                Some(place) if text_at(*place) == text => return Ok(*place),
                Some(_) => {}
            }
        }
        unreachable!("one of 2^64 hashes is free")
    }
}

fn hash(text: &str, attempt: u64) -> u64 {
    let mut hasher = FxHasher::default();
    attempt.hash(&mut hasher);
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{Places, hash};

    #[test]
    fn a_text_is_found_where_it_was_added_first() {
        let texts = ["a", "b", "a"];
        let mut places = Places::default();
        let added: Vec<u32> =
            (0u32..).zip(texts).map(|(at, text)| places.add(text, at, |at| texts[at as usize])).collect();
        assert_eq!(added, [0, 1, 0]);
        assert_eq!(places.find("b", |at| texts[at as usize]), Some(1));
        assert_eq!(places.find("c", |at| texts[at as usize]), None);
    }

    #[test]
    fn texts_of_the_same_hash_are_told_apart() {
        let texts = ["x", "y"];
        let mut places = Places::default();
        // As if `x` had the first hash of `y`.
        places.by_hash.insert(hash("y", 0), 0);
        assert_eq!(places.add("y", 1, |at| texts[at as usize]), 1);
        assert_eq!(places.find("y", |at| texts[at as usize]), Some(1));
    }
}
