//! A sample of tasks, for runs with slow systems.

use super::Task;
use std::collections::BTreeMap;

/// Draws at most `count` tasks: one from each repository in turn, in the order of the repositories' names,
/// until there are enough. Within a repository the order is that of a hash of the id, so the sample depends
/// on nothing but the tasks, and a larger sample contains a smaller one.
pub fn sample(tasks: Vec<Task>, count: usize) -> Vec<Task> {
    let mut repositories: BTreeMap<String, Vec<Task>> = BTreeMap::new();
    for task in tasks {
        repositories.entry(task.repo.clone()).or_default().push(task);
    }
    for tasks in repositories.values_mut() {
        tasks.sort_by_cached_key(|task| (*blake3::hash(task.id.as_bytes()).as_bytes(), task.id.clone()));
        tasks.reverse();
    }
    let mut drawn = Vec::new();
    while drawn.len() < count && repositories.values().any(|tasks| !tasks.is_empty()) {
        let round = repositories.values_mut().filter_map(Vec::pop).take(count - drawn.len());
        drawn.extend(round);
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::sample;
    use crate::tasks::{Expected, Source, Task, Tier};

    fn task(repo: &str, id: &str) -> Task {
        Task {
            id: id.to_owned(),
            repo: repo.to_owned(),
            commit: None,
            tier: Tier::Easy,
            description: String::new(),
            source: Source::Issue,
            expected: Expected::Symbols(Vec::new()),
            tags: Vec::new(),
            changed: Vec::new(),
        }
    }

    #[test]
    fn a_sample_takes_turns_between_repositories_and_ignores_the_order_of_tasks() {
        let mut tasks: Vec<Task> = (0..9).map(|at| task("large", &format!("large-{at}"))).collect();
        tasks.push(task("small", "small-0"));
        let ids = |tasks: Vec<Task>| tasks.into_iter().map(|task| task.id).collect::<Vec<_>>();
        let four = ids(sample(tasks.clone(), 4));
        assert_eq!(four.iter().filter(|id| id.starts_with("large")).count(), 3);
        tasks.reverse();
        assert_eq!(ids(sample(tasks.clone(), 4)), four);
        assert_eq!(ids(sample(tasks.clone(), 5))[..4], four);
        assert_eq!(sample(tasks, 50).len(), 10);
    }
}
