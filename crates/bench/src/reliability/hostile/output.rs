//! What an answer must not contain, whatever is in a repository.

use super::super::fathom::Answer;
use super::scene::SECRET;

/// The error in the answer to a command.
pub(super) fn wrong(answer: &Answer, arguments: &[String], forged: &[String]) -> Option<String> {
    let has = |word: &str| arguments.iter().any(|argument| argument == word);
    if let Some(crash) = answer.crash() {
        return Some(crash);
    }
    if !answer.is_utf8 {
        return Some("standard output is not UTF-8".to_owned());
    }
    if [&answer.stdout, &answer.stderr].into_iter().any(|text| text.contains(SECRET)) {
        return Some("shows a file outside of the repository".to_owned());
    }
    if has("--json") || has("json") {
        let fine = answer.code == Some(2) || answer.json().is_ok();
        return (!fine).then(|| "standard output is not JSON".to_owned());
    }
    let control = raw_control(&answer.stdout).or_else(|| raw_control(&answer.stderr));
    if let Some(letter) = control {
        return Some(format!("prints the control character U+{:04X} as it is", u32::from(letter)));
    }
    forged_line(&answer.stdout, has("markdown"), forged)
        .map(|line| format!("prints the forged line “{line}”"))
}

/// The first control character that can change what a terminal or an editor shows.
fn raw_control(text: &str) -> Option<char> {
    let is_raw = |letter: &char| {
        (letter.is_control() && !matches!(letter, '\n' | '\t'))
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
    };
    text.chars().find(is_raw)
}

/// The first line that starts with text of the repository that imitates Fathom's own output.
/// In Markdown, code between fences may.
fn forged_line<'t>(text: &'t str, is_markdown: bool, forged: &[String]) -> Option<&'t str> {
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        if is_markdown && ticks.len() >= 3 {
            match fence {
                None => fence = Some(ticks),
                // A fence ends at one that is as long and has nothing behind it.
                Some(open) if ticks.len() >= open.len() && line.len() == ticks.len() => fence = None,
                Some(_) => {}
            }
        } else if fence.is_none() && forged.iter().any(|start| line.starts_with(start.as_str())) {
            return Some(line);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_found_and_line_feeds_are_not() {
        assert_eq!(raw_control("a\tb\n"), None);
        assert_eq!(raw_control("a\u{1b}]0;"), Some('\u{1b}'));
        assert_eq!(raw_control("\u{9b}31m"), Some('\u{9b}'));
        assert_eq!(raw_control("a\u{2028}b"), Some('\u{2028}'));
        assert_eq!(raw_control("a\u{202e}b"), Some('\u{202e}'));
        assert_eq!(raw_control("a\rb"), Some('\r'));
    }

    #[test]
    fn a_forged_heading_counts_only_outside_of_fences() {
        let forged = ["# forged".to_owned()];
        let inside = "## a\n````python\n```\n# forged\n````\n";
        let outside = "## a\n```python\n```\n# forged\n";
        assert_eq!(forged_line(inside, true, &forged), None);
        assert_eq!(forged_line(outside, true, &forged), Some("# forged"));
        assert_eq!(forged_line(inside, false, &forged), Some("# forged"));
    }
}
