//! Paths as people write them in a terminal, from the current folder; the engine takes them from the
//! root of the repository.

use std::path::{Component, Path, PathBuf};

/// A name that may begin with a path (`../lib/a.rb:80`, `a.py::Class`), with the path from the root.
/// A text that is not a path from the current folder is kept: it may be a path from the root, or a name.
pub(super) fn name_from_root(root: &Path, current: &Path, name: &str) -> String {
    let ends = [name.find("::"), name.find(':'), name.find("#L"), Some(name.len())];
    let paths = ends.into_iter().flatten().map(|end| name.split_at(end));
    // A bare word is a name, whatever folders there are.
    let mut paths = paths.filter(|(path, _)| path.contains(['/', '.']));
    let found = paths.find_map(|(path, rest)| {
        let inside = existing(root, current, path)?;
        // The slash marks a folder.
        let slash = if path.ends_with('/') { "/" } else { "" };
        Some(format!("{inside}{slash}{rest}"))
    });
    found.unwrap_or_else(|| name.to_owned())
}

/// A `--path` from the root: a glob by the folders before its first wildcard.
pub(super) fn pattern_from_root(root: &Path, current: &Path, pattern: &str) -> String {
    let whole = existing(root, current, pattern);
    let plain = || {
        let wild = pattern.find(['*', '?', '[', '{'])?;
        let end = pattern[..wild].rfind('/')?;
        let folder = existing(root, current, &pattern[..end.max(1)])?;
        Some(format!("{folder}/{}", pattern[end..].trim_start_matches('/')))
    };
    whole.or_else(plain).unwrap_or_else(|| pattern.to_owned())
}

/// Converts a path from the current folder to one from the root, if it exists and is inside.
fn existing(root: &Path, current: &Path, path: &str) -> Option<String> {
    let joined = current.join(path);
    joined.symlink_metadata().ok()?;
    let mut inside = PathBuf::new();
    for component in joined.strip_prefix(root).ok()?.components() {
        match component {
            Component::Normal(name) => inside.push(name),
            Component::ParentDir if inside.pop() => {}
            Component::CurDir => {}
            _ => return None,
        }
    }
    let inside = inside.to_str()?.replace('\\', "/");
    Some(if inside.is_empty() { ".".to_owned() } else { inside })
}

#[cfg(test)]
mod tests {
    use super::{name_from_root, pattern_from_root};
    use std::path::PathBuf;

    fn repository() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        for path in ["app/mailers/order.rb", "lib/order.rb", "app/Order/x.rb"] {
            std::fs::create_dir_all(root.join(path).parent().unwrap()).unwrap();
            std::fs::write(root.join(path), "").unwrap();
        }
        (folder, root)
    }

    #[test]
    fn a_path_counts_from_the_current_folder_where_it_exists() {
        let (_folder, root) = repository();
        let app = root.join("app");
        let name = |text: &str| name_from_root(&root, &app, text);
        assert_eq!(name("mailers/order.rb:80:5"), "app/mailers/order.rb:80:5");
        assert_eq!(name("./mailers/order.rb::Order#x"), "app/mailers/order.rb::Order#x");
        assert_eq!(name("../lib/order.rb#L8"), "lib/order.rb#L8");
        assert_eq!(name(&root.join("lib/order.rb").display().to_string()), "lib/order.rb");
        assert_eq!((name(".."), name("mailers/")), (".".to_owned(), "app/mailers/".to_owned()));
        for stays in ["lib/order.rb", "Order", "Order.x", "order.rb", "A::B", "../../other.rb", "-"] {
            assert_eq!(name(stays), stays);
        }
    }

    #[test]
    fn a_glob_counts_from_the_folder_before_its_wildcard() {
        let (_folder, root) = repository();
        let app = root.join("app");
        let pattern = |text: &str| pattern_from_root(&root, &app, text);
        assert_eq!(pattern("mailers"), "app/mailers");
        assert_eq!(pattern("mailers/*.rb"), "app/mailers/*.rb");
        assert_eq!(pattern("./*.rb"), "app/*.rb");
        assert_eq!(pattern("../lib/**/*.rb"), "lib/**/*.rb");
        assert_eq!(pattern("../*/order.rb"), "./*/order.rb");
        for stays in ["lib", "*.rb", "**/order.rb", "lib/*.rb", "../../x/*"] {
            assert_eq!(pattern(stays), stays);
        }
    }
}
