//! Each language of the registry is parsed by the grammar it means.
//!
//! Grammars are C code with one exported symbol each, and some share a name:
//! two Kotlin grammars export `tree_sitter_kotlin`, so a second one anywhere in
//! the dependency tree could be linked in its place without a word.

use fathom_syntax::languages::{self, Reader};
use tree_sitter::{Language, Node, Parser};

/// Language, a text of it, and a node kind that only the right grammar gives it.
const DISTINCTIVE: &[(&str, &str, &str)] = &[
    ("bash", "cat <<EOF\nx\nEOF\n", "heredoc_body"),
    ("shell", "cat <<EOF\nx\nEOF\n", "heredoc_body"),
    ("c", "#include <a.h>\n", "preproc_include"),
    ("cpp", "template <class T> T f();\n", "template_declaration"),
    ("c++", "template <class T> T f();\n", "template_declaration"),
    ("csharp", "class A { int B { get; } }", "accessor_list"),
    ("go", "package a\nfunc f() { x := 1 }\n", "short_var_declaration"),
    ("java", "class A { @B void f() {} }", "marker_annotation"),
    ("javascript", "x = `a${b}`;", "template_substitution"),
    ("json", "{\"a\": 1}", "pair"),
    ("kotlin", "import a.*\nval b = c?.d { it }\n", "wildcard_import"),
    ("php", "<?php namespace A;\n", "namespace_definition"),
    ("python", "def f():\n    pass\n", "function_definition"),
    ("ruby", "def self.f\nend\n", "singleton_method"),
    ("rust", "fn f<'a>(x: &'a u8) {}", "lifetime"),
    ("scala", "case class A(b: Int)", "class_parameters"),
    ("swift", "guard let a = b else { return }", "guard_statement"),
    ("toml", "[[a]]\nb = 1\n", "table_array_element"),
    ("tsx", "x = <A b={c} />;", "jsx_self_closing_element"),
    ("typescript", "let a: B = c;", "type_annotation"),
    ("yaml", "a: 1\n", "block_mapping_pair"),
    ("elixir", "a |> b()\n%C{}\n", "struct"),
    ("lua", "function A:b() end\n", "method_index_expression"),
    ("haskell", "f :: Int -> Int\nf x = x\n", "signature"),
    ("zig", "const a = @import(\"b\");\n", "builtin_identifier"),
    ("dart", "mixin A {}\n", "mixin_declaration"),
    ("r", "a <- function(b) b\n", "function_definition"),
    ("julia", "struct A end\n", "struct_definition"),
    ("ocaml", "let a = 1\n", "value_definition"),
    ("clojure", "(def a 1)\n", "sym_lit"),
    ("erlang", "-module(a).\n", "module_attribute"),
    ("groovy", "trait A { }\n", "trait_declaration"),
    ("protobuf", "syntax = \"proto3\";\nmessage A {}\n", "message_body"),
    ("graphql", "type A { b: C }\n", "object_type_definition"),
    ("hcl", "a \"b\" {}\n", "block_start"),
    ("objective-c", "@interface A : B\n@end\n", "class_interface"),
];

#[test]
fn every_grammar_gives_the_node_kind_that_only_it_has() {
    for language in languages::ALL {
        let (Reader::Grammar(grammar) | Reader::Expanding(grammar, _)) = &language.reader else { continue };
        let Some((_, text, kind)) = DISTINCTIVE.iter().find(|(name, ..)| *name == language.name) else {
            panic!("{} has no row in the table of distinctive node kinds", language.name)
        };
        let mut parser = Parser::new();
        parser.set_language(&Language::new(grammar.language)).unwrap();
        let tree = parser.parse(text, None).unwrap();
        let root = tree.root_node();
        assert!(!root.has_error(), "{}: {}", language.name, root.to_sexp());
        assert!(holds(root, kind), "{} has no {kind} in {}", language.name, root.to_sexp());
    }
}

fn holds(node: Node<'_>, kind: &str) -> bool {
    node.kind() == kind || node.children(&mut node.walk()).any(|child| holds(child, kind))
}
