//! Repositories that nothing is learned from.

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

/// Reserved after the ranker had learned from them; it learns nothing beyond that of them.
#[cfg(test)]
pub(crate) const LEARNED_BEFORE: &[&str] = &["solidus", "spree"];

/// Measured on in public. Their tasks are learned from, each repository left out when it is measured;
/// their histories never are by the ranker.
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
