//! A symbol's name as a list of its parts, in lower case.
//!
//! Systems and languages spell one name in many ways (`a::B#c`, `a.B.c`,
//! `a\B->c`). For comparing, every separator is a dot and case does not count.

/// A name that can be compared with any other spelling of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name {
    parts: Vec<String>,
}

impl Name {
    /// Reads a name in any spelling. `::`, `#`, `->`, `\` and `/` count as dots;
    /// `()` at the end and type arguments (`Queue<'a, T>`) are not part of it.
    pub fn new(text: &str) -> Name {
        let text = text.trim().trim_end_matches("()").to_lowercase();
        let dotted = without_type_arguments(&text)
            .replace("::", ".")
            .replace("->", ".")
            .replace(['#', '\\', '/'], ".");
        Name {
            parts: dotted
                .split('.')
                .map(str::trim)
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect(),
        }
    }

    /// The parts, outermost first.
    pub fn parts(&self) -> &[String] {
        &self.parts
    }

    /// The last part.
    pub fn last(&self) -> Option<&str> {
        self.parts.last().map(String::as_str)
    }

    /// Equal, or one is the end of the other: `close` and `session.close`.
    pub fn is_same_or_suffix(&self, other: &Name) -> bool {
        !self.parts.is_empty()
            && !other.parts.is_empty()
            && (self.parts.ends_with(&other.parts) || other.parts.ends_with(&self.parts))
    }

    /// Same last part and a qualifier in common: `db.query.Set.filter` and `Set.all.filter`.
    pub fn shares_qualifier(&self, other: &Name) -> bool {
        let (Some((last, qualifiers)), Some((other_last, others))) =
            (self.parts.split_last(), other.parts.split_last())
        else {
            return false;
        };
        last == other_last && qualifiers.iter().any(|part| others.contains(part))
    }

    /// One is inside the other, at dots: `Set` and `query.Set.filter`.
    pub fn contains_either_way(&self, other: &Name) -> bool {
        let within = |outer: &[String], inner: &[String]| {
            !inner.is_empty() && outer.windows(inner.len()).any(|window| window == inner)
        };
        within(&self.parts, &other.parts) || within(&other.parts, &self.parts)
    }
}

/// Drops `<…>` after a name: lifetimes and type parameters make no difference to what was found.
/// `<init>` and operators stay.
fn without_type_arguments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut depth = 0usize;
    let closed = text.matches('<').count() == text.replace("->", "").matches('>').count();
    for letter in text.chars() {
        let opens = letter == '<'
            && closed
            && (depth > 0
                || (out.ends_with(|last: char| last.is_alphanumeric() || last == '_')
                    && !out.ends_with("operator")));
        if opens {
            depth += 1;
        } else if letter == '>' && depth > 0 {
            depth -= 1;
        } else if depth == 0 {
            out.push(letter);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::Name;

    #[test]
    fn type_arguments_are_no_part_of_a_name() {
        assert_eq!(Name::new("Queue<'a, T>.push"), Name::new("Queue.push"));
        assert_eq!(Name::new("Map<a.B<c>, d>::get"), Name::new("map.get"));
        assert_eq!(Name::new("A.<init>").parts(), ["a", "<init>"]);
        assert_eq!(Name::new("A->b").parts(), ["a", "b"]);
        assert_eq!(Name::new("A::operator<=>").last(), Some("operator<=>"));
        assert_eq!(Name::new("A::operator<<").last(), Some("operator<<"));
    }

    #[test]
    fn every_separator_is_a_dot_and_case_does_not_count() {
        let name = Name::new("shop.Basket.Total");
        for spelling in
            ["Shop::Basket#total", "shop/basket->total()", "\\Shop\\Basket::total", " shop.basket.total"]
        {
            assert_eq!(Name::new(spelling), name, "{spelling}");
        }
        assert!(Name::new("..").parts().is_empty());
    }

    #[test]
    fn a_part_is_whole_or_not_there() {
        let name = Name::new("DatabaseBase.open");
        assert!(!name.is_same_or_suffix(&Name::new("Base.open")));
        assert!(!name.contains_either_way(&Name::new("Base")));
    }

    #[test]
    fn an_empty_name_resembles_nothing() {
        let (empty, name) = (Name::new(""), Name::new("a"));
        for (one, other) in [(&empty, &name), (&name, &empty), (&empty, &empty)] {
            assert!(!one.is_same_or_suffix(other));
            assert!(!one.shares_qualifier(other));
            assert!(!one.contains_either_way(other));
        }
    }
}
