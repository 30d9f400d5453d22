//! Catch2 and doctest.

use super::{Framework, Role};

pub(super) const CATCH2: Framework = Framework {
    languages: &["cpp"],
    words: &[(Role::TestCall, &["TEST_CASE", "SCENARIO", "SECTION", "SUBCASE", "GIVEN", "WHEN", "THEN"])],
};
