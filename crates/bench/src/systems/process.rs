//! Running a program under a limit of time, and what it cost.
//!
//! A program gets a process group and a home folder of its own. When time is up, or when it has ended and left others behind, the
//! whole group is ended. Memory is that of all its processes together, looked
//! at every few milliseconds (Linux only).

use super::SystemError;
use std::ffi::{OsStr, OsString};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often memory is looked at.
const PAUSE: Duration = Duration::from_millis(15);
/// How often a program that is to be killed is looked at.
const GLANCE: Duration = Duration::from_micros(200);
/// Maximum size of a failing program's output that is kept.
const MOST_WORDS: usize = 600;

/// When time is up.
#[derive(Clone, Copy, Debug)]
pub struct Deadline(Instant);

impl Deadline {
    /// Some time from now.
    pub fn after(limit: Duration) -> Deadline {
        Deadline(Instant::now() + limit)
    }

    fn left(self) -> Duration {
        self.0.saturating_duration_since(Instant::now())
    }

    /// Fails if time is up.
    pub fn check(self, step: &'static str) -> Result<(), SystemError> {
        if self.left().is_zero() { Err(SystemError::TimedOut(step)) } else { Ok(()) }
    }
}

/// The running process group; 0 for none. Static, because a signal handler has no other access to
/// it.
static RUNNING: AtomicU32 = AtomicU32::new(0);
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Ends the program that runs, and lets no other start: for when the user
/// interrupts. Programs are in groups of their own, which a terminal's signal
/// does not reach.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    let running = RUNNING.load(Ordering::SeqCst);
    if running != 0 {
        end_group(running);
    }
}

/// Whether the user interrupted.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// How a program ended.
#[derive(Debug)]
pub(crate) struct ProcessOutput {
    pub(crate) ok: bool,
    pub(crate) code: Option<i32>,
    /// Whether standard output is UTF-8; what is not is replaced in `stdout`.
    pub(crate) is_utf8: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) ms: f64,
    /// Peak memory of all its processes together; `None` if it cannot be measured.
    pub(crate) peak_bytes: Option<u64>,
}

impl ProcessOutput {
    /// The last words of a program that failed.
    pub(crate) fn words(&self) -> String {
        let output = if self.stderr.trim().is_empty() { &self.stdout } else { &self.stderr };
        let output = output.trim();
        let start = output.char_indices().rev().nth(MOST_WORDS).map_or(0, |(at, _)| at);
        let code = self.code.map_or_else(|| "was ended".to_owned(), |code| format!("ended with {code}"));
        format!("{code}: {}", &output[start..])
    }

    /// Itself, if the program succeeded.
    pub(crate) fn succeeded(self) -> Result<ProcessOutput, SystemError> {
        if self.ok { Ok(self) } else { Err(SystemError::Failed(self.words())) }
    }
}

/// Whether a variable changes what Fathom answers; the ranker is part of what is measured.
fn is_setting(name: &OsString) -> bool {
    name.to_str().is_some_and(|name| name.starts_with("FATHOM_") && name != "FATHOM_RANKER")
}

/// How a program was ended.
#[derive(Debug)]
pub(crate) struct KilledProcess {
    /// It had ended by itself before.
    pub(crate) ended: bool,
    pub(crate) stdout: String,
    pub(crate) ms: f64,
}

/// A program with its arguments, ready to run.
pub(crate) struct Call {
    command: Command,
    input: Option<String>,
    memory: Option<u64>,
    step: &'static str,
}

impl Call {
    /// `step` is the word for what is being done when time is up.
    pub(crate) fn new(program: impl AsRef<OsStr>, step: &'static str) -> Call {
        let mut command = Command::new(program);
        // Answers must not depend on the user's terminal or settings.
        command.env("NO_COLOR", "1").env("TERM", "dumb");
        for setting in std::env::vars_os().map(|(name, _)| name).filter(is_setting) {
            command.env_remove(setting);
        }
        Call { command, input: None, memory: None, step }
    }

