//! The progress of a long run, on standard error.

use crate::output;
use fathom_bench::runner::Progress;
use fathom_engine::render::escape;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A bar if someone is looking, else only what is worth a line.
pub(super) struct RunBar(ProgressBar);

impl RunBar {
    pub(super) fn new() -> RunBar {
        let bar = ProgressBar::new(0);
        bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        if let Ok(style) =
            ProgressStyle::with_template("{bar:32} {pos}/{len} {elapsed} (left: {eta}) {wide_msg}")
        {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(500));
        RunBar(bar)
    }

    pub(super) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for RunBar {
    fn total(&self, steps: usize) {
        self.0.set_length(steps as u64);
    }

    fn doing(&self, what: &str) {
        self.0.set_message(escape::line(what).into_owned());
    }

    fn step(&self, steps: usize) {
        self.0.inc(steps as u64);
    }

    fn note(&self, what: &str) {
        // indicatif prints nothing if its bar is hidden.
        self.0.suspend(|| output::message(what));
    }
}
