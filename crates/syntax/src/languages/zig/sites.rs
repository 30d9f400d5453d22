//! The meaning of Zig's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("string", Site::Text),
    ("multiline_string", Site::Text),
    ("integer", Site::Number),
    ("float", Site::Number),
    ("boolean", Site::Constant),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("if_expression", Site::Branch(Part::Field("condition"))),
    ("switch_case", Site::Branch(Part::None)),
    ("catch_expression", Site::Rescue(Part::Child(0))),
    ("while_statement", Site::Loop(Part::Field("condition"))),
    ("for_statement", Site::Loop(Part::None)),
    ("defer_statement", Site::Deferred),
    ("errdefer_statement", Site::Deferred),
];
