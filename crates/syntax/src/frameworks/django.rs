//! Django, and `SQLAlchemy`, whose sessions and queries share its words.

use super::{Framework, Role};

pub(super) const DJANGO: Framework = Framework {
    languages: &["python"],
    words: &[(Role::Member, &["filter", "all", "first", "save", "delete", "create"])],
};
