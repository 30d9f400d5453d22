//! Reading symbols out of JSON whose shape differs from version to version.

use crate::record::FoundSymbol;
use serde_json::Value;
use std::path::Path;

/// The symbols in the lists under these keys, in the order of the keys, at any depth of the answer.
pub(super) fn symbols(answer: &Value, keys: &[&str], root: &Path) -> Vec<FoundSymbol> {
    let mut found = Vec::new();
    for key in keys {
        collect(answer, key, root, &mut found);
    }
    found
}

fn collect(value: &Value, key: &str, root: &Path, found: &mut Vec<FoundSymbol>) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                match inner {
                    Value::Array(list) if name == key => {
                        found.extend(list.iter().filter_map(|one| symbol(one, root)));
                    }
                    _ => collect(inner, key, root, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|inner| collect(inner, key, root, found)),
        _ => {}
    }
}

fn symbol(value: &Value, root: &Path) -> Option<FoundSymbol> {
    let text = |keys: &[&str]| keys.iter().find_map(|key| value.get(key)?.as_str()).map(str::to_owned);
    let number = |keys: &[&str]| {
        keys.iter().find_map(|key| value.get(key)?.as_u64()).and_then(|n| u32::try_from(n).ok())
    };
    let name = text(&["name", "symbol", "symbol_name"])?;
    let path = text(&["filePath", "file_path", "path", "file"]).map(|path| relative(&path, root));
    let qualified = text(&["qualifiedName", "qualified_name"]);
    let name = match (qualified, &path) {
        (Some(qualified), Some(path)) => nesting(&qualified, path, &name),
        _ => name,
    };
    Some(FoundSymbol {
        name,
        path,
        line: number(&["startLine", "start_line", "line", "line_number"]),
        end_line: number(&["endLine", "end_line"]),
    })
}

/// A path as the repository calls it.
pub(super) fn relative(path: &str, root: &Path) -> String {
    let inside = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
    inside.to_string_lossy().trim_start_matches("./").to_owned()
}

/// The names behind the file's own name in a dotted name that starts with the path.
fn nesting(qualified: &str, path: &str, name: &str) -> String {
    let stem =
        Path::new(path).file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let dotted = qualified.replace("::", ".");
    match dotted.split_once(&format!(".{stem}.")) {
        Some((_, inner)) if inner.ends_with(name) => inner.to_owned(),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_found_wherever_they_stand_in_the_order_of_keys() {
        let text = r#"{"more": [{"name": "b", "line": 2}], "result": {"first": [
            {"name": "a", "qualified_name": "proj.src.shop.Shop.a", "file_path": "/site/src/shop.py", "start_line": 7}]}}"#;
        let found = symbols(&serde_json::from_str(text).unwrap(), &["first", "more"], Path::new("/site"));
        assert_eq!(found.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), ["Shop.a", "b"]);
        assert_eq!((found[0].path.as_deref(), found[0].line), (Some("src/shop.py"), Some(7)));
    }
}
