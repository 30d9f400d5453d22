//! `GoogleTest`.

use super::{Framework, Role};

pub(super) const GOOGLETEST: Framework = Framework {
    languages: &["cpp"],
    words: &[(Role::FixtureTestMacro, &["TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"])],
};
