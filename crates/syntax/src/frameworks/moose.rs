//! Moose and Moo.

use super::{Framework, Role};

pub(super) const MOOSE: Framework = Framework { languages: &["perl"], words: &[(Role::FieldCall, &["has"])] };
