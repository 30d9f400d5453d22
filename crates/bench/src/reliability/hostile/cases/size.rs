//! Very large input: linear work must stay linear, and deep recursion must end.

use super::Case;
use crate::reliability::hostile::scene::Scene;
use std::fmt::Write as _;

pub(super) fn cases() -> Vec<Case> {
    vec![
        Case::new("size-equal-names", "200,000 functions of one name in a file", |scene| {
            scene.write("b.py", "def f():f()\n".repeat(200_000))?;
            ask_few(scene, "f");
            Ok(())
        }),
        Case::new("size-equal-names-in-files", "one name in 3,000 files that call it", |scene| {
            for at in 0..3_000 {
                scene.write(&format!("m{}/f{at}.py", at % 50), "def f():\n    f()\n    x.f()\n")?;
            }
            ask_few(scene, "f");
            Ok(())
        }),
        Case::new("size-functions", "200,000 functions in a file, and the impact of the file", |scene| {
            scene.write("b.py", (0..200_000).map(|at| format!("def f{at}():pass\n")).collect::<String>())?;
            ask_few(scene, "f7");
            scene.ask(&["impact", "b.py"]);
            Ok(())
        }),
        Case::new("size-chain", "a chain of 60,000 calls, followed to its end", |scene| {
            let text: String = (0..60_000).map(|at| format!("def f{at}():f{}()\n", at + 1)).collect();
            scene.write("b.py", text)?;
            scene.ask(&["index"]);
            scene.ask(&["trace", "f0", "--depth", "40000", "--limit", "40000"]);
            scene.ask(&["trace", "f0", "--depth", "40000", "--limit", "40000", "--json"]);
            scene.ask(&["trace", "f0", "--depth", "4294967295"]);
            scene.ask(&["impact", "f59999", "--depth", "4294967295"]);
            scene.ask(&["impact", "f59999", "--depth", "4294967295", "--limit", "100000", "--json"]);
            Ok(())
        }),
        Case::new("size-shared-id", "definitions that share an id and call themselves", |scene| {
            let class =
                "    class A:\n        def zap(self, y):\n            y.zap()\n            self.zap(y)\n";
            scene.write("b.py", format!("if True:\n{class}else:\n{class}{class}"))?;
            scene.commit()?;
            scene.ask(&["trace", "zap"]);
            scene.ask(&["trace", "A.zap", "--depth", "1000"]);
            scene.ask(&["impact", "A.zap", "--depth", "1000"]);
            scene.ask(&["show", "A.zap"]);
            scene.ask_all();
            Ok(())
        }),
        Case::new("size-star-imports", "star imports between 24 modules, all with all", |scene| {
            for at in 0..24 {
                let mut text: String = (0..24)
                    .filter(|other| *other != at)
                    .map(|other| format!("from m{other} import *\n"))
                    .collect();
                let _ = writeln!(text, "def use_{at}():\n    nowhere_{at}()\n    missing()\n    hello(1)");
                scene.write(&format!("m{at}.py"), text)?;
            }
            scene.commit()?;
            ask_few(scene, "use_3");
            Ok(())
        }),
        Case::new("size-star-layers", "star imports through 40 layers of 3 modules", |scene| {
            for layer in 0..40 {
                for at in 0..3 {
                    let mut text: String =
                        (0..3).map(|next| format!("from l{}_{next} import *\n", layer + 1)).collect();
                    let _ = writeln!(text, "def use_{layer}_{at}():\n    missing_{layer}()");
                    scene.write(&format!("l{layer}_{at}.py"), text)?;
                }
            }
            scene.write("l40_0.py", "def deep():\n    return 1\n")?;
            scene.commit()?;
            ask_few(scene, "deep");
            Ok(())
        }),
        Case::new("size-bases", "classes that inherit in circles and in a net of 60 layers", |scene| {
            let mut text = String::from(
                "class A(B): pass\nclass B(C): pass\nclass C(A):\n    def m(self):\n        self.missing()\n",
            );
            for layer in 0..60 {
                for at in 0..3 {
                    let bases: Vec<String> = (0..3).map(|next| format!("L{}_{next}", layer + 1)).collect();
                    let _ = writeln!(
                        text,
                        "class L{layer}_{at}({}):\n    def m{at}(self):\n        self.missing()",
                        bases.join(", ")
                    );
                }
            }
            scene.write("b.py", text)?;
            scene.commit()?;
            ask_few(scene, "m");
            Ok(())
        }),
        Case::new("size-values", "values that are each other, in circles and chains of 20,000", |scene| {
            let mut text = String::from("a = b\nb = c\nc = a\na.go()\n");
            let _ = (0..20_000).try_for_each(|at| writeln!(text, "v{at} = v{}", at + 1));
            text.push_str("v0.go()\n");
            scene.write("b.py", text)?;
            scene.commit()?;
            ask_few(scene, "v0");
            Ok(())
        }),
        Case::new("size-long-chain", "a receiver of 100,000 calls", |scene| {
            scene.write("b.py", format!("def f():\n    return a{}\n", ".b()".repeat(100_000)))?;
            scene.commit()?;
            ask_few(scene, "f");
            Ok(())
        }),
        Case::new("size-nested-brackets", "brackets nested 200,000 deep, in six languages", |scene| {
            let (open, close) = ("(".repeat(200_000), ")".repeat(200_000));
            for ending in ["py", "js", "ts", "rb", "go", "rs"] {
                scene.write(&format!("deep.{ending}"), format!("x = {open}1{close}\n"))?;
            }
            scene.commit()?;
            ask_few(scene, "x");
            Ok(())
        }),
        Case::new("size-nested-data", "JSON, YAML, TOML and Markdown nested 200,000 deep", |scene| {
            scene.write("deep.json", "[{\"a\":".repeat(200_000))?;
            scene.write("deep.yaml", "[".repeat(200_000))?;
            scene.write("deep.toml", format!("a = {}", "[".repeat(200_000)))?;
            scene.write("deep.md", format!("{}deep\n", "> ".repeat(100_000)))?;
            scene.write(
                "list.md",
                (0..5_000).map(|at| format!("{}- x\n", " ".repeat(at))).collect::<String>(),
            )?;
            scene.commit()?;
            ask_few(scene, "a");
            Ok(())
        }),
        Case::new("size-nested-code", "functions in functions, 3,000 deep", |scene| {
            let text: String = (0..3_000).map(|at| format!("{}def f{at}():\n", " ".repeat(at))).collect();
            scene.write("b.py", format!("{text}{}pass\n", " ".repeat(3_000)))?;
            let blocks: String = (0..30_000).map(|at| format!("function f{at}(){{")).collect();
            scene.write("b.js", format!("{blocks}{}\n", "}".repeat(30_000)))?;
            scene.commit()?;
            ask_few(scene, "f7");
            Ok(())
        }),
        Case::new("size-nested-folders", "folders 900 deep", |scene| {
            scene.write(&format!("{}b.py", "d/".repeat(900)), "def deep(): pass\n")?;
            ask_few(scene, "deep");
            Ok(())
        }),
        Case::new("size-long-line", "a line of 40 MB", |scene| {
            scene.write("b.py", format!("x = '{}'\n", "hello ".repeat(7_000_000)))?;
            scene.write("c.js", format!("var x={};\n", "a(1,2),".repeat(300_000)))?;
            ask_few(scene, "x");
            Ok(())
        }),
        Case::new("size-long-name", "a name of 5 MB", |scene| {
            scene.write("b.py", format!("def {}():\n    pass\n", "hello_".repeat(800_000)))?;
            ask_few(scene, "hello_");
            Ok(())
        }),
        Case::new("size-ignore-rules", "a .gitignore of 600,000 rules", |scene| {
            scene.write(
                ".gitignore",
                (0..600_000).map(|at| format!("/a/**/x{at}*/[a-z]?\n")).collect::<String>(),
            )?;
            ask_few(scene, "hello");
            Ok(())
        }),
        Case::new("size-manifest", "manifests of 100 MB", |scene| {
            for name in ["requirements.txt", "package.json", "Cargo.toml", "pom.xml", "go.mod"] {
                scene.write(name, "")?;
                std::fs::File::options().write(true).open(scene.root.join(name))?.set_len(100 << 20)?;
            }
            ask_few(scene, "hello");
            Ok(())
        }),
        Case::new("size-mentions", "a task with 200,000 places", |scene| {
            let task: String = (0..200_000).map(|at| format!("a.py:{at} ")).collect();
            scene.ask_with(&["context", "-"], task);
            let frames: String =
                (0..50_000).map(|at| format!("  File \"a.py\", line {at}, in hello\n")).collect();
            scene.ask_with(&["context", "-"], frames);
            scene.ask_with(&["context", "-"], "hello ".repeat(1_000_000));
            scene.ask_with(&["context", "-"], "(".repeat(3_000_000));
            Ok(())
        }),
        Case::new("size-diff", "diffs with hunks that never end, and of 200,000 files", |scene| {
            let head = "--- a/a.py\n+++ b/a.py\n";
            scene.ask_with(
                &["impact", "--diff", "-"],
                format!("{head}@@ -1,4294967295 +1,4294967295 @@\n def hello\n"),
            );
            scene.ask_with(&["impact", "--diff", "-"], format!("{head}@@ -99999999999999999999 +1 @@\n-x\n"));
            scene.ask_with(
                &["impact", "--diff", "-"],
                format!("{head}{}", "@@ -1 +1 @@\n-a\n+b\n".repeat(200_000)),
            );
            let many: String = (0..200_000)
                .map(|at| format!("--- a/f{at}.py\n+++ b/f{at}.py\n@@ -1 +1 @@\n-a\n+b\n"))
                .collect();
            scene.ask_with(&["context", "hello", "--diff", "-"], many);
            scene.ask_with(&["impact", "--diff", "-"], "\0\u{1b}[2J garbage".to_owned());
            Ok(())
        }),
        Case::new("size-prose", "a heading on each of 300,000 lines, and a paragraph of 20 MB", |scene| {
            scene.write("a.md", (0..300_000).map(|at| format!("# hello {at}\n")).collect::<String>())?;
            scene.write("b.md", "hello parcel `hello` ".repeat(1_000_000))?;
            scene.write("c.rst", "hello\n=====\n".repeat(150_000))?;
            ask_few(scene, "hello");
            Ok(())
        }),
    ]
}

/// Builds the index, then asks in the ways that walk the graph.
fn ask_few(scene: &mut Scene, name: &str) {
    for words in [
        &["index", "--json"][..],
        &["symbols", name],
        &["show", name],
        &["trace", name],
        &["impact", name],
        &["query", name],
        &["context", "say hello to the parcel"],
        &["status", "--json"],
    ] {
        scene.ask(words);
    }
}
