//! clojure.test.

use super::{Framework, Role};

pub(super) const CLOJURE_TEST: Framework =
    Framework { languages: &["clojure"], words: &[(Role::TestCall, &["defspec", "deftest"])] };
