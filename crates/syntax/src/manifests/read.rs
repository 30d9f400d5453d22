//! Each ecosystem's manifests, read for names alone.
//!
//! Some are programs (`Gemfile`, `setup.py`, `build.gradle`): of these the
//! lines are read in which dependencies are usually written.

use super::{Ecosystem, Manifest};
use serde_json::Value;

/// The content of a manifest.
pub(super) fn read(ecosystem: Ecosystem, path: &str, text: &str) -> Manifest {
    let mut manifest = Manifest { ecosystem, path: path.to_owned(), own: Vec::new(), depends: Vec::new() };
    let name = path.rsplit('/').next().unwrap_or(path);
    match ecosystem {
        Ecosystem::Cargo => cargo(text, &mut manifest),
        Ecosystem::Composer => {
            json(text, &["require", "require-dev"], &mut manifest);
        }
        Ecosystem::Gem => gem(text, &mut manifest),
        Ecosystem::Go => go(text, &mut manifest),
        Ecosystem::Maven if name == "pom.xml" => pom(text, &mut manifest),
        Ecosystem::Maven => gradle(path, text, &mut manifest),
        Ecosystem::Npm => {
            let lists = ["dependencies", "devDependencies", "peerDependencies", "optionalDependencies"];
            json(text, &lists, &mut manifest);
        }
        Ecosystem::Nuget => nuget(name, text, &mut manifest),
        Ecosystem::Pypi => match name {
            "pyproject.toml" | "Pipfile" => pyproject(text, &mut manifest),
            "setup.py" | "setup.cfg" => setup(text, &mut manifest),
            _ => manifest.depends.extend(text.lines().filter_map(requirement)),
        },
    }
    manifest
}

fn json(text: &str, lists: &[&str], manifest: &mut Manifest) {
    let Ok(value) = serde_json::from_str::<Value>(text) else { return };
    manifest.own.extend(value["name"].as_str().map(str::to_owned));
    for list in lists {
        manifest.depends.extend(value[*list].as_object().into_iter().flat_map(|names| names.keys().cloned()));
    }
}

fn cargo(text: &str, manifest: &mut Manifest) {
    let Ok(table) = toml::from_str::<toml::Table>(text) else { return };
    let package = table.get("package").and_then(|package| package.get("name")).and_then(toml::Value::as_str);
    manifest.own.extend(package.map(str::to_owned));
    let mut places: Vec<&toml::Table> = vec![&table];
    places.extend(table.get("workspace").and_then(toml::Value::as_table));
    let targets = table.get("target").and_then(toml::Value::as_table).into_iter().flatten();
    places.extend(targets.filter_map(|(_, target)| target.as_table()));
    for place in places {
        for list in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(names) = place.get(list).and_then(toml::Value::as_table) else { continue };
            for (name, how) in names {
                // A dependency may have another name here than where it comes from.
                let package = how.get("package").and_then(toml::Value::as_str);
                manifest.depends.push(package.unwrap_or(name).to_owned());
            }
        }
    }
}

fn gem(text: &str, manifest: &mut Manifest) {
    for line in text.lines().map(str::trim) {
        let declares = |word: &str| line.strip_prefix(word).filter(|rest| rest.starts_with([' ', '(']));
        let added = line.split_once(".add_").map(|(_, rest)| rest).filter(|rest| rest.contains("dependency"));
        if let Some(rest) = declares("gem").or(added) {
            manifest.depends.extend(quoted(rest).next().map(str::to_owned));
        } else if let Some((_, name)) =
            line.split_once(".name").filter(|(_, rest)| rest.trim_start().starts_with('='))
        {
            manifest.own.extend(quoted(name).next().map(str::to_owned));
        }
    }
}

fn go(text: &str, manifest: &mut Manifest) {
    let mut required = false;
    // Indirect dependencies are left out.
    for line in text.lines().map(str::trim).filter(|line| !line.ends_with("// indirect")) {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("module"), Some(name)) => manifest.own.push(name.to_owned()),
            (Some("require"), Some("(")) => required = true,
            (Some("require"), Some(name)) => manifest.depends.push(name.to_owned()),
            (Some(")"), _) => required = false,
            (Some(name), Some(_)) if required && !name.starts_with("//") => {
                manifest.depends.push(name.to_owned());
            }
            _ => {}
        }
    }
}

fn pom(text: &str, manifest: &mut Manifest) {
    let mut own = text.to_owned();
    for block in ["parent", "dependency", "plugin", "extension", "exclusion"] {
        let (open, close) = (format!("<{block}>"), format!("</{block}>"));
        while let Some(start) = own.find(&open) {
            let end = own[start..].find(&close).map_or(own.len(), |at| start + at + close.len());
            let inner = own[start..end].to_owned();
            if block != "exclusion"
                && let Some(artifact) = tag(&inner, "artifactId")
            {
                manifest.depends.push(format!("{}:{artifact}", tag(&inner, "groupId").unwrap_or_default()));
            }
            own.replace_range(start..end, "");
        }
    }
    manifest.own.extend(tag(&own, "artifactId").map(str::to_owned));
}

