//! English plurals as Ruby on Rails forms them: names of tables, classes and parameters follow
//! from each other by these rules.

/// Words that have one form.
const UNCOUNTABLE: &[&str] =
    &["equipment", "information", "rice", "money", "species", "series", "fish", "sheep", "jeans", "police"];

/// Singular and plural of words that follow no rule.
const IRREGULAR: &[(&str, &str)] = &[
    ("person", "people"),
    ("man", "men"),
    ("child", "children"),
    ("sex", "sexes"),
    ("move", "moves"),
    ("zombie", "zombies"),
];

/// Endings of plurals and those of their singulars; the first that fits counts.
const TO_SINGULAR: &[(&str, &str)] = &[
    ("databases", "database"),
    ("quizzes", "quiz"),
    ("matrices", "matrix"),
    ("vertices", "vertex"),
    ("indices", "index"),
    ("aliases", "alias"),
    ("statuses", "status"),
    ("status", "status"),
    ("alias", "alias"),
    ("octopi", "octopus"),
    ("viri", "virus"),
    ("crises", "crisis"),
    ("crisis", "crisis"),
    ("testes", "testis"),
    ("shoes", "shoe"),
    ("buses", "bus"),
    ("bus", "bus"),
    ("movies", "movie"),
    ("series", "series"),
    ("xes", "x"),
    ("ches", "ch"),
    ("sses", "ss"),
    ("shes", "sh"),
    ("oes", "o"),
    ("hives", "hive"),
    ("tives", "tive"),
    ("lves", "lf"),
    ("rves", "rf"),
    ("analyses", "analysis"),
    ("analysis", "analysis"),
    ("bases", "basis"),
    ("basis", "basis"),
    ("diagnoses", "diagnosis"),
    ("diagnosis", "diagnosis"),
    ("parentheses", "parenthesis"),
    ("prognoses", "prognosis"),
    ("synopses", "synopsis"),
    ("theses", "thesis"),
    ("news", "news"),
    ("ss", "ss"),
];

/// Endings of singulars and those of their plurals; the first that fits counts.
const TO_PLURAL: &[(&str, &str)] = &[
    ("quiz", "quizzes"),
    ("matrix", "matrices"),
    ("vertex", "vertices"),
    ("index", "indices"),
    ("x", "xes"),
    ("ch", "ches"),
    ("ss", "sses"),
    ("sh", "shes"),
    ("hive", "hives"),
    ("lf", "lves"),
    ("rf", "rves"),
    ("sis", "ses"),
    ("tum", "ta"),
    ("ium", "ia"),
    ("buffalo", "buffaloes"),
    ("tomato", "tomatoes"),
    ("bus", "buses"),
    ("alias", "aliases"),
    ("status", "statuses"),
    ("octopus", "octopi"),
    ("virus", "viri"),
    ("s", "s"),
];

/// The last word of a name in snake case, and what is before it.
fn last_word(name: &str) -> (&str, &str) {
    let start = name.rfind(['_', '/']).map_or(0, |at| at + 1);
    name.split_at(start)
}

fn replaced(name: &str, endings: &[(&str, &str)]) -> Option<String> {
    endings.iter().find_map(|(from, to)| Some(format!("{}{to}", name.strip_suffix(from)?)))
}

/// Whether a letter before `y` keeps it: `days`, but `entries`.
fn keeps_y(stem: &str) -> bool {
    !stem.ends_with("qu") && stem.ends_with(['a', 'e', 'i', 'o', 'u', 'y'])
}

