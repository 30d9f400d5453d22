//! British spelling as American, so that both find the same words.
//!
//! Only endings are changed of which no other English word is made: `promise`, `enterprise` and
//! `four` stay what they are.

/// Letters before `-ise` in verbs that American English writes with `-ize`.
const IZE: &[&str] = &[
    "al", "ar", "er", "or", "il", "im", "tom", "dom", "ym", "on", "an", "en", "gn", "rn", "it", "et", "at",
    "ot", "ard", "es", "as", "ic", "og", "erg",
];
/// Words that only end so.
const NO_VERBS: &[&str] = &["arise", "anise", "otherwise", "premise", "treatise"];
/// Endings of forms of such verbs, the longest first.
const FORMS: &[&str] = &["isations", "isation", "isable", "ising", "isers", "iser", "ised", "ises", "ise"];
/// Words in `-our`, without the ending.
const OUR: &[&str] = &[
    "arm", "behavi", "col", "endeav", "fav", "flav", "harb", "hon", "hum", "lab", "neighb", "rum", "sav",
    "vap",
];
/// Other words, by their beginning.
const WORDS: &[(&str, &str)] = &[
    ("analys", "analyz"),
    ("artefact", "artifact"),
    ("catalogue", "catalog"),
    ("centred", "centered"),
    ("centre", "center"),
    ("centring", "centering"),
    ("defence", "defense"),
    ("dialogue", "dialog"),
    ("fibre", "fiber"),
    ("grey", "gray"),
    ("licence", "license"),
    ("metre", "meter"),
    ("paralys", "paralyz"),
    ("programme", "program"),
];

/// The American spelling of a word of lower-case letters; `None` if it is the same.
pub(crate) fn american(word: &str) -> Option<String> {
    if word.len() < 4 {
        return None;
    }
    if let Some(form) = FORMS.iter().find(|form| word.ends_with(**form)) {
        let verb = &word[..word.len() - form.len()];
        let is_verb = verb.len() > 2 && IZE.iter().any(|ending| verb.ends_with(ending));
        if is_verb && !NO_VERBS.contains(&word) {
            return Some(format!("{verb}iz{}", &form[2..]));
        }
    }
    for stem in OUR {
        if let Some(rest) = word.strip_prefix(stem).and_then(|rest| rest.strip_prefix("our")) {
            return Some(format!("{stem}or{rest}"));
        }
    }
    let changed = |(british, american): &(&str, &str)| {
        let rest = word.strip_prefix(british)?;
        // `analysis` and `programmer` are the same in both.
        let is_other = rest.starts_with("is") || *british == "programme" && rest.starts_with(['d', 'r']);
        (!is_other).then(|| format!("{american}{rest}"))
    };
    WORDS.iter().find_map(changed)
}

#[cfg(test)]
mod tests {
    use super::american;

    #[test]
    fn british_words_become_american() {
        for (british, expected) in [
            ("serialise", "serialize"),
            ("optimisation", "optimization"),
            ("organiser", "organizer"),
            ("synchronised", "synchronized"),
            ("colour", "color"),
            ("behaviours", "behaviors"),
            ("analyser", "analyzer"),
            ("centred", "centered"),
            ("centre", "center"),
            ("catalogue", "catalog"),
        ] {
            assert_eq!(american(british).as_deref(), Some(expected), "{british}");
        }
    }

    #[test]
    fn words_that_only_look_british_stay() {
        for word in [
            "promise",
            "promised",
            "premise",
            "enterprise",
            "exercise",
            "precise",
            "otherwise",
            "raise",
            "four",
            "source",
            "hour",
            "analysis",
            "programmer",
            "programmed",
            "noise",
            "wise",
            "serialize",
            "arise",
            "advertise",
            "comprise",
            "revise",
        ] {
            assert_eq!(american(word), None, "{word}");
        }
    }
}
