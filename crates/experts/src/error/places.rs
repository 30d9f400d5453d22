//! Which file of the repository a frame means. A trace comes from another machine: its paths begin
//! in some folder there, in an installed package, or in a bundle.

use rustc_hash::FxHashMap;

/// Whose code a frame is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A file of the repository.
    Own,
    /// An installed package that is not this repository.
    Dependency,
    /// The language's own library or runtime.
    StandardLibrary,
    /// Code that a tool wrote.
    Generated,
    /// Anything else: the reporter's own program, a shell, a notebook.
    Elsewhere,
}

impl Origin {
    /// The word in answers.
    pub fn word(self) -> &'static str {
        match self {
            Origin::Own => "own",
            Origin::Dependency => "dependency",
            Origin::StandardLibrary => "standard-library",
            Origin::Generated => "generated",
            Origin::Elsewhere => "elsewhere",
        }
    }
}

/// The files of a repository, to be found by the ends of their paths.
pub struct Places<'a> {
    files: Vec<&'a str>,
    by_name: FxHashMap<&'a str, Vec<usize>>,
}

/// A path of a trace, split where the package begins.
struct FramePath<'p> {
    /// Names of folders and the file, from the root of the package if there is one.
    segments: Vec<&'p str>,
    /// Whether it is inside of an installed package.
    installed: bool,
    /// Whether the segments begin at a folder of the other machine, which has no counterpart here.
    absolute: bool,
}

/// Names that too many folders have: alone they identify no file.
const COMMON_NAMES: &[&str] = &[
    "__init__.py",
    "index.js",
    "index.ts",
    "index.tsx",
    "main.py",
    "main.go",
    "main.rs",
    "mod.rs",
    "lib.rs",
    "utils.py",
    "test.py",
    "app.py",
    "main.c",
    "base.py",
];

