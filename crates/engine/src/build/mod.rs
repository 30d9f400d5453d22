//! Updates the index to the current files.
//!
//! Only changed files are parsed, and only affected files are linked again. The stamp of a file
//! (size, times, inode) decides whether it is read; the hash of its path, language and text decides
//! whether it is parsed.

mod compiler;
mod dirty;
mod file;
mod manifests;
mod parse;
mod plan;
mod previous;
mod steady;
mod words;

use crate::past;
use crate::workspace::Workspace;
use crate::{EngineError, Phase, Progress};
use dirty::Dirty;
pub(crate) use dirty::last_known as last_known_dirty;
use fathom_graph::{FileInput, LinkStats};
use fathom_store::{
    Cache, FileRow, FileStamp, FileTableBuilder, Info, Key, Parts, Skip, Snapshot, WriterLock,
};
use fathom_syntax::{FactsView, languages};
use file::BuildFile;
pub(crate) use manifests::of as manifests;
pub(crate) use parse::key;
use plan::{Plan, PlanScope};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Instant, SystemTime};

/// Maximum number of files whose content is compared to decide whether they are stale; for others,
/// stamps decide.
const MOST_COMPARED: usize = 256;

/// Options of indexing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Generated and minified files too.
    pub include_generated: bool,
    /// Vendored files too.
    pub include_vendored: bool,
    /// Parse every file again.
    pub rebuild: bool,
    /// A compiler's index to merge.
    pub scip: Option<PathBuf>,
}

impl Options {
    /// The part that decides what is in the index, as it is recorded there.
    fn recorded(&self) -> String {
        format!("generated={} vendored={}", self.include_generated, self.include_vendored)
    }

    fn from_recorded(text: &str) -> Options {
        Options {
            include_generated: text.contains("generated=true"),
            include_vendored: text.contains("vendored=true"),
            ..Options::default()
        }
    }
}

/// The report of one indexing.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// Files that are new or were edited, and files that are gone.
    pub changed_files: usize,
    /// Of these, how many had to be parsed.
    pub parsed_files: usize,
    /// Milliseconds per phase.
    pub phases_ms: BTreeMap<&'static str, u64>,
    /// Milliseconds in all.
    pub elapsed_ms: u64,
}

/// An index that is up to date.
pub struct FreshIndex {
    /// The opened snapshot.
    pub snapshot: Snapshot,
    /// What was done.
    pub summary: Summary,
    /// Whether files differ from the commit that is checked out.
    pub dirty: bool,
    /// Files that changed since, where it could not be brought up to date.
    pub stale_files: usize,
    /// Notes on what could not be determined, and why.
    pub notes: Vec<String>,
}

/// Versions of all layouts a snapshot depends on.
pub(crate) fn versions() -> Vec<u32> {
    vec![
        fathom_syntax::FACTS_VERSION,
        fathom_text::BAG_FORMAT,
        fathom_text::SEGMENT_FORMAT,
        fathom_graph::VERSION,
        // The results of linking may change between releases without a change of layout.
        fathom_syntax::hash_name(env!("CARGO_PKG_VERSION")) as u32,
    ]
}

/// The writer's lock, with the folders it guards.
fn writing(workspace: &Workspace, progress: &dyn Progress) -> Result<WriterLock, EngineError> {
    workspace.home().create()?;
    Ok(workspace.home().lock(|process| progress.waiting(process))?)
}

/// Indexes with the given options, or with those of the last time.
pub(crate) fn build(
    workspace: &Workspace,
    options: Option<&Options>,
    progress: &dyn Progress,
) -> Result<FreshIndex, EngineError> {
    let _lock = writing(workspace, progress)?;
    let options = options.cloned().unwrap_or_else(|| last_options(workspace));
    let previous = Snapshot::open(workspace.home(), &versions())?;
    run(workspace, &options, previous, None, progress)
}

