//! Angular.

use super::{Framework, Role};

pub(super) const ANGULAR: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[(Role::InstanceCall, &["inject"])],
};
