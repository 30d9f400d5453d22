//! The conditions that calls depend on, as they are written.

use crate::View;
use crate::source_text::SourceText;
use fathom_graph::{FileId, SymbolId};
use fathom_syntax::{CallFlags, CallSite};
use rustc_hash::FxHashMap;

/// Longest condition in bytes.
const LONGEST: usize = 120;

/// Words that open a condition at the start of a line.
const OPENING: [&str; 17] = [
    "} else if ",
    "else if ",
    "elsif ",
    "elif ",
    "if ",
    "unless ",
    "when ",
    "case ",
    "switch ",
    "match ",
    "while ",
    "until ",
    "for ",
    "in ",
    "if(",
    "switch(",
    "while(",
];

/// Words before a condition behind the code that it guards.
const BEHIND: [&str; 4] = [" if ", " unless ", " while ", " until "];

/// Conditions of calls, from files that are read once.
pub(super) struct Conditions<'v, 'i> {
    view: &'v View<'i>,
    files: FxHashMap<FileId, Option<SourceText>>,
}

impl<'v, 'i> Conditions<'v, 'i> {
    pub(super) fn new(view: &'v View<'i>) -> Conditions<'v, 'i> {
        Conditions { view, files: FxHashMap::default() }
    }

    /// The conditions of a call in the body of a symbol.
    pub(super) fn of(&mut self, from: SymbolId, site: &CallSite) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        if site.flags.has(CallFlags::BRANCH) && site.branch_line > 0 {
            parts.extend(self.branch(from, site));
        }
        let under = [
            (CallFlags::TRANSACTION, "in a transaction"),
            (CallFlags::LOOP, "in a loop"),
            (CallFlags::RESCUE, "on an error"),
            (CallFlags::DEFERRED, "at the end"),
        ];
        parts.extend(
            under.iter().filter(|(flag, _)| site.flags.has(*flag)).map(|(_, word)| (*word).to_owned()),
        );
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    fn branch(&mut self, from: SymbolId, site: &CallSite) -> Option<String> {
        let file = self.view.graph.file_of(from);
        let line = self.view.graph.facts(from).references.get(site.reference as usize)?.line;
        let view = self.view;
        let source = self.files.entry(file).or_insert_with(|| SourceText::read(view, file)).as_ref()?;
        let text = source.line(site.branch_line)?;
        let condition = condition(text)?;
        if line <= site.branch_line {
            return Some(condition);
        }
        // An `else` of the same indentation between the condition and the call turns it around.
        let indent = |text: &str| text.len() - text.trim_start().len();
        let is_else = |number: u32| {
            source.line(number).is_some_and(|one| {
                let start = one.trim_start().trim_start_matches(['}', ' ']);
                let word = start.starts_with("else") && !start.starts_with("else if");
                word && indent(one) == indent(text)
            })
        };
        let turned = (site.branch_line + 1..=line).any(is_else);
        Some(if turned { format!("else of {condition}") } else { condition })
    }
}

/// The condition on a line.
fn condition(line: &str) -> Option<String> {
    let text = line.trim();
    let opening = OPENING.iter().find(|word| text.starts_with(**word));
    let condition = if opening.is_some() {
        text.trim_start_matches("} ")
    } else {
        let behind = BEHIND.iter().filter_map(|word| text.rfind(word)).max();
        match behind {
            Some(at) => text[at..].trim(),
            None if text.contains(" ? ") => text.split(" ? ").next().unwrap_or(text),
            None => text,
        }
    };
    let condition =
        condition.trim_end_matches([':', '{', ' ']).trim_end_matches(" then").trim_end_matches(" do");
    let cut = condition.floor_char_boundary(LONGEST);
    let condition = condition[..cut].trim();
    (!condition.is_empty()).then(|| condition.to_owned())
}

#[cfg(test)]
mod tests {
    use super::condition;

    #[test]
    fn a_condition_is_shown_as_it_is_written() {
        for (line, expected) in [
            ("  if order.paid? then", "if order.paid?"),
            ("  notify(order) unless order.silent?", "unless order.silent?"),
            ("    if (order.isPaid()) {", "if (order.isPaid())"),
            ("    elif x > 3:", "elif x > 3"),
            ("  } else if err != nil {", "else if err != nil"),
            ("  return order.paid? ? ship(order) : wait(order)", "return order.paid?"),
            ("  when :open", "when :open"),
        ] {
            assert_eq!(condition(line).as_deref(), Some(expected));
        }
        assert_eq!(condition("   "), None);
    }
}
