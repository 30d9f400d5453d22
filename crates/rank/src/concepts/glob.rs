//! Wildcards in names and paths.

/// Whether a name matches a pattern in which `*` matches any characters.
pub(super) fn fits_name(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let (middle, last) = rest.rsplit_once('*').map_or(("", rest), |(middle, last)| (middle, last));
    for part in middle.split('*') {
        let Some(at) = name.find(part) else { return false };
        name = &name[at + part.len()..];
    }
    name.ends_with(last)
}

/// Whether a path matches a pattern in which `*` matches any characters of one name and `**` any
/// folders. A pattern starts at the root or at any folder, because an application may be in a
/// folder of its repository.
pub(super) fn fits_path(pattern: &str, path: &str) -> bool {
    let wanted: Vec<&str> = pattern.split('/').collect();
    let names: Vec<&str> = path.split('/').collect();
    (0..names.len()).any(|start| fits(&wanted, &names[start..]))
}

fn fits(wanted: &[&str], names: &[&str]) -> bool {
    match (wanted.split_first(), names.split_first()) {
        (None, None) => true,
        (Some((&"**", rest)), _) => (0..=names.len()).any(|skipped| fits(rest, &names[skipped..])),
        (Some((first, rest)), Some((name, names))) => fits_name(first, name) && fits(rest, names),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{fits_name, fits_path};

    #[test]
    fn a_star_matches_any_characters() {
        for (pattern, name) in
            [("*Job", "MailJob"), ("use*", "useCart"), ("*_*_job", "a_b_job"), ("run", "run")]
        {
            assert!(fits_name(pattern, name), "{pattern} {name}");
        }
        for (pattern, name) in [("*Job", "Jobs"), ("use*", "reuse"), ("*a*a", "a"), ("run", "runs")] {
            assert!(!fits_name(pattern, name), "{pattern} {name}");
        }
    }

    #[test]
    fn a_path_pattern_starts_at_any_folder() {
        assert!(fits_path("app/jobs/**", "app/jobs/mail/later.rb"));
        assert!(fits_path("app/jobs/**", "shop/app/jobs/later.rb"));
        assert!(fits_path("**/forms.py", "shop/cart/forms.py") && fits_path("forms.py", "shop/forms.py"));
        assert!(!fits_path("app/jobs/**", "webapp/jobs/later.rb"));
        assert!(!fits_path("app/*.rb", "app/jobs/later.rb"));
    }
}
