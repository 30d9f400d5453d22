//! Boost.Test.

use super::{Framework, Role};

pub(super) const BOOST_TEST: Framework = Framework {
    languages: &["cpp"],
    words: &[
        (Role::FixtureTestMacro, &["BOOST_FIXTURE_TEST_CASE"]),
        (Role::TestMacro, &["BOOST_AUTO_TEST_CASE"]),
    ],
};
