//! `feedback` as text.

use super::Paint;
use fathom_protocol::feedback::{RecordedVerdicts, Response, VerdictList};
use jiff::Timestamp;
use std::fmt::Write;

/// Feedback that was recorded, listed or deleted.
pub fn feedback(response: &Response, paint: &Paint) -> String {
    match response {
        Response::Recorded(recorded) => record(recorded, paint),
        Response::Listed(kept) => list(kept, paint),
        Response::Forgotten { forgotten: 1 } => "1 verdict forgotten\n".to_owned(),
        Response::Forgotten { forgotten } => format!("{forgotten} verdicts forgotten\n"),
    }
}

fn record(recorded: &RecordedVerdicts, paint: &Paint) -> String {
    let mut text = String::new();
    for one in &recorded.recorded {
        let _ = writeln!(text, "recorded as {}: {}", one.verdict, paint.text(&one.symbol));
    }
    for one in &recorded.not_recorded {
        let (symbol, why) = (paint.text(&one.symbol), paint.warning(&one.reason));
        let _ = writeln!(text, "not recorded as {}: {symbol}: {why}", one.verdict);
        for meaning in &one.alternatives {
            let _ = writeln!(text, "  {}", paint.text(meaning));
        }
    }
    text
}

fn list(kept: &VerdictList, paint: &Paint) -> String {
    if kept.feedback.is_empty() {
        return "no feedback is kept\n".to_owned();
    }
    let mut text = String::new();
    let mut task = None;
    for one in &kept.feedback {
        if task != Some(&one.task) {
            let gap = if task.is_some() { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{}", paint.name(&one.task));
            task = Some(&one.task);
        }
        let day = Timestamp::from_second(one.time)
            .map_or_else(|_| String::new(), |time| format!("  {}", time.strftime("%Y-%m-%d")));
        let _ = write!(text, "  {:<6}  {}{day}", one.verdict, paint.text(&one.symbol));
        if one.times > 1 {
            let _ = write!(text, ", {} times", one.times);
        }
        match &one.expired {
            Some(why) => _ = writeln!(text, ", expired: {}", paint.warning(why)),
            None => text.push('\n'),
        }
    }
    text
}
