//! The meaning of the node kinds of JavaScript, TypeScript and TSX in and around calls.

use crate::languages::{Part, Site};

/// The sites that every dialect has, and those of one.
macro_rules! sites {
    ($($more:expr),*) => {
        &[
            ("call_expression", Site::Call),
            ("new_expression", Site::Call),
            ("arguments", Site::Arguments),
            ("pair", Site::Argument),
            ("parenthesized_expression", Site::Through),
            ("string", Site::Text),
            ("template_string", Site::Text),
            ("template_substitution", Site::Interpolation),
            ("number", Site::Number),
            ("true", Site::Constant),
            ("false", Site::Constant),
            ("null", Site::Constant),
            ("undefined", Site::Constant),
            ("array", Site::List),
            ("object", Site::Map),
            ("arrow_function", Site::Block),
            ("function_expression", Site::Block),
            ("generator_function", Site::Block),
            ("if_statement", Site::Branch(Part::Field("condition"))),
            ("ternary_expression", Site::Branch(Part::Field("condition"))),
            ("switch_case", Site::Branch(Part::None)),
            ("switch_default", Site::Branch(Part::None)),
            ("for_statement", Site::Loop(Part::None)),
            ("while_statement", Site::Loop(Part::None)),
            ("do_statement", Site::Loop(Part::None)),
            ("for_in_statement", Site::Loop(Part::Field("right"))),
            ("catch_clause", Site::Rescue(Part::None)),
            ("finally_clause", Site::Deferred),
            ("await_expression", Site::Await),
            $($more),*
        ]
    };
}

/// Kinds of TypeScript without JSX.
pub(in crate::languages) const SITES: &[(&str, Site)] = sites!();

/// Kinds of JavaScript and TSX.
pub(in crate::languages) const JSX_SITES: &[(&str, Site)] = sites!(
    ("jsx_opening_element", Site::Call),
    ("jsx_self_closing_element", Site::Call),
    ("jsx_attribute", Site::Argument),
    ("jsx_expression", Site::Through)
);
