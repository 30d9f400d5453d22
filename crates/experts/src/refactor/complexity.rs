//! How complex the code of a file is, read from its text.
//!
//! Each branch (`if`, `for`, `case`, `catch`, `&&`, …) counts 1 and once more per level that it is nested,
//! as in cognitive complexity. The level is that of the indentation. This needs no grammar, works in
//! every language that people indent, and takes about a millisecond per thousand lines.

/// Words that branch, in any of the languages.
const BRANCHES: &[&str] = &[
    "if", "elif", "elsif", "elseif", "unless", "for", "foreach", "while", "until", "loop", "case", "when",
    "match", "switch", "select", "catch", "except", "rescue", "guard",
];
/// Starts of lines that are comments.
const COMMENTS: &[&str] = &["//", "#", "*", "/*", "--", ";;", "\"\"\"", "'''"];
/// Columns of a tab.
const TAB: usize = 4;

/// The complexity of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Complexity {
    /// Branches, each with its nesting.
    pub score: usize,
    /// Branches.
    pub branches: usize,
    /// The deepest level with a branch, from 0.
    pub deepest: usize,
}

/// Reads the text of a file.
pub fn complexity(text: &str) -> Complexity {
    let code = || {
        text.lines().filter_map(|line| {
            let content = line.trim_start();
            let is_code = !content.is_empty() && !COMMENTS.iter().any(|start| content.starts_with(start));
            is_code.then(|| (columns(&line[..line.len() - content.len()]), content))
        })
    };
    let unit = unit(code().map(|(columns, _)| columns));
    let mut complexity = Complexity::default();
    for (columns, line) in code() {
        let branches = branches(line);
        if branches > 0 {
            let level = columns / unit;
            complexity.branches += branches;
            complexity.score += branches * (1 + level);
            complexity.deepest = complexity.deepest.max(level);
        }
    }
    complexity
}

fn columns(indent: &str) -> usize {
    indent.chars().map(|c| if c == '\t' { TAB } else { 1 }).sum()
}

/// The columns of one level: the step by which lines are most often indented further than the last.
fn unit(columns: impl Iterator<Item = usize>) -> usize {
    let mut steps = [0usize; 9];
    let mut last = 0;
    for columns in columns {
        let step = columns.saturating_sub(last);
        if (2..steps.len()).contains(&step) {
            steps[step] += 1;
        }
        last = columns;
    }
    let most = (2..steps.len()).rev().max_by_key(|step| steps[*step]).unwrap_or(TAB);
    if steps[most] == 0 { TAB } else { most }
}

fn branches(line: &str) -> usize {
    let operators = line.matches("&&").count() + line.matches("||").count() + line.matches(" ? ").count();
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let words = line.split(|c: char| !is_part(c)).filter(|word| BRANCHES.contains(word)).count();
    operators + words
}

#[cfg(test)]
mod tests {
    use super::{Complexity, complexity};

    #[test]
    fn nested_branches_count_more_than_those_in_a_row() {
        let flat = "def f(a):\n  if a:\n    x()\n  if b:\n    y()\n";
        let nested = "def f(a):\n  if a:\n    if b:\n      y()\n";
        assert_eq!(complexity(flat), Complexity { score: 4, branches: 2, deepest: 1 });
        assert_eq!(complexity(nested), Complexity { score: 5, branches: 2, deepest: 2 });
    }

    #[test]
    fn comments_and_parts_of_names_are_no_branches() {
        assert_eq!(complexity("# if for while\n// case\nnotify(iffy, fortune)\n").branches, 0);
        assert_eq!(complexity("\tif (a && b) {\n\t\treturn c ? 1 : 2;\n\t}\n").branches, 3);
    }
}
