//! `NUnit`.

use super::{Framework, Role};

pub(super) const NUNIT: Framework = Framework {
    languages: &["csharp"],
    words: &[(Role::TestMarker, &["Test", "TestCase", "TestCaseSource", "TestFixture"])],
};
