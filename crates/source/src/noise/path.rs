//! Noise by path.

use std::path::Path;

use super::Noise;

/// Folders that always contain vendored code.
const VENDORED: &[&str] = &[
    ".venv",
    "3rdparty",
    "Carthage",
    "Godeps",
    "Pods",
    "__pycache__",
    "_vendor",
    "_vendored",
    "bower_components",
    "dist-packages",
    "jspm_packages",
    "node_modules",
    "site-packages",
    "third-party",
    "third_party",
];

/// Below these, a folder `vendor` contains libraries; below others it may be part of an application.
const ASSETS: &[&str] =
    &["assets", "css", "javascript", "javascripts", "js", "lib", "libs", "public", "static", "stylesheets"];

const LOCK_FILES: &[&str] = &[
    ".terraform.lock.hcl",
    "Cargo.lock",
    "Cartfile.resolved",
    "Gemfile.lock",
    "MODULE.bazel.lock",
    "Package.resolved",
    "Pipfile.lock",
    "Podfile.lock",
    "bun.lock",
    "composer.lock",
    "deno.lock",
    "flake.lock",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "mix.lock",
    "npm-shrinkwrap.json",
    "package-lock.json",
    "packages.lock.json",
    "pdm.lock",
    "pnpm-lock.yaml",
    "poetry.lock",
    "pubspec.lock",
    "uv.lock",
    "yarn.lock",
];

const MINIFIED_ENDS: &[&str] = &[
    ".bundle.css",
    ".bundle.js",
    ".chunk.js",
    ".map",
    ".min.cjs",
    ".min.css",
    ".min.js",
    ".min.mjs",
    "-min.css",
    "-min.js",
];

const GENERATED_ENDS: &[&str] = &[
    ".designer.cs",
    ".designer.vb",
    ".freezed.dart",
    ".g.cs",
    ".g.dart",
    ".g.i.cs",
    ".pb.cc",
    ".pb.dart",
    ".pb.go",
    ".pb.gw.go",
    ".pb.h",
    ".pb.swift",
    "_pb.d.ts",
    "_pb.js",
    "_pb.rb",
    "_pb2.py",
    "_pb2.pyi",
    "_pb2_grpc.py",
];

/// Extensions of files that are never text and need not be opened.
const BINARY_EXTENSIONS: &[&str] = &[
    "7z", "avif", "bmp", "bz2", "class", "dll", "docx", "dylib", "egg", "eot", "exe", "flac", "gif", "gz",
    "ico", "jar", "jpeg", "jpg", "lzma", "mo", "mov", "mp3", "mp4", "o", "ogg", "otf", "pdf", "png", "pptx",
    "pyc", "rar", "so", "tar", "tgz", "tif", "tiff", "ttf", "wasm", "wav", "webm", "webp", "whl", "woff",
    "woff2", "xlsx", "xz", "zip", "zst",
];

/// Classifies the path of a file, relative to the root, with `/`.
pub fn by_path(path: &str) -> Option<Noise> {
    let mut folders = path.match_indices('/').map(|(end, _)| &path[..end]);
    folders.find_map(directory).or_else(|| by_name(path))
}

/// Classifies the last component of a file's path, for a walk that has already classified the folders.
pub(crate) fn by_name(path: &str) -> Option<Noise> {
    let name = path.rsplit('/').next().unwrap_or(path);
    if LOCK_FILES.contains(&name) {
        Some(Noise::LockFile)
    } else if has_end(name, MINIFIED_ENDS) {
        Some(Noise::Minified)
    } else if is_generated_name(name) {
        Some(Noise::Generated)
    } else if is_binary_name(name) {
        Some(Noise::Binary)
    } else {
        None
    }
}

/// Classifies the last component of a folder's path, relative to the root.
pub(crate) fn directory(path: &str) -> Option<Noise> {
    let mut names = path.rsplit('/');
    let name = names.next().unwrap_or(path);
    let vendored = match names.next() {
        _ if VENDORED.contains(&name) => true,
        None => matches!(name, "deps" | "vendor"),
        // Go keeps modules in folders named after their host: `service/vendor/github.com/…`; Rails
        // keeps third-party scripts in `vendor/assets`.
        Some("vendor") => name.contains('.') || name == "assets",
        Some(above) => name == "vendor" && ASSETS.contains(&above),
    };
    vendored.then_some(Noise::Vendored)
}

/// Like [`directory`], and also examines folders whose name alone does not decide.
pub(crate) fn directory_on_disk(path: &str, on_disk: &Path) -> Option<Noise> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let proofs: &[&str] = match name {
        "vendor" => &["modules.txt", "autoload.php", "bundle"],
        "venv" | "env" | "virtualenv" => &["pyvenv.cfg"],
        _ => &[],
    };
    directory(path).or_else(|| {
        let proven = proofs.iter().any(|proof| on_disk.join(proof).exists());
        proven.then_some(Noise::Vendored)
    })
}

