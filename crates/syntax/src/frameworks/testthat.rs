//! testthat.

use super::{Framework, Role};

pub(super) const TESTTHAT: Framework =
    Framework { languages: &["r"], words: &[(Role::TestCall, &["describe", "it", "test_that"])] };
