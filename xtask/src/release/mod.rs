//! `cargo xtask release`: the files of a release for one target, built, tested and listed.
//!
//! | file | for |
//! | --- | --- |
//! | `fathom-VERSION-TARGET.tar.gz` or `.zip` | people, cargo-binstall, Homebrew |
//! | the same with `.sha256` | `sha256sum --check` |
//! | `fathom_code-VERSION-py3-none-PLATFORM.whl` | `pip install`, `uv tool install` |
//! | `fathom.rb` | a Homebrew tap; covers the archives that are in the folder |
//!
//! The release workflow runs it on each system and collects the folders.

mod archive;
mod checksum;
mod contents;
mod formula;
mod notes;
mod target;
mod trial;
mod wheel;

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use target::Target;

/// The version of the workspace, which all crates share.
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The address of the project; its one place is the workspace's Cargo.toml.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

/// The options of the command line.
#[derive(Debug, Default, PartialEq, Eq)]
struct Options {
    /// A tag that must name this version, e.g. `v0.1.0`.
    tag: Option<String>,
    /// Another target than that of the host.
    target: Option<String>,
    /// The folder for the files.
    out: Option<PathBuf>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Options> {
        let mut options = Options::default();
        let mut rest = arguments.iter();
        while let Some(name) = rest.next() {
            let mut value = || rest.next().cloned().with_context(|| format!("`{name}` needs a value"));
            match name.as_str() {
                "--tag" => options.tag = Some(value()?),
                "--target" => options.target = Some(value()?),
                "--out" => options.out = Some(value()?.into()),
                other => bail!("`{other}` is no option of `release`; it has --tag, --target and --out"),
            }
        }
        Ok(options)
    }
}

/// Builds the files of a release and tests them.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<()> {
    let options = Options::read(arguments)?;
    if let Some(tag) = &options.tag {
        check_tag(root, tag)?;
    }
    let host = host()?;
    let target = Target::new(options.target.as_deref().unwrap_or(&host))?;
    let out = options.out.unwrap_or_else(|| root.join("target/release-files"));
    fs::create_dir_all(&out).with_context(|| format!("cannot create {}", out.display()))?;

    let program = build(root, &target)?;
    let runs_here = target.triple == host;
    let entries = contents::gather(root, &program, &target, runs_here)?;
    let archive = out.join(target.archive_name(VERSION));
    archive::write(&archive, &target.folder_name(VERSION), &entries)?;
    checksum::write(&archive)?;
    let wheel = wheel::write(root, &out, &program, &target)?;
    formula::write(&out)?;
    if runs_here {
        trial::archive(&archive, &target)?;
        trial::wheel(&wheel)?;
    } else {
        println!("not tested: {} does not run on {host}", target.triple);
    }
    for file in [&archive, &wheel] {
        println!("{}  {:.1} MB", file.display(), fs::metadata(file)?.len() as f64 / 1e6);
    }
    Ok(())
}

/// `cargo xtask formula DIR`: the Homebrew formula for the archives of all targets.
pub(crate) fn write_formula(arguments: &[String]) -> Result<()> {
    let [folder] = arguments else { bail!("which folder? give the one that holds the archives") };
    formula::write(Path::new(folder))
}

/// `cargo xtask notes`: the changelog's section of this version, as the text of the release.
pub(crate) fn print_notes(root: &Path) -> Result<()> {
    print!("{}", notes::read(root, VERSION)?);
    Ok(())
}

fn check_tag(root: &Path, tag: &str) -> Result<()> {
    if tag.strip_prefix('v') != Some(VERSION) {
        bail!("the tag {tag} does not fit version {VERSION} of Cargo.toml; change one of them");
    }
    notes::read(root, VERSION).map(drop)
}

/// Builds the program with the profile of published archives.
fn build(root: &Path, target: &Target) -> Result<PathBuf> {
    let arguments = ["build", "--profile", "dist", "--locked", "-p", "fathom", "--target", &target.triple];
    crate::steps::run(root, &[&arguments], &[])?;
    Ok(root.join("target").join(&target.triple).join("dist").join(target.program()))
}

/// The target of the compiler itself.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").output().context("cannot start rustc")?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Options, REPOSITORY, VERSION, check_tag};
    use std::fs;
    use std::path::Path;

    fn options(line: &str) -> anyhow::Result<Options> {
        Options::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_have_values_and_unknown_ones_are_refused() {
        let read = options("--tag v1 --out dist").unwrap();
        assert_eq!((read.tag.as_deref(), read.out), (Some("v1"), Some("dist".into())));
        assert!(options("--tag").is_err());
        assert!(options("--fast").unwrap_err().to_string().contains("--fast"));
    }

    #[test]
    fn files_that_cannot_read_cargo_toml_have_the_same_address() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for name in ["README.md", ".github/ISSUE_TEMPLATE/config.yml"] {
            let text = fs::read_to_string(root.join(name)).unwrap();
            assert!(text.contains(REPOSITORY), "{name} does not name {REPOSITORY}");
        }
    }

    #[test]
    fn a_tag_must_name_the_version_and_the_changelog_must_have_it() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        assert!(check_tag(root, &format!("v{VERSION}")).is_ok());
        assert!(check_tag(root, VERSION).is_err());
        assert!(check_tag(root, "v99.0.0").is_err());
    }
}
