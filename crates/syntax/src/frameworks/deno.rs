//! Deno's test runner.

use super::{Framework, Role};

pub(super) const DENO: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[(Role::TestCall, &["Deno"]), (Role::TestModifier, &["test", "step"])],
};
