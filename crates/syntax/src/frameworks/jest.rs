//! Jest, and Mocha, Jasmine and Vitest, which share its words.

use super::{Framework, Role};

pub(super) const JEST: Framework = Framework {
    languages: &["javascript", "typescript", "tsx"],
    words: &[
        (
            Role::TestCall,
            &[
                "describe",
                "fdescribe",
                "xdescribe",
                "it",
                "fit",
                "xit",
                "test",
                "xtest",
                "context",
                "suite",
                "specify",
            ],
        ),
        (
            Role::TestModifier,
            &[
                "only",
                "skip",
                "each",
                "todo",
                "concurrent",
                "sequential",
                "failing",
                "fails",
                "if",
                "runIf",
                "skipIf",
                "describe",
            ],
        ),
    ],
};
