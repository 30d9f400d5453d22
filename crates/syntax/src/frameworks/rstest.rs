//! rstest.

use super::{Framework, Role};

pub(super) const RSTEST: Framework =
    Framework { languages: &["rust"], words: &[(Role::TestMarker, &["rstest"])] };
