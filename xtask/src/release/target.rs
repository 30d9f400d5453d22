//! The differences between the systems a release is built for.

use anyhow::{Result, bail};
use std::path::Path;

/// A system, by its Rust target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The name that rustc gives it.
    pub(super) triple: String,
}

impl Target {
    /// A target that a release can be built for.
    pub(super) fn new(triple: &str) -> Result<Target> {
        let known = ["-linux-gnu", "-linux-musl", "-apple-darwin", "-pc-windows-msvc", "-pc-windows-gnu"];
        if !known.iter().any(|end| triple.ends_with(end)) {
            bail!("no release is built for `{triple}`; its name must end in one of {}", known.join(", "));
        }
        Ok(Target { triple: triple.to_owned() })
    }

    pub(super) fn is_windows(&self) -> bool {
        self.triple.contains("-windows-")
    }

    /// The file name of the program.
    pub(super) fn program(&self) -> &'static str {
        if self.is_windows() { "fathom.exe" } else { "fathom" }
    }

    /// The folder inside of the archive.
    pub(super) fn folder_name(&self, version: &str) -> String {
        format!("fathom-{version}-{}", self.triple)
    }

    /// The file name of the archive; cargo-binstall builds the same from `crates/cli/Cargo.toml`.
    pub(super) fn archive_name(&self, version: &str) -> String {
        let ending = if self.is_windows() { "zip" } else { "tar.gz" };
        format!("{}.{ending}", self.folder_name(version))
    }

    /// The platform tag of a wheel. On Linux it names the oldest glibc that has all functions which
    /// the program imports.
    pub(super) fn wheel_platform(&self, program: &[u8]) -> Result<String> {
        let machine = self.triple.split('-').next().unwrap_or_default();
        let end = self.triple.split_once('-').map_or("", |(_, end)| end);
        Ok(match (end, machine) {
            ("unknown-linux-gnu", _) => {
                let (major, minor) = newest_glibc(program);
                format!("manylinux_{major}_{minor}_{machine}")
            }
            ("unknown-linux-musl", _) => format!("musllinux_1_2_{machine}"),
            // The oldest macOS that Rust's standard library supports.
            ("apple-darwin", "aarch64") => "macosx_11_0_arm64".to_owned(),
            ("apple-darwin", _) => format!("macosx_10_12_{machine}"),
            ("pc-windows-msvc" | "pc-windows-gnu", "x86_64") => "win_amd64".to_owned(),
            ("pc-windows-msvc" | "pc-windows-gnu", "aarch64") => "win_arm64".to_owned(),
            _ => bail!("no wheel platform is known for `{}`", self.triple),
        })
    }
}

/// The newest symbol version of glibc that a program asks for, at least the 2.17 of every manylinux.
fn newest_glibc(program: &[u8]) -> (u32, u32) {
    const MARK: &[u8] = b"GLIBC_2.";
    let minor = |rest: &[u8]| {
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        std::str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse().ok())
    };
    let found = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    let newest = found.filter_map(|(at, _)| minor(&program[at + MARK.len()..])).max();
    (2, newest.unwrap_or(17).max(17))
}

/// The target of an archive, by its file name.
pub(super) fn of_archive(path: &Path, version: &str) -> Option<Target> {
    let name = path.file_name()?.to_str()?;
    let triple = name.strip_prefix(&format!("fathom-{version}-"))?;
    Target::new(triple.strip_suffix(".tar.gz").or_else(|| triple.strip_suffix(".zip"))?).ok()
}

#[cfg(test)]
mod tests {
    use super::{Target, of_archive};
    use std::path::Path;

    #[test]
    fn archives_are_named_by_version_and_target() {
        for (triple, name) in [
            ("x86_64-unknown-linux-gnu", "fathom-1.2.3-x86_64-unknown-linux-gnu.tar.gz"),
            ("x86_64-pc-windows-msvc", "fathom-1.2.3-x86_64-pc-windows-msvc.zip"),
        ] {
            let target = Target::new(triple).unwrap();
            assert_eq!(target.archive_name("1.2.3"), name);
            assert_eq!(of_archive(&Path::new("dist").join(name), "1.2.3"), Some(target));
        }
        assert_eq!(
            of_archive(Path::new("fathom-1.2.3-x86_64-unknown-linux-gnu.tar.gz.sha256"), "1.2.3"),
            None
        );
        assert!(Target::new("wasm32-unknown-unknown").is_err());
    }

    #[test]
    fn a_wheel_names_the_oldest_system_that_runs_the_program() {
        let platform =
            |triple: &str, program: &[u8]| Target::new(triple).unwrap().wheel_platform(program).unwrap();
        let linux = "aarch64-unknown-linux-gnu";
        assert_eq!(platform(linux, b"\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.3.4\0"), "manylinux_2_34_aarch64");
        assert_eq!(platform(linux, b"GLIBC_2."), "manylinux_2_17_aarch64");
        assert_eq!(platform("aarch64-apple-darwin", b""), "macosx_11_0_arm64");
        assert_eq!(platform("x86_64-apple-darwin", b""), "macosx_10_12_x86_64");
        assert_eq!(platform("x86_64-pc-windows-msvc", b""), "win_amd64");
    }
}
