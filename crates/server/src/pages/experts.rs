//! Outcomes of predictions: the ledger, accuracy over time, reliability, the latest predictions.

use super::failure::Failure;
use super::layout::{Document, PageContext, document};
use super::visit::Visit;
use fathom_engine::operations::outcomes::{self, CalibrationReport, Leaderboard};
use maud::{Markup, html};

/// Width and height of a chart's plane, in units of the drawing.
const SIDE: f64 = 200.0;
/// Space for the axes: left and below.
const AXIS: f64 = 34.0;
/// Predictions below which a figure is marked as uncertain.
const FEW: usize = 10;

pub(super) async fn page(visit: Visit) -> Result<Document, Failure> {
    let (board, reports) =
        visit.ask(|view| Ok((outcomes::leaderboard(view)?, outcomes::calibration(view, None)?))).await?;
    let body = html! {
        h1 { "Experts" }
        @if board.accounts.is_empty() {
            p.hint {
                "Experts predict which files a task changes, which tests to run and where an error comes from. This page "
                "compares their probabilities with what happened."
            }
            h2 { "No predictions yet" }
            p { "Make some in the folder of the repository, and record their outcome:" }
            pre.example {
                "fathom predict files \"add a retry to the upload job\"\n"
                "git diff | fathom tests --diff -\n"
                "fathom experts record outcome --report junit.xml\n"
                "fathom init --hooks   # record each commit as an outcome"
            }
        } @else {
            (accounts(&board))
            @for report in &reports { (charts(report)) }
            (recent(&board))
        }
    };
    Ok(document("Experts", &PageContext::Workspace { name: visit.name(), page: "experts" }, &body))
}

fn accounts(board: &Leaderboard) -> Markup {
    html! {
        p.hint {
            "An item predicted with probability p puts p² at stake. If it happens it earns 2p − p², otherwise the stake is lost."
        }
        div.scroll {
            table {
                thead {
                    tr {
                        th { "Expert" } th.figure { "Credits" } th.figure { "Predictions" }
                        th.figure { "With outcome" } th.figure { "Hits" }
                    }
                }
                tbody {
                    @for account in &board.accounts {
                        tr {
                            td { (account.expert) }
                            td.figure { (format!("{:.3}", account.balance as f64 / 1_000.0)) }
                            td.figure { (account.predictions) }
                            td.figure { (account.settled) }
                            td.figure { (account.hits) }
                        }
                    }
                }
            }
        }
    }
}

fn charts(report: &CalibrationReport) -> Markup {
    let calibration = &report.calibration;
    html! {
        h2 { (report.expert) }
        p.summary {
            span.tag { (report.predictions) " predictions with an outcome" }
            span.tag { "ECE " (format!("{:.3}", calibration.ece)) }
            span.tag { "Brier " (format!("{:.3}", calibration.brier)) }
            @if let Some(quality) = report.quality { span.tag { (quality.word()) } }
        }
        @if report.predictions < FEW { p.notice { "Fewer than 10 predictions: too few to judge." } }
        div.charts {
            figure {
                (reliability(report))
                figcaption { "Reliability: predicted probability and the share that happened. On the line, probabilities hold." }
            }
            figure {
                (over_time(report))
                figcaption { "Accuracy by week: predictions that named something that happened." }
            }
        }
    }
}

/// A point of the plane, both from 0 to 1.
fn at(x: f64, y: f64) -> (f64, f64) {
    (AXIS + x.clamp(0.0, 1.0) * SIDE, SIDE + 8.0 - y.clamp(0.0, 1.0) * SIDE)
}

