//! HCL: the configuration language of Terraform and its kin.

use super::names::{NameRules, Package};
use super::{Draft, Grammar, ImportSink, Language, Reader, Shape, Source, Spelling};
use crate::traits::Kind;
use tree_sitter::Node;

pub(super) static HCL: Language = Language {
    name: "hcl",
    extensions: &["tf", "hcl", "tfvars", "nomad"],
    file_names: &[],
    interpreters: &[],
    names: &NAMES,
    spelling: Spelling::DOTS,
    reader: Reader::Grammar(&Grammar {
        language: tree_sitter_hcl::LANGUAGE,
        query: include_str!("query.scm"),
        shapes: &[("identifier", Shape::Name), ("expression", Shape::Custom(named))],
        sites: &[],
        constructors: &[],
        imports,
        refine,
        prepare: None,
        typing: &super::Typing::NAMES,
    }),
};

static NAMES: NameRules = NameRules { family: "hcl", package: Package::Folder, ..NameRules::NONE };

/// `var.region` and `aws_s3_bucket.receipts.arn` name what has the second word as its last label, of
/// `data.aws_ami.linux` the third.
fn named(node: Node<'_>, source: &Source<'_>) -> Option<String> {
    let mut words = source.text(node).split('.');
    let first = words.next()?;
    let is_word =
        |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    let name = if first == "data" { words.nth(1) } else { words.next() };
    let name = name.map(|name| name.split(['[', ' ', ')', ',', '}']).next().unwrap_or(name));
    name.filter(is_word).filter(|_| is_word(&first)).map(str::to_owned)
}

fn imports(_: Node<'_>, _: &Source<'_>, _: &mut ImportSink<'_>) {}

fn refine(draft: &mut Draft<'_>) {
    let word = draft.text.split(|c: char| c.is_whitespace() || c == '"').next().unwrap_or("");
    match word {
        "variable" | "output" => draft.kind = Kind::Variable,
        "module" => draft.kind = Kind::Module,
        _ => {}
    }
}
