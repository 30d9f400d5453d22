//! The meaning of Lua's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("function_call", Site::Call),
    ("arguments", Site::Arguments),
    ("field", Site::Argument),
    ("string", Site::Text),
    ("number", Site::Number),
    ("true", Site::Constant),
    ("false", Site::Constant),
    ("nil", Site::Constant),
    ("table_constructor", Site::Map),
    ("function_definition", Site::Block),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("elseif_statement", Site::Branch(Part::Field("condition"))),
    ("else_statement", Site::Branch(Part::None)),
    ("while_statement", Site::Loop(Part::None)),
    ("repeat_statement", Site::Loop(Part::None)),
    ("for_statement", Site::Loop(Part::Field("clause"))),
];
