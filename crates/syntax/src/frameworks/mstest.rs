//! `MSTest`.

use super::{Framework, Role};

pub(super) const MSTEST: Framework = Framework {
    languages: &["csharp"],
    words: &[(Role::TestMarker, &["TestMethod", "DataTestMethod", "TestClass"])],
};
