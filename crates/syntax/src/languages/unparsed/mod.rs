//! Languages without a grammar, and text of no known language.
//!
//! Their files are read as text, so that they are found by their words: lines that look like
//! definitions become definitions with a guessed kind, the rest is cut into pieces. Every symbol of
//! such a file has the flag [`Flags::UNPARSED`](crate::Flags::UNPARSED). There are no calls and no
//! imports.

mod content;
mod definition;
mod read;

use super::{Language, NameRules, Reader, Spelling};

pub use content::{MAX_BYTES, data_reason, is_test_data};

/// Text whose language is not known.
pub static UNKNOWN: Language = language("unknown", &[], &[]);

/// Languages that are recognised by the names of their files.
pub static UNPARSED: &[Language] = &[
    language("ada", &["adb", "ads"], &[]),
    language("apex", &["cls", "trigger"], &[]),
    language("arduino", &["ino", "pde"], &[]),
    language("assembly", &["asm", "s", "nasm"], &[]),
    language("astro", &["astro"], &[]),
    language("awk", &["awk"], &[]),
    language("batch", &["bat", "cmd"], &[]),
    language("bazel", &["bazel"], &["BUILD", "WORKSPACE"]),
    language("bicep", &["bicep"], &[]),
    language("cairo", &["cairo"], &[]),
    language("cmake", &["cmake"], &["CMakeLists.txt"]),
    language("cobol", &["cob", "cbl", "cpy"], &[]),
    language("coffeescript", &["coffee"], &[]),
    language("crystal", &["cr"], &[]),
    language("cuda", &["cu", "cuh"], &[]),
    language("cue", &["cue"], &[]),
    language("cython", &["pyx", "pxd", "pxi"], &[]),
    language("d", &["d", "di"], &[]),
    language("elm", &["elm"], &[]),
    language("emacs lisp", &["el"], &[]),
    language("f#", &["fs", "fsi", "fsx"], &[]),
    language("fennel", &["fnl"], &[]),
    language("fish", &["fish"], &[]),
    language("fortran", &["f", "f77", "f90", "f95", "f03", "f08", "for"], &[]),
    language("gdscript", &["gd"], &[]),
    language("gherkin", &["feature"], &[]),
    language("gleam", &["gleam"], &[]),
    language("glsl", &["glsl", "vert", "frag", "geom", "comp"], &[]),
    language("hack", &["hack", "hh"], &[]),
    language("haxe", &["hx"], &[]),
    language("hlsl", &["hlsl", "fx"], &[]),
    language("idris", &["idr"], &[]),
    language("janet", &["janet"], &[]),
    language("jsonnet", &["jsonnet", "libsonnet"], &[]),
    language("just", &["just"], &["justfile", "Justfile"]),
    language("lean", &["lean"], &[]),
    language("lisp", &["lisp", "lsp", "cl"], &[]),
    language("matlab", &["mlx"], &[]),
    language("meson", &[], &["meson.build", "meson_options.txt"]),
    language("metal", &["metal"], &[]),
    language("mojo", &["mojo"], &[]),
    language("move", &["move"], &[]),
    language("nim", &["nim", "nims"], &[]),
    language("ninja", &["ninja"], &[]),
    language("nix", &["nix"], &[]),
    language("nushell", &["nu"], &[]),
    language("odin", &["odin"], &[]),
    language("pascal", &["pas", "pp", "dpr", "lpr"], &[]),
    language("pkl", &["pkl"], &[]),
    language("powershell", &["ps1", "psm1", "psd1"], &[]),
    language("prisma", &["prisma"], &[]),
    language("prolog", &["pro"], &[]),
    language("puppet", &[], &["Puppetfile"]),
    language("purescript", &["purs"], &[]),
    language("qml", &["qml"], &[]),
    language("qt translations", &[], &[]),
    language("racket", &["rkt"], &[]),
    language("razor", &["cshtml", "razor"], &[]),
    language("reason", &["re", "rei"], &[]),
    language("rescript", &["res", "resi"], &[]),
    language("roc", &["roc"], &[]),
    language("sass", &["sass"], &[]),
    language("scheme", &["scm", "ss", "sld"], &[]),
    language("smalltalk", &["st"], &[]),
    language("sml", &["sml", "fun"], &[]),
    language("solidity", &["sol"], &[]),
    language("starlark", &["bzl", "star"], &[]),
    language("stylus", &["styl"], &[]),
    language("systemverilog", &["sv", "svh"], &[]),
    language("tcl", &["tcl"], &[]),
    language("tex", &["tex", "sty", "bib"], &[]),
    language("thrift", &["thrift"], &[]),
    language("typst", &["typ"], &[]),
    language("v", &["v"], &[]),
    language("vala", &["vala"], &[]),
    language("vhdl", &["vhd", "vhdl"], &[]),
    language("vimscript", &["vim"], &[".vimrc"]),
    language("visual basic", &["vb", "bas", "vbs"], &[]),
    language("wgsl", &["wgsl"], &[]),
    language("xml", &["xml", "xsd", "xsl", "xslt", "csproj", "fsproj", "vbproj", "props", "targets"], &[]),
    language("yang", &["yang"], &[]),
    language("clojure", &["clj", "cljs", "cljc", "edn"], &[]),
    language("dart", &["dart"], &[]),
    language("elixir", &["ex", "exs"], &[]),
    language("erlang", &["erl", "hrl"], &[]),
    language("groovy", &["groovy", "gradle"], &["Jenkinsfile"]),
    language("haskell", &["hs"], &[]),
    language("julia", &["jl"], &[]),
    language("lua", &["lua"], &[]),
    language("objective-c", &["m", "mm"], &[]),
    language("ocaml", &["ml"], &[]),
    language("ocaml interface", &["mli"], &[]),
    language("perl", &["pl", "pm", "t"], &[]),
    language("r", &["r"], &[]),
    language("zig", &["zig"], &[]),
];

const fn language(
    name: &'static str,
    extensions: &'static [&'static str],
    file_names: &'static [&'static str],
) -> Language {
    Language {
        name,
        extensions,
        file_names,
        interpreters: &[],
        names: &NameRules::NONE,
        spelling: Spelling::DOTS,
        reader: Reader::Text(read::read),
    }
}
