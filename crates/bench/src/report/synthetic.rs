//! Records for tests, made without running a system.

use crate::measures::{Determinism, Learning, Measures, Robustness, Round, Staleness};
use crate::record::{FoundSymbol, IndexCost, Outcome, Record};
use crate::report::Run;
use crate::statistics::bootstrap::SplitMix64;
use crate::tasks::{Confidence, Expected, Label, Source, Task, Tier};

/// Builds one record.
pub(crate) struct Builder(Record);

impl Builder {
    pub(crate) fn new(system: &str, task: &str) -> Builder {
        Builder(Record {
            system: system.into(),
            version: "1.0.0".into(),
            task: Task {
                id: task.into(),
                repo: "shop".into(),
                commit: None,
                tier: Tier::Easy,
                description: "what is asked".into(),
                source: Source::Manual,
                expected: Expected::Symbols(Vec::new()),
                tags: Vec::new(),
                changed: Vec::new(),
            },
            language: "python".into(),
            outcome: Outcome::Answered,
            found: Vec::new(),
            files: Vec::new(),
            tokens: 1_000,
            shown: Vec::new(),
            text_hash: String::new(),
            text: None,
            budgets: Vec::new(),
            index: IndexCost {
                ms: 100.0,
                peak_bytes: Some(50_000_000),
                disk_bytes: Some(2_000_000),
                ..IndexCost::default()
            },
            cold_ms: 50.0,
            warm_ms: 10.0,
            unindexed: None,
        })
    }

    pub(crate) fn asks(mut self, description: &str) -> Builder {
        self.0.task.description = description.into();
        self
    }

    pub(crate) fn of(mut self, repo: &str, language: &str, tier: Tier) -> Builder {
        self.0.task.repo = repo.into();
        self.0.language = language.into();
        self.0.task.tier = tier;
        self
    }

    pub(crate) fn expects<T: AsRef<str>>(mut self, symbols: &[T]) -> Builder {
        let label = |symbol: &T| Label {
            symbol: symbol.as_ref().to_owned(),
            confidence: Confidence::High,
            reason: None,
        };
        self.0.task.expected = Expected::Symbols(symbols.iter().map(label).collect());
        self
    }

    pub(crate) fn finds<T: AsRef<str>>(mut self, symbols: &[T]) -> Builder {
        let found = |symbol: &T| FoundSymbol {
            name: symbol.as_ref().to_owned(),
            path: None,
            line: None,
            end_line: None,
        };
        self.0.found = symbols.iter().map(found).collect();
        self
    }

    pub(crate) fn ends(mut self, outcome: Outcome) -> Builder {
        self.0.outcome = outcome;
        self
    }

    pub(crate) fn costs(mut self, tokens: usize, index_ms: f64, cold_ms: f64, warm_ms: f64) -> Builder {
        self.0.tokens = tokens;
        self.0.index.ms = index_ms;
        self.0.cold_ms = cold_ms;
        self.0.warm_ms = warm_ms;
        self
    }

    pub(crate) fn record(self) -> Record {
        self.0
    }
}

/// Made-up systems: name, how often an expected symbol is found, how far down, tokens, milliseconds.
const SYSTEMS: [(&str, f64, usize, usize, f64); 6] = [
    ("alpha", 0.72, 9, 2_400, 12.0),
    ("beta", 0.56, 14, 4_800, 240.0),
    ("gamma", 0.48, 16, 3_100, 480.0),
    ("delta", 0.38, 20, 9_500, 900.0),
    ("epsilon", 0.27, 24, 1_200, 35.0),
    ("zeta", 0.08, 30, 22_000, 60.0),
];
const REPOS: [(&str, &str); 7] = [
    ("shop", "python"),
    ("mill", "python"),
    ("quay", "go"),
    ("anvil", "rust"),
    ("loom", "ruby"),
    ("kiln", "java"),
    ("barge", "csharp"),
];

