//! The engine's process: its streams, each served by a thread of its own, and its end, which it
//! shares with whatever it has started.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, io, path, thread};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use damier_rules::text::cleaned;
use parking_lot::Mutex;

use super::transcript::Tail;
use crate::hub::input::next_text;
use crate::journal::{Journal, append};

/// How to start an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program: a path, or a name that the system looks for.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The working directory. `None`: the program's own folder, where many engines look for their
    /// data, or the current directory when the system looks for the program.
    pub directory: Option<PathBuf>,
    /// The file to which its standard error is added; a relative path is meant from here.
    pub log: Option<PathBuf>,
    /// The file to which the dialogue is added; a relative path is meant from here.
    pub dialogue: Option<PathBuf>,
}

/// Why a text is no command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// There is no program in it.
    #[error("got an empty command line; it should be: PROGRAM ARGUMENT ...")]
    Empty,
    /// A quote does not end.
    #[error("got no closing quote in the command line `{0}`")]
    UnclosedQuote(String),
}

impl Launch {
    /// Reads a command line, split and quoted as in a shell.
    ///
    /// ```
    /// use damier_protocol::hub::client::Launch;
    ///
    /// let launch = Launch::parse("'my engines/scan' hub")?;
    /// assert_eq!((launch.program.as_str(), launch.arguments.len()), ("my engines/scan", 1));
    /// # Ok::<(), damier_protocol::hub::client::LaunchError>(())
    /// ```
    ///
    /// # Errors
    /// When it is empty or a quote does not end.
    pub fn parse(line: &str) -> Result<Launch, LaunchError> {
        let words =
            shell_words::split(line).map_err(|_| LaunchError::UnclosedQuote(line.to_owned()))?;
        let mut words = words.into_iter();
        let program = words.next().ok_or(LaunchError::Empty)?;
        let (directory, log, dialogue) = (None, None, None);
        Ok(Launch { program, arguments: words.collect(), directory, log, dialogue })
    }

    /// The program and the working directory. A relative path is meant from here, not from the
    /// engine's directory.
    fn resolved_paths(&self) -> io::Result<(PathBuf, PathBuf)> {
        let here = env::current_dir()?;
        let given = PathBuf::from(&self.program);
        let has_folder = given.components().count() > 1;
        let program = if has_folder { path::absolute(&given)? } else { given };
        let folder = program.parent().filter(|_| has_folder).map(PathBuf::from);
        let directory = self.directory.clone().or(folder).unwrap_or(here);
        if self.directory.is_some() && !directory.is_dir() {
            let text = format!("its folder {} is not there", directory.display());
            return Err(io::Error::new(io::ErrorKind::NotFound, text));
        }
        Ok((program, directory))
    }
}

/// What has come from the engine.
#[derive(Debug)]
pub(super) enum Received {
    /// A line.
    Line(String),
    /// The beginning of a line that does not end; nothing more is read.
    Endless,
}

/// A running engine; dropping it ends it by force.
pub(super) struct Process {
    child: Child,
    group: ProcessGroup,
    /// How and when it was seen to have ended.
    ended: Option<(ExitStatus, Instant)>,
    /// `None` when the engine's input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Received>,
    errors: Arc<Mutex<Tail>>,
    journal: Option<Arc<Journal>>,
}

/// Lines read ahead; an engine that writes more waits.
const READ_AHEAD: usize = 1_024;

/// Time between two checks whether the process has ended.
const EXIT_POLL: Duration = Duration::from_millis(2);

