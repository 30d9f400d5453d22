//! Routers that nest and paths with parameters, shared by the models of web frameworks.
//!
//! A framework declares routes on routers and mounts routers below prefixes of others. A model
//! registers these in any order ([`Routing::route`], [`Routing::mount`], [`Routing::filter`]), and
//! [`Routing::finish`] computes each route's whole path and the filters of all routers around it.

pub(crate) mod passed;
mod path;
mod routing;

pub(crate) use path::{join, template};
pub(crate) use routing::{Handler, Layer, RouteDeclaration, Router, Routing};

/// HTTP methods by the names that routers give their functions.
pub(crate) const METHODS: [(&str, &str); 8] = [
    ("get", "GET"),
    ("post", "POST"),
    ("put", "PUT"),
    ("patch", "PATCH"),
    ("delete", "DELETE"),
    ("head", "HEAD"),
    ("options", "OPTIONS"),
    ("all", "ANY"),
];

/// The HTTP method that a router's function is named for, in any case.
pub(crate) fn method_named(name: &str) -> Option<&'static str> {
    METHODS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)).map(|(_, method)| *method)
}
