//! The meaning of Bash's node kinds in and around calls.

use crate::languages::{Part, Site};

pub(super) const SITES: &[(&str, Site)] = &[
    ("if_statement", Site::Branch(Part::Child(0))),
    ("elif_clause", Site::Branch(Part::None)),
    ("case_item", Site::Branch(Part::None)),
    ("for_statement", Site::Loop(Part::None)),
    ("c_style_for_statement", Site::Loop(Part::None)),
    ("while_statement", Site::Loop(Part::None)),
];
