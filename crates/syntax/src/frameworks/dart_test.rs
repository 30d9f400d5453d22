//! Dart's package `test`, and Flutter's tests of widgets.

use super::{Framework, Role};

pub(super) const DART_TEST: Framework = Framework {
    languages: &["dart"],
    words: &[(Role::TestCall, &["blocTest", "group", "test", "testWidgets"])],
};
