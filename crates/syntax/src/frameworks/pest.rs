//! Pest.

use super::{Framework, Role};

pub(super) const PEST: Framework =
    Framework { languages: &["php"], words: &[(Role::TestCall, &["it", "test", "describe"])] };
