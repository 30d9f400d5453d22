//! Comma-separated values, as RFC 4180 has them.

/// A table being written.
pub(super) struct Csv {
    text: String,
}

impl Csv {
    pub(super) fn new(header: &[&str]) -> Csv {
        let mut csv = Csv { text: String::new() };
        csv.row(header);
        csv
    }

    pub(super) fn row<T: AsRef<str>>(&mut self, fields: &[T]) {
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            let field = field.as_ref();
            if field.contains([',', '"', '\n', '\r']) {
                self.text.push('"');
                self.text.push_str(&field.replace('"', "\"\""));
                self.text.push('"');
            } else {
                self.text.push_str(field);
            }
        }
        self.text.push('\n');
    }

    pub(super) fn finish(self) -> String {
        self.text
    }
}

/// A number as tables have it.
pub(super) fn number(value: f64) -> String {
    format!("{value:.6}")
}

/// A number that may be missing.
pub(super) fn maybe(value: Option<f64>) -> String {
    value.map(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Csv;

    #[test]
    fn fields_with_commas_quotes_and_lines_are_quoted() {
        let mut csv = Csv::new(&["a", "b"]);
        csv.row(&["x,y", "say \"no\"\nor"]);
        assert_eq!(csv.finish(), "a,b\n\"x,y\",\"say \"\"no\"\"\nor\"\n");
    }
}
