//! Kotest and Spek.

use super::{Framework, Role};

pub(super) const KOTEST: Framework = Framework {
    languages: &["kotlin"],
    words: &[(
        Role::TestCall,
        &["test", "it", "describe", "context", "should", "given", "feature", "scenario"],
    )],
};
