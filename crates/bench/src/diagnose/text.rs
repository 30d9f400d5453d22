//! A diagnosis as people read it, within 100 columns.

use super::{Diagnosis, Difference, RankedSymbol, Term, Wish, WrongSymbol};
use std::fmt;

/// Columns of a terminal.
const WIDTH: usize = 100;
/// Expected symbols side by side; more of them continue below.
const BLOCK: usize = 12;

impl fmt::Display for Diagnosis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commit = &self.commit[..self.commit.len().min(12)];
        let tier = format!("{:?}", self.tier).to_lowercase();
        writeln!(f, "{}: {} at {commit}, {tier}", self.task, self.repository)?;
        for line in wrapped(&self.description, WIDTH - 2) {
            writeln!(f, "  {line}")?;
        }
        self.write_expected(f)?;
        let mut first = 0;
        while first < self.expected.len().max(1) {
            self.write_stages(f, first)?;
            first += BLOCK;
        }
        self.write_wrong(f)
    }
}

impl Diagnosis {
    fn write_expected(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nExpected, with the rank in the answer")?;
        for (index, wish) in self.expected.iter().enumerate() {
            let Wish { symbol, place, rank, absent } = wish;
            let place = place.as_deref().unwrap_or_default();
            let rank = rank.map_or_else(|| "-".to_owned(), |rank| rank.to_string());
            let line = format!("  {:<2} {rank:>4}  {:<42} {}", key(index), cut(symbol, 42), cut(place, 46));
            writeln!(f, "{}", line.trim_end())?;
            if let Some(why) = absent {
                writeln!(f, "{:11}{}", "", cut(why, WIDTH - 11))?;
            }
        }
        Ok(())
    }

    /// The stages, with the ranks of a block of expected symbols.
    fn write_stages(&self, f: &mut fmt::Formatter<'_>, first: usize) -> fmt::Result {
        let columns = first..self.expected.len().min(first + BLOCK);
        writeln!(f, "\nRank of each expected symbol in each stage")?;
        write!(f, "  {:<9}{:>8}{:>10}{:>9} ", "stage", "symbols", "expected", "best")?;
        for column in columns.clone() {
            write!(f, "{:>5}", key(column))?;
        }
        writeln!(f)?;
        for stage in &self.stages {
            let best = stage.ranks.iter().enumerate().filter_map(|(index, rank)| Some(((*rank)?, index)));
            let best =
                best.min().map_or_else(String::new, |(rank, index)| format!("{rank} {:<2}", key(index)));
            let expected = format!("{} of {}", stage.expected, self.expected.len());
            write!(f, "  {:<9}{:>8}{expected:>10}{best:>9} ", stage.stage, stage.symbols)?;
            for column in columns.clone() {
                let rank = stage.ranks[column].map_or_else(|| "·".to_owned(), |rank| rank.to_string());
                write!(f, "{rank:>5}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn write_wrong(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.rival {
            Some(RankedSymbol { symbol, place, rank, prior_rank, model_rank, terms }) => {
                writeln!(f, "\nWhy the first wrong ones come before {}", cut(symbol, 60))?;
                writeln!(f, "  {}", cut(place, WIDTH - 2))?;
                writeln!(f, "  answer {rank}, prior {prior_rank}, model {model_rank}")?;
                writeln!(f, "  has {}", cut(&words(terms), WIDTH - 6))?;
            }
            None if self.wrong.is_empty() => return Ok(()),
            None => writeln!(f, "\nThe first wrong ones; no expected symbol is behind them")?,
        }
        for WrongSymbol { ranked, differences } in &self.wrong {
            let RankedSymbol { symbol, place, rank, prior_rank, model_rank, terms } = ranked;
            writeln!(f, "\n{rank:>3}  {:<46} {}", cut(symbol, 46), cut(place, 48))?;
            writeln!(f, "     answer {rank}, prior {prior_rank}, model {model_rank}")?;
            writeln!(f, "     has {}", cut(&words(terms), WIDTH - 9))?;
            for Difference { what, value, rival, change, reason } in differences {
                let against = format!("{} against {}", number(*value), number(*rival));
                let reason = reason.as_deref().unwrap_or_default();
                let line = format!("     {change:+.2}  {:<24}{against:<23}{reason}", cut(what, 23));
                writeln!(f, "{}", cut(line.trim_end(), WIDTH))?;
            }
        }
        Ok(())
    }
}

/// a, b, … z, aa, ab, …
fn key(index: usize) -> String {
    let letter = char::from(b'a' + (index % 26) as u8);
    if index < 26 { letter.to_string() } else { format!("{}{letter}", key(index / 26 - 1)) }
}

fn number(value: Option<f32>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| format!("{value:.2}"))
}

fn words(terms: &[Term]) -> String {
    if terms.is_empty() {
        return "no word of the task".to_owned();
    }
    terms.iter().map(|one| format!("{} ({})", one.term, one.field)).collect::<Vec<_>>().join(", ")
}

fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{BestRank, Diagnosis, Difference, RankedSymbol, Stage, Term, Wish, WrongSymbol};
    use super::{WIDTH, key};
    use crate::tasks::Tier;

