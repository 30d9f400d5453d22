//! The names that are bound inside of each file.

use super::FileInput;
use std::sync::OnceLock;

/// The bindings of one file, sorted by scope and name.
pub(crate) struct FileBindings {
    /// Scope, name and number of each binding.
    pub(crate) sorted: Vec<(u32, u64, u32)>,
    /// A bit for the hash of each bound name: most names that are asked for
    /// are bound nowhere in the file.
    bits: [u64; 16],
}

impl FileBindings {
    fn new(file: &FileInput<'_>) -> FileBindings {
        let facts = file.facts;
        let mut bits = [0; 16];
        let mut sorted: Vec<(u32, u64, u32)> = Vec::with_capacity(facts.bindings.len());
        for (index, binding) in facts.bindings.iter().enumerate() {
            let name = facts.strings.hash(binding.name);
            let (word, bit) = FileBindings::bit(name);
            bits[word] |= bit;
            sorted.push((binding.scope, name, index as u32));
        }
        sorted.sort_unstable();
        FileBindings { sorted, bits }
    }

    fn bit(name: u64) -> (usize, u64) {
        ((name >> 6) as usize % 16, 1 << (name % 64))
    }

    pub(crate) fn may_bind(&self, name: u64) -> bool {
        let (word, bit) = FileBindings::bit(name);
        self.bits[word] & bit != 0
    }
}

/// The bindings of every file, each read when it is first asked for.
pub(crate) struct Bindings<'a> {
    inputs: &'a [FileInput<'a>],
    files: Vec<OnceLock<FileBindings>>,
}

impl<'a> Bindings<'a> {
    pub(crate) fn new(inputs: &'a [FileInput<'a>]) -> Bindings<'a> {
        let files = std::iter::repeat_with(OnceLock::new).take(inputs.len()).collect();
        Bindings { inputs, files }
    }

    pub(crate) fn of(&self, file: u32) -> &FileBindings {
        self.files[file as usize].get_or_init(|| FileBindings::new(&self.inputs[file as usize]))
    }
}
