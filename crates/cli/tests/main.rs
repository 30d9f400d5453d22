//! End-to-end tests: the `fathom` binary on small repositories, one file per promise.

mod at_hand;
mod bad_input;
#[cfg(feature = "bench")]
mod bench_answers;
#[cfg(all(unix, feature = "bench"))]
mod bench_capability;
#[cfg(feature = "bench")]
mod bench_corpus;
#[cfg(feature = "bench")]
mod bench_diagnose;
#[cfg(feature = "bench")]
mod bench_load;
#[cfg(feature = "bench")]
mod bench_mine;
#[cfg(feature = "bench")]
mod bench_reports;
#[cfg(feature = "bench")]
mod bench_run;
#[cfg(feature = "bench")]
mod bench_trial;
mod budget;
mod concepts;
mod contract;
mod damaged_index;
mod deep_walks;
mod determinism;
mod diffs;
mod dirty;
mod exit_codes;
mod explain;
mod feedback;
mod filters;
mod foreign_text;
mod formats;
mod frontends;
mod hostile_git;
#[cfg(unix)]
mod http_contract;
#[cfg(unix)]
mod http_life;
#[cfg(unix)]
mod http_security;
mod ignored;
mod incremental;
mod init;
mod interrupted;
mod lookups;
mod manual;
mod mcp;
mod mcp_clients;
mod mcp_http;
mod names;
mod one_state;
mod outcomes;
mod outline;
#[cfg(unix)]
mod pages;
#[cfg(unix)]
mod pages_in_browser;
mod predict;
#[cfg(feature = "bench")]
mod reliability;
mod sessions;
mod settings;
#[cfg(unix)]
mod suggested_tests;
mod support;
mod terminal;
#[cfg(unix)]
mod trust;
mod unquoted;
mod uses;
#[cfg(not(feature = "bench"))]
mod without_bench;
