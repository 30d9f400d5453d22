//! A progress bar on standard error, if someone is looking.

use crate::output;
use fathom_engine::{Phase, Progress};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Shown only when work takes long enough to notice.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new() -> Bar {
        let bar = ProgressBar::new(0);
        // indicatif draws nothing if standard error is not a terminal.
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(12));
        Bar(bar)
    }
}

impl Progress for Bar {
    fn start(&self, phase: Phase, total: usize) {
        let unit = match phase {
            Phase::History | Phase::Training => "commits",
            _ => "files",
        };
        let template = if total > 0 {
            format!("{{msg:22}} {{bar:32}} {{pos}}/{{len}} {unit} {{eta}}")
        } else {
            "{msg:22} {spinner}".to_owned()
        };
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.0.set_style(style);
        }
        self.0.set_length(total as u64);
        self.0.set_position(0);
        self.0.set_message(phase.words());
        self.0.enable_steady_tick(Duration::from_millis(100));
    }

    fn step(&self) {
        self.0.inc(1);
    }

    fn waiting(&self, process: Option<u32>) {
        let who = process.map_or(String::new(), |process| format!(" (process {process})"));
        self.note(&format!("another fathom{who} is indexing this repository; waiting for it"));
    }

    fn note(&self, message: &str) {
        // Also where no bar is drawn because standard error is not a terminal.
        self.0.suspend(|| output::message(&format!("fathom: {message}")));
    }

    fn finish(&self) {
        self.0.finish_and_clear();
    }
}
