//! `QUnit`.

use super::{Framework, Role};

pub(super) const QUNIT: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[(Role::TestCall, &["QUnit"]), (Role::TestModifier, &["test", "module", "only", "skip", "todo"])],
};
