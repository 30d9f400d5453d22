//! Which files are translations, and of which others, by their paths.

use std::collections::BTreeMap;

/// Endings of files that hold nothing but translations.
const ENDINGS: &[&str] = &["arb", "ftl", "po", "resx", "strings", "xlf"];

/// Endings of files that hold translations in a folder for them.
const SHARED_ENDINGS: &[&str] = &["json", "properties", "yaml", "yml"];

/// The same in a language of programs: they are recognised as translations, and read as code.
const CODE_ENDINGS: &[&str] = &["js", "php", "rb", "ts", "xml"];

/// Folders for translations.
const FOLDERS: &[&str] =
    &["_locales", "i18n", "l10n", "lang", "langs", "languages", "locale", "locales", "translations"];

/// Languages that are translated to, by their codes.
const LANGUAGES: &[&str] = &[
    "af", "am", "ar", "as", "az", "be", "bg", "bn", "br", "bs", "ca", "ckb", "cs", "cy", "da", "de", "el",
    "en", "eo", "es", "et", "eu", "fa", "fi", "fil", "fo", "fr", "fy", "ga", "gd", "gl", "gu", "he", "hi",
    "hr", "hu", "hy", "ia", "id", "is", "it", "ja", "jv", "ka", "kab", "kk", "km", "kn", "ko", "ku", "ky",
    "lb", "lo", "lt", "lv", "mg", "mk", "ml", "mn", "mr", "ms", "mt", "my", "nb", "ne", "nl", "nn", "no",
    "oc", "or", "pa", "pl", "ps", "pt", "rm", "ro", "ru", "rw", "sa", "sc", "sd", "si", "sk", "sl", "so",
    "sq", "sr", "sv", "sw", "ta", "te", "tg", "th", "tk", "tl", "tr", "tt", "ug", "uk", "ur", "uz", "vi",
    "wo", "xh", "yi", "yo", "zh", "zu",
];

/// Whether a word is a code such as `de`, `pt-BR`, `zh_Hans` or `sr@latin`.
pub(super) fn is_language(word: &str) -> bool {
    let mut parts = word.split(['-', '_', '@']);
    let first = parts.next().unwrap_or("");
    LANGUAGES.contains(&first)
        && parts.all(|part| {
            (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        && word.len() <= 12
}

/// The span of a path that names a language, where the path is that of a translation.
fn language_span(path: &str) -> Option<(usize, usize)> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, ending) = name
        .split_once('.')
        .map_or((name, ""), |(stem, _)| (stem, name.rsplit_once('.').map_or("", |(_, ending)| ending)));
    let in_folder = folders.split('/').any(|folder| FOLDERS.contains(&folder));
    let is_own = ENDINGS.contains(&ending);
    let may_be = is_own || in_folder && (SHARED_ENDINGS.contains(&ending) || CODE_ENDINGS.contains(&ending));
    let android =
        ending == "xml" && folders.rsplit('/').next().is_some_and(|folder| folder.starts_with("values"));
    if !may_be && !android {
        return None;
    }
    // A folder: `locale/de/LC_MESSAGES/app.po`, `de.lproj/App.strings`, `values-de/strings.xml`.
    let mut at = 0;
    for folder in folders.split('/') {
        let plain = folder.strip_suffix(".lproj").unwrap_or(folder);
        let tail = plain.strip_prefix("values-").unwrap_or(plain);
        if is_language(tail) {
            let start = at + (plain.len() - tail.len());
            return Some((start, start + tail.len()));
        }
        at += folder.len() + 1;
    }
    // A part of the name: `de.yml`, `devise.de.yml`, `messages_de.properties`, `app_pt_BR.arb`.
    let name_start = path.len() - name.len();
    let whole = name.strip_suffix(ending).map_or(name, |rest| rest.trim_end_matches('.'));
    let mut start = 0;
    for part in whole.split('.') {
        if is_language(part) {
            return Some((name_start + start, name_start + start + part.len()));
        }
        start += part.len() + 1;
    }
    for (cut, _) in stem.match_indices(['_', '-']) {
        if is_language(&stem[cut + 1..]) {
            return Some((name_start + cut + 1, name_start + stem.len()));
        }
    }
    None
}

/// Whether a file is read as a translation.
pub fn is_locale_file(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.contains(&ending) || SHARED_ENDINGS.contains(&ending) && language_span(path).is_some()
}

/// Of each file that is a translation, the file that it is a translation of. Of several languages,
/// English is the one that is read, else the first by name.
pub fn translations<'p>(paths: impl Iterator<Item = &'p str>) -> BTreeMap<&'p str, &'p str> {
    let mut sets: BTreeMap<String, Vec<(&'p str, &'p str)>> = BTreeMap::new();
    for path in paths {
        if let Some((start, end)) = language_span(path) {
            let set = format!("{}*{}", &path[..start], &path[end..]);
            // The language may be in the name as well as in the folder.
            let set = set.replace(&format!("/{}.", &path[start..end]), "/*.");
            sets.entry(set).or_default().push((&path[start..end], path));
        }
    }
    let mut translations = BTreeMap::new();
    for files in sets.values().filter(|files| files.len() > 1) {
        let english = |(language, _): &&(&str, &str)| language.split(['-', '_']).next() == Some("en");
        let plain = files.iter().find(|(language, _)| *language == "en");
        let Some((_, read)) = plain.or_else(|| files.iter().find(english)).or_else(|| files.iter().min())
        else {
            continue;
        };
        translations.extend(files.iter().filter(|(_, path)| path != read).map(|(_, path)| (*path, *read)));
    }
    translations
}

#[cfg(test)]
mod tests {
    use super::{is_locale_file, language_span, translations};

    #[test]
    fn the_language_of_a_translation_is_in_its_path() {
        for (path, language) in [
            ("config/locales/de.yml", "de"),
            ("config/locales/devise.pt-BR.yml", "pt-BR"),
            ("web/src/i18n/locale/zh_CN/login.json", "zh_CN"),
            ("src/pretix/locale/de_Informal/LC_MESSAGES/django.po", "de_Informal"),
            ("lib/l10n/app_fr.arb", "fr"),
            ("ios/de.lproj/Localizable.strings", "de"),
            ("app/src/main/res/values-nl/strings.xml", "nl"),
            ("resources/lang/es/auth.php", "es"),
            ("Resources/Texts.it.resx", "it"),
        ] {
            let span = language_span(path).map(|(start, end)| &path[start..end]);
            assert_eq!(span, Some(language), "{path}");
        }
        for path in
            ["config/database.yml", "src/de.ts", "app/models/it.rb", "locales/README.md", "src/is/a.json"]
        {
            assert_eq!(language_span(path), None, "{path}");
        }
        assert!(is_locale_file("config/locales/en.yml") && !is_locale_file("src/locales/en.ts"));
    }

    #[test]
    fn one_language_of_a_set_is_read() {
        let paths = [
            "l/locales/de.yml",
            "l/locales/en.yml",
            "l/locales/fr.yml",
            "m/locales/nl.json",
            "n/lang/fr/a.php",
            "n/lang/de/a.php",
        ];
        let found = translations(paths.into_iter());
        assert_eq!(found.get("l/locales/de.yml"), Some(&"l/locales/en.yml"));
        assert_eq!(found.get("l/locales/fr.yml"), Some(&"l/locales/en.yml"));
        assert_eq!(found.get("n/lang/fr/a.php"), Some(&"n/lang/de/a.php"));
        assert_eq!(found.len(), 3);
    }
}
