//! Plain tables in Markdown, which read as well in a terminal.

/// A table with its columns lined up.
pub(crate) fn table(head: &[&str], rows: &[Vec<String>]) -> String {
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain([head[column].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: Vec<&str>| {
        let padded: Vec<String> =
            cells.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
        format!("| {} |\n", padded.join(" | "))
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let mut text = line(head.to_vec());
    text.push_str(&line(rule.iter().map(String::as_str).collect()));
    for row in rows {
        text.push_str(&line(row.iter().map(String::as_str).collect()));
    }
    text
}

#[cfg(test)]
mod tests {
    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let rows = [vec!["grep".to_owned(), "1".to_owned()]];
        expect_test::expect![[r"
            | system | n |
            | ------ | - |
            | grep   | 1 |
        "]]
        .assert_eq(&super::table(&["system", "n"], &rows));
    }
}
