//! The tests of a repository, and which of them a report means.

use super::{Report, ReportedTest, Status};
use crate::test_id::TestId;
use crate::titles::is_case_of;
use std::collections::BTreeMap;

/// A test that the sources define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTest {
    /// Its id, without a param.
    pub id: TestId,
    /// First line, from 1.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
}

/// The tests and test files of a repository.
#[derive(Clone, Debug, Default)]
pub struct Suite {
    /// By file and line.
    tests: Vec<KnownTest>,
    /// Tests by their own name.
    by_name: BTreeMap<String, Vec<usize>>,
    /// The range of tests of each test file.
    by_file: BTreeMap<String, std::ops::Range<usize>>,
}

/// The result of a test, over all of its cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TestResult {
    /// The worst of its cases; skipped only if all are.
    pub status: Status,
    /// Time of all cases.
    pub seconds: Option<f64>,
}

impl Suite {
    /// Of all tests that the sources define, and of files of tests in which none was found.
    pub fn new(mut tests: Vec<KnownTest>, files: impl IntoIterator<Item = String>) -> Suite {
        tests.sort_by(|a, b| {
            (&a.id.file, a.line, a.end_line, &a.id).cmp(&(&b.id.file, b.line, b.end_line, &b.id))
        });
        let mut suite = Suite::default();
        for file in files {
            suite.by_file.insert(file, 0..0);
        }
        for (place, test) in tests.iter().enumerate() {
            suite.by_name.entry(test.id.name().unwrap_or_default().to_owned()).or_default().push(place);
            let range = suite.by_file.entry(test.id.file.clone()).or_insert(place..place);
            *range = if range.start == range.end { place..place + 1 } else { range.start..place + 1 };
        }
        suite.tests = tests;
        suite
    }

