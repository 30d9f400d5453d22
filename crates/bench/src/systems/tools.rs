//! A folder with the systems that are installed for benchmarks.

use super::SystemError;
use super::process::{Call, Deadline, ProcessOutput};
use super::versions::{Pin, pin};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Installing takes as long as a slow network.
const INSTALL_LIMIT: Duration = Duration::from_mins(20);
const CHECK_LIMIT: Duration = Duration::from_mins(2);
const NOTE: &str = "installed";

/// Where systems are installed, each in a folder of its own.
#[derive(Clone, Debug)]
pub struct Tools {
    folder: PathBuf,
}

/// A system that can be run.
#[derive(Clone, Debug)]
pub(crate) struct Tool {
    /// Its reported version, or the pinned one.
    pub(crate) version: String,
    /// Its own folder.
    pub(crate) folder: PathBuf,
    program: String,
    interpreter: Option<String>,
}

impl Tool {
    /// A program by its name, for tests of what is done with its output.
    #[cfg(test)]
    pub(super) fn at(program: &str, folder: PathBuf) -> Tool {
        Tool { version: String::new(), folder, program: program.to_owned(), interpreter: None }
    }

    /// A call of the program.
    pub(crate) fn call(&self, step: &'static str) -> Call {
        match &self.interpreter {
            Some(interpreter) => Call::new(interpreter, step).arg(&self.program),
            None => Call::new(&self.program, step),
        }
    }

    /// A call of another program in the system's folder.
    pub(crate) fn other(&self, path: &str, step: &'static str) -> Call {
        Call::new(self.folder.join(path), step)
    }
}

impl Tools {
    /// Systems in a folder.
    pub fn new(folder: &Path) -> Tools {
        Tools { folder: folder.to_owned() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The system, installed if necessary; an error contains the installer's output.
    pub(crate) fn tool(&self, system: &str) -> Result<Tool, SystemError> {
        let Some(pin) = pin(system) else {
            return Err(SystemError::NotInstalled(format!("{system} is not in versions.yaml")));
        };
        self.have(&pin).map_err(|trouble| match trouble {
            SystemError::NotInstalled(_) | SystemError::Interrupted => trouble,
            other => SystemError::NotInstalled(other.to_string()),
        })
    }

    fn have(&self, pin: &Pin) -> Result<Tool, SystemError> {
        let folder = std::path::absolute(self.folder.join(&pin.system))
            .map_err(|why| SystemError::failed("the folder of tools", why))?;
        let place = |text: &str| text.replace("{tools}", &folder.to_string_lossy());
        let note = folder.join(NOTE);
        if std::fs::read_to_string(&note).ok().as_deref() != Some(pin.version.as_str()) {
            std::fs::create_dir_all(&folder)
                .map_err(|why| SystemError::failed("the folder of tools", why))?;
            for command in &pin.install {
                let Some((program, arguments)) = command.split_first() else { continue };
                let mut call =
                    Call::new(place(program), "installing").args(arguments.iter().map(|one| place(one)));
                for (name, value) in &pin.environment {
                    call = call.env(name, place(value));
                }
                let ended = call.within(&folder).run(Deadline::after(INSTALL_LIMIT))?;
                if !ended.ok {
                    return Err(SystemError::NotInstalled(format!(
                        "`{}` {}",
                        command.join(" "),
                        ended.words()
                    )));
                }
            }
        }
        let mut tool = Tool {
            version: pin.version.clone(),
            program: place(&pin.program),
            interpreter: pin.interpreter.as_deref().map(place),
            folder: folder.clone(),
        };
        if let Some(version) = check(pin, &tool)? {
            tool.version = version;
        }
        // Only what has started once is not installed again.
        std::fs::write(&note, &pin.version).map_err(|why| SystemError::failed("the folder of tools", why))?;
        Ok(tool)
    }
}

/// Starts the program once and reads its version.
fn check(pin: &Pin, tool: &Tool) -> Result<Option<String>, SystemError> {
    if pin.check.is_empty() {
        return Ok(None);
    }
    let ended = tool.call("starting").args(&pin.check).home(&tool.folder).run(Deadline::after(CHECK_LIMIT));
    let ended = match (ended, &pin.advice) {
        (Ok(ended), _) if ended.ok => ended,
        (Ok(ended), None) => return Err(SystemError::NotInstalled(ended.words())),
        (Ok(ended), Some(advice)) => {
            return Err(SystemError::NotInstalled(format!("{}; {advice}", ended.words())));
        }
        (Err(trouble), None) => return Err(trouble),
        (Err(trouble), Some(advice)) => {
            return Err(SystemError::NotInstalled(format!("{trouble}; {advice}")));
        }
    };
    Ok(version(&ended))
}

/// The first number with a dot in a program's version output.
fn version(ended: &ProcessOutput) -> Option<String> {
    let output = format!("{}\n{}", ended.stdout, ended.stderr);
    output
        .split(|c: char| c.is_whitespace() || ",()".contains(c))
        .map(|word| word.trim_start_matches('v').trim_end_matches(['.', ':']))
        .find(|word| word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit()))
        .map(str::to_owned)
}

/// The size of everything in a file or folder, in bytes.
pub(crate) fn size(path: &Path) -> u64 {
    let Ok(kind) = std::fs::symlink_metadata(path) else { return 0 };
    if !kind.is_dir() {
        return kind.len();
    }
    let Ok(entries) = std::fs::read_dir(path) else { return 0 };
    entries.filter_map(|entry| Some(size(&entry.ok()?.path()))).sum()
}
