//! Lists of names that are written out, in a call or in a constant.

use crate::frameworks::call::Value;
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use fathom_syntax::ArgumentKind;

/// The names that a value holds; `None` if a program computes them.
pub(super) fn literals(project: &Project<'_, '_>, class: SymbolId, value: &Value<'_>) -> Option<Vec<String>> {
    match value.kind() {
        ArgumentKind::Text | ArgumentKind::Symbol => Some(vec![value.text().to_owned()]),
        ArgumentKind::List => {
            let elements = value.elements().map(|element| element.literal().map(str::to_owned));
            elements.collect()
        }
        ArgumentKind::Constant => Some(Vec::new()),
        ArgumentKind::Name => {
            let name = value.text().trim_end_matches("()").rsplit('.').next()?;
            let constant = project.member(class, name)?;
            let facts = project.facts(project.file_of(constant));
            of_text(facts.text(project.definition(constant).signature))
        }
        _ => None,
    }
}

/// The names in the text of a list: `A = %i[show edit].freeze`, `A = [:show, "edit"]`.
fn of_text(text: &str) -> Option<Vec<String>> {
    let (_, list) = text.split_once('=')?;
    let list = list.trim();
    let words = list.strip_prefix("%i").or_else(|| list.strip_prefix("%w"));
    let inner = words.unwrap_or(list);
    let close = match inner.chars().next()? {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        _ => return None,
    };
    let (inner, _) = inner[1..].split_once(close)?;
    let parts: Vec<&str> = if words.is_some() {
        inner.split_whitespace().collect()
    } else {
        inner.split(',').map(str::trim).collect()
    };
    let is_map = words.is_none() && close == '}';
    // Of a map, the keys: `{open: 0}`, `{"open" => 0}`.
    let key = |part: &&str| {
        let key = part.split("=>").next().unwrap_or(part).trim_start_matches(':');
        if is_map { key.split(':').next().unwrap_or(key).to_owned() } else { (*part).to_owned() }
    };
    let name = |part: &&str| key(part).trim_matches([':', '"', '\'', ' ']).to_owned();
    Some(parts.iter().filter(|part| !part.is_empty()).map(name).collect())
}

#[cfg(test)]
mod tests {
    use super::of_text;

    #[test]
    fn a_list_is_read_from_the_text_of_a_constant() {
        assert_eq!(of_text("A = %i[show edit].freeze"), Some(vec!["show".into(), "edit".into()]));
        assert_eq!(of_text("A = [:show, \"edit\"]"), Some(vec!["show".into(), "edit".into()]));
        let open = Some(vec!["open".into(), "closed".into()]);
        assert_eq!(of_text("A = {open: 0, closed: 1}.freeze"), open);
        assert_eq!(of_text("A = { :open => 0, \"closed\" => 1, }"), open);
        assert_eq!(of_text("A = other + [1]"), None);
    }
}
