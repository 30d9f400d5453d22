//! The meaning of Go's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("call_expression", Site::Call),
    ("composite_literal", Site::Call),
    ("argument_list", Site::Arguments),
    ("literal_value", Site::Arguments),
    ("keyed_element", Site::Argument),
    ("literal_element", Site::Through),
    ("index_expression", Site::Through),
    ("interpreted_string_literal", Site::Text),
    ("raw_string_literal", Site::Text),
    ("int_literal", Site::Number),
    ("float_literal", Site::Number),
    ("true", Site::Constant),
    ("false", Site::Constant),
    ("nil", Site::Constant),
    ("func_literal", Site::Block),
    ("if_statement", Site::Branch(Part::UpTo("condition"))),
    ("expression_case", Site::Branch(Part::None)),
    ("type_case", Site::Branch(Part::None)),
    ("communication_case", Site::Branch(Part::None)),
    ("default_case", Site::Branch(Part::None)),
    ("for_statement", Site::Loop(Part::Kind("range_clause"))),
    ("defer_statement", Site::Deferred),
    ("go_statement", Site::Spawn),
];