fn plane(title: &str, inside: &Markup, labels: [&str; 2]) -> Markup {
    let (left, bottom) = at(0.0, 0.0);
    let (right, top) = at(1.0, 1.0);
    html! {
        svg.chart viewBox=(format!("0 0 {} {}", SIDE + AXIS + 12.0, SIDE + AXIS + 10.0)) role="img" aria-label=(title) {
            @for tick in [0.0, 0.5, 1.0] {
                @let (_, y) = at(0.0, tick);
                line.grid x1=(left) y1=(y) x2=(right) y2=(y) {}
                text x=(left - 5.0) y=(y + 4.0) text-anchor="end" { (format!("{tick:.1}")) }
            }
            line.axis x1=(left) y1=(bottom) x2=(right) y2=(bottom) {}
            line.axis x1=(left) y1=(bottom) x2=(left) y2=(top) {}
            text x=(left) y=(bottom + 16.0) { (labels[0]) }
            text x=(right) y=(bottom + 16.0) text-anchor="end" { (labels[1]) }
            (inside)
        }
    }
}

fn reliability(report: &CalibrationReport) -> Markup {
    let bins = &report.calibration.curve;
    let most = bins.iter().map(|bin| bin.count).max().unwrap_or(1).max(1) as f64;
    let points: Vec<(f64, f64)> = bins.iter().map(|bin| at(bin.predicted, bin.happened)).collect();
    let ((x1, y1), (x2, y2)) = (at(0.0, 0.0), at(1.0, 1.0));
    let inside = html! {
        line.ideal x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
        polyline.series points=(joined(&points)) {}
        @for (bin, (x, y)) in bins.iter().zip(&points) {
            circle.point cx=(x) cy=(y) r=(format!("{:.1}", 2.5 + 4.5 * (bin.count as f64 / most).sqrt())) {
                title { (format!("predicted {:.2}, happened {:.2}, {} items", bin.predicted, bin.happened, bin.count)) }
            }
        }
    };
    plane(&format!("Reliability of {}", report.expert), &inside, ["0", "predicted 1"])
}

fn over_time(report: &CalibrationReport) -> Markup {
    let weeks = &report.weeks;
    let last = weeks.len().saturating_sub(1).max(1) as f64;
    let points: Vec<(f64, f64)> =
        weeks.iter().enumerate().map(|(place, week)| at(place as f64 / last, week.hit_rate)).collect();
    let inside = html! {
        polyline.series points=(joined(&points)) {}
        @for (week, (x, y)) in weeks.iter().zip(&points) {
            circle.point cx=(x) cy=(y) r="3.5" {
                title { (format!("{}: {} predictions, hit rate {:.2}, Brier {:.3}", day(week.start), week.predictions, week.hit_rate, week.brier)) }
            }
        }
    };
    let first = weeks.first().map(|week| day(week.start)).unwrap_or_default();
    let newest = weeks.last().map(|week| day(week.start)).unwrap_or_default();
    let newest = if weeks.len() > 1 { newest } else { String::new() };
    plane(&format!("Accuracy of {} over time", report.expert), &inside, [&first, &newest])
}

fn joined(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
}

fn day(seconds: i64) -> String {
    // Days since 1970 to a date of the Gregorian calendar, counted from March.
    let days = seconds.div_euclid(86_400) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

fn recent(board: &Leaderboard) -> Markup {
    html! {
        h2 { "Latest predictions" }
        div.scroll {
            table {
                thead { tr { th { "Day" } th { "Expert" } th { "First item" } th.figure { "Items" } th { "Outcome" } th { "Id" } } }
                tbody {
                    @for one in &board.recent {
                        tr {
                            td { (day(one.time)) }
                            td { (one.expert) }
                            td {
                                @if let Some((item, probability)) = &one.first {
                                    code { (item) } " " span.aside { (format!("{:.0}%", probability * 100.0)) }
                                }
                            }
                            td.figure { (one.items) }
                            td {
                                @match one.happened {
                                    Some(happened) => { (happened) " of " (one.items) " happened" },
                                    None => span.aside { "none yet" },
                                }
                            }
                            td { code { (one.prediction_id) } }
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn seconds_are_shown_as_days() {
        assert_eq!(day(0), "1970-01-01");
        assert_eq!(day(951_782_400), "2000-02-29");
        assert_eq!(day(1_794_960_000), "2026-11-18");
        assert_eq!(day(-1), "1969-12-31");
    }
}
