//! Express, and what is written like it.

use super::{Framework, Role};

pub(super) const EXPRESS: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[(Role::Member, &["use", "listen", "json", "send"])],
};