    /// Number of tests that the sources define.
    pub fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether the sources define no test.
    pub fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// The files of tests.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.by_file.keys().map(String::as_str)
    }

    /// The results of a report, by test without params.
    pub fn results(&self, report: &Report) -> BTreeMap<TestId, TestResult> {
        let mut results: BTreeMap<TestId, TestResult> = BTreeMap::new();
        for test in &report.tests {
            for id in self.resolve(test) {
                let one = TestResult { status: test.status, seconds: test.seconds };
                results
                    .entry(id.without_param())
                    .and_modify(|all| {
                        all.status = all.status.max(one.status);
                        all.seconds = match (all.seconds, one.seconds) {
                            (Some(a), Some(b)) => Some(a + b),
                            (a, b) => a.or(b),
                        };
                    })
                    .or_insert(one);
            }
        }
        results
    }

    /// The ids of a reported test: one, but for a package that failed as a whole, which is all of
    /// its files.
    pub fn resolve(&self, test: &ReportedTest) -> Vec<TestId> {
        if let Some(file) = &test.file {
            let file = self.file(file);
            if test.name.is_empty() {
                return vec![TestId::of_file(file)];
            }
            return vec![self.in_file(file, test)];
        }
        if test.name.is_empty() {
            return self.files_of(&test.scope);
        }
        vec![self.by_scope(test)]
    }

    /// The file of the repository that a path of another machine means.
    fn file(&self, path: &str) -> String {
        let path = path.replace('\\', "/");
        let path = path.trim_start_matches("file://").trim_start_matches("./");
        let common = |file: &str| {
            let pairs = file.rsplit('/').zip(path.rsplit('/'));
            pairs.take_while(|(a, b)| a == b).count()
        };
        let best = self.files().map(|file| (common(file), file)).filter(|(common, _)| *common > 0);
        // The most names in common, then the shortest path.
        let best = best.max_by_key(|(common, file)| (*common, std::cmp::Reverse(file.len())));
        best.map_or(path, |(_, file)| file).to_owned()
    }

    fn in_file(&self, file: String, test: &ReportedTest) -> TestId {
        let range = self.by_file.get(&file).cloned().unwrap_or_default();
        let known = &self.tests[range];
        let named = |one: &&KnownTest| one.id.name() == Some(&test.name);
        let best_named = || {
            let shared =
                |one: &&KnownTest| common_names(&test.scope, &one.id.names[..one.id.names.len() - 1]);
            known.iter().filter(named).rev().max_by_key(shared)
        };
        // Titles with placeholders (`each %i`, `handles #{n}`) differ from those of their cases.
        let at_line = || {
            let line = test.line?;
            let around = known.iter().filter(|one| one.line <= line && line <= one.end_line);
            around.min_by_key(|one| one.end_line - one.line)
        };
        let templated = || {
            known.iter().find(|one| {
                let names = &one.id.names;
                names.last().is_some_and(|name| is_case_of(name, &test.name))
                    && common_names(&test.scope, names) + 1 >= names.len().min(2)
            })
        };
        let at_same_line = at_line().filter(|one| one.line == test.line.unwrap_or(0));
        match at_same_line.or_else(best_named).or_else(at_line).or_else(templated) {
            Some(one) if one.id.name() == Some(&test.name) => {
                TestId { param: test.param.clone(), ..one.id.clone() }
            }
            Some(one) => TestId { param: Some(test.name.clone()), ..one.id.clone() },
            None => {
                let names = test.scope.iter().chain([&test.name]).cloned().collect();
                TestId { file, names, param: test.param.clone() }
            }
        }
    }

    /// The test with this name whose file and classes share most names with the scope.
    fn by_scope(&self, test: &ReportedTest) -> TestId {
        let scope: Vec<String> =
            test.scope.iter().flat_map(|name| name.split('$')).map(str::to_owned).collect();
        let candidates = self.by_name.get(&test.name).map_or(&[][..], Vec::as_slice);
        let best = candidates.iter().map(|place| &self.tests[*place]).max_by(|a, b| {
            let score = |one: &KnownTest| {
                let place = place_names(&one.id);
                let common = common_names(&scope, &place);
                (common, std::cmp::Reverse(place.len()))
            };
            // Of equals the first: ids are sorted.
            score(a).cmp(&score(b)).then_with(|| b.id.cmp(&a.id))
        });
        if let Some(one) = best {
            TestId { param: test.param.clone(), ..one.id.clone() }
        } else {
            let file = self.files_of(&scope).into_iter().next().map_or_else(|| scope.join("/"), |id| id.file);
            TestId { file, names: vec![test.name.clone()], param: test.param.clone() }
        }
    }

    /// The test files of a module or a package.
    fn files_of(&self, scope: &[String]) -> Vec<TestId> {
        let Some(last) = scope.last() else { return Vec::new() };
        let place = |file: &str| place_names(&TestId::of_file(file));
        let score = |file: &str| common_names(scope, &place(file));
        let module: Vec<&str> = self.files().filter(|file| place(file).last() == Some(last)).collect();
        let package: Vec<&str> =
            self.files().filter(|file| place(file).iter().rev().nth(1) == Some(last)).collect();
        let found = if module.is_empty() { package } else { module };
        let best = found.iter().map(|file| score(file)).max().unwrap_or(0);
        let ids: Vec<TestId> =
            found.into_iter().filter(|file| score(file) == best).map(TestId::of_file).collect();
        if ids.is_empty() { vec![TestId::of_file(scope.join("/"))] } else { ids }
    }
}

/// Folders, the file without its ending, classes and blocks.
fn place_names(id: &TestId) -> Vec<String> {
    let path = id.file.rsplit_once('.').map_or(id.file.as_str(), |(stem, _)| stem);
    let classes = &id.names[..id.names.len().saturating_sub(1)];
    path.split('/').map(str::to_owned).chain(classes.iter().cloned()).collect()
}

/// Length of the longest common subsequence.
fn common_names(a: &[String], b: &[String]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for one in a {
        let mut diagonal = 0;
        for (at, other) in b.iter().enumerate() {
            let above = row[at + 1];
            row[at + 1] = if one == other { diagonal + 1 } else { above.max(row[at]) };
            diagonal = above;
        }
    }
    row[b.len()]
}
