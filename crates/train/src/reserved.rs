//! Repositories that nothing is learned from.

use crate::fit::plain;

/// Whether nothing is learned from the repository of this name.
pub(crate) fn is_reserved(name: &str) -> bool {
    RESERVED.iter().any(|reserved| plain(reserved) == plain(name))
}

/// Kept for judging.
pub(crate) const RESERVED: &[&str] = &[
    "django",
    "rails",
    "kubernetes",
    "kafka",
    "terraform",
    "saleor",
    "cal.com",
    "vscode",
    "ripgrep",
    "brew",
    "astropy",
    "matplotlib",
    "scikit-learn",
    "sphinx",
    "sympy",
    "pytest",
    "pylint",
    "requests",
    "xarray",
    "seaborn",
    "openfoodnetwork",
    "loomio",
    "mastodon",
    "solidus",
    "spree",
    "lobsters",
    "huginn",
    "healthchecks",
    "spring-petclinic",
];

/// Measured on in public. Their tasks are learned from, each repository left out when it is measured;
/// their histories never are by the ranker.
#[cfg(test)]
pub(crate) const MEASURED_IN_PUBLIC: &[&str] = &[
    "next.js",
    "flask",
    "fastapi",
    "cargo",
    "caddy",
    "jekyll",
    "spark",
    "Ocelot",
    "pvlib-python",
    "pydicom",
    "sqlfluff",
    "astroid",
    "preact",
    "pyvista",
    "rubocop",
    "redis",
    "PHP-CS-Fixer",
    "marshmallow",
    "gson",
    "tokio",
    "gin",
    "bat",
];

/// Measured on by short queries with files as labels; learned from, each repository left out when it is measured.
#[cfg(test)]
pub(crate) const MEASURED_BY_FILE: &[&str] = &[
    "aiohttp",
    "fastapi",
    "flask",
    "pydantic",
    "express",
    "gin",
    "gson",
    "monolog",
    "sinatra",
    "tokio",
    "trpc",
    "ktor",
    "cats",
    "alamofire",
    "dapper",
    "curl",
    "fmt",
    "nvm",
    "phoenix",
    "commons-lang",
];

/// Repositories with held-out tasks.
#[cfg(test)]
pub(crate) fn with_held_out_tasks() -> Vec<String> {
    let tasks = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/held-out/tasks");
    let names =
        std::fs::read_dir(tasks).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.flat_map(|name| name.split('+').map(str::to_owned).collect::<Vec<_>>()).collect()
}
