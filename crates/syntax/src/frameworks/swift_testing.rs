//! Swift Testing.

use super::{Framework, Role};

pub(super) const SWIFT_TESTING: Framework =
    Framework { languages: &["swift"], words: &[(Role::TestMarker, &["Test", "Suite"])] };
