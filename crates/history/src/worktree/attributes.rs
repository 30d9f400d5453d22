//! The attributes of a path: `text`, `eol`, `filter` and others.

use std::path::{Path, PathBuf};

use gix::attrs::search::{MetadataCollection, Outcome};
use gix::attrs::{Search, StateRef};
use gix::bstr::{BStr, ByteSlice};
use gix::glob::pattern::Case;

use super::rules;
use crate::open::OpenRepository;

/// The rules of the parent folders of the last path.
pub(super) struct Attributes {
    root: PathBuf,
    case: Case,
    search: Search,
    names: MetadataCollection,
    /// The folders below the root whose rules are the last in the search.
    folders: Vec<PathBuf>,
    filter: Outcome,
}

impl Attributes {
    pub(super) fn new(opened: &OpenRepository) -> Self {
        let root = opened.place.root.clone();
        let mut names = MetadataCollection::default();
        let mut search = Search::default();
        let mut add = |bytes: &[u8], source: PathBuf, root: Option<&Path>| {
            // Fails only for an invalid path.
            let _ = search.add_patterns_buffer(bytes, source, root, &mut names, true);
        };
        add(b"[attr]binary -diff -merge -text", "[builtin]".into(), None);
        if let Some(file) = opened.settings.attributes_file() {
            add(&rules::in_file(&file), file, None);
        }
        add(&rules::in_folder(&root, ".gitattributes"), root.join(".gitattributes"), Some(&root));
        let info = opened.place.common_dir.join("info/attributes");
        add(&rules::in_file(&info), info, None);
        let mut filter = Outcome::default();
        filter.initialize_with_selection(&names, ["filter"]);
        Self { root, case: opened.settings.case(), search, names, folders: Vec::new(), filter }
    }

    /// Sets the attributes of a path.
    pub(super) fn fill(&mut self, path: &BStr, out: &mut Outcome) {
        self.enter(path);
        out.initialize(&self.names);
        self.search.pattern_matching_relative_path(path, self.case, Some(false), out);
    }

    /// Whether a filter program converts the file.
    pub(super) fn has_filter(&mut self, path: &BStr) -> bool {
        let mut filter = std::mem::take(&mut self.filter);
        self.fill(path, &mut filter);
        let states = filter.iter_selected().map(|found| matches!(found.assignment.state, StateRef::Value(_)));
        let has = states.into_iter().any(|has| has);
        self.filter = filter;
        has
    }

    /// Reads the rules of a path's folders that differ from those of the last path.
    fn enter(&mut self, path: &BStr) {
        let names: Vec<&[u8]> = path.split_str("/").collect();
        let mut folder = self.root.clone();
        let mut kept = 0;
        let mut wanted = Vec::new();
        for name in &names[..names.len() - 1] {
            folder.push(gix::path::from_bstr(name.as_bstr()).unwrap_or_default());
            if wanted.is_empty() && self.folders.get(kept) == Some(&folder) {
                kept += 1;
            } else {
                wanted.push(folder.clone());
            }
        }
        for _ in kept..self.folders.len() {
            self.search.pop_pattern_list();
        }
        self.folders.truncate(kept);
        for folder in wanted {
            let bytes = rules::in_folder(&folder, ".gitattributes");
            let source = folder.join(".gitattributes");
            let added =
                self.search.add_patterns_buffer(&bytes, source, Some(&self.root), &mut self.names, false);
            if added.is_err() {
                return;
            }
            self.folders.push(folder);
        }
    }
}