fn tag<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<{name}>"))?;
    Some(rest.split('<').next()?.trim())
}

/// `implementation 'group:artifact:version'`, `id("plugin")`, and of sbt
/// `"group" % "artifact" % "version"`.
fn gradle(path: &str, text: &str, manifest: &mut Manifest) {
    // A module is called like its folder.
    manifest.own.extend(path.rsplit('/').nth(1).map(str::to_owned));
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        let texts: Vec<&str> = quoted(line).collect();
        if line.contains('%') && texts.len() > 1 {
            manifest.depends.push(format!("{}:{}", texts[0], texts[1]));
        }
        if line.starts_with("id") {
            manifest.depends.extend(texts.first().map(|plugin| format!("{plugin}:")));
        }
        for name in texts {
            let mut parts = name.split(':');
            if let (Some(group), Some(artifact)) = (parts.next(), parts.next())
                && group.contains('.')
            {
                manifest.depends.push(format!("{group}:{artifact}"));
            }
        }
    }
}

fn nuget(name: &str, text: &str, manifest: &mut Manifest) {
    manifest.own.extend(name.rsplit_once('.').map(|(stem, _)| stem.to_owned()));
    manifest.own.extend(tag(text, "PackageId").map(str::to_owned));
    for mark in ["<PackageReference", "<FrameworkReference", "<PackageVersion", "<Project Sdk="] {
        for part in text.split(mark).skip(1) {
            let inside = part.split('>').next().unwrap_or(part);
            manifest.depends.extend(quoted(inside).next().map(str::to_owned));
        }
    }
}

fn pyproject(text: &str, manifest: &mut Manifest) {
    let Ok(table) = toml::from_str::<toml::Table>(text) else { return };
    let root = toml::Value::Table(table);
    let at = |path: &[&str]| path.iter().try_fold(&root, |value, key| value.get(key));
    for name in [at(&["project", "name"]), at(&["tool", "poetry", "name"])] {
        manifest.own.extend(name.and_then(toml::Value::as_str).map(str::to_owned));
    }
    let mut lists: Vec<&toml::Value> = [
        at(&["project", "dependencies"]),
        at(&["tool", "poetry", "dependencies"]),
        at(&["packages"]),
        at(&["dev-packages"]),
    ]
    .into_iter()
    .flatten()
    .collect();
    for groups in [
        at(&["project", "optional-dependencies"]),
        at(&["dependency-groups"]),
        at(&["tool", "poetry", "group"]),
    ] {
        let tables = groups.and_then(toml::Value::as_table).into_iter().flatten();
        lists.extend(tables.map(|(_, group)| group.get("dependencies").unwrap_or(group)));
    }
    for list in lists {
        match list {
            toml::Value::Array(names) => {
                manifest.depends.extend(names.iter().filter_map(|name| requirement(name.as_str()?)));
            }
            toml::Value::Table(names) => manifest.depends.extend(names.keys().cloned()),
            _ => {}
        }
    }
}

fn setup(text: &str, manifest: &mut Manifest) {
    let mut listing = false;
    for line in text.lines() {
        let trimmed = line.trim();
        let (key, value) = trimmed.split_once('=').map_or(("", trimmed), |(key, value)| (key.trim(), value));
        if key == "name" {
            let plain = value.trim().trim_end_matches(',');
            manifest.own.push(quoted(value).next().unwrap_or(plain).to_owned());
        }
        // A pinned version contains `=` too, and is not a key.
        let begins = key.ends_with("requires");
        listing = begins || listing && !trimmed.is_empty() && !trimmed.starts_with('[');
        if listing {
            let names = if begins { value } else { trimmed };
            if names.contains(['"', '\'']) {
                manifest.depends.extend(quoted(names).filter_map(requirement));
            } else if !begins {
                manifest.depends.extend(requirement(names));
            }
            // A list ends with its bracket, or with the next key.
            listing = !trimmed.contains(']') && (begins || !is_key(key));
        }
    }
}

fn is_key(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The name in `Django>=4.2,<5 ; python_version > "3"`.
fn requirement(line: &str) -> Option<String> {
    let line = line.trim();
    let end = line.find(|c: char| !(c.is_alphanumeric() || "-_.".contains(c))).unwrap_or(line.len());
    let name = line[..end].trim_end_matches(['.', '-']);
    name.starts_with(char::is_alphabetic).then(|| name.to_owned())
}

/// The text in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    let mark = text.find(['"', '\'']).map_or("\"", |at| &text[at..=at]);
    text.split(mark).skip(1).step_by(2)
}

#[cfg(test)]
mod tests {
    use super::{Ecosystem, read};

