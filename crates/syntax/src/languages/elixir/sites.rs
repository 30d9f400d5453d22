//! The meaning of Elixir's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call", Site::Send),
    ("arguments", Site::Arguments),
    ("keywords", Site::Through),
    ("pair", Site::Argument),
    ("string", Site::Text),
    ("charlist", Site::Text),
    ("interpolation", Site::Interpolation),
    ("atom", Site::Symbol),
    ("integer", Site::Number),
    ("float", Site::Number),
    ("boolean", Site::Constant),
    ("nil", Site::Constant),
    ("list", Site::List),
    ("tuple", Site::List),
    ("map", Site::Map),
    ("anonymous_function", Site::Block),
    ("do_block", Site::Block),
    ("else_block", Site::Branch(Part::None)),
    ("rescue_block", Site::Rescue(Part::None)),
    ("catch_block", Site::Rescue(Part::None)),
    ("after_block", Site::Deferred),
];
