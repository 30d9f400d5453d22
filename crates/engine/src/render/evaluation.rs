//! `experts evaluate` as text.

use super::Paint;
use crate::operations::experts::{Calibration, FEWEST_SAMPLES, Report};
use std::fmt::Write;

const DEFINITIONS: &str = "\
MRR: mean over commits of 1 / rank of the first file that the commit changed.
P@k: share of the first k that the commit changed. R@k: share of the changed files in the first k.
all in k: share of commits with every changed file in the first k.
warm, cold, unseen: R@10 of files that at least two, one, no earlier commit had touched.
decayed: the baseline of docs/experts.md. gain: difference to it, with the 95% interval of a paired
  bootstrap over commits.
ECE: mean of |predicted - happened| over ten bins of the first ten probabilities of each commit,
  weighted by count. Brier: mean squared error. log loss: mean of -ln of the probability of what happened.
Questions: files: the message without trailers. tests: the changed source files; expected are the changed
  tests. next: one half of the changed files, chosen by hash; expected is the other half.
Commits: not merges, 1 to 30 files, not by bots, oldest to newest. Each is predicted from what its parent
  can reach, over the files of the parent's tree.
";

/// The reports of an evaluation, with definitions.
pub fn evaluation(reports: &[Report], paint: &Paint) -> String {
    let mut text = String::new();
    for report in reports {
        let (own, base) = (&report.quality, &report.decayed);
        let _ = writeln!(text, "{}, {} commits", paint.name(report.expert.word()), report.questions);
        let _ = writeln!(
            text,
            "            MRR    P@1    P@5    R@5   R@10   all in 1/5/10      warm   cold unseen"
        );
        for (name, one) in [("expert", own), ("decayed", base)] {
            let _ = writeln!(
                text,
                "  {name:8} {:.3}  {:.3}  {:.3}  {:.3}  {:.3}   {:.3}/{:.3}/{:.3}  {:.3}  {:.3}  {:.3}",
                one.mrr,
                one.precision_at_1,
                one.precision_at_5,
                one.recall_at_5,
                one.recall_at_10,
                one.all_in_1,
                one.all_in_5,
                one.all_in_10,
                one.warm.recall_at_10,
                one.cold.recall_at_10,
                one.unseen.recall_at_10
            );
        }
        let _ = writeln!(
            text,
            "  gain     MRR {:+.3} ({:+.3} to {:+.3}), R@10 {:+.3} ({:+.3} to {:+.3})",
            report.mrr_gain,
            report.mrr_gain_interval.low,
            report.mrr_gain_interval.high,
            report.recall_at_10_gain,
            report.recall_at_10_gain_interval.low,
            report.recall_at_10_gain_interval.high
        );
        let _ = writeln!(
            text,
            "  files that warm, cold, unseen count: {}, {}, {}; touched at most once: R@10 {:.3} of {}",
            own.warm.files,
            own.cold.files,
            own.unseen.files,
            own.at_most_one.recall_at_10,
            own.at_most_one.files
        );
        text += &calibration(&report.calibration);
        let weights: Vec<String> =
            report.components.iter().map(|one| format!("{} {:.2}", one.id, one.weight)).collect();
        let _ = writeln!(text, "  weights: {}\n", weights.join(", "));
    }
    text + DEFINITIONS
}

/// Calibration with its curve.
fn calibration(calibration: &Calibration) -> String {
    let mut text = format!(
        "  ECE {:.3}, Brier {:.3}, log loss {:.3}, {} predictions\n",
        calibration.ece, calibration.brier, calibration.log_loss, calibration.count
    );
    if calibration.count < FEWEST_SAMPLES {
        let _ = writeln!(text, "  fewer than {FEWEST_SAMPLES} predictions: too few for a verdict");
    }
    text += "  predicted  happened  count\n";
    for bin in &calibration.curve {
        let _ = writeln!(text, "  {:>9.3}  {:>8.3}  {:>5}", bin.predicted, bin.happened, bin.count);
    }
    text
}