/// A run of made-up systems over made-up tasks, the same every time.
pub(crate) fn run(tasks_each: usize) -> Run {
    let mut random = SplitMix64(11);
    let mut chance = move || random.next() as f64 / u64::MAX as f64;
    let mut records = Vec::new();
    for (system, skill, depth, tokens, ms) in SYSTEMS {
        for (place, (repo, language)) in REPOS.iter().enumerate() {
            for number in 0..tasks_each {
                let tier = [Tier::Easy, Tier::Medium, Tier::Hard][number % 3];
                // The type itself is expected too, so that its other methods count leniently.
                let mut expected = vec![format!("Type{number}")];
                expected.extend((0..2 + number % 5).map(|at| format!("Type{number}.method{at}")));
                let hardness = match tier {
                    Tier::Easy => 1.15,
                    Tier::Medium => 0.95,
                    Tier::Hard => 0.7,
                };
                let mut found: Vec<String> = (0..30).map(|at| format!("other{at}.thing")).collect();
                for symbol in &expected {
                    if chance() < skill * hardness * (1.0 - 0.05 * place as f64) {
                        let at = (chance() * chance() * depth as f64) as usize;
                        found.insert(at, symbol.clone());
                        if chance() < 0.4 {
                            found.insert(at + 1, format!("Type{number}.near{at}"));
                        }
                    }
                }
                found.truncate(50);
                let wobble = 0.6 + 0.8 * chance();
                let mut builder = Builder::new(system, &format!("{repo}-{number:03}"))
                    .of(repo, language, tier)
                    .asks("where does the method of this type decide what to do next?")
                    .expects(&expected)
                    .finds(&found)
                    .costs((tokens as f64 * wobble) as usize, ms * 20.0, ms * 3.0 * wobble, ms * wobble);
                if system == "delta" && *repo == "barge" {
                    builder = builder.ends(Outcome::TimedOut { step: "index".into() });
                }
                if system == "epsilon" && *repo == "kiln" {
                    builder = builder.finds::<&str>(&[]);
                }
                records.push(builder.record());
            }
        }
    }
    let reason = "no package for this machine".to_owned();
    records.push(
        Builder::new("omega", "shop-000")
            .asks("where does the method of this type decide what to do next?")
            .expects(&["Type0", "Type0.method0", "Type0.method1"])
            .ends(Outcome::NotInstalled { reason })
            .record(),
    );
    Run { name: "run-synthetic".into(), records, measures: measures() }
}

fn measures() -> Measures {
    let rounds = |start: f64, gain: f64| -> Vec<Round> {
        let mean = |round| start + gain * (1.0 - 0.6f64.powi(round));
        // Three tasks around the mean.
        let around = |mean: f64| vec![mean - 0.1, mean, mean + 0.1];
        (0..6)
            .map(|round| Round { precision: around(mean(round)), recall: around(mean(round) + 0.05) })
            .collect()
    };
    let learning = |system: &str, start: f64, same: f64, other: f64| Learning {
        system: system.into(),
        same: rounds(start, same),
        other: rounds(start - 0.02, other),
    };
    let staleness = |system: &str, edit: &str, ms| Staleness { system: system.into(), edit: edit.into(), ms };
    Measures {
        learning: vec![learning("alpha", 0.42, 0.09, 0.03), learning("beta", 0.36, 0.05, -0.01)],
        staleness: vec![
            staleness("alpha", "rename", Some(310.0)),
            staleness("alpha", "delete", Some(295.0)),
            staleness("beta", "rename", None),
        ],
        robustness: vec![
            Robustness { system: "alpha".into(), overlaps: vec![0.6, 0.8, 0.7] },
            Robustness { system: "beta".into(), overlaps: vec![0.5, 0.4] },
        ],
        determinism: vec![Determinism { system: "alpha".into(), runs: 10, questions: 5, equal: 5 }],
    }
}
