//! Bats.

use super::{Framework, Role};

pub(super) const BATS: Framework = Framework { languages: &["bash"], words: &[(Role::TestCall, &["@test"])] };
