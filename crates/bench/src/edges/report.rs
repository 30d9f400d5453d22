//! The report as people read it.

use super::{Example, Report, Scores};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for project in &self.projects {
            let commit =
                project.commit.as_deref().map_or("no commit", |commit| &commit[..commit.len().min(12)]);
            writeln!(f, "{} at {commit}, oracle {}", project.path, project.oracle)?;
            if let Some(claims) = &project.claims {
                let left = project.claims_left_out;
                writeln!(
                    f,
                    "Edges of {claims} in place of Fathom's; {left} have no definition in Fathom's index."
                )?;
            }
            if project.compiler_merged {
                writeln!(
                    f,
                    "  (a compiler's index is merged into this one: not a measure of Fathom's own resolver)"
                )?;
            }
            if project.oracle_misnamed > 0 {
                let count = project.oracle_misnamed;
                writeln!(
                    f,
                    "  (for {count} called names the oracle gives a symbol of another name; they are left out)"
                )?;
            }
            f.write_str(&table(&project.languages))?;
            details(f, &project.languages)?;
            examples(f, "false positives", &project.wrong)?;
            examples(f, "misses", &project.missed)?;
            writeln!(f)?;
        }
        if self.projects.len() > 1 {
            writeln!(f, "all projects")?;
            f.write_str(&table(&self.languages))?;
            details(f, &self.languages)?;
        }
        Ok(())
    }
}

fn table(languages: &BTreeMap<String, Scores>) -> String {
    let mut text = format!(
        "  {:12} {:>7} {:>7} {:>7}  {:>9} {:>9} {:>7} {:>7}\n",
        "language", "true", "false", "missed", "precision", "(judged)", "recall", "F1"
    );
    for (language, scores) in languages {
        let counts = &scores.counts;
        let _ = writeln!(
            text,
            "  {language:12} {:>7} {:>7} {:>7}  {:>9} {:>9} {:>7} {:>7}",
            counts.true_positives,
            counts.false_positives,
            counts.misses,
            percent(scores.precision),
            percent(scores.precision_where_oracle_speaks),
            percent(scores.recall),
            percent(scores.f1),
        );
    }
    text
}

fn details(f: &mut fmt::Formatter<'_>, languages: &BTreeMap<String, Scores>) -> fmt::Result {
    for (language, scores) in languages {
        let counts = &scores.counts;
        for (resolution, claims) in &counts.by_resolution {
            let (right, all) = (claims.right, claims.right + claims.wrong);
            writeln!(
                f,
                "  {language} {resolution}: {right} of {all} right ({}, {} of those that the oracle resolves)",
                percent(claims.precision()),
                percent(claims.judged())
            )?;
        }
        let offered = counts.ambiguous;
        if offered.right + offered.wrong > 0 {
            writeln!(
                f,
                "  {language} ambiguous (no claims): {} of {} right",
                offered.right,
                offered.right + offered.wrong
            )?;
        }
        let wrong = counts.wrong_causes.iter().map(|(cause, count)| (cause.words(), *count));
        causes(f, &format!("{language} false positives"), wrong.collect())?;
        let missed = counts.miss_causes.iter().map(|(cause, count)| (cause.words(), *count));
        causes(f, &format!("{language} misses"), missed.collect())?;
        let left_out = counts.left_out.iter().map(|(reason, count)| (*reason, *count));
        causes(f, &format!("{language} claims left out"), left_out.collect())?;
    }
    Ok(())
}

fn causes(f: &mut fmt::Formatter<'_>, title: &str, mut counts: Vec<(&str, usize)>) -> fmt::Result {
    if counts.is_empty() {
        return Ok(());
    }
    counts.sort_by_key(|(words, count)| (std::cmp::Reverse(*count), *words));
    let parts: Vec<String> = counts.iter().map(|(words, count)| format!("{count} {words}")).collect();
    writeln!(f, "  {title}: {}", parts.join(", "))
}

fn examples(f: &mut fmt::Formatter<'_>, title: &str, examples: &[Example]) -> fmt::Result {
    if examples.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {title}:")?;
    for example in examples {
        writeln!(f, "    {}:{}  [{}]", example.path, example.line, example.cause)?;
        writeln!(f, "        {}", example.code)?;
        writeln!(f, "        fathom: {}", example.fathom)?;
        writeln!(f, "        oracle: {}", example.oracle)?;
    }
    Ok(())
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}
