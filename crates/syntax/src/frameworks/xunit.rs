//! xUnit.net.

use super::{Framework, Role};

pub(super) const XUNIT: Framework =
    Framework { languages: &["csharp"], words: &[(Role::TestMarker, &["Fact", "Theory"])] };
