//! `RSpec`, with the words that Capybara adds.

use super::{Framework, Role};

pub(super) const RSPEC: Framework = Framework {
    languages: &["ruby"],
    words: &[
        (
            Role::TestCall,
            &[
                "describe",
                "fdescribe",
                "xdescribe",
                "context",
                "fcontext",
                "xcontext",
                "it",
                "fit",
                "xit",
                "specify",
                "example",
                "feature",
                "scenario",
                "shared_examples",
                "shared_examples_for",
                "shared_context",
            ],
        ),
        (Role::TestReceiver, &["RSpec"]),
        (Role::MethodCall, &["let", "let!", "subject"]),
    ],
};
