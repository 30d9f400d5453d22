//! `fathom` with a terminal for its standard output, 80 columns wide and 24 rows high.

use super::Fixture;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};

impl Fixture {
    /// What a terminal gets, with line feeds as they were written.
    pub(crate) fn on_terminal(&self, arguments: &[&str], environment: &[(&str, &str)]) -> String {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let name = ptsname(&screen, Vec::new()).unwrap();
        let terminal =
            File::options().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
        tcsetwinsize(&terminal, size).unwrap();
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("fathom"));
        command.args(arguments).current_dir(self.root());
        // Whatever runs the tests must not decide how they look.
        for name in super::LOOKS {
            command.env_remove(name);
        }
        command
            .env_remove("FATHOM_REPO")
            .env("FATHOM_HOME", super::home(self.root()))
            .env("TERM", "xterm-256color")
            .envs(environment.iter().copied());
        let mut child = command.stdin(Stdio::null()).stdout(terminal).stderr(Stdio::null()).spawn().unwrap();
        // The command holds the terminal open, too.
        drop(command);
        let reader = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            // On Linux the end of a terminal is an error.
            let _ = File::from(screen).read_to_end(&mut bytes);
            bytes
        });
        child.wait().unwrap();
        String::from_utf8(reader.join().unwrap()).unwrap().replace("\r\n", "\n")
    }
}
