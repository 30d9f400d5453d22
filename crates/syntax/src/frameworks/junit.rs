//! `JUnit`.

use super::{Framework, Role};

pub(super) const JUNIT: Framework = Framework {
    languages: &["java", "kotlin"],
    words: &[(
        Role::TestMarker,
        &["Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate"],
    )],
};
