//! Ruby on Rails.

use super::{Framework, Role};

pub(super) const RAILS: Framework = Framework {
    languages: &["ruby"],
    words: &[
        (
            Role::FieldCall,
            &["cattr_reader", "cattr_accessor", "mattr_reader", "mattr_accessor", "class_attribute"],
        ),
        (Role::ImportCall, &["require_dependency"]),
    ],
};
