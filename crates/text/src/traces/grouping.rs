//! Frames to traces: which frames belong to one error, and which error caused which.

use super::errors::{ErrorLine, error_after_frames, error_line, ruby_message};
use super::formats::Runtime;
use super::reader::Reader;
use super::{Frame, Trace};

/// Lines without a frame after which the next frame starts another trace. `IPython` prints ten
/// lines of code around each frame.
const GAP: usize = 16;

/// The traces of a text with at most `limit` frames in all. The cause of an error comes before
/// the error. An error that is named without frames is a trace without frames.
pub fn traces(text: &str, limit: usize) -> Vec<Trace> {
    let mut grouping = Grouping::default();
    for line in text.lines() {
        if grouping.size + grouping.open.frames.len() >= limit {
            break;
        }
        grouping.line(line);
    }
    grouping.close();
    grouping.done
}

#[derive(Default)]
struct Grouping {
    reader: Reader,
    done: Vec<Trace>,
    open: Trace,
    runtime: Option<Runtime>,
    /// The error that was named since the last trace.
    heading: Option<ErrorLine>,
    /// Where the last trace is in `done`, or the cause that was put before it.
    chain: usize,
    /// Whether the open trace is the cause of the last one.
    is_cause: bool,
    /// Lines since the last frame or heading.
    gap: usize,
    /// Frames, and errors without frames, of the traces that are done.
    size: usize,
    /// Whether the next line is the message of a Rust panic.
    panics: bool,
}

impl Grouping {
    fn line(&mut self, line: &str) {
        if std::mem::take(&mut self.panics) && self.open.message.is_empty() && !line.trim().is_empty() {
            line.trim().clone_into(&mut self.open.message);
            return;
        }
        if line.trim_start().starts_with("Traceback (most recent call last)") {
            self.close();
            return;
        }
        if let Some(frame) = self.reader.line(line) {
            self.panics =
                frame.runtime == Runtime::Rust && line.contains("panicked at") && line.ends_with(':');
            let error = std::mem::take(&mut self.reader.error);
            self.frame(frame, error);
            return;
        }
        self.gap += 1;
        if self.runtime == Some(Runtime::Python) && self.open.error.is_none() {
            // Code between frames is indented, and IPython numbers its lines.
            if let Some(found) = error_after_frames(line) {
                (self.open.error, self.open.message) = (found.error, found.message);
                self.close();
            }
        } else if let Some(found) = error_line(line.trim_end()) {
            self.close();
            self.is_cause = found.is_cause;
            self.heading = Some(found);
            self.gap = 0;
        }
    }

    fn frame(&mut self, frame: Frame, (error, message): (Option<String>, Option<String>)) {
        let other = self.runtime.is_some_and(|runtime| runtime != frame.runtime || runtime == Runtime::Place);
        if !self.open.frames.is_empty() && (other || self.gap > GAP) {
            self.close();
        }
        if self.gap > GAP {
            self.close();
        }
        if let Some(heading) = self.heading.take() {
            (self.open.error, self.open.message) = (heading.error, heading.message);
        }
        if let Some(text) = message.filter(|_| self.open.message.is_empty()) {
            (self.open.error, self.open.message) = if frame.runtime == Runtime::Ruby {
                ruby_message(&text)
            } else {
                (error.or(self.open.error.take()), text)
            };
        }
        self.runtime = Some(frame.runtime);
        self.gap = 0;
        if !self.open.frames.contains(&frame) {
            self.open.frames.push(frame);
        }
    }

    /// Ends the open trace, and the error that was named without one.
    fn close(&mut self) {
        let mut trace = std::mem::take(&mut self.open);
        if self.runtime.take().is_some_and(Runtime::innermost_is_last) {
            trace.frames.reverse();
        }
        if let Some(heading) = self.heading.take() {
            (trace.error, trace.message) = (heading.error, heading.message);
        }
        let is_cause = std::mem::take(&mut self.is_cause);
        if trace != Trace::default() && !self.done.contains(&trace) {
            self.chain = if is_cause { self.chain } else { self.done.len() };
            self.size += trace.frames.len().max(1);
            self.done.insert(self.chain, trace);
        }
    }
}
