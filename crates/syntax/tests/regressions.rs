//! Cases that went wrong once, or would without notice.

use fathom_syntax::{extract, languages, render};
use std::path::Path;

fn facts(language: &str, text: &str) -> String {
    render(extract(languages::by_name(language).unwrap(), "src/a", text).view())
}

#[test]
fn a_file_cut_anywhere_still_gives_facts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        let fathom_syntax::DetectedLanguage::Known(language) = fathom_syntax::detect(name, text.as_bytes())
        else {
            panic!("{name} is not recognised")
        };
        for cut in (0..text.len()).step_by(53) {
            let (head, tail) = text.split_at(text.floor_char_boundary(cut));
            for part in [head, tail] {
                assert!(!extract(language, name, part).view().definitions.is_empty());
            }
        }
    }
}

#[test]
fn what_a_module_exports_without_a_name_is_named_default() {
    for (text, line) in [
        ("export default () => run();", "function default 1-1 | export default () -> =run()"),
        ("export default class extends Base {}", "class default 1-1 | export default class extends Base"),
        ("export default { run() {} };", "variable default 1-1 | export default"),
        ("module.exports = function (app) {};", "function default 1-1 | module.exports = function (app)"),
    ] {
        let facts = facts("javascript", text);
        assert!(facts.contains(line), "{text}\n{facts}");
    }
}

#[test]
fn a_module_is_its_own_value_by_every_custom() {
    for text in [
        "export default Foo;",
        "export { Foo as default };",
        "export default memo(Foo, same);",
        "export default connect(map)(Foo);",
        "module.exports = Foo;",
        "var Foo = exports = module.exports = {};",
        "module.exports = class Foo {};",
    ] {
        let facts = facts("javascript", text);
        assert!(facts.contains("path= name=Foo alias=default flags=1"), "{text}\n{facts}");
    }
}

#[test]
fn what_is_required_is_no_variable() {
    for text in ["const a = require('./a');", "const a = await import('./a');", "const a = require('./b').a;"]
    {
        let facts = facts("javascript", text);
        assert!(!facts.contains("variable") && !facts.contains("bindings"), "{text}\n{facts}");
    }
}

#[test]
fn a_callback_does_not_return_for_the_function_around_it() {
    let facts = facts(
        "typescript",
        "function f(a: A[]) { a.map(x => x.b); a.find(() => { return 1; }); return a.c(); }",
    );
    assert!(facts.contains("-> =a.c()"), "{facts}");
    assert!(facts.contains("x = a[] in f"), "{facts}");
}

#[test]
fn a_parameters_decorator_leaves_the_next_method_alone() {
    let facts = facts("typescript", "class A { constructor(@Inject() b: B) {}\n @Get() c() {} }");
    assert!(facts.contains("method c 2-2 | c() @[Get()]"), "{facts}");
}

#[test]
fn objects_inside_functions_have_no_methods_of_their_own() {
    let facts =
        facts("javascript", "function f() { const a = { b() {}, c: () => 1 }; use({ d: () => a }); }");
    assert!(!facts.contains("method"), "{facts}");
}
