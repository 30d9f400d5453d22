//! Counts of requests and the state of the process, as Prometheus reads them.

use crate::workspaces::Workspaces;
use fathom_protocol::Operation;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Upper bounds of the latency histogram in seconds.
const BUCKETS: [f64; 13] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0];

/// Counters of answered requests.
pub(crate) struct Metrics {
    started: Instant,
    requests: Mutex<Requests>,
}

#[derive(Default)]
struct Requests {
    by_code: BTreeMap<(&'static str, u16), u64>,
    latencies: BTreeMap<&'static str, Latencies>,
}

#[derive(Default)]
struct Latencies {
    /// Answers in each bucket alone; the last is for those above all bounds.
    counts: [u64; BUCKETS.len() + 1],
    seconds: f64,
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        Metrics { started: Instant::now(), requests: Mutex::default() }
    }

    /// Counts one answer.
    pub(crate) fn count(&self, operation: &'static str, code: u16, took: Duration) {
        let seconds = took.as_secs_f64();
        let mut requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        *requests.by_code.entry((operation, code)).or_default() += 1;
        let latencies = requests.latencies.entry(operation).or_default();
        let bucket = BUCKETS.iter().position(|bound| seconds <= *bound).unwrap_or(BUCKETS.len());
        latencies.counts[bucket] += 1;
        latencies.seconds += seconds;
    }

    /// All metrics in Prometheus' text format.
    pub(crate) fn text(&self, workspaces: &Workspaces) -> String {
        let mut text = String::new();
        self.write(&mut text, workspaces);
        text
    }

    fn write(&self, text: &mut String, workspaces: &Workspaces) {
        let requests = self.requests.lock().unwrap_or_else(PoisonError::into_inner);
        describe(text, "fathom_requests_total", "counter", "Requests by operation and status code.");
        for ((operation, code), count) in &requests.by_code {
            line(
                text,
                &format!("fathom_requests_total{{operation=\"{operation}\",code=\"{code}\"}} {count}"),
            );
        }
        let name = "fathom_request_duration_seconds";
        describe(text, name, "histogram", "Time to answer by operation.");
        for (operation, latencies) in &requests.latencies {
            let mut sum = 0;
            for (bound, count) in BUCKETS.iter().zip(latencies.counts) {
                sum += count;
                line(text, &format!("{name}_bucket{{operation=\"{operation}\",le=\"{bound}\"}} {sum}"));
            }
            sum += latencies.counts[BUCKETS.len()];
            line(text, &format!("{name}_bucket{{operation=\"{operation}\",le=\"+Inf\"}} {sum}"));
            line(text, &format!("{name}_sum{{operation=\"{operation}\"}} {:.6}", latencies.seconds));
            line(text, &format!("{name}_count{{operation=\"{operation}\"}} {sum}"));
        }
        drop(requests);
        let all = workspaces.all();
        describe(text, "fathom_workspaces", "gauge", "Registered workspaces.");
        line(text, &format!("fathom_workspaces {}", all.len()));
        let name = "fathom_index_age_seconds";
        describe(text, name, "gauge", "Time since an index was compared with its files.");
        for workspace in &all {
            if let Some(age) = workspace.shared().and_then(|shared| shared.age()) {
                let label = escaped(&workspace.record().name);
                line(text, &format!("{name}{{workspace=\"{label}\"}} {:.3}", age.as_secs_f64()));
            }
        }
        if let Some(bytes) = resident_bytes() {
            describe(
                text,
                "process_resident_memory_bytes",
                "gauge",
                "Resident memory, mapped files included.",
            );
            line(text, &format!("process_resident_memory_bytes {bytes}"));
        }
        describe(text, "fathom_uptime_seconds", "gauge", "Time since the server started.");
        line(text, &format!("fathom_uptime_seconds {:.0}", self.started.elapsed().as_secs_f64()));
    }
}

/// The name under which requests to a path are counted; unknown paths share one.
pub(crate) fn operation_of(path: &str) -> &'static str {
    const OTHERS: [(&str, &str); 7] = [
        ("/api/v1/init", "init"),
        ("/api/v1/workspaces", "workspaces"),
        ("/api/v1/workspaces/resolve", "resolve"),
        ("/api/v1/openapi.json", "openapi"),
        ("/health", "health"),
        ("/metrics", "metrics"),
        ("/events", "events"),
    ];
    if crate::pages::is_page(path) {
        return "page";
    }
    let below = path.strip_prefix("/api/v1");
    let operation = Operation::ALL.iter().find(|one| below == Some(one.http_path())).map(|one| one.name());
    let other = || OTHERS.iter().find(|(known, _)| *known == path).map(|(_, name)| *name);
    operation.or_else(other).unwrap_or("other")
}

fn describe(text: &mut String, name: &str, kind: &str, help: &str) {
    line(text, &format!("# HELP {name} {help}\n# TYPE {name} {kind}"));
}

fn line(text: &mut String, content: &str) {
    // Writing into a string does not fail.
    let _ = writeln!(text, "{content}");
}

/// A label value: a folder can have any name.
fn escaped(label: &str) -> String {
    label.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

/// Resident memory of this process, where the system reports it.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let value = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = value.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::{escaped, operation_of};

    #[test]
    fn each_route_is_counted_under_its_operation() {
        assert_eq!(operation_of("/api/v1/graph/impact"), "impact");
        assert_eq!(operation_of("/api/v1/workspaces/resolve"), "resolve");
        assert_eq!(operation_of("/elsewhere"), "other");
    }

    #[test]
    fn a_folder_cannot_add_a_line_of_its_own() {
        assert_eq!(escaped("a\"} 1\nb\\"), "a\\\"} 1\\nb\\\\");
    }
}