/// Builds the index from the files alone, because something of it is damaged.
pub(crate) fn repair(
    workspace: &Workspace,
    options: Option<&Options>,
    progress: &dyn Progress,
) -> Result<FreshIndex, EngineError> {
    let _lock = writing(workspace, progress)?;
    let options = options.cloned().unwrap_or_else(|| last_options(workspace));
    Cache::clear(&workspace.home().cache())?;
    run(workspace, &options, None, None, progress)
}

fn last_options(workspace: &Workspace) -> Options {
    let last = Snapshot::last_options(workspace.home());
    last.map_or_else(|| workspace.first_options().clone(), |text| Options::from_recorded(&text))
}

/// Brings an opened index up to date, without the writer's lock if there is
/// nothing to do.
pub(crate) fn refresh(
    workspace: &Workspace,
    previous: Option<Snapshot>,
    progress: &dyn Progress,
) -> Result<FreshIndex, EngineError> {
    let Some(previous) = previous else { return build(workspace, None, progress) };
    let phases = Phases::new(progress);
    let options = Options::from_recorded(&previous.info().options);
    steady::wait(workspace)?;
    let mut plan = Plan::new(workspace, &options, Some(&previous), PlanScope::Everything)?;
    let is_current = plan.is_current(&previous);
    if is_current {
        plan.dirty.settle(workspace);
    }
    let is_steady = steady::is_steady(workspace, &plan.moment, 1, || plan.holds(workspace))?;
    if is_current && is_steady {
        return Ok(phases.finish(workspace, previous, plan.dirty, 0, 0));
    }
    let lock = writing(workspace, progress)?;
    if previous.is_current(workspace.home()) {
        // No other process wrote in the meantime: the plan is valid and files need not be listed again.
        return run(workspace, &options, Some(previous), is_steady.then_some(plan), progress);
    }
    drop(lock);
    build(workspace, None, progress)
}

/// How many files differ from what a snapshot holds. A file that was written as late as it was read
/// has a stamp that proves nothing, so the content of such files is compared.
pub(crate) fn stale(workspace: &Workspace, snapshot: &Snapshot) -> Result<usize, EngineError> {
    let options = Options::from_recorded(&snapshot.info().options);
    let plan = Plan::new(workspace, &options, Some(snapshot), PlanScope::Files)?;
    let changed = plan.files.iter().filter(|file| file.is_changed);
    let is_same =
        |(at, file): (usize, &BuildFile)| at < MOST_COMPARED && parse::is_same(workspace, file, &options);
    Ok(plan.removed + changed.enumerate().filter(|one| !is_same(*one)).count())
}

