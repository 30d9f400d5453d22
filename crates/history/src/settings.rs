//! The settings, of the user and of the repository, that decide whether a file differs.
//!
//! The user's files are read as git reads them, with includes. The repository's are read without
//! includes, up to a size limit, and only harmless values are used: flags, line endings, and the names
//! of files with rules, which are read with the same care.

use std::path::{Path, PathBuf};

use fathom_source::Repository;
use gix::bstr::ByteSlice;
use gix::config::file::{Metadata, includes, init};
use gix::config::{File, Source};
use gix::filter::plumbing::eol;

use crate::HistoryError;
use crate::open::git_error;
use crate::special::read_followed;

/// Maximum size of a configuration file, in bytes.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// The relevant settings.
pub(crate) struct Settings {
    /// The user's configuration, overridden by the repository's.
    config: File,
    /// Whether the executable bit counts.
    pub(crate) executable_bit: bool,
    /// Whether symbolic links are supported.
    pub(crate) symlinks: bool,
    /// Whether file names are case-sensitive.
    pub(crate) ignore_case: bool,
    /// Which parts of a stamp count.
    pub(crate) stat: gix::index::entry::stat::Options,
    /// Conversion of line endings.
    pub(crate) eol: eol::Configuration,
}

impl Settings {
    pub(crate) fn read(place: &Repository) -> Result<Settings, HistoryError> {
        let mut local = local(place, &place.common_dir.join("config"), Source::Local)?;
        if flag(&local, "extensions.worktreeConfig", false) {
            let own = self::local(place, &place.git_dir.join("config.worktree"), Source::Worktree)?;
            append(&mut local, own);
        }
        let mut config = user(place);
        append(&mut config, local);
        let minimal = config.string("core.checkStat").is_some_and(|value| value == "minimal");
        let stat = gix::index::entry::stat::Options {
            trust_ctime: flag(&config, "core.trustCtime", true),
            check_stat: !minimal,
            ..gix::index::entry::stat::Options::default()
        };
        Ok(Settings {
            executable_bit: flag(&config, "core.fileMode", cfg!(unix)),
            symlinks: flag(&config, "core.symlinks", cfg!(unix)),
            ignore_case: flag(&config, "core.ignoreCase", false),
            stat,
            eol: line_ends(&config),
            config,
        })
    }

    /// Whether refs are kept in a reftable, which gix cannot read.
    pub(crate) fn has_reftable(&self) -> bool {
        self.config.string("extensions.refStorage").is_some_and(|name| name != "files")
    }

    /// Whether Unicode names are composed before they are compared.
    pub(crate) fn composes_names(&self) -> bool {
        flag(&self.config, "core.precomposeUnicode", false)
    }

    /// The file with the user's ignore rules for all repositories.
    pub(crate) fn excludes_file(&self) -> Option<PathBuf> {
        self.file("core.excludesFile").or_else(|| user_file("ignore"))
    }

    /// The file with the user's attributes for all repositories.
    pub(crate) fn attributes_file(&self) -> Option<PathBuf> {
        self.file("core.attributesFile").or_else(|| user_file("attributes"))
    }

    /// Whether names are compared with regard to case.
    pub(crate) fn case(&self) -> gix::glob::pattern::Case {
        if self.ignore_case { gix::glob::pattern::Case::Fold } else { gix::glob::pattern::Case::Sensitive }
    }

    /// Which changes of submodules are ignored, from both configurations.
    pub(crate) fn submodule_ignore(&self, name: &str) -> Option<String> {
        let everywhere = self.config.string("diff.ignoreSubmodules");
        let own = || self.config.string(format!("submodule.{name}.ignore").as_str());
        everywhere.or_else(own).map(|value| value.to_str_lossy().into_owned())
    }

