//! The meaning of Scala's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("instance_expression", Site::Call),
    ("annotation", Site::Call),
    ("infix_expression", Site::Send),
    ("arguments", Site::Arguments),
    ("assignment_expression", Site::Argument),
    ("parenthesized_expression", Site::Through),
    ("colon_argument", Site::Through),
    ("string", Site::Text),
    ("interpolated_string_expression", Site::Text),
    ("character_literal", Site::Text),
    ("interpolated_string", Site::Interpolation),
    ("integer_literal", Site::Number),
    ("floating_point_literal", Site::Number),
    ("boolean_literal", Site::Constant),
    ("null_literal", Site::Constant),
    ("block", Site::Block),
    ("case_block", Site::Block),
    ("indented_block", Site::Block),
    ("lambda_expression", Site::Block),
    ("if_expression", Site::Branch(Part::Field("condition"))),
    ("case_clause", Site::Branch(Part::None)),
    ("while_expression", Site::Loop(Part::None)),
    ("do_while_expression", Site::Loop(Part::None)),
    ("for_expression", Site::Loop(Part::Kind("enumerators"))),
    ("catch_clause", Site::Rescue(Part::None)),
    ("finally_clause", Site::Deferred),
];
