//! Tables in Markdown.

/// A table: the first column is text, the others are numbers.
pub(super) struct Table {
    text: String,
    columns: usize,
}

impl Table {
    pub(super) fn new<T: AsRef<str>>(header: &[T]) -> Table {
        let mut table = Table { text: String::new(), columns: header.len() };
        table.row(header);
        table.text.push_str("| --- |");
        table.text.push_str(&" ---: |".repeat(header.len() - 1));
        table.text.push('\n');
        table
    }

    pub(super) fn row<T: AsRef<str>>(&mut self, cells: &[T]) {
        debug_assert_eq!(cells.len(), self.columns, "a row as long as the header");
        for cell in cells {
            self.text.push_str("| ");
            self.text.push_str(&escape(cell.as_ref()));
            self.text.push(' ');
        }
        self.text.push_str("|\n");
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A text that cannot end its cell.
fn escape(text: &str) -> String {
    text.replace('|', "\\|").replace(['\n', '\r'], " ")
}

/// A score: `.423`, or `1.000`.
pub(super) fn score(value: f64) -> String {
    let text = format!("{value:.3}");
    text.strip_prefix("0.").map_or(text.clone(), |rest| format!(".{rest}"))
}

/// A score that may be missing.
pub(super) fn maybe(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_owned(), score)
}

/// A whole number with separators: `12,345`.
pub(super) fn whole(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if value <= -0.5 { format!("-{text}") } else { text }
}

/// Milliseconds in the unit people read: `3.2 ms`, `1.4 s`, `12 min`.
pub(super) fn time(ms: f64) -> String {
    if ms < 10.0 {
        format!("{ms:.1} ms")
    } else if ms < 1_000.0 {
        format!("{ms:.0} ms")
    } else if ms < 120_000.0 {
        format!("{:.1} s", ms / 1_000.0)
    } else {
        format!("{:.0} min", ms / 60_000.0)
    }
}

/// Bytes in megabytes.
pub(super) fn megabytes(bytes: f64) -> String {
    format!("{:.1} MB", bytes / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([score(0.4231), score(1.0), score(-0.02)].join(" "), ".423 1.000 -0.020");
        assert_eq!([whole(12_345.4), whole(999.0), whole(-1_000.0)].join(" "), "12,345 999 -1,000");
        assert_eq!([time(3.21), time(1_400.0), time(720_000.0)].join(" "), "3.2 ms 1.4 s 12 min");
    }

    #[test]
    fn a_cell_cannot_end_its_row() {
        let mut table = Table::new(&["a", "b"]);
        table.row(&["x|y", "1\n2"]);
        assert_eq!(table.finish(), "| a | b |\n| --- | ---: |\n| x\\|y | 1 2 |\n");
    }
}
