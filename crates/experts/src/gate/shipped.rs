//! The models that ship with Fathom: `model/EXPERT.tsv`, written by `fathom-train experts`.

use super::{Component, Trees};
use crate::ExpertId;
use crate::signals::Group;
use std::sync::LazyLock;

/// The components of every gate, in the order of their models.
pub const COMPONENTS: &[Component] = &[
    Component { word: "all", groups: &[Group::History, Group::Content, Group::Names], prior: 0.85 },
    Component { word: "history", groups: &[Group::History], prior: 0.05 },
    Component { word: "content", groups: &[Group::Content, Group::Names], prior: 0.05 },
    Component { word: "names", groups: &[Group::Names, Group::History], prior: 0.05 },
];

static FILES: LazyLock<Vec<Trees>> = LazyLock::new(|| read(include_str!("../../model/files.tsv")));
static TESTS: LazyLock<Vec<Trees>> = LazyLock::new(|| read(include_str!("../../model/tests.tsv")));
static NEXT: LazyLock<Vec<Trees>> = LazyLock::new(|| read(include_str!("../../model/next.tsv")));

/// The version of the method; the weights are part of it.
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let texts = [
            include_str!("../../model/files.tsv"),
            include_str!("../../model/tests.tsv"),
            include_str!("../../model/next.tsv"),
        ];
        format!("2.{:08x}", texts.iter().fold(0, |hash, text| hashed(hash, text.as_bytes())) >> 32)
    });
    &VERSION
}

/// FNV-1a by words of eight bytes: the version is asked for by every prediction.
fn hashed(start: u64, bytes: &[u8]) -> u64 {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
    bytes.chunks(8).fold(start ^ 0xcbf2_9ce4_8422_2325, |hash, bytes| {
        let mixed = (hash ^ word(bytes)).wrapping_mul(0x0000_0100_0000_01b3);
        mixed ^ (mixed >> 32)
    })
}

/// The models of an expert, one per component; none of an expert without a gate.
pub fn shipped(expert: ExpertId) -> &'static [Trees] {
    match expert {
        ExpertId::Files => &FILES,
        ExpertId::Tests => &TESTS,
        ExpertId::Next => &NEXT,
        ExpertId::Error | ExpertId::Refactor => &[],
    }
}

/// Models one after the other, each under a line `component WORD`. A test reads the shipped ones.
fn read(text: &str) -> Vec<Trees> {
    let of = |component: &Component| {
        let head = format!("component\t{}\n", component.word);
        let start = text.find(&head).map(|at| at + head.len())?;
        let rest = &text[start..];
        let end = rest.find("component\t").unwrap_or(rest.len());
        Trees::from_text(&rest[..end]).ok()
    };
    COMPONENTS.iter().filter_map(of).collect()
}
#[cfg(test)]
mod tests {
    use super::{COMPONENTS, shipped};
    use crate::ExpertId;

    #[test]
    fn every_component_of_every_gate_ships() {
        for expert in [ExpertId::Files, ExpertId::Tests, ExpertId::Next] {
            assert_eq!(shipped(expert).len(), COMPONENTS.len(), "{expert}");
            assert!(shipped(expert).iter().all(|model| !model.trees.is_empty()), "{expert}");
        }
    }
}
