//! The facts of all files to a graph.

use crate::repository::{self, SourceFile};
use divan::Bencher;
use divan::counter::ItemsCount;
use fathom_graph::{FileId, FileInput, Previous, link, relink};
use fathom_syntax::{Facts, extract, languages};

/// What a full index does.
#[divan::bench]
fn all_files(bencher: Bencher) {
    let files = repository::files();
    let facts = all_facts(&files);
    let inputs = inputs(&files, &facts);
    bencher.counter(ItemsCount::new(files.len())).bench(|| link(&inputs, &[], size));
}

/// What a question does after one file was edited.
#[divan::bench]
fn one_edited_file(bencher: Bencher) {
    let mut files = repository::files();
    let facts = all_facts(&files);
    let before = inputs(&files, &facts);
    let (graph, _) = link(&before, &[], |pieces| pieces.concat());
    let graph = fathom_text::AlignedBytes::copy_of(&graph);

    let edited = files.len() / 2;
    let text = &mut files[edited].text;
    *text = text.replacen("limit", "most", 2);
    let facts_after = all_facts(&files);
    let after = inputs(&files, &facts_after);
    bencher.bench(|| {
        let previous = Previous {
            graph: graph.as_bytes(),
            edited: vec![(FileId::from_index(edited), facts[edited].view())],
        };
        relink(&after, &previous, size)
    });
}

fn all_facts(files: &[SourceFile]) -> Vec<Facts> {
    let facts = |file: &SourceFile| {
        let language = languages::by_name(file.language).expect("a language that can be read");
        extract(language, &file.path, &file.text)
    };
    files.iter().map(facts).collect()
}

fn inputs<'a>(files: &'a [SourceFile], facts: &'a [Facts]) -> Vec<FileInput<'a>> {
    let input = |(file, facts): (&'a SourceFile, &'a Facts)| FileInput {
        path: &file.path,
        language: languages::by_name(file.language).expect("a language that can be read"),
        facts: facts.view(),
    };
    files.iter().zip(facts).map(input).collect()
}

/// Takes the graph as a writer does, without a disk.
fn size(pieces: &[&[u8]]) -> usize {
    pieces.iter().map(|piece| piece.len()).sum()
}