    pub(crate) fn arg(mut self, argument: impl AsRef<OsStr>) -> Call {
        self.command.arg(argument);
        self
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, arguments: impl IntoIterator<Item = A>) -> Call {
        self.command.args(arguments);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Call {
        self.command.env(name, value);
        self
    }

    /// The folder to run in.
    pub(crate) fn within(mut self, folder: &Path) -> Call {
        self.command.current_dir(folder);
        self
    }

    /// A home folder of its own, so that nothing is read from or written to the user's.
    pub(crate) fn home(self, folder: &Path) -> Call {
        let home = folder.join("home");
        // A program that needs it reports an error if this fails.
        let _ = std::fs::create_dir_all(&home);
        self.env("HOME", &home)
            .env("XDG_CACHE_HOME", home.join(".cache"))
            .env("XDG_CONFIG_HOME", home.join(".config"))
            .env("XDG_DATA_HOME", home.join(".local/share"))
    }

    /// Its standard input; empty by default.
    pub(crate) fn input(mut self, text: &str) -> Call {
        self.input = Some(text.to_owned());
        self
    }

    /// The most address space it may have, where the system can limit it (Linux).
    pub(crate) fn memory(mut self, bytes: u64) -> Call {
        self.memory = Some(bytes);
        self
    }

    /// Runs to the end or to the deadline.
    pub(crate) fn run(mut self, deadline: Deadline) -> Result<ProcessOutput, SystemError> {
        deadline.check(self.step)?;
        let (mut stdout, mut stderr) = (temporary()?, temporary()?);
        let started = Instant::now();
        let mut child = self.start(&stdout, &stderr)?;
        RUNNING.store(child.id(), Ordering::SeqCst);
        let watched = watch(&mut child, deadline, started);
        RUNNING.store(0, Ordering::SeqCst);
        if interrupted() {
            return Err(SystemError::Interrupted);
        }
        let watched = watched?;
        if watched.timed_out {
            return Err(SystemError::TimedOut(self.step));
        }
        let stdout = bytes(&mut stdout);
        Ok(ProcessOutput {
            ok: watched.status.success(),
            code: watched.status.code(),
            is_utf8: std::str::from_utf8(&stdout).is_ok(),
            stdout: String::from_utf8_lossy(&stdout).into_owned(),
            stderr: String::from_utf8_lossy(&bytes(&mut stderr)).into_owned(),
            ms: watched.ms,
            peak_bytes: watched.peak_bytes,
        })
    }

    /// Runs until `now` holds, which is asked all the time, and ends it there with a signal that
    /// no program can catch.
    pub(crate) fn run_until(
        mut self,
        mut now: impl FnMut(Duration) -> bool,
    ) -> Result<KilledProcess, SystemError> {
        let mut stdout = temporary()?;
        let started = Instant::now();
        let mut child = self.start(&stdout, &temporary()?)?;
        let waited = |why| SystemError::failed("cannot wait for the program", why);
        let mut ended = child.try_wait().map_err(waited)?;
        while ended.is_none() && !now(started.elapsed()) && !interrupted() {
            std::thread::sleep(GLANCE);
            ended = child.try_wait().map_err(waited)?;
        }
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        if ended.is_none() {
            // It may have ended by itself since.
            let _ = child.kill();
            child.wait().map_err(waited)?;
        }
        if interrupted() {
            return Err(SystemError::Interrupted);
        }
        Ok(KilledProcess {
            ended: ended.is_some(),
            stdout: String::from_utf8_lossy(&bytes(&mut stdout)).into_owned(),
            ms,
        })
    }

    /// Starts it in a process group of its own.
    fn start(&mut self, stdout: &std::fs::File, stderr: &std::fs::File) -> Result<Child, SystemError> {
        if interrupted() {
            return Err(SystemError::Interrupted);
        }
        let name = self.command.get_program().to_string_lossy().into_owned();
        // Files rather than pipes: a daemon that stays behind would keep a pipe open for ever.
        let twin = |file: &std::fs::File| file.try_clone().map_err(|why| SystemError::failed("no file", why));
        let stdin = match &self.input {
            None => Stdio::null(),
            Some(text) => {
                let mut input = temporary()?;
                let written = input.write_all(text.as_bytes()).and_then(|()| input.seek(SeekFrom::Start(0)));
                written.map_err(|why| SystemError::failed("no temporary file", why))?;
                input.into()
            }
        };
        self.command.stdin(stdin).stdout(twin(stdout)?).stderr(twin(stderr)?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut self.command, 0);
        let child =
            self.command.spawn().map_err(|why| SystemError::failed(&format!("cannot start {name}"), why))?;
        if let Some(bytes) = self.memory {
            limit_memory(child.id(), bytes);
        }
        Ok(child)
    }
}

fn temporary() -> Result<std::fs::File, SystemError> {
    tempfile::tempfile().map_err(|why| SystemError::failed("no temporary file", why))
}

fn bytes(file: &mut std::fs::File) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Output that cannot be read back counts as empty.
    let _ = file.seek(SeekFrom::Start(0)).and_then(|_| file.read_to_end(&mut bytes));
    bytes
}