    /// All files with these settings.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            self.config.sections().filter_map(|section| section.meta().path.clone()).collect();
        files.extend([self.excludes_file(), self.attributes_file()].into_iter().flatten());
        files.extend(user_files());
        files.sort_unstable();
        files.dedup();
        files
    }

    fn file(&self, key: &str) -> Option<PathBuf> {
        let home = std::env::home_dir();
        let context = interpolation(home.as_deref());
        self.config.path(key)?.interpolate(context).ok()
    }
}

/// The locations of the user's files, which depend on the environment.
pub(crate) fn user_files() -> Vec<PathBuf> {
    let sources = user_sources().map(|(_, path)| path);
    sources.chain(["ignore", "attributes"].into_iter().filter_map(user_file)).collect()
}

/// A file next to the user's configuration.
fn user_file(name: &str) -> Option<PathBuf> {
    gix::path::env::xdg_config(name, &mut gix::path::env::var)
}

fn interpolation(home: Option<&Path>) -> gix::config::path::interpolate::Context<'_> {
    gix::config::path::interpolate::Context {
        git_install_dir: None,
        home_dir: home,
        home_for_user: Some(gix::config::path::interpolate::home_for_user),
    }
}

/// The files of the user's configuration. The configuration of the git installation is not included:
/// only git itself can locate it.
fn user_sources() -> impl Iterator<Item = (Source, PathBuf)> {
    [Source::System, Source::Git, Source::User]
        .into_iter()
        .filter_map(|source| Some((source, source.storage_location(&mut gix::path::env::var)?)))
}

/// The user's configuration, without parts that cannot be read.
pub(crate) fn user(place: &Repository) -> File {
    let home = std::env::home_dir();
    let branch = place.branch().map(|name| format!("refs/heads/{name}"));
    let branch_name = branch.as_deref().and_then(|name| name.try_into().ok());
    let conditional = includes::conditional::Context { git_dir: Some(&place.git_dir), branch_name };
    let options = init::Options {
        includes: includes::Options {
            err_on_max_depth_exceeded: false,
            ..includes::Options::follow(interpolation(home.as_deref()), conditional)
        },
        lossy: true,
        ..init::Options::default()
    };
    let metas =
        user_sources().map(|(source, path)| Metadata::from(source).at(path).with(gix::sec::Trust::Full));
    let mut config = File::from_paths_metadata(metas, options).ok().flatten().unwrap_or_default();
    if let Ok(Some(given)) = File::from_env(options) {
        append(&mut config, given);
    }
    config
}

/// One file of the repository's configuration; empty if there is none.
fn local(place: &Repository, file: &Path, source: Source) -> Result<File, HistoryError> {
    let meta = Metadata::from(source).at(file).with(gix::sec::Trust::Reduced);
    let Some(bytes) = read_followed(file, MAX_BYTES)? else { return Ok(File::new(meta)) };
    let options = init::Options { lossy: true, ..init::Options::default() };
    File::from_bytes_no_includes(&bytes, meta, options)
        .map_err(git_error(&place.root, "read the configuration"))
}

fn append(config: &mut File, more: File) {
    // Fails only on invalid text, which the parser has already rejected.
    let _ = config.append(more);
}

fn flag(config: &File, key: &str, default: bool) -> bool {
    config.boolean(key).ok().flatten().unwrap_or(default)
}

fn line_ends(config: &File) -> eol::Configuration {
    let value = |key: &str| config.string(key).map(|value| value.to_ascii_lowercase());
    let auto_crlf = match value("core.autocrlf").as_deref() {
        Some(b"input") => eol::AutoCrlf::Input,
        Some(_) if flag(config, "core.autocrlf", false) => eol::AutoCrlf::Enabled,
        _ => eol::AutoCrlf::Disabled,
    };
    let eol = match value("core.eol").as_deref() {
        Some(b"lf") => Some(eol::Mode::Lf),
        Some(b"crlf") => Some(eol::Mode::CrLf),
        _ => None,
    };
    eol::Configuration { auto_crlf, eol }
}
