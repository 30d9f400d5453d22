//! The public resemblance of names, to the letter.
//!
//! Two names resemble each other if, whatever the case, they are equal or one ends with the other at
//! a dot; if their last parts are equal and they share a qualifier; or if one contains the other at
//! dots, in the same case. Separators of other languages count as dots, but only a dot as written
//! separates qualifiers, and type arguments are part of a name.
//!
//! [`Name`](super::Name) is kinder: it splits `::` and `#` into qualifiers too, ignores the case of
//! what is contained, and leaves type arguments aside. Exact matching uses it; the lenient and strict
//! columns use this module, so that they can be compared with figures that others publish.

/// A name as the public matching reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicName {
    /// With dots for every separator, in the case it was written.
    dotted: String,
    /// The same in lower case.
    lower: String,
    /// The parts between dots as written, in lower case.
    parts: Vec<String>,
}

impl PublicName {
    /// Reads a name.
    pub fn new(text: &str) -> PublicName {
        let text = text.trim().trim_end_matches("()");
        let dotted = text.replace("::", ".").replace("->", ".").replace(['#', '\\', '/'], ".");
        let parts = text.to_lowercase().split('.').map(str::to_owned).collect();
        PublicName { lower: dotted.to_lowercase(), dotted, parts }
    }

    /// Whether the two names resemble each other.
    pub fn resembles(&self, other: &PublicName) -> bool {
        if self.lower.is_empty() || other.lower.is_empty() {
            return false;
        }
        let ends_with = |one: &str, end: &str| one.strip_suffix(end).is_some_and(|rest| rest.ends_with('.'));
        let holds = |one: &str, inner: &str| format!(".{one}.").contains(&format!(".{inner}."));
        self.lower == other.lower
            || ends_with(&self.lower, &other.lower)
            || ends_with(&other.lower, &self.lower)
            || self.shares_qualifier(other)
            || holds(&self.dotted, &other.dotted)
            || holds(&other.dotted, &self.dotted)
    }

    fn shares_qualifier(&self, other: &PublicName) -> bool {
        match (self.parts.split_last(), other.parts.split_last()) {
            (Some((last, qualifiers)), Some((other_last, others))) => {
                last == other_last && qualifiers.iter().any(|part| !part.is_empty() && others.contains(part))
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PublicName;

    fn resemble(one: &str, other: &str) -> bool {
        let (one, other) = (PublicName::new(one), PublicName::new(other));
        assert_eq!(one.resembles(&other), other.resembles(&one), "{one:?} {other:?}");
        one.resembles(&other)
    }

    #[test]
    fn each_rule_has_its_example() {
        assert!(resemble("Basket.total", "basket.Total"), "equal in any case");
        assert!(resemble("Basket.total", "shop.basket.total"), "the end of the other, in any case");
        assert!(resemble("total", "shop::Basket::total"), "other separators are dots");
        assert!(resemble("shop.Basket.total", "shop.Order.total"), "a shared qualifier");
        assert!(resemble("Basket", "shop.Basket.total"), "contained at dots");
        assert!(!resemble("Basket", "BasketItem") && !resemble("Basket.total", "Basket.add"));
        assert!(!resemble("", "a") && !resemble("", ""));
    }

    #[test]
    fn where_our_own_reading_is_kinder_this_one_is_not() {
        assert!(!resemble("shop::Basket::total", "shop::Order::total"), "`::` separates no qualifiers");
        assert!(!resemble("basket", "shop.Basket.total"), "what is contained has the same case");
        assert!(!resemble("Queue<'a, T>.push", "Queue.push"), "type arguments are part of a name");
    }
}
