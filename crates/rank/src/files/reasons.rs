//! Why a file is in the answer: the words and where they are, the names it defines, the paths.

use super::Sources;
use super::evidence::Evidence;
use crate::phrases::list;
use crate::task::Task;
use fathom_graph::FileId;
use fathom_text::{Term, Tokenizer};

/// Words that one reason names.
const WORDS: usize = 4;

/// The evidence for a file, strongest first; its symbols are added by the caller.
pub(super) fn of_file(sources: &Sources<'_>, evidence: &Evidence, file: FileId) -> Vec<String> {
    let graph = sources.graph;
    let path = graph.files()[file.index()].path;
    let mut reasons = Vec::new();
    if let Some(definitions) = sources.definitions
        && let Some(symbol) = definitions.symbols.iter().find(|symbol| graph.file_of(**symbol) == file)
    {
        let line = graph.definition(*symbol).line;
        reasons.push(format!(
            "defines {} {} (line {line})",
            graph.kind(*symbol).word(),
            graph.qualified_name(*symbol)
        ));
    }
    if evidence.framed.contains_key(&file) {
        reasons.push("a stack frame of the task is in it".to_owned());
    } else if evidence.named.contains_key(&file) {
        reasons.push("the task names this path".to_owned());
    }
    if let Some(defined) = evidence.defined.get(&file).filter(|defined| !defined.name.is_empty()) {
        reasons.push(format!("defines {}", defined.name));
    }
    let words = words_of(sources.task, path, evidence);
    if !words.is_empty() {
        reasons.push(format!("its path contains {}", list(&words)));
    }
    reasons
}

/// The words of the task that a path has, as the task writes them.
fn words_of(task: &Task, path: &str, evidence: &Evidence) -> Vec<String> {
    let mut tokenizer = Tokenizer::of_thread();
    let of_path: Vec<Term> = tokenizer.parts(path).iter().map(|part| part.term).collect();
    let mut words: Vec<String> = Vec::new();
    for part in tokenizer.parts(&task.title) {
        let counts = evidence.weights.get(&part.term).is_some_and(|weight| *weight > 0.0);
        if counts && of_path.contains(&part.term) && !words.iter().any(|word| word == part.word) {
            words.push(part.word.to_owned());
        }
    }
    words.truncate(WORDS);
    words
}
