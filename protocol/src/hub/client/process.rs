//! The engine's process: its streams, each served by a thread of its own, and its end.

use std::fs::File;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};
use std::{env, io, path, thread};

use crossbeam::channel::{Receiver, Sender, bounded, unbounded};
use parking_lot::Mutex;

use super::transcript::Tail;
use crate::hub::input::next_text;

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
        Ok(Launch { program, arguments: words.collect(), directory: None, log: None })
    }

    /// The program and the working directory. A relative path is meant from here, not from the
    /// engine's directory.
    fn places(&self) -> io::Result<(PathBuf, PathBuf)> {
        let here = env::current_dir()?;
        let given = PathBuf::from(&self.program);
        let has_folder = given.components().count() > 1;
        let program = if has_folder { path::absolute(&given)? } else { given };
        let own = program.parent().filter(|_| has_folder).map(PathBuf::from);
        let directory = self.directory.clone().or(own).unwrap_or(here);
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
    /// `None` when the engine's input is closed.
    input: Option<Sender<String>>,
    output: Receiver<Received>,
    errors: Arc<Mutex<Tail>>,
}

/// Lines read ahead; an engine that writes more waits.
const READ_AHEAD: usize = 1_024;

/// Time between two looks at whether the process has ended.
const GLANCE: Duration = Duration::from_millis(2);

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn start(launch: &Launch) -> io::Result<Process> {
        let (program, directory) = launch.places()?;
        let log = launch.log.as_deref().map(open_log).transpose()?;
        let mut command = Command::new(program);
        command.args(&launch.arguments).current_dir(directory);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // A group of its own, so that helpers of the engine can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let streams = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (writer, input) = unbounded();
        let (sender, output) = bounded(READ_AHEAD);
        let mut process = Process { child, input: None, output, errors: Arc::default() };
        let (Some(stdin), Some(stdout), Some(stderr)) = streams else {
            return Err(io::Error::other("the program has no streams"));
        };
        let errors = Arc::clone(&process.errors);
        spawn("engine input", move || write(stdin, &input))?;
        spawn("engine output", move || read(stdout, &sender))?;
        spawn("engine errors", move || keep(Logged { stderr, log }, &errors))?;
        process.input = Some(writer);
        Ok(process)
    }

    /// Sends a line. An engine that does not listen shows by its silence or its end.
    pub fn send(&self, line: &str) {
        if let Some(input) = &self.input {
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

    /// Waits for the end of the process; `None` when it has not ended in time.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < end => thread::sleep(GLANCE),
                _ => return None,
            }
        }
    }

    /// Ends the process and its helpers by force, unless it has ended.
    pub fn kill(&mut self) {
        if matches!(self.child.try_wait(), Ok(Some(_))) {
            return;
        }
        #[cfg(unix)]
        if let Ok(id) = i32::try_from(self.child.id()) {
            use nix::sys::signal::{Signal, killpg};
            // The group is there as long as the child has not been waited for.
            let _ = killpg(nix::unistd::Pid::from_raw(id), Signal::SIGKILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
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
fn write(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read(stdout: ChildStdout, sender: &Sender<Received>) {
    let mut stdout = BufReader::new(stdout);
    while let Ok(Some(text)) = next_text(&mut stdout) {
        let endless = text.is_err();
        if sender.send(text.map_or(Received::Endless, Received::Line)).is_err() || endless {
            return;
        }
    }
}

/// Opened to add to it: several engines may write one log, and a restart goes on with it.
fn open_log(path: &Path) -> io::Result<File> {
    let opened = File::options().append(true).create(true).open(path);
    opened.map_err(|error| {
        io::Error::new(error.kind(), format!("the log {}: {error}", path.display()))
    })
}

/// A standard error that is written to a log as it is read.
struct Logged {
    stderr: ChildStderr,
    log: Option<File>,
}

impl Read for Logged {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.stderr.read(buffer)?;
        if let (Some(log), Some(new)) = (&mut self.log, buffer.get(..length))
            && log.write_all(new).is_err()
        {
            // A full disk is no fault of the engine, and no reason to stop reading.
            self.log = None;
        }
        Ok(length)
    }
}

fn keep(stderr: Logged, tail: &Mutex<Tail>) {
    let mut stderr = BufReader::new(stderr);
    loop {
        match next_text(&mut stderr) {
            Ok(Some(Ok(text))) => tail.lock().push(&text),
            // What is too long goes on as further lines.
            Ok(Some(Err(_))) => {}
            _ => return,
        }
    }
}
