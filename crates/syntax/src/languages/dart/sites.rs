//! The meaning of Dart's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("new_expression", Site::Call),
    ("const_object_expression", Site::Call),
    ("annotation", Site::Call),
    ("arguments", Site::Arguments),
    ("named_argument", Site::Argument),
    ("string_literal", Site::Text),
    ("template_substitution", Site::Interpolation),
    ("decimal_integer_literal", Site::Number),
    ("decimal_floating_point_literal", Site::Number),
    ("true", Site::Constant),
    ("false", Site::Constant),
    ("null_literal", Site::Constant),
    ("list_literal", Site::List),
    ("set_or_map_literal", Site::Map),
    ("function_expression", Site::Block),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("conditional_expression", Site::Branch(Part::Child(0))),
    ("switch_statement_case", Site::Branch(Part::None)),
    ("while_statement", Site::Loop(Part::Field("condition"))),
    ("for_statement", Site::Loop(Part::Field("value"))),
    ("catch_clause", Site::Rescue(Part::None)),
    ("finally_clause", Site::Deferred),
    ("await_expression", Site::Await),
];
