//! The meaning of Swift's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("constructor_expression", Site::Call),
    ("macro_invocation", Site::Call),
    ("value_arguments", Site::Arguments),
    ("value_argument", Site::Argument),
    ("call_suffix", Site::Through),
    ("line_string_literal", Site::Text),
    ("multi_line_string_literal", Site::Text),
    ("raw_string_literal", Site::Text),
    ("interpolated_expression", Site::Interpolation),
    ("integer_literal", Site::Number),
    ("real_literal", Site::Number),
    ("boolean_literal", Site::Constant),
    ("array_literal", Site::List),
    ("lambda_literal", Site::Block),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("ternary_expression", Site::Branch(Part::Field("condition"))),
    ("switch_entry", Site::Branch(Part::None)),
    ("guard_statement", Site::Branch(Part::None)),
    ("for_statement", Site::Loop(Part::Field("collection"))),
    ("while_statement", Site::Loop(Part::None)),
    ("repeat_while_statement", Site::Loop(Part::None)),
    ("catch_block", Site::Rescue(Part::None)),
    ("await_expression", Site::Await),
];
