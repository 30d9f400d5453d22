//! Busted, and plenary, which shares its words.

use super::{Framework, Role};

pub(super) const BUSTED: Framework = Framework {
    languages: &["lua"],
    words: &[(Role::TestCall, &["describe", "it", "pending", "context", "spec", "insulate"])],
};