fn is_binary_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    BINARY_EXTENSIONS.iter().any(|known| extension.eq_ignore_ascii_case(known))
}

fn is_generated_name(name: &str) -> bool {
    let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
    has_end(name, GENERATED_ENDS)
        || name.contains(".generated.")
        // `test_generated.py` tests generated code.
        || (stem.ends_with("_generated") && !stem.starts_with("test_") && stem != name)
        || (name.starts_with("zz_generated") && has_end(name, &[".go"]))
        || (has_end(name, &[".cpp"]) && (name.starts_with("moc_") || name.starts_with("qrc_")))
        || name == "bindata.go"
}

/// Ends in one of `ends`, in any case, with something before it.
fn has_end(name: &str, ends: &[&str]) -> bool {
    ends.iter().any(|end| {
        name.len() > end.len()
            && name.as_bytes()[name.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vendored_folders_are_vendored_at_any_depth() {
        for path in [
            "node_modules/left-pad/index.js",
            "web/bower_components/jquery/jquery.js",
            "src/pip/_vendor/requests/api.py",
            "third_party/zlib/inflate.c",
            "app/third-party/x.js",
            "ios/Pods/AFNetworking/a.m",
            "env/lib/python3.12/site-packages/flask/app.py",
            "admin/static/admin/js/vendor/jquery/jquery.js",
            "services/api/vendor/github.com/pkg/errors/errors.go",
        ] {
            assert_eq!(by_path(path), Some(Noise::Vendored), "{path}");
        }
    }

    #[test]
    fn code_in_a_top_level_vendor_folder_is_vendored() {
        assert_eq!(by_path("vendor/serde/src/lib.rs"), Some(Noise::Vendored));
        assert_eq!(by_path("deps/hiredis/sds.c"), Some(Noise::Vendored));
        assert_eq!(by_path("backend/vendor/assets/javascripts/underscore.js"), Some(Noise::Vendored));
        assert_eq!(by_path("vendor/modules.go"), Some(Noise::Vendored));
    }

    #[test]
    fn ordinary_code_with_a_suspicious_name_is_kept() {
        for path in [
            "vendor.py",
            "vendors/models.py",
            "app/models/vendor/contract.rb",
            "src/vendor/mod.rs",
            "generated_tests/test_a.py",
            "src/generated/mod.rs",
            "fields/generated.py",
            "tests/test_generated.py",
            "is_generated_field.rb",
            "target/main.c",
            "build/rules.py",
            "dist/pack.py",
            "src/map.rs",
            "lock.rs",
            "minify.js",
            "admin.js",
            "designer.cs",
        ] {
            assert_eq!(by_path(path), None, "{path}");
        }
    }

    #[test]
    fn minified_names_are_minified() {
        for path in ["a/jquery.min.js", "app.bundle.js", "style.min.css", "app.js.map"] {
            assert_eq!(by_path(path), Some(Noise::Minified), "{path}");
        }
    }

    #[test]
    fn lock_files_are_lock_files() {
        for path in ["Cargo.lock", "web/package-lock.json", "go.sum", "x/poetry.lock"] {
            assert_eq!(by_path(path), Some(Noise::LockFile), "{path}");
        }
    }

    #[test]
    fn generated_names_are_generated() {
        for path in [
            "api/user_pb2.py",
            "api/user_pb2_grpc.py",
            "api/user.pb.go",
            "api/user.pb.cc",
            "Form1.Designer.cs",
            "schema.generated.ts",
            "parser_generated.h",
            "pkg/apis/zz_generated.deepcopy.go",
            "model.g.dart",
            "bindata.go",
        ] {
            assert_eq!(by_path(path), Some(Noise::Generated), "{path}");
        }
    }

    #[test]
    fn pictures_and_archives_are_binary_by_their_extension() {
        for path in ["logo.PNG", "locale/de/django.mo", "a.tar.gz"] {
            assert_eq!(by_path(path), Some(Noise::Binary), "{path}");
        }
        for path in ["logo.svg", "zip", "mo.py", "so", "gz/a.c"] {
            assert_eq!(by_path(path), None, "{path}");
        }
    }

    #[test]
    fn a_virtual_environment_is_known_by_its_configuration() {
        let folder = tempfile::TempDir::new().unwrap();
        assert_eq!(directory_on_disk("venv", folder.path()), None);
        std::fs::write(folder.path().join("pyvenv.cfg"), "").unwrap();
        assert_eq!(directory_on_disk("venv", folder.path()), Some(Noise::Vendored));
    }
}