/// Indexes; `plan`, if there is one, was made for `previous`.
fn run(
    workspace: &Workspace,
    options: &Options,
    previous: Option<Snapshot>,
    plan: Option<Plan>,
    progress: &dyn Progress,
) -> Result<FreshIndex, EngineError> {
    let home = workspace.home();
    let mut phases = Phases::new(progress);
    let usable =
        previous.filter(|snapshot| !options.rebuild && snapshot.info().options == options.recorded());

    let mut given = plan;
    let mut attempt = 1;
    let (mut plan, parsed, manifests, cache) = loop {
        phases.start(Phase::Walk, 0);
        let mut plan = if let Some(plan) = given.take() {
            plan
        } else {
            steady::wait(workspace)?;
            Plan::new(workspace, options, usable.as_ref(), PlanScope::Everything)?
        };
        let is_current = usable.as_ref().is_some_and(|snapshot| {
            plan.is_current(snapshot)
                && options.scip.is_none()
                && snapshot.info().compiler_index == compiler::recorded(workspace)
        });
        phases.end(Phase::Walk);
        if is_current {
            plan.dirty.settle(workspace);
            if steady::is_steady(workspace, &plan.moment, attempt, || plan.holds(workspace))? {
                let snapshot = usable.ok_or(fathom_graph::GraphError::Damaged)?;
                return Ok(phases.finish(workspace, snapshot, plan.dirty, 0, 0));
            }
        } else {
            phases.start(Phase::Parse, plan.changed());
            let cache = Cache::open(&home.cache(), usable.as_ref())?;
            let addition = cache.begin();
            // A rebuild uses nothing of the cache, which stays for other worktrees.
            let known = (!options.rebuild).then_some(&cache);
            let parsed = parse::parse(workspace, &mut plan, known, &addition, options, progress);
            let manifests = manifests::gather(workspace, &plan.files, usable.as_ref());
            let live: Vec<Key> = plan.files.iter().map(|file| file.key).collect();
            let cache = cache.add(addition, &live)?;
            phases.end(Phase::Parse);
            if steady::is_steady(workspace, &plan.moment, attempt, || plan.holds(workspace))? {
                break (plan, parsed, manifests, cache);
            }
        }
        attempt += 1;
    };
    let mut dirty = std::mem::replace(&mut plan.dirty, Dirty::NoGit);

    phases.start(Phase::Link, 0);
    let changed = plan.changed();
    let mut files = std::mem::take(&mut plan.files);
    for file in &mut files {
        file.find(&cache);
    }
    if usable.is_some() && files.iter().any(|file| file.is_lost) {
        // Packs are shared: another worktree may have removed records that only this one uses.
        return run(workspace, options, None, None, progress);
    }
    let skipped = skipped(&plan, &files);
    let compiler = compiler::edges(workspace, options.scip.as_deref(), &files)?;
    let stamps: Vec<FileStamp> = files.iter().map(BuildFile::file_stamp).collect();
    let mut info = Info {
        versions: versions(),
        commit: plan.moment.commit.clone(),
        unsupported: unparsed(&files),
        options: options.recorded(),
        compiler_index: compiler.recorded.clone(),
        ..Info::default()
    };
    if let Some(last) = usable.as_ref().filter(|last| same_content(last, &files)) {
        info.dirty = dirty.settle(workspace);
        if last.is_of(&info, &table(&files), &skipped, &manifests) {
            // Files were touched but not changed: only the stamps are updated.
            last.restamp(home, &stamps, plan.listing_after(last))?;
            phases.end(Phase::Link);
            return Ok(phases.finish(workspace, opened(workspace)?, dirty, changed, parsed));
        }
    }
    let inputs = inputs(&files, &cache);
    // Edges of a compiler's index depend on the files they refer to.
    let plain =
        |snapshot: &&Snapshot| compiler.recorded.is_none() && snapshot.info().compiler_index.is_none();
    let mut graph = home.begin_part()?;
    let write = |pieces: &[&[u8]]| pieces.iter().try_for_each(|piece| graph.write(piece));
    let link = || match usable.as_ref().filter(plain).and_then(|last| previous::linking(last, &files)) {
        Some(previous) => fathom_graph::relink(&inputs, &previous, write),
        None => fathom_graph::link(&inputs, &compiler.edges, write),
    };
    let ((written, stats), words) = rayon::join(link, || words::words(home, &files, usable.as_ref(), &cache));
    written?;
    let words::Words { segments, places } = words?;
    for (file, place) in files.iter_mut().zip(places) {
        file.place = place;
    }
    phases.end(Phase::Link);

    phases.start(Phase::Write, 0);
    let LinkStats { symbols, edges, .. } = stats;
    (info.symbols, info.edges) = (symbols, edges);
    info.dirty = dirty.settle(workspace);
    let listing = match &usable {
        Some(last) => plan.listing_after(last),
        None => plan.listing.as_deref().unwrap_or_default(),
    };
    let files = &table(&files);
    let (stamps, cache, skipped, manifests) = (&stamps, &cache, &skipped, &manifests);
    let parts = Parts { info, files, stamps, listing, graph, cache, segments, skipped, manifests };
    Snapshot::write(home, usable.as_ref(), parts)?;
    phases.end(Phase::Write);
    let built = phases.finish(workspace, opened(workspace)?, dirty, changed, parsed);
    fathom_store::collect(workspace.folders(), SystemTime::now());
    Ok(built)
}

