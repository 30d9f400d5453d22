//! Unknown names, reported with similar ones.

/// The largest number of letters that may differ.
const FAR: usize = 3;

/// A sentence on a name that is none of the known ones.
pub fn no_such(what: &str, name: &str, known: &[&str]) -> String {
    let distance = |other: &str| strsim::osa_distance(&name.to_lowercase(), &other.to_lowercase());
    let near = known.iter().map(|other| (distance(other), *other)).min();
    let near = near.filter(|(distance, _)| *distance <= FAR.min(name.len() / 2));
    let meant = near.map_or_else(String::new, |(_, other)| format!("; did you mean `{other}`?"));
    let list = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
    let link = if meant.is_empty() { "; there are" } else { " There are" };
    format!("there is no {what} `{name}`{meant}{link} {list}")
}

#[cfg(test)]
mod tests {
    use super::no_such;

    #[test]
    fn the_nearest_name_is_offered() {
        assert_eq!(
            no_such("system", "Fatom", &["fathom", "grep"]),
            "there is no system `Fatom`; did you mean `fathom`? There are fathom, grep"
        );
        assert_eq!(
            no_such("system", "x", &["fathom", "grep"]),
            "there is no system `x`; there are fathom, grep"
        );
        assert_eq!(no_such("repository", "x", &[]), "there is no repository `x`; there are none");
    }
}
