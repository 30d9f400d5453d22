//! Minitest, with what Active Support and shoulda add.

use super::{Framework, Role};

pub(super) const MINITEST: Framework = Framework {
    languages: &["ruby"],
    words: &[(Role::TestCall, &["test", "should"]), (Role::TestBase, &["TestCase"])],
};
