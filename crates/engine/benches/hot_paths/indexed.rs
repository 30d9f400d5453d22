//! The generated repository on disk, with an open index.

use crate::repository;
use fathom_engine::{Folders, NoProgress, Refresh, View, Workspace};
use std::cell::Cell;
use std::fs;

/// Indexes the repository and gives a view of the open index to a bench.
pub(crate) fn with_view(bench: impl FnOnce(&View<'_>)) {
    let place = tempfile::tempdir().expect("a folder for the repository");
    let root = place.path().join("repository");
    for file in repository::files() {
        let path = root.join(&file.path);
        fs::create_dir_all(path.parent().expect("files are in folders")).expect("a folder");
        fs::write(path, file.text).expect("a file");
    }
    let folders = Folders::under(&place.path().join("home"));
    let workspace = Workspace::find(&root, &folders).expect("the folder is a workspace");
    // A question may be asked twice, a bench runs once.
    let bench = Cell::new(Some(bench));
    let asked = workspace.ask(Refresh::Update, &NoProgress, |view| {
        bench.take().into_iter().for_each(|bench| bench(view));
        Ok(())
    });
    asked.expect("the repository can be indexed");
}