impl<'a> Places<'a> {
    /// Of these paths.
    pub fn new(files: impl IntoIterator<Item = &'a str>) -> Places<'a> {
        let files: Vec<&str> = files.into_iter().collect();
        let mut by_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (place, file) in files.iter().enumerate() {
            by_name.entry(file.rsplit('/').next().unwrap_or(file)).or_default().push(place);
        }
        Places { files, by_name }
    }

    /// The files that a path may mean, as places in the list, best first: those that share most
    /// names with its end. Empty if it is none of this repository.
    pub fn find(&self, path: &str) -> Vec<usize> {
        let path = normalised(path);
        if is_standard_library(&path) {
            return Vec::new();
        }
        let frame = split(&path);
        let Some(candidates) = frame.segments.last().and_then(|name| self.by_name.get(name)) else {
            return Vec::new();
        };
        let shared = |place: usize| {
            let file = self.files[place].rsplit('/');
            file.zip(frame.segments.iter().rev()).take_while(|(a, b)| a == *b).count()
        };
        let best = candidates.iter().map(|place| shared(*place)).max().unwrap_or(0);
        let found: Vec<usize> = candidates.iter().copied().filter(|place| shared(*place) == best).collect();
        let covers_frame = best == frame.segments.len();
        let covers_file = found.iter().any(|place| self.files[*place].split('/').count() == best);
        let name = frame.segments.last().copied().unwrap_or_default();
        let is_found = if frame.installed {
            // The path in the package is known from its start.
            covers_frame || covers_file && best > 1
        } else if frame.absolute {
            best > 1 || covers_file && !COMMON_NAMES.contains(&name)
        } else {
            covers_frame || covers_file || best > 1
        };
        if is_found { found } else { Vec::new() }
    }
}

/// The origin of a path that is not in the repository.
pub fn origin_elsewhere(path: &str) -> Origin {
    let path = normalised(path);
    if is_standard_library(&path) {
        Origin::StandardLibrary
    } else if split(&path).installed || path.contains("/vendor/") || path.starts_with("vendor/") {
        Origin::Dependency
    } else if is_generated(&path) {
        Origin::Generated
    } else {
        Origin::Elsewhere
    }
}

/// With slashes, without a scheme, a host and what follows `?`.
fn normalised(path: &str) -> String {
    let path = path.replace('\\', "/");
    let path = match path.split_once("://") {
        Some(("file" | "webpack" | "webpack-internal" | "phar" | "vite" | "app", rest)) => rest.to_owned(),
        // http://host:port/src/a.js
        Some((_, rest)) => rest.split_once('/').map_or(rest, |(_, path)| path).to_owned(),
        None => path,
    };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_suffix(".pyc").map_or_else(|| path.to_owned(), |stem| format!("{stem}.py"));
    let mut path = path.as_str();
    while let Some(rest) = path.strip_prefix("./").or_else(|| path.strip_prefix("../")) {
        path = rest;
    }
    path.replace("/./", "/")
}

/// Splits a path after the folder that holds an installed package.
fn split(path: &str) -> FramePath<'_> {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let absolute = path.starts_with(['/', '~']) || path.as_bytes().get(1) == Some(&b':');
    let after = |at: usize| FramePath {
        segments: segments[at.min(segments.len().saturating_sub(1))..].to_vec(),
        installed: true,
        absolute: false,
    };
    for (at, segment) in segments.iter().enumerate().rev() {
        match *segment {
            "site-packages" | "dist-packages" => return after(at + 1),
            // node_modules/name/…, node_modules/@scope/name/…
            "node_modules" => {
                let scoped = segments.get(at + 1).is_some_and(|name| name.starts_with('@'));
                return after(at + if scoped { 3 } else { 2 });
            }
            // gems/name-1.2.3/…
            "gems" if segments.get(at + 1).is_some_and(|name| name.contains('-')) => return after(at + 2),
            // .cargo/registry/src/index-hash/name-1.2.3/…, .cargo/git/checkouts/name-hash/rev/…
            "src" if at > 0 && segments[at - 1] == "registry" => return after(at + 3),
            "checkouts" if at > 0 && segments[at - 1] == "git" => return after(at + 3),
            // go/pkg/mod/github.com/owner/name@v1.2.3/…
            versioned if versioned.contains("@v") => return after(at + 1),
            _ => {}
        }
    }
    FramePath { segments, installed: false, absolute }
}

fn is_standard_library(path: &str) -> bool {
    let python = path.find("/python").or_else(|| path.find("/Python")).is_some_and(|at| {
        let rest = &path[at + 7..];
        let version = rest.starts_with(|c: char| c.is_ascii_digit());
        let below_lib =
            path[..at].ends_with("lib") || path[..at].ends_with("lib64") || path[..at].ends_with("Lib");
        version && below_lib && !path.contains("-packages/")
    });
    let windows_python = (path.contains("/Lib/") || path.contains("/lib/"))
        && (path.contains("Python") || path.contains("conda"))
        && path.as_bytes().get(1) == Some(&b':')
        && !path.contains("-packages/");
    let jvm = ["java/", "javax/", "sun/", "jdk/", "kotlin/", "scala/", "com/sun/"];
    python
        || windows_python
        || jvm.iter().any(|package| path.starts_with(package))
        || path.starts_with("<frozen ")
        || path.starts_with("node:")
        || path.starts_with("internal/")
        || path.contains("/rustc/")
        || path.contains("/lib/rustlib/")
        || path.contains("/go/src/runtime/")
        || path.contains("/go/src/testing/")
        || path.contains("/go/src/net/")
        || path.contains("/lib/ruby/") && !path.contains("/gems/")
        || path.contains("/sysdeps/")
        || path.contains("/libc-start")
        || path.contains("/include/c++/")
}

