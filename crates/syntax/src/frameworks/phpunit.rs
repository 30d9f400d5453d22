//! `PHPUnit`.

use super::{Framework, Role};

pub(super) const PHPUNIT: Framework =
    Framework { languages: &["php"], words: &[(Role::TestMarker, &["Test"])] };
