//! Predictions as text.

use super::Paint;
use fathom_protocol::predict::{Answer, error};
use std::fmt::Write;

/// Frames that are shown; the rest are counted.
const FRAMES: usize = 12;

/// The predictions of an expert, most probable first.
pub fn predictions(answer: &Answer, paint: &Paint) -> String {
    let mut text = String::new();
    for one in &answer.predictions {
        let name = match &one.id {
            Some(id) if *id != one.path => paint.name(id).clone(),
            _ => paint.path(&one.path).clone(),
        };
        let _ = writeln!(text, "{:>4.0}%  {name}", one.probability * 100.0);
        for reason in &one.reasons {
            let _ = writeln!(text, "       {}", paint.faint(reason));
        }
    }
    if answer.predictions.is_empty() {
        text.push_str("nothing is predicted\n");
    }
    if let Some(share) = answer.suite_share {
        let _ = writeln!(text, "{}", paint.faint(&format!("{:.1}% of the test files", share * 100.0)));
    }
    text
}

/// The end of every prediction: notes, and the id to record the outcome with.
pub fn prediction_notes(answer: &Answer, paint: &Paint) -> String {
    let mut text = String::new();
    for note in answer.notes.iter().chain(&answer.index.notes) {
        let _ = writeln!(text, "{}", paint.warning(note));
    }
    if let Some(id) = &answer.prediction_id {
        let _ = writeln!(text, "{}", paint.faint(&format!("prediction {id}")));
    }
    text
}

/// `predict error`: the files, the frames and past commits.
pub fn predict_error(response: &error::Response, paint: &Paint) -> String {
    let mut text = predictions(&response.answer, paint);
    if !response.frames.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("stack frames, innermost first"));
    }
    for frame in response.frames.iter().take(FRAMES) {
        let place = match frame.line {
            Some(line) => format!("{}:{line}", frame.path),
            None => frame.path.clone(),
        };
        let meaning = match (&frame.symbol, &frame.source_path) {
            (Some(symbol), _) => paint.name(symbol).clone(),
            (None, Some(path)) => paint.path(path).clone(),
            (None, None) => paint.faint(&frame.origin).clone(),
        };
        let renamed = if frame.renamed { " (renamed)" } else { "" };
        let _ = writeln!(text, "  {meaning}{renamed}  {}", paint.faint(&place));
    }
    if response.frames.len() > FRAMES {
        let _ = writeln!(text, "  … {} more", response.frames.len() - FRAMES);
    }
    if !response.fixes.is_empty() {
        let _ = writeln!(text, "\n{}", paint.title("similar commits"));
    }
    for fix in &response.fixes {
        let short = fix.commit.get(..7).unwrap_or(&fix.commit);
        let _ = writeln!(text, "  {short} {}", paint.name(&fix.subject));
    }
    text + &prediction_notes(&response.answer, paint)
}
