//! Definitions that macros make.

use crate::repository;
use expect_test::expect;

#[test]
fn rust_functions_that_a_macro_of_the_file_names_by_an_argument_are_defined() {
    let repository = repository(&[
        ("Cargo.toml", "[package]\nname = \"routing\"\n"),
        (
            "src/lib.rs",
            "macro_rules! chained {\n    ($name:ident, GET) => {\n        chained!(#[doc = \"Reads.\"] $name, GET);\n    };\n    ($(#[$m:meta])+ $name:ident, $kind:ident) => {\n        $(#[$m])+\n        pub fn $name(self, path: &str) -> Self {\n            self.on(Kind::$kind, path)\n        }\n    };\n}\n\nmacro_rules! top {\n    ($kind:ty, $name:ident) => {\n        pub fn $name() -> Router { Router::new() }\n    };\n}\n\npub struct Router;\n\nimpl Router {\n    pub fn new() -> Router { Router }\n    pub fn on(self, path: &str) -> Router { self }\n    chained!(get, GET);\n    chained!(post, POST);\n}\n\ntop!(Kind, root);\n\npub fn serve() {\n    root().get(\"/\").post(\"/\").on(\"/\");\n}\n",
        ),
    ]);
    expect![[r#"
        src/lib.rs::Router::get calls src/lib.rs::chained [exact:24]
        src/lib.rs::Router::post calls src/lib.rs::chained [exact:25]
        src/lib.rs::chained calls src/lib.rs::chained [exact:3]
        src/lib.rs::root calls src/lib.rs::top [exact:28]
        src/lib.rs::serve calls src/lib.rs::Router::get [exact:31]
        src/lib.rs::serve calls src/lib.rs::Router::on [exact:31]
        src/lib.rs::serve calls src/lib.rs::Router::post [exact:31]
        src/lib.rs::serve calls src/lib.rs::root [exact:31]
        src/lib.rs::top calls src/lib.rs::Router::new [exact:15]
    "#]]
    .assert_eq(&repository.calls());
}