/// The singular of a name in snake case: `line_items` is `line_item`.
pub fn singular(name: &str) -> String {
    let (before, word) = last_word(name);
    if UNCOUNTABLE.contains(&word) {
        return name.to_owned();
    }
    let irregular = IRREGULAR.iter().find_map(|(one, many)| name.strip_suffix(many).map(|rest| (rest, one)));
    if let Some((rest, one)) = irregular.filter(|(rest, _)| rest.is_empty() || rest.ends_with('_')) {
        return format!("{rest}{one}");
    }
    let singular = replaced(word, TO_SINGULAR).or_else(|| {
        if let Some(stem) = word.strip_suffix("ies").filter(|stem| !stem.is_empty() && !keeps_y(stem)) {
            return Some(format!("{stem}y"));
        }
        if let Some(stem) = word.strip_suffix("ves").filter(|stem| !stem.ends_with('f')) {
            return Some(format!("{stem}fe"));
        }
        if word.ends_with("ta") || word.ends_with("ia") {
            return Some(format!("{}um", &word[..word.len() - 1]));
        }
        word.strip_suffix('s').map(str::to_owned)
    });
    format!("{before}{}", singular.unwrap_or_else(|| word.to_owned()))
}

/// The plural of a name in snake case: `line_item` is `line_items`.
pub fn plural(name: &str) -> String {
    let (before, word) = last_word(name);
    if UNCOUNTABLE.contains(&word) {
        return name.to_owned();
    }
    for (one, many) in IRREGULAR {
        if word == *one || word == *many {
            return format!("{before}{many}");
        }
    }
    let plural = replaced(word, TO_PLURAL).unwrap_or_else(|| {
        if let Some(stem) = word.strip_suffix('y').filter(|stem| !stem.is_empty() && !keeps_y(stem)) {
            return format!("{stem}ies");
        }
        if let Some(stem) = word.strip_suffix("fe").filter(|stem| !stem.ends_with('f')) {
            return format!("{stem}ves");
        }
        format!("{word}s")
    });
    format!("{before}{plural}")
}

/// The name of a class for a name in snake case: `admin/line_item` is `Admin::LineItem`.
pub fn camel(name: &str) -> String {
    let part = |part: &str| -> String {
        part.split('_')
            .map(|word| {
                let mut letters = word.chars();
                let first = letters.next().map(|letter| letter.to_uppercase().to_string());
                first.unwrap_or_default() + letters.as_str()
            })
            .collect()
    };
    name.split('/').filter(|part| !part.is_empty()).map(part).collect::<Vec<_>>().join("::")
}

/// A name of a class in snake case: `LineItem` is `line_item`.
pub fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len() + 4);
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| letters[before]);
        let next = letters.get(at + 1);
        let starts_word = letter.is_uppercase()
            && before.is_some_and(|before| {
                before.is_lowercase()
                    || before.is_ascii_digit()
                    || before.is_uppercase() && next.is_some_and(|next| next.is_lowercase())
            });
        if starts_word {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{camel, plural, singular, snake};

    #[test]
    fn plurals_and_singulars_are_those_of_rails() {
        for (one, many) in [
            ("ticket", "tickets"),
            ("line_item", "line_items"),
            ("category", "categories"),
            ("day", "days"),
            ("address", "addresses"),
            ("status", "statuses"),
            ("person", "people"),
            ("sales_person", "sales_people"),
            ("news", "news"),
            ("series", "series"),
            ("box", "boxes"),
            ("bus", "buses"),
            ("shelf", "shelves"),
            ("knife", "knives"),
            ("index", "indices"),
            ("analysis", "analyses"),
            ("medium", "media"),
            ("movie", "movies"),
            ("alias", "aliases"),
            ("query", "queries"),
            ("reply", "replies"),
            ("database", "databases"),
            ("batch", "batches"),
            ("quiz", "quizzes"),
            ("child", "children"),
        ] {
            assert_eq!((plural(one), singular(many)), (many.to_owned(), one.to_owned()));
            assert_eq!(singular(one), one, "{one} is singular");
        }
    }

    #[test]
    fn names_of_classes_and_files_follow_from_each_other() {
        assert_eq!(camel("admin/line_item"), "Admin::LineItem");
        for (name, file) in
            [("LineItem", "line_item"), ("HTMLParser", "html_parser"), ("Api2Key", "api2_key")]
        {
            assert_eq!(snake(name), file);
        }
    }
}
