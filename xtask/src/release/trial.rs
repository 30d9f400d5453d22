//! Tests the files of a release as a user gets them: unpacked or installed, then run.

use super::archive::unpack;
use super::target::Target;
use super::{VERSION, checksum};
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Checks the sum of an archive, unpacks it, and asks the program its version and one question.
pub(super) fn archive(path: &Path, target: &Target) -> Result<()> {
    if checksum::read(path)? != checksum::hex(&fs::read(path)?) {
        bail!("{} does not have the checksum beside it", path.display());
    }
    let place = tempfile::tempdir()?;
    unpack(path, place.path())?;
    let folder = place.path().join(target.folder_name(VERSION));
    for name in ["README.md", "LICENSE", "CHANGELOG.md", "man/fathom-context.1", "completions/fathom.bash"] {
        if !folder.join(name).is_file() {
            bail!("{} holds no {name}", path.display());
        }
    }
    program(&folder.join(target.program()))?;
    println!("tested: {} unpacks and its program answers", path.display());
    Ok(())
}

/// Installs a wheel into an environment of its own and runs the program. A machine without Python
/// and its `venv` cannot.
pub(super) fn wheel(path: &Path) -> Result<()> {
    let place = tempfile::tempdir()?;
    let environment = place.path().join("environment");
    let python = if cfg!(windows) { "python" } else { "python3" };
    let made = Command::new(python).args(["-m", "venv"]).arg(&environment).output();
    if !made.is_ok_and(|output| output.status.success()) {
        println!("not tested: {} (no Python with venv)", path.display());
        return Ok(());
    }
    let programs = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut install = Command::new(programs.join(if cfg!(windows) { "python.exe" } else { "python" }));
    install.args(["-m", "pip", "install", "--quiet", "--no-index", "--no-deps"]).arg(path);
    run(&mut install)?;
    program(&programs.join(if cfg!(windows) { "fathom.exe" } else { "fathom" }))?;
    println!("tested: {} installs and its program answers", path.display());
    Ok(())
}

/// Asks a program its version, and one question about a tiny repository.
fn program(path: &Path) -> Result<()> {
    let version = run(Command::new(path).arg("--version"))?;
    if version.trim() != format!("fathom {VERSION}") {
        bail!("`fathom --version` prints `{}` instead of {VERSION}", version.trim());
    }
    let place = tempfile::tempdir()?;
    let repository = place.path().join("repository");
    fs::create_dir(&repository)?;
    fs::write(repository.join("upload.py"), "def retry_upload(job):\n    return job\n")?;
    let mut question = Command::new(path);
    question.args(["context", "retry the upload", "--json", "--repo"]).arg(&repository);
    let answer = run(question.env("FATHOM_HOME", place.path().join("home")))?;
    if !answer.contains("\"name\":\"retry_upload\"") {
        bail!("`fathom context` does not find the function of a tiny repository: {answer}");
    }
    Ok(())
}

fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    if !output.status.success() {
        bail!("{command:?} failed: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).with_context(|| format!("{command:?} does not print UTF-8"))
}