    fn wish(symbol: &str, rank: Option<usize>, absent: Option<&str>) -> Wish {
        let place = rank.map(|_| format!("shop/{}.py:4", symbol.to_lowercase()));
        Wish { symbol: symbol.to_owned(), place, rank, absent: absent.map(str::to_owned) }
    }

    fn stage(stage: &'static str, symbols: usize, ranks: &[Option<usize>]) -> Stage {
        let best = ranks.iter().flatten().min().map(|rank| BestRank { symbol: String::new(), rank: *rank });
        Stage { stage, symbols, expected: ranks.iter().flatten().count(), best, ranks: ranks.to_vec() }
    }

    fn diagnosis() -> Diagnosis {
        let terms = vec![Term { term: "total".to_owned(), field: "name" }];
        Diagnosis {
            task: "shop-easy-001".to_owned(),
            repository: "shop".to_owned(),
            commit: "0123456789abcdef0123".to_owned(),
            tier: Tier::Easy,
            description: "show the total before paying".to_owned(),
            expected: vec![
                wish("Basket.total", Some(12), None),
                wish("pay", Some(1), None),
                wish("Coupon", None, Some("not in the index")),
            ],
            stages: vec![
                stage("words", 240, &[Some(31), Some(2), None]),
                stage("docs", 0, &[None, None, None]),
                stage("answer", 500, &[Some(12), Some(1), None]),
            ],
            rival: Some(RankedSymbol {
                symbol: "Basket.total".to_owned(),
                place: "shop/basket.py:4".to_owned(),
                rank: 12,
                prior_rank: 20,
                model_rank: 9,
                terms: terms.clone(),
            }),
            wrong: vec![WrongSymbol {
                ranked: RankedSymbol {
                    symbol: "Order.total_before".to_owned(),
                    place: "shop/order.py:7".to_owned(),
                    rank: 2,
                    prior_rank: 1,
                    model_rank: 3,
                    terms,
                },
                differences: vec![Difference {
                    what: "words".to_owned(),
                    value: Some(1.0),
                    rival: None,
                    change: 0.75,
                    reason: Some("its words match the task".to_owned()),
                }],
            }],
        }
    }

    #[test]
    fn a_diagnosis_is_read_from_top_to_bottom() {
        expect_test::expect![[r#"
            shop-easy-001: shop at 0123456789ab, easy
              show the total before paying

            Expected, with the rank in the answer
              a    12  Basket.total                               shop/basket.total.py:4
              b     1  pay                                        shop/pay.py:4
              c     -  Coupon
                       not in the index

            Rank of each expected symbol in each stage
              stage     symbols  expected     best     a    b    c
              words         240    2 of 3     2 b     31    2    ·
              docs            0    0 of 3              ·    ·    ·
              answer        500    2 of 3     1 b     12    1    ·

            Why the first wrong ones come before Basket.total
              shop/basket.py:4
              answer 12, prior 20, model 9
              has total (name)

              2  Order.total_before                             shop/order.py:7
                 answer 2, prior 1, model 3
                 has total (name)
                 +0.75  words                   1.00 against none      its words match the task
        "#]]
        .assert_eq(&diagnosis().to_string());
    }

    #[test]
    fn many_expected_symbols_and_long_names_stay_within_the_width() {
        let mut diagnosis = diagnosis();
        let long = "VeryLong".repeat(20);
        diagnosis.description = "many words ".repeat(40);
        diagnosis.expected = (0..40).map(|_| wish(&long, Some(1000), Some(&long))).collect();
        diagnosis.stages = vec![stage("gathered", 12_345, &[Some(1000); 40])];
        for wrong in &mut diagnosis.wrong {
            (wrong.ranked.symbol, wrong.ranked.place) = (long.clone(), long.clone());
            wrong.differences[0].reason = Some(long.clone());
        }
        let text = diagnosis.to_string();
        assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{text}");
        assert_eq!(text.matches("stage").count(), 4 + 4, "a heading and a head for each block: {text}");
    }

    #[test]
    fn keys_go_on_behind_z() {
        assert_eq!([key(0), key(25), key(26), key(27), key(52)], ["a", "z", "aa", "ab", "ba"]);
    }
}
