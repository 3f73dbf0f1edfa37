//! Drives the command as a Hub engine, and replays recorded dialogues.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Generous: nothing here measures speed.
const PATIENCE: Duration = Duration::from_secs(20);
/// The design promises one second; a busy machine may need more.
const EXIT_PATIENCE: Duration = Duration::from_secs(5);

/// A running engine.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Whether an `info` line has come since the last `done`.
    informed: bool,
}

impl Engine {
    /// Starts `damier hub`.
    pub fn start() -> Engine {
        Engine::with_arguments(&["hub"], Path::new("."))
    }

    /// Starts `damier hub` and waits until it is ready.
    pub fn ready() -> Engine {
        let mut engine = Engine::start();
        engine.send("hub");
        engine.until("wait");
        engine.send("init");
        assert_eq!(engine.line(), "ready");
        engine
    }

    /// Starts `damier` with other arguments in another directory.
    pub fn with_arguments(arguments: &[&str], directory: &Path) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_damier"))
            .args(arguments)
            .current_dir(directory)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut introduced = false;
            for line in output.lines().map(Result::unwrap) {
                // The engine identifies itself once more where the test is slow to answer.
                let again = introduced && line.starts_with("id ");
                introduced = line == "wait" || (introduced && again);
                if !again && sender.send(line).is_err() {
                    return;
                }
            }
        });
        Engine { input: child.stdin.take(), child, lines, informed: false }
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends several lines in one write.
    pub fn send_all(&mut self, lines: &[&str]) {
        self.send(&lines.join("\n"));
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the engine listens");
    }

    /// The next line; fails the test when it does not come.
    pub fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line comes");
        self.informed |= line.starts_with("info ");
        line
    }

    /// The lines up to the first one that is this command, which is the last.
    pub fn until(&mut self, command: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let found = line.split(' ').next() == Some(command);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The `done` line of the search that runs; checks what comes before it.
    pub fn done(&mut self) -> String {
        let mut lines = self.until("done");
        let done = lines.pop().unwrap();
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
        assert!(done == "done" || self.informed, "an info line comes before {done}");
        self.informed = false;
        done
    }

    /// Checks that an error line comes next and holds `word`.
    pub fn error(&mut self, word: &str) {
        let line = self.line();
        assert!(line.starts_with("error message=\"") && line.ends_with('"'), "{line}");
        assert_eq!(line.matches('"').count(), 2, "{line}");
        assert!(line.contains(word), "{word} in {line}");
    }

    /// Checks that everything sent has been executed without any further line.
    pub fn settled(&mut self) {
        self.send("ping");
        assert_eq!(self.line(), "pong");
    }

    /// The lines that come within a time.
    pub fn lines_within(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now()))
        {
            self.informed |= line.starts_with("info ");
            lines.push(line);
        }
        lines
    }

    /// Checks that the search goes on: no `done` comes within a time that a quick answer needs.
    pub fn still_searching(&mut self) {
        let lines = self.lines_within(Duration::from_millis(150));
        assert!(lines.iter().all(|line| line.starts_with("info ")), "{lines:?}");
    }

    /// Closes the input and checks that the engine ends well and in time, with nothing on standard
    /// error; the lines that were left.
    pub fn finish(mut self) -> Vec<String> {
        self.input = None;
        let clock = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.lines.recv_timeout(EXIT_PATIENCE) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine ends with its input"),
            }
        }
        let mut errors = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!(errors, "", "nothing on standard error");
        assert!(self.child.wait().unwrap().success());
        assert!(clock.elapsed() < EXIT_PATIENCE);
        rest
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A line of a dialogue.
pub enum Exchange<'a> {
    /// From the client.
    Sent(&'a str),
    /// From the engine.
    Got(&'a str),
}

/// Replays a dialogue: `> ` sends a line, `< ` expects one, `<+ ` one or more, of which the later
/// ones may come until another is expected; `---` ends the engine and starts another. `*` stands
/// for any text; `#` begins a comment.
pub fn replay(dialogue: &str, name: &str) {
    replay_with(dialogue, name, |_| ());
}

/// Replays a dialogue and reports each line to `report`.
pub fn replay_with(dialogue: &str, name: &str, mut report: impl FnMut(Exchange)) {
    let mut engine = Engine::start();
    let mut repeated: Option<&str> = None;
    for (index, step) in dialogue.lines().enumerate() {
        let location = format!("{name}:{}", index + 1);
        match step.split_once(' ') {
            Some((">", line)) => {
                report(Exchange::Sent(line));
                engine.send(line);
            }
            Some((sign @ ("<" | "<+"), pattern)) => {
                let skipped = |line: &str| repeated.is_some_and(|repeated| matches(repeated, line));
                let mut next = || {
                    let line = engine.line();
                    report(Exchange::Got(&line));
                    line
                };
                let mut line = next();
                while !matches(pattern, &line) && skipped(&line) {
                    line = next();
                }
                assert!(matches(pattern, &line), "{location}: expected {pattern}, got {line}");
                repeated = (sign == "<+").then_some(pattern);
            }
            None if step == "---" => {
                at_end(std::mem::replace(&mut engine, Engine::start()), &location);
            }
            _ => assert!(step.is_empty() || step.starts_with('#'), "{location}: {step}"),
        }
    }
    at_end(engine, name);
}

fn at_end(engine: Engine, location: &str) {
    let rest = engine.finish();
    assert!(rest.is_empty(), "{location}: {rest:?} at the end");
}

/// Whether a text fits a pattern, in which `*` stands for any text.
pub fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((before, after)) => text.strip_prefix(before).is_some_and(|rest| {
            let mut ends = rest.char_indices().map(|(index, _)| index).chain([rest.len()]);
            ends.any(|index| matches(after, &rest[index..]))
        }),
    }
}
