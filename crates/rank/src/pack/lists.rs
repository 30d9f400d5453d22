//! Lists after the items, one line per entry, of which the first are kept.

use crate::tokens::count_tokens;

/// A list after the items, such as tests or files.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Before its first entry.
    pub open: String,
    /// Its entries, best first.
    pub entries: Vec<String>,
    /// After its last entry.
    pub close: String,
    /// Whether it is written where it has no entries, too.
    pub always: bool,
}

impl List {
    /// The list with its first entries.
    pub(super) fn write(&self, text: &mut String, kept: usize) {
        if kept == 0 && !self.always {
            return;
        }
        text.push_str(&self.open);
        self.entries[..kept].iter().for_each(|entry| text.push_str(entry));
        text.push_str(&self.close);
    }
}

/// The cost of lists in tokens.
pub(super) struct ListCosts {
    /// The cost of each entry by list; the first entry includes the list itself.
    entries: Vec<Vec<usize>>,
    /// The cost of what is written even if no list has an entry.
    pub(super) fixed: usize,
}

impl ListCosts {
    pub(super) fn new(lists: &[List]) -> ListCosts {
        let mut fixed = 0;
        let mut entries = Vec::new();
        for list in lists {
            // The sum of the parts can differ by a token from the whole.
            let frame = count_tokens(&list.open) + count_tokens(&list.close) + 1;
            let mut costs: Vec<usize> = list.entries.iter().map(|entry| count_tokens(entry) + 1).collect();
            if list.always {
                fixed += frame;
            } else if let Some(first) = costs.first_mut() {
                *first += frame;
            }
            entries.push(costs);
        }
        ListCosts { entries, fixed }
    }

    /// The cost of all entries.
    pub(super) fn all(&self) -> usize {
        self.entries.iter().flatten().sum()
    }

    /// How many entries of each list fit into the tokens, round robin, and their cost.
    pub(super) fn fitting(&self, room: usize) -> (Vec<usize>, usize) {
        let mut kept = vec![0; self.entries.len()];
        let mut used = 0;
        let longest = self.entries.iter().map(Vec::len).max().unwrap_or(0);
        for at in 0..longest {
            for (kept, costs) in kept.iter_mut().zip(&self.entries) {
                // An entry that did not fit ends its list.
                let next = costs.get(at).filter(|cost| *kept == at && used + **cost <= room);
                if let Some(cost) = next {
                    used += cost;
                    *kept += 1;
                }
            }
        }
        (kept, used)
    }
}

#[cfg(test)]
mod tests {
    use super::ListCosts;

    #[test]
    fn lists_take_turns_until_the_room_is_used() {
        let costs = ListCosts { entries: vec![vec![5, 2, 2], vec![9, 2, 2]], fixed: 0 };
        assert_eq!(costs.fitting(0), (vec![0, 0], 0));
        assert_eq!(costs.fitting(8), (vec![2, 0], 7));
        assert_eq!(costs.fitting(17), (vec![2, 1], 16));
        assert_eq!(costs.fitting(99), (vec![3, 3], 22));
    }
}