/// Limits the address space of a process that has just started.
#[cfg(target_os = "linux")]
fn limit_memory(pid: u32, bytes: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // One that has ended already needs no limit.
    let _ = prlimit(Pid::from_raw(pid.cast_signed()), Resource::As, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_: u32, _: u64) {}

struct WatchedProcess {
    status: std::process::ExitStatus,
    ms: f64,
    peak_bytes: Option<u64>,
    timed_out: bool,
}

/// Waits for a child on this thread, while another looks at memory and the clock.
fn watch(child: &mut Child, deadline: Deadline, started: Instant) -> Result<WatchedProcess, SystemError> {
    let pid = child.id();
    let ended = (Mutex::new(false), Condvar::new());
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            let (mut peak, mut timed_out) = (memory::Peak::default(), false);
            let (lock, bell) = &ended;
            let mut over = lock.lock().unwrap_or_else(PoisonError::into_inner);
            while !*over {
                peak.look(pid);
                if deadline.left().is_zero() && !timed_out {
                    timed_out = true;
                    end_group(pid);
                }
                over = bell.wait_timeout(over, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
            }
            (peak.bytes(), timed_out)
        });
        let status = child.wait();
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        *ended.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        ended.1.notify_all();
        end_group(pid);
        let (peak_bytes, timed_out) = watcher.join().unwrap_or((None, false));
        let status = status.map_err(|why| SystemError::failed("cannot wait for the program", why))?;
        Ok(WatchedProcess { status, ms, peak_bytes, timed_out })
    })
}

/// Ends every process of a group; the group's number is that of the child that leads it.
#[cfg(unix)]
fn end_group(pid: u32) {
    if let Some(group) = rustix::process::Pid::from_raw(pid.cast_signed()) {
        // There may be none left, which is what is wanted.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

mod memory {
    //! Memory of a process and all that it started, from `/proc`.

    use std::fs;

    const PAGE: u64 = 4096;

    #[derive(Default)]
    pub(super) struct Peak(u64);

    impl Peak {
        /// Looks once.
        pub(super) fn look(&mut self, pid: u32) {
            let mut sum = 0;
            let mut open = vec![pid];
            while let Some(pid) = open.pop() {
                sum += resident(pid).unwrap_or(0);
                self.0 = self.0.max(highest(pid).unwrap_or(0));
                open.extend(children(pid));
            }
            self.0 = self.0.max(sum);
        }

        pub(super) fn bytes(&self) -> Option<u64> {
            (self.0 > 0).then_some(self.0)
        }
    }

    fn resident(pid: u32) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
        text.split(' ').nth(1)?.parse::<u64>().ok().map(|pages| pages * PAGE)
    }

    /// The kernel's own high mark of one process, which no pause misses.
    fn highest(pid: u32) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().ok().map(|kb| kb * 1024)
    }

    fn children(pid: u32) -> Vec<u32> {
        let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else { return Vec::new() };
        tasks
            .filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok())
            .flat_map(|text| text.split_whitespace().filter_map(|one| one.parse().ok()).collect::<Vec<u32>>())
            .collect()
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Call {
        Call::new("sh", "test").args(["-c", script])
    }

    #[test]
    fn the_output_and_exit_of_a_program_are_kept() {
        let ended =
            shell("echo out; echo err >&2; exit 3").run(Deadline::after(Duration::from_secs(20))).unwrap();
        assert_eq!((ended.stdout.as_str(), ended.stderr.as_str(), ended.code), ("out\n", "err\n", Some(3)));
        assert_eq!(ended.succeeded().unwrap_err().to_string(), "ended with 3: err");
    }

    #[test]
    fn a_program_that_takes_too_long_is_ended_with_its_children() {
        let folder = tempfile::tempdir().unwrap();
        let pid = folder.path().join("pid");
        let script = format!("sleep 600 & echo $! > {}; wait", pid.display());
        let started = Instant::now();
        let trouble = shell(&script).run(Deadline::after(Duration::from_millis(400))).unwrap_err();
        assert!(matches!(trouble, SystemError::TimedOut("test")), "{trouble}");
        assert!(started.elapsed() < Duration::from_secs(30));
        let child = std::fs::read_to_string(&pid).unwrap();
        let running = || {
            std::fs::read_to_string(format!("/proc/{}/stat", child.trim()))
                .is_ok_and(|stat| !stat.contains(") Z "))
        };
        for _ in 0..200 {
            if !running() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the child is still there");
    }

    #[test]
    fn a_process_that_stays_behind_does_not_hold_up_the_answer() {
        let started = Instant::now();
        let ended = shell("sleep 600 & echo done").run(Deadline::after(Duration::from_mins(1))).unwrap();
        assert_eq!(ended.stdout, "done\n");
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn memory_of_children_counts() {
        let script = "head -c 60000000 /dev/zero | tail -c 60000000 | sleep 0.3";
        let ended = shell(script).run(Deadline::after(Duration::from_mins(1))).unwrap();
        assert!(ended.peak_bytes.unwrap() > 40_000_000, "{:?}", ended.peak_bytes);
    }

    #[test]
    fn no_time_left_starts_nothing() {
        let trouble = shell("exit 0").run(Deadline::after(Duration::ZERO)).unwrap_err();
        assert!(matches!(trouble, SystemError::TimedOut("test")), "{trouble}");
    }
}
