//! The arguments of a call in a route file.

use crate::frameworks::call::{Call, Value};
use fathom_syntax::ArgumentKind;

/// A text with the variables of loops inserted; `None` if a part of it is not known.
pub(super) fn inserted(value: &Value<'_>, variables: &[(String, String)]) -> Option<String> {
    match value.kind() {
        ArgumentKind::Text | ArgumentKind::Symbol => Some(value.text().to_owned()),
        ArgumentKind::Template => Some(filled(value.text(), variables)),
        ArgumentKind::Name => {
            let name = value.text().trim_end_matches("()");
            let known = variables.iter().rev().find(|(variable, _)| variable == name);
            known.map(|(_, value)| value.clone())
        }
        _ => None,
    }
}

/// A string with values inserted, those of known variables.
fn filled(template: &str, variables: &[(String, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("#{") {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else { break };
        let known = variables.iter().rev().find(|(variable, _)| variable == name.trim());
        if let Some((_, value)) = known {
            text.push_str(value);
        } else if text.is_empty() && after.starts_with('/') {
            // Where a path starts is left out if it is not known.
        } else {
            text.push_str("#{");
            text.push_str(name);
            text.push('}');
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

/// The options of a call, by name.
pub(super) struct Options<'c, 'a> {
    call: &'c Call<'a>,
    variables: &'c [(String, String)],
}

impl<'c, 'a> Options<'c, 'a> {
    pub(super) fn new(call: &'c Call<'a>, variables: &'c [(String, String)]) -> Options<'c, 'a> {
        Options { call, variables }
    }

    pub(super) fn value(&self, name: &str) -> Option<Value<'a>> {
        self.call.keyword(name)
    }

    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.value(name).and_then(|value| inserted(&value, self.variables))
    }

    /// The strings and symbols of an option; `None` if it is not given or not written out.
    pub(super) fn list(&self, name: &str) -> Option<Vec<String>> {
        let value = self.value(name)?;
        match value.kind() {
            ArgumentKind::List => Some(self.elements(&value)),
            ArgumentKind::Constant => Some(Vec::new()),
            _ => inserted(&value, self.variables).map(|one| vec![one]),
        }
    }

    fn elements(&self, value: &Value<'_>) -> Vec<String> {
        value.elements().filter_map(|element| inserted(&element, self.variables)).collect()
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| value.is_constant("true"))
    }

    pub(super) fn is_false(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| value.is_constant("false") || value.is_constant("nil"))
    }

    /// The keys and texts of an option that is a map.
    pub(super) fn map(&self, name: &str) -> Vec<(String, String)> {
        let Some(value) = self.value(name) else { return Vec::new() };
        let pairs = value
            .elements()
            .filter_map(|element| Some((element.name().to_owned(), inserted(&element, self.variables)?)));
        pairs.filter(|(name, _)| !name.is_empty()).collect()
    }

    /// Paths among the arguments, each with whether it is a symbol, which names an action.
    pub(super) fn paths(&self) -> Vec<(String, bool)> {
        let one = |value: &Value<'_>| {
            let is_action = value.kind() == ArgumentKind::Symbol;
            inserted(value, self.variables).map(|text| (text, is_action))
        };
        let values = self.call.positional().flat_map(|value| match value.kind() {
            ArgumentKind::List => value.elements().filter_map(|element| one(&element)).collect(),
            _ => one(&value).into_iter().collect::<Vec<_>>(),
        });
        values.collect()
    }

    /// Arguments without a name, as texts; lists give their elements.
    pub(super) fn positional(&self) -> Vec<String> {
        let values = self.call.positional().flat_map(|value| match value.kind() {
            ArgumentKind::List => self.elements(&value),
            _ => inserted(&value, self.variables).into_iter().collect(),
        });
        values.collect()
    }
}

/// The key of a value, with the variables of loops inserted.
pub(super) fn keyed(value: &Value<'_>, variables: &[(String, String)]) -> String {
    filled(value.name(), variables)
}
