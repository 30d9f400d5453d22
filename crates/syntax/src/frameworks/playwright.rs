//! Playwright Test.

use super::{Framework, Role};

pub(super) const PLAYWRIGHT: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[(Role::TestModifier, &["describe", "serial", "parallel", "step"])],
};