/// The snapshot that was just written.
fn opened(workspace: &Workspace) -> Result<Snapshot, EngineError> {
    Ok(Snapshot::open(workspace.home(), &versions())?.ok_or(fathom_graph::GraphError::Damaged)?)
}

/// Whether a snapshot has the same files with the same facts.
fn same_content(snapshot: &Snapshot, files: &[BuildFile]) -> bool {
    snapshot.files().is_ok_and(|table| {
        let same = |(before, now): (FileRow<'_>, &BuildFile)| {
            before.path == now.path() && before.language == now.language && before.key == now.key
        };
        table.len() == files.len() && table.iter().zip(files).all(same)
    })
}

fn table(files: &[BuildFile]) -> FileTableBuilder {
    let mut table = FileTableBuilder::with_capacity(files.len());
    for file in files {
        table.push(&file.as_row());
    }
    table
}

fn inputs<'a>(files: &'a [BuildFile], cache: &'a Cache) -> Vec<FileInput<'a>> {
    files
        .iter()
        .filter_map(|file| {
            let (facts, _) = cache.get(file.stored?)?;
            let facts = FactsView::read(facts).ok()?;
            Some(FileInput { path: file.path(), language: languages::by_name(file.language)?, facts })
        })
        .collect()
}

/// How many files of each language without a grammar there are.
fn unparsed(files: &[BuildFile]) -> BTreeMap<String, u32> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for file in files.iter().filter(|file| file.is_indexed()) {
        let language = languages::by_name(file.language).filter(|language| !language.is_parsed());
        if let Some(language) = language.filter(|language| language.name != languages::unparsed::UNKNOWN.name)
        {
            *counts.entry(language.name.to_owned()).or_default() += 1;
        }
    }
    counts
}

fn skipped(plan: &Plan, files: &[BuildFile]) -> Vec<Skip> {
    let mut skipped = plan.skipped.clone();
    for file in files.iter().filter(|file| !file.reason.is_empty()) {
        skipped.push(Skip { path: file.path().to_owned(), reason: file.reason.clone() });
    }
    skipped.sort_by(|a, b| a.path.cmp(&b.path));
    skipped
}

/// The work of a run so far, and its duration.
struct Phases<'p> {
    times: BTreeMap<&'static str, u64>,
    started: Instant,
    since: Instant,
    progress: &'p dyn Progress,
}

impl<'p> Phases<'p> {
    fn new(progress: &'p dyn Progress) -> Phases<'p> {
        Phases { times: BTreeMap::new(), started: Instant::now(), since: Instant::now(), progress }
    }

    fn start(&mut self, phase: Phase, total: usize) {
        self.since = Instant::now();
        self.progress.start(phase, total);
    }

    fn end(&mut self, phase: Phase) {
        self.times.insert(phase.words(), self.since.elapsed().as_millis() as u64);
    }

    /// Reads the history of what is indexed now, and ends the run.
    fn finish(
        mut self,
        workspace: &Workspace,
        snapshot: Snapshot,
        mut dirty: Dirty,
        changed: usize,
        parsed: usize,
    ) -> FreshIndex {
        self.since = Instant::now();
        let is_dirty = dirty.settle(workspace);
        let mut notes: Vec<String> = dirty.note().into_iter().collect();
        if let Some(commit) = &snapshot.info().commit {
            notes.extend(past::bring_up_to_date(workspace, commit, self.progress));
        }
        self.end(Phase::History);
        self.progress.finish();
        let summary = Summary {
            changed_files: changed,
            parsed_files: parsed,
            phases_ms: self.times,
            elapsed_ms: self.started.elapsed().as_millis() as u64,
        };
        FreshIndex { snapshot, summary, dirty: is_dirty, stale_files: 0, notes }
    }
}
