//! Julia's package `Test`.

use super::{Framework, Role};

pub(super) const JULIA_TEST: Framework =
    Framework { languages: &["julia"], words: &[(Role::TestCall, &["testset", "testitem"])] };
