//! `XCTest`.

use super::{Framework, Role};

pub(super) const XCTEST: Framework =
    Framework { languages: &["swift"], words: &[(Role::TestBase, &["TestCase"])] };