    fn read_names(ecosystem: Ecosystem, path: &str, text: &str) -> (Vec<String>, Vec<String>) {
        let manifest = read(ecosystem, path, text);
        (manifest.own, manifest.depends)
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn package_json_and_composer_json() {
        let text = r#"{"name": "shop", "dependencies": {"react": "^18"}, "devDependencies": {"vite": "5"}}"#;
        assert_eq!(
            read_names(Ecosystem::Npm, "package.json", text),
            (names(&["shop"]), names(&["react", "vite"]))
        );
        let text = r#"{"name": "a/shop", "require": {"php": "^8", "laravel/framework": "^10"}}"#;
        assert_eq!(read_names(Ecosystem::Composer, "composer.json", text).1, ["laravel/framework", "php"]);
    }

    #[test]
    fn gemfiles_and_gemspecs() {
        let text = "source 'https://rubygems.org'\ngem 'rails', '~> 7.1'\n  gem(\"sidekiq\")\n# gem 'old'\ngemspec\n";
        assert_eq!(read_names(Ecosystem::Gem, "Gemfile", text).1, ["rails", "sidekiq"]);
        let text =
            "Gem::Specification.new do |s|\n  s.name = 'shop'\n  s.add_runtime_dependency 'railties'\nend\n";
        assert_eq!(
            read_names(Ecosystem::Gem, "shop.gemspec", text),
            (names(&["shop"]), names(&["railties"]))
        );
    }

    #[test]
    fn cargo_toml_with_targets_workspaces_and_renames() {
        let text = "[package]\nname = \"shop\"\n[dependencies]\nrt = { package = \"tokio\", version = \"1\" }\n[target.'cfg(unix)'.dependencies]\nnix = \"1\"\n[workspace.dependencies]\naxum = \"1\"\n";
        assert_eq!(
            read_names(Ecosystem::Cargo, "Cargo.toml", text),
            (names(&["shop"]), names(&["tokio", "axum", "nix"]))
        );
    }

    #[test]
    fn go_mod_in_one_line_and_in_blocks() {
        let text = "module example.com/shop\n\nrequire github.com/gin-gonic/gin v1.9\nrequire (\n\t// why\n\tgolang.org/x/text v0.1\n\tgolang.org/x/sys v0.2 // indirect\n)\nreplace a => b\n";
        let expected = names(&["github.com/gin-gonic/gin", "golang.org/x/text"]);
        assert_eq!(read_names(Ecosystem::Go, "go.mod", text), (names(&["example.com/shop"]), expected));
    }

    #[test]
    fn maven_and_gradle() {
        let text = "<project><parent><groupId>org.springframework.boot</groupId><artifactId>spring-boot-starter-parent</artifactId></parent><groupId>a</groupId><artifactId>shop</artifactId><dependencies><dependency><groupId>org.x</groupId><artifactId>y</artifactId><exclusions><exclusion><artifactId>z</artifactId></exclusion></exclusions></dependency></dependencies></project>";
        let expected = names(&["org.springframework.boot:spring-boot-starter-parent", "org.x:y"]);
        assert_eq!(read_names(Ecosystem::Maven, "pom.xml", text), (names(&["shop"]), expected));
        let text = "plugins {\n  id 'org.springframework.boot' version '3.2.0'\n}\ndependencies {\n  implementation(\"org.x:y:1.0\")\n}\n";
        let expected = names(&["org.springframework.boot:", "org.x:y"]);
        assert_eq!(read_names(Ecosystem::Maven, "web/build.gradle", text), (names(&["web"]), expected));
        let text = "libraryDependencies += \"org.x\" %% \"y\" % \"1.0\"\n";
        assert_eq!(read_names(Ecosystem::Maven, "build.sbt", text).1, ["org.x:y"]);
    }

    #[test]
    fn projects_of_dotnet() {
        let text = "<Project Sdk=\"Microsoft.NET.Sdk.Web\">\n<ItemGroup><PackageReference Include=\"Serilog\" Version=\"3\" /></ItemGroup></Project>";
        assert_eq!(
            read_names(Ecosystem::Nuget, "src/Shop/Shop.csproj", text),
            (names(&["Shop"]), names(&["Serilog", "Microsoft.NET.Sdk.Web"]))
        );
    }

    #[test]
    fn python_in_its_many_files() {
        let text = "[project]\nname = \"shop\"\ndependencies = [\"Django>=4.2\", \"celery[redis]\"]\n[tool.poetry.group.dev.dependencies]\npytest = \"8\"\n";
        let expected = names(&["Django", "celery", "pytest"]);
        assert_eq!(read_names(Ecosystem::Pypi, "pyproject.toml", text), (names(&["shop"]), expected));
        let text = "# ours\n-r base.txt\nDjango==5.0 # web\nsqlalchemy\n";
        assert_eq!(read_names(Ecosystem::Pypi, "requirements.txt", text).1, ["Django", "sqlalchemy"]);
        let text = "setup(\n    name=\"shop\",\n    install_requires=[\n        \"Flask>=2\",\n        'celery==5',\n    ],\n    zip_safe=False,\n)\n";
        assert_eq!(
            read_names(Ecosystem::Pypi, "setup.py", text),
            (names(&["shop"]), names(&["Flask", "celery"]))
        );
        let text =
            "[metadata]\nname = shop\n[options]\ninstall_requires =\n    Django>=4\n    pytz\n[x]\na = b\n";
        assert_eq!(
            read_names(Ecosystem::Pypi, "setup.cfg", text),
            (names(&["shop"]), names(&["Django", "pytz"]))
        );
    }
}
