//! Paths that were read, as they are cached.

use super::{PathBook, PathInfo, PathKind};
use crate::flat::{FlatReader, FlatWriter, Lists, Texts};
use fathom_text::{Term, Tokenizer};
use std::sync::Arc;

/// Raised when the meaning of what is known of a path changes.
const VERSION: u32 = 1;

impl PathBook {
    /// Writes a book and the paths of a tree that it has read, for a cache.
    pub fn write(&self, tree: &[Arc<PathInfo>], writer: &mut FlatWriter) {
        writer.put(&[VERSION, fathom_text::BAG_FORMAT]);
        let mut words: Vec<(u32, u64)> = self.words.iter().map(|(hash, number)| (*number, *hash)).collect();
        words.sort_unstable();
        writer.put(&words.into_iter().map(|(_, hash)| hash).collect::<Vec<u64>>());
        let mut folders: Vec<(u32, &str)> =
            self.folders.iter().map(|(folder, number)| (*number, folder.as_str())).collect();
        folders.sort_unstable();
        texts(folders.into_iter().map(|(_, folder)| folder)).write(writer);
        texts(tree.iter().map(|info| info.path.as_str())).write(writer);
        writer.put(&tree.iter().map(|info| info.kind as u8).collect::<Vec<u8>>());
        writer.put(&tree.iter().map(|info| info.folder).collect::<Vec<u32>>());
        let single = |info: &Arc<PathInfo>| [info.subject.hash(), info.whole_name.hash()];
        writer.put(&tree.iter().map(single).collect::<Vec<[u64; 2]>>());
        lists(tree.iter().map(|info| info.words.clone())).write(writer);
        lists(tree.iter().map(|info| info.name.clone())).write(writer);
        let mut hashes: Vec<u64> = Vec::new();
        let mut ends = Lists::default();
        for info in tree {
            hashes.extend(info.terms.iter().map(|term| term.hash()));
            hashes.extend(&info.folders);
            ends.push([info.terms.len() as u32, info.folders.len() as u32]);
        }
        ends.write(writer);
        writer.put(&hashes);
    }

    /// What [`PathBook::write`] wrote; `None` if it is of another version or damaged.
    pub fn read_cached(reader: &mut FlatReader<'_>) -> Option<(PathBook, Vec<Arc<PathInfo>>)> {
        if *reader.take::<u32>()? != [VERSION, fathom_text::BAG_FORMAT] {
            return None;
        }
        let words = reader.take::<u64>()?;
        let folders = Texts::read(reader)?;
        let paths = Texts::read(reader)?;
        let (kinds, folder_of) = (reader.take::<u8>()?, reader.take::<u32>()?);
        let single = reader.take::<[u64; 2]>()?;
        let (words_of, names) = (Lists::read(reader)?, Lists::read(reader)?);
        let counts = Lists::read(reader)?;
        let mut hashes = reader.take::<u64>()?;
        let mut tree = Vec::with_capacity(paths.len());
        for (at, path) in paths.iter().enumerate() {
            let [terms, folders] = *counts.get(at) else { return None };
            let (of_terms, rest) = hashes.split_at_checked(terms as usize)?;
            let (of_folders, rest) = rest.split_at_checked(folders as usize)?;
            hashes = rest;
            tree.push(Arc::new(PathInfo {
                path: path.to_owned(),
                kind: PathKind::ALL.into_iter().find(|kind| *kind as u8 == kinds[at])?,
                words: words_of.get(at).to_vec(),
                name: names.get(at).to_vec(),
                subject: Term::from_hash(single[at][0]),
                whole_name: Term::from_hash(single[at][1]),
                terms: of_terms.iter().map(|hash| Term::from_hash(*hash)).collect(),
                folders: of_folders.to_vec(),
                folder: folder_of[at],
            }));
        }
        let book = PathBook {
            tokenizer: Tokenizer::new(),
            infos: tree.iter().map(|info| (info.path.clone(), info.clone())).collect(),
            words: words.iter().copied().zip(0..).collect(),
            folders: folders.iter().map(str::to_owned).zip(0..).collect(),
        };
        Some((book, tree))
    }
}

fn texts<'t>(of: impl Iterator<Item = &'t str>) -> Texts<'static> {
    let mut texts = Texts::default();
    of.for_each(|text| texts.push(text));
    texts
}

fn lists(of: impl Iterator<Item = Vec<u32>>) -> Lists<'static> {
    let mut lists = Lists::default();
    of.for_each(|list| lists.push(list));
    lists
}

#[cfg(test)]
mod tests {
    use super::super::PathBook;
    use crate::flat::{FlatReader, FlatWriter};
    use fathom_text::AlignedBytes;

    #[test]
    fn a_cached_book_knows_the_paths_and_words_of_the_book() {
        let mut book = PathBook::default();
        let paths = ["CHANGES.md", "src/cart/price_rule.py", "tests/cart/test_price_rule.py"];
        let tree: Vec<_> = paths.iter().map(|path| book.read(path)).collect();
        let mut writer = FlatWriter::default();
        book.write(&tree, &mut writer);
        let bytes = AlignedBytes::copy_of(&writer.into_bytes());
        let (cached, of_cache) = PathBook::read_cached(&mut FlatReader::new(bytes.as_bytes())).unwrap();
        assert_eq!(of_cache, tree);
        assert_eq!(cached.describe("src/cart/new_price.py"), book.describe("src/cart/new_price.py"));
        assert_eq!(cached.describe("src/cart/price_rule.py"), tree[1]);
    }
}
