//! Hspec, and Tasty, which shares some of its words.

use super::{Framework, Role};

pub(super) const HSPEC: Framework = Framework {
    languages: &["haskell"],
    words: &[(
        Role::TestCall,
        &["context", "describe", "it", "prop", "specify", "testCase", "testGroup", "testProperty"],
    )],
};
