//! `ScalaTest`, with the words of `MUnit` and specs2.

use super::{Framework, Role};

pub(super) const SCALATEST: Framework = Framework {
    languages: &["scala"],
    words: &[
        (
            Role::TestCall,
            &["test", "it", "describe", "they", "feature", "scenario", "property", "testAsync", "suite"],
        ),
        (Role::TestInfix, &["in", "should", "must", "can", "when", "ignore"]),
        (Role::TestMarker, &["Test"]),
    ],
};