fn is_generated(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let folders = ["dist/", "build/", ".next/", "generated/", "gen/", "target/", "__generated__/"];
    let endings = [
        "_pb2.py",
        "_pb2_grpc.py",
        ".pb.go",
        ".pb.cc",
        ".pb.h",
        ".min.js",
        ".bundle.js",
        ".g.cs",
        ".designer.cs",
        ".g.dart",
    ];
    endings.iter().any(|ending| name.ends_with(ending))
        || folders.iter().any(|folder| path.starts_with(folder) || path.contains(&format!("/{folder}")))
}

#[cfg(test)]
mod tests {
    use super::{Origin, Places, origin_elsewhere};

    const FILES: &[&str] = &[
        "src/shop/cart.py",
        "src/shop/__init__.py",
        "src/shop/json/decoder.py",
        "lib/shop/cart.rb",
        "context.go",
        "render/json.go",
        "tokio/src/runtime/task.rs",
        "gson/src/main/java/com/google/gson/Gson.java",
        "web/src/cart.ts",
        "admin/src/cart.ts",
    ];

    fn found(path: &str) -> Vec<&'static str> {
        let places = Places::new(FILES.iter().copied());
        places.find(path).into_iter().map(|place| FILES[place]).collect()
    }

    #[test]
    fn a_path_in_an_installed_package_is_a_file_of_this_repository() {
        assert_eq!(found("/usr/lib/python3.8/site-packages/shop/cart.py"), ["src/shop/cart.py"]);
        assert_eq!(found("C:\\venv\\Lib\\site-packages\\shop\\cart.py"), ["src/shop/cart.py"]);
        assert_eq!(found("/srv/me/.rbenv/gems/shop-1.2/lib/shop/cart.rb"), ["lib/shop/cart.rb"]);
        assert_eq!(found("/go/pkg/mod/github.com/gin-gonic/gin@v1.6.3/context.go"), ["context.go"]);
        assert_eq!(
            found("/opt/.cargo/registry/src/index-1ecc/tokio-1.2.3/src/runtime/task.rs"),
            ["tokio/src/runtime/task.rs"]
        );
        assert_eq!(found("com/google/gson/Gson.java"), ["gson/src/main/java/com/google/gson/Gson.java"]);
    }

    #[test]
    fn code_of_others_is_no_file_of_this_repository() {
        for (path, origin) in [
            ("/usr/lib/python3.8/json/decoder.py", Origin::StandardLibrary),
            ("/usr/lib/python3/dist-packages/yaml/cart.py", Origin::Dependency),
            ("/usr/lib/python3.8/site-packages/other/__init__.py", Origin::Dependency),
            ("/app/node_modules/@x/y/lib/cart.js", Origin::Dependency),
            ("/rustc/9fc6b/library/core/src/result.rs", Origin::StandardLibrary),
            ("java/lang/Thread.java", Origin::StandardLibrary),
            ("node:internal/modules/cjs/loader", Origin::StandardLibrary),
            ("/app/dist/main.js", Origin::Generated),
            ("api/shop_pb2.py", Origin::Generated),
            ("/srv/me/try.py", Origin::Elsewhere),
            ("/srv/me/__init__.py", Origin::Elsewhere),
        ] {
            assert_eq!((found(path), origin_elsewhere(path)), (vec![], origin), "{path}");
        }
    }

    #[test]
    fn a_path_of_another_checkout_is_found_by_its_end() {
        assert_eq!(found("/srv/me/work/shop/src/shop/cart.py"), ["src/shop/cart.py"]);
        assert_eq!(found("./render/json.go"), ["render/json.go"]);
        assert_eq!(found("webpack:///./web/src/cart.ts"), ["web/src/cart.ts"]);
        assert_eq!(found("http://localhost:3000/web/src/cart.ts?t=1"), ["web/src/cart.ts"]);
    }

    #[test]
    fn a_bare_name_may_mean_several_files() {
        assert_eq!(found("cart.ts"), ["web/src/cart.ts", "admin/src/cart.ts"]);
    }
}