impl Process {
    /// Starts an engine; `who` it is in its dialogue's file.
    ///
    /// # Errors
    /// When the program cannot be run, or a file not be written.
    pub fn start(launch: &Launch, who: &str) -> io::Result<Process> {
        let (program, directory) = launch.resolved_paths()?;
        let log = launch.log.as_deref().map(append).transpose()?;
        let dialogue = launch.dialogue.as_deref().map(append).transpose()?;
        let mut command = Command::new(program);
        command.args(&launch.arguments).current_dir(directory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        lead_group(&mut command);
        let mut child = command.spawn()?;
        let group = ProcessGroup::of(&child)?;
        // Several engines of one name may write one file.
        let who = format!("{who}[{}]", child.id());
        let journal = dialogue.map(|file| Arc::new(Journal::new(file, &who)));
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (writer, input) = unbounded();
        let (sender, output) = bounded(READ_AHEAD);
        let (errors, noted) = (Arc::default(), journal.clone());
        let mut process =
            Process { child, group, ended: None, input: None, output, errors, journal };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::Error::other("the program has no streams"));
        };
        let errors = Arc::clone(&process.errors);
        spawn("engine input", move || write_lines(stdin, &input))?;
        spawn("engine output", move || read_lines(stdout, noted.as_deref(), &sender))?;
        spawn("engine errors", move || drain_errors(stderr, log, &errors))?;
        process.input = Some(writer);
        Ok(process)
    }

    /// Sends a line. An engine that does not listen shows by its silence or its end.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            if let Some(journal) = &self.journal {
                journal.write('>', line);
            }
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Closes the engine's input once everything is sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// What comes from the engine; closed when its output ends.
    pub fn output(&self) -> &Receiver<Received> {
        &self.output
    }

    /// The last lines of its standard error.
    pub fn errors(&self) -> Vec<String> {
        self.errors.lock().lines()
    }

    /// How and when the process was seen to have ended, if it has. What it has left behind ends
    /// then: a helper that holds its output open must not pass for it.
    pub fn ended(&mut self) -> Option<(ExitStatus, Instant)> {
        if self.ended.is_none()
            && let Ok(Some(status)) = self.child.try_wait()
        {
            self.group.end();
            self.ended = Some((status, Instant::now()));
        }
        self.ended
    }

    /// Waits for the end of the process; `None` when it has not ended in time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.ended() {
                Some((status, _)) => return Some(status),
                None if Instant::now() < end => thread::sleep(EXIT_POLL),
                None => return None,
            }
        }
    }

    /// Ends the process and its helpers by force, unless it has ended.
    pub fn kill(&mut self) {
        if self.ended().is_none() {
            self.group.end();
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

/// Writes in a thread: an engine that does not read must not hold up the referee.
fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, journal: Option<&Journal>, sender: &Sender<Received>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(text)) = next_text(&mut stdout) {
        if let (Some(journal), Ok(text)) = (journal, &text) {
            journal.write('<', text);
        }
        let endless = text.is_err();
        if sender.send(text.map_or(Received::Endless, Received::Line)).is_err() || endless {
            return;
        }
    }
}

/// Keeps the last lines of a standard error, and adds all to the log.
fn drain_errors(stderr: ChildStderr, mut log: Option<File>, tail: &Mutex<Tail>) {
    let mut stderr = BufReader::new(stderr);
    loop {
        match next_text(&mut stderr) {
            Ok(Some(Ok(text))) => {
                tail.lock().push(&text);
                let line = format!("{}\n", cleaned(text.trim_end()));
                if log.as_mut().is_some_and(|log| log.write_all(line.as_bytes()).is_err()) {
                    // A full disk is no fault of the engine, and no reason to stop reading.
                    log = None;
                }
            }
            // What is too long goes on as further lines.
            Ok(Some(Err(_))) => {}
            _ => return,
        }
    }
}

/// The group that an engine leads. Dropping it ends all who are in it, by force.
///
/// A watcher ends them, too, when this process ends without dropping it: killed, by a signal, or
/// at the second interrupt. It is a shell that reads from a pipe whose other end only this process
/// has: the system closes it, however the process ends.
#[derive(Debug)]
pub(super) struct ProcessGroup {
    #[cfg(unix)]
    leader: i32,
    #[cfg(unix)]
    watcher: Option<Child>,
    /// Whether it has ended.
    #[cfg(unix)]
    ended: bool,
}

/// Lets a command lead a group of its own.
pub(super) fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

#[cfg(unix)]
impl ProcessGroup {
    /// The group of a process that [leads](lead_group) one.
    ///
    /// # Errors
    /// When its number is none.
    pub fn of(leader: &Child) -> io::Result<ProcessGroup> {
        let leader = i32::try_from(leader.id()).map_err(io::Error::other)?;
        // Where there is no shell the group ends in all other ways.
        Ok(ProcessGroup { leader, watcher: watcher(leader).ok(), ended: false })
    }

    /// Ends all who are in it. The leader's number is its group's as long as it has not been waited
    /// for or anybody else is in it.
    pub fn end(&mut self) {
        use nix::sys::signal::{Signal, killpg};
        use nix::unistd::Pid;

        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        let _ = killpg(Pid::from_raw(self.leader), Signal::SIGKILL);
        let Some(mut watcher) = self.watcher.take() else { return };
        if let Some(mut pipe) = watcher.stdin.take() {
            // So it learns that there is nothing left to watch.
            let _ = io::Write::write_all(&mut pipe, b"\n");
        }
        let _ = watcher.wait();
    }
}

#[cfg(unix)]
impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.end();
    }
}

#[cfg(unix)]
fn watcher(leader: i32) -> io::Result<Child> {
    use std::process::Stdio;

    /// A line ends it, the end of the input ends the group.
    const SCRIPT: &str = r#"trap '' HUP INT QUIT TERM; read -r _ || kill -s KILL -- "-$0""#;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT, &leader.to_string()]).current_dir("/");
    // What is sent to this process' group must not reach it.
    lead_group(&mut command);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()
}

#[cfg(not(unix))]
impl ProcessGroup {
    /// Only the leader is known here.
    ///
    /// # Errors
    /// Never.
    pub fn of(_leader: &Child) -> io::Result<ProcessGroup> {
        Ok(ProcessGroup {})
    }

    /// The leader's own end is all.
    pub fn end(&mut self) {}
}
