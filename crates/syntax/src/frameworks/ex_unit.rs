//! `ExUnit`.

use super::{Framework, Role};

pub(super) const EX_UNIT: Framework =
    Framework { languages: &["elixir"], words: &[(Role::TestCall, &["describe", "test", "property"])] };
