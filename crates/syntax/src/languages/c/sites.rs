//! The meaning of C's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("argument_list", Site::Arguments),
    ("parenthesized_expression", Site::Through),
    ("string_literal", Site::Text),
    ("char_literal", Site::Text),
    ("concatenated_string", Site::Text),
    ("number_literal", Site::Number),
    ("true", Site::Constant),
    ("false", Site::Constant),
    ("null", Site::Constant),
    ("initializer_list", Site::List),
    ("if_statement", Site::Branch(Part::Field("condition"))),
    ("conditional_expression", Site::Branch(Part::Field("condition"))),
    ("case_statement", Site::Branch(Part::None)),
    ("for_statement", Site::Loop(Part::None)),
    ("while_statement", Site::Loop(Part::None)),
    ("do_statement", Site::Loop(Part::None)),
];
