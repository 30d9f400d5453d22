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
        let weights = fathom_text::Term::of(&texts.concat()).hash();
        format!("1.{:08x}", weights >> 32)
    });
    &VERSION
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
