//! The client's side of Hub: drives any engine that is given by a command line.
//!
//! Every wait has an end, and an answer is only ever taken for the search that was asked for it:
//! after `stop` the `done` is consumed, and before the next search a `ping` makes sure that nothing
//! is left of the last one.

mod answers;
mod process;
mod transcript;

pub use answers::{ClientError, DeclaredParameter, HubAnswer, Identity, Info, Purpose};
pub use process::{Launch, LaunchError};

use std::time::{Duration, Instant};

use crossbeam::channel::RecvTimeoutError;
use damier_engine::search::Limits;
use damier_rules::text::cleaned;

use super::line::{HubCommand, HubLine};
use process::{Process, Received};
use transcript::Transcript;

/// An engine that runs. Dropping it ends it by force, [`Client::quit`] in peace.
///
/// ```
/// use std::time::{Duration, Instant};
///
/// use damier_engine::search::Limits;
/// use damier_protocol::hub::client::{Client, Launch, Purpose};
///
/// # if cfg!(unix) {
/// # const SCAN: &str = "sh -c 'while read -r line; do case $line in hub) echo wait;; init) echo ready;; ping) echo pong;; go*) echo done move=32-28;; quit) exit;; esac; done'";
/// # const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";
/// let until = Instant::now() + Duration::from_secs(10);
/// let mut engine = Client::spawn(&Launch::parse(SCAN)?, "scan")?;
/// engine.introduce(until)?;
/// engine.init(until)?;
/// engine.go(START, &[], &Limits::depth(8), Purpose::Think);
/// assert_eq!(engine.answer(until)?.played.as_deref(), Some("32-28"));
/// engine.quit(Duration::from_secs(10))?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Client {
    process: Process,
    transcript: Transcript,
    identity: Identity,
    declared: Vec<DeclaredParameter>,
    /// Whether the engine answers `ping`.
    pings: bool,
    /// Whether a `done` is to come.
    searching: bool,
    /// Lines since the last request that mean nothing here.
    unknown_lines: usize,
    /// Whether the engine has written `info` since the last request.
    got_info: bool,
}

/// Lines without meaning that are ignored for one request: engines may write what they like now and
/// then.
const MAX_UNKNOWN_LINES: usize = 10_000;

/// How often it is looked whether a silent engine is still there.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How long an engine whose output has ended may take to end itself, and its last lines to come.
const EXIT_WAIT: Duration = Duration::from_millis(500);

/// How long an engine may take for its first `pong`; one that does not know `ping` is not asked
/// again.
const FIRST_PONG: Duration = Duration::from_secs(1);

/// How long nothing else need come before a program that repeats its input is taken for no engine.
const ECHO_WAIT: Duration = Duration::from_secs(3);

impl Client {
    /// Starts an engine, called `who` in its journal. It is to be asked to
    /// [introduce](Client::introduce) itself, and then to [get ready](Client::init).
    ///
    /// # Errors
    /// When the program cannot be run.
    pub fn spawn(launch: &Launch, who: &str) -> Result<Client, ClientError> {
        let process = Process::start(launch, who)
            .map_err(|source| ClientError::Spawn { program: launch.program.clone(), source })?;
        Ok(Client {
            process,
            transcript: Transcript::default(),
            identity: Identity::default(),
            declared: Vec::new(),
            pings: false,
            searching: false,
            unknown_lines: 0,
            got_info: false,
        })
    }

    /// Lets the engine identify itself and declare its parameters.
    ///
    /// # Errors
    /// When it has not done so by the deadline, or writes something else.
    pub fn introduce(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.request("hub");
        let mut echo = None;
        loop {
            let until = echo.map_or(deadline, |echo: Instant| deadline.min(echo + ECHO_WAIT));
            let command = match self.next(until, "wait") {
                Err(ClientError::Silent { .. }) if echo.is_some() => return Err(ClientError::Echo),
                next => next?,
            };
            // A terminal between may repeat what is sent; the engine's own lines come after.
            echo = (command.name() == "hub").then(Instant::now);
            match command.name() {
                "hub" => {}
                "id" => self.identity = Identity::read(&command),
                "param" => self.declared.extend(DeclaredParameter::read(&command)),
                "wait" => return Ok(()),
                _ => self.unexpected(&command, "wait")?,
            }
        }
    }

    /// Asks the engine to get ready, and waits until it is.
    ///
    /// # Errors
    /// When it is not ready by the deadline.
    pub fn init(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.request("init");
        loop {
            let command = self.next(deadline, "ready")?;
            match command.name() {
                "ready" => break,
                _ => self.unexpected(&command, "ready")?,
            }
        }
        self.first_ping(deadline.min(Instant::now() + FIRST_PONG))
    }

    /// Who the engine is.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The parameters that the engine has declared.
    pub fn declared(&self) -> &[DeclaredParameter] {
        &self.declared
    }

    /// Sets a parameter, if the engine has declared it; whether it has.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let is_declared = self.declared.iter().any(|declared| declared.name == name);
        if is_declared {
            self.send(&HubLine::new("set-param").with("name", name).with("value", value));
        }
        is_declared
    }

    /// The next search has nothing to do with the last one.
    pub fn new_game(&mut self) {
        self.send(&HubLine::new("new-game"));
    }

    /// Starts a search of the position that arises from `start`, a Hub position, by `moves`, Hub
    /// moves. Its answer is to be fetched with [`answer`](Client::answer) or
    /// [`stop`](Client::stop), or else it runs on.
    pub fn go(&mut self, start: &str, moves: &[String], limits: &Limits, purpose: Purpose) {
        let mut position = HubLine::new("pos").with("pos", start);
        if !moves.is_empty() {
            position = position.with("moves", moves.join(" "));
        }
        let go = HubLine::new("go").flag(match purpose {
            Purpose::Think => "think",
            Purpose::Ponder => "ponder",
            Purpose::Analyse => "analyze",
        });
        self.begin_request();
        self.searching = true;
        for line in [position, answers::level(limits), go] {
            self.transcript.request(&line.to_string());
            self.send(&line);
        }
    }

    /// The move pondered on has been played.
    pub fn ponder_hit(&mut self) {
        let line = HubLine::new("ponder-hit");
        self.transcript.request(&line.to_string());
        self.send(&line);
    }

    /// Waits for the end of the search.
    ///
    /// # Errors
    /// When it does not end in time, or the engine fails.
    pub fn answer(&mut self, deadline: Instant) -> Result<HubAnswer, ClientError> {
        let mut answer = HubAnswer::default();
        loop {
            let command = self.next(deadline, "done")?;
            match command.name() {
                "info" => {
                    self.got_info = true;
                    answer.info.add(&command);
                }
                "done" => {
                    self.searching = false;
                    let text = |name| command.value(name).map(str::to_owned);
                    answer.played = text("move").filter(|text| !text.is_empty());
                    answer.ponder = text("ponder").filter(|text| !text.is_empty());
                    return Ok(answer);
                }
                "error" => answer.error = command.value("message").map(cleaned),
                _ => self.ignore(&command)?,
            }
        }
    }

    /// Stops the search, if one runs, and consumes its answer.
    ///
    /// # Errors
    /// When it does not stop in time, or the engine fails.
    pub fn stop(&mut self, deadline: Instant) -> Result<(), ClientError> {
        if self.searching {
            let line = HubLine::new("stop");
            self.transcript.request(&line.to_string());
            self.send(&line);
            self.answer(deadline)?;
        }
        Ok(())
    }

    /// Makes sure that the engine is there, and that nothing is left of its last search.
    ///
    /// # Errors
    /// When it has written `done` once too often, does not answer in time or fails.
    pub fn settle(&mut self, deadline: Instant) -> Result<(), ClientError> {
        if self.searching {
            return Ok(());
        }
        if self.pings {
            self.send(&HubLine::new("ping"));
        }
        // An engine that does not answer `ping` can only be asked for what is there already.
        while self.pings || !self.process.output().is_empty() {
            let command = self.next(deadline, "pong")?;
            match command.name() {
                "pong" if self.pings => return Ok(()),
                "done" => return Err(ClientError::Stray(self.last_line())),
                "info" | "error" => {}
                _ => self.ignore(&command)?,
            }
        }
        Ok(())
    }

    /// Ends the engine: it gets `quit`, and its input is closed.
    ///
    /// # Errors
    /// When it does not end in time; it is then ended by force.
    pub fn quit(mut self, patience: Duration) -> Result<(), ClientError> {
        // An engine that fails now may still end as it should.
        let _ = self.stop(Instant::now() + patience);
        self.send(&HubLine::new("quit"));
        self.process.close_input();
        if self.process.wait(patience).is_some() {
            return Ok(());
        }
        self.process.kill();
        Err(ClientError::RefusedQuit)
    }

    /// The commands of the last request: `pos`, `level`, `go` and what was sent after it.
    pub fn last_request(&self) -> &[String] {
        self.transcript.last_request()
    }

    /// The last lines of the dialogue, oldest first, `>` before what was sent and `<` before what
    /// came back.
    pub fn last_lines(&self) -> Vec<String> {
        self.transcript.lines()
    }

    /// The last lines of the engine's standard error.
    pub fn last_errors(&self) -> Vec<String> {
        self.process.errors()
    }

    fn first_ping(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.pings = true;
        match self.settle(deadline) {
            Err(ClientError::Silent { .. } | ClientError::Garbage(_)) => {
                self.pings = false;
                Ok(())
            }
            settled => settled,
        }
    }

    fn request(&mut self, command: &str) {
        self.begin_request();
        self.transcript.request(command);
        self.send(&HubLine::new(command));
    }

    /// A line that is not the one awaited: any may come but those that belong elsewhere.
    fn unexpected(
        &mut self,
        command: &HubCommand,
        awaited: &'static str,
    ) -> Result<(), ClientError> {
        match command.name() {
            "wait" | "ready" | "done" | "pong" => {
                Err(ClientError::Handshake { got: self.last_line(), awaited })
            }
            _ => self.ignore(command),
        }
    }

    fn last_line(&self) -> String {
        self.last_lines().pop().unwrap_or_default()
    }

    fn begin_request(&mut self) {
        self.transcript.begin_request();
        self.unknown_lines = 0;
        self.got_info = false;
    }

    fn send(&mut self, line: &HubLine) {
        let line = line.to_string();
        self.transcript.sent(&line);
        self.process.send(&line);
    }

    /// The next line that can be read as a command.
    fn next(
        &mut self,
        deadline: Instant,
        awaited: &'static str,
    ) -> Result<HubCommand, ClientError> {
        loop {
            // Asked first, as an engine that never stops writing never lets the channel be empty.
            if Instant::now() >= deadline {
                return Err(self.out_of_time(awaited));
            }
            let poll = deadline.min(Instant::now() + POLL_INTERVAL);
            let text = match self.process.output().recv_deadline(poll) {
                Ok(Received::Line(text)) => text,
                Ok(Received::Endless) => return Err(ClientError::Endless),
                Err(RecvTimeoutError::Timeout) if self.has_exited_silently() => {
                    return Err(self.ended());
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            };
            self.transcript.received(&text);
            match HubCommand::parse(&text) {
                Ok(Some(command)) => return Ok(command),
                Ok(None) => {}
                Err(_) if text.trim_start().starts_with(awaited) => {
                    return Err(ClientError::Garbage(self.last_line()));
                }
                Err(_) => self.count_unknown_line()?,
            }
        }
    }

    /// A line that means nothing here: by the protocol it is to be ignored.
    fn ignore(&mut self, command: &HubCommand) -> Result<(), ClientError> {
        match command.name() {
            "id" | "param" | "wait" | "ready" | "pong" => Ok(()),
            _ => self.count_unknown_line(),
        }
    }

    fn count_unknown_line(&mut self) -> Result<(), ClientError> {
        self.unknown_lines += 1;
        match self.unknown_lines > MAX_UNKNOWN_LINES {
            true => Err(ClientError::Garbage(self.last_line())),
            false => Ok(()),
        }
    }

    fn out_of_time(&self, awaited: &'static str) -> ClientError {
        // An engine that reports its search is slow, not confused.
        match self.unknown_lines == 0 || self.got_info {
            true => ClientError::Silent { awaited },
            false => ClientError::Garbage(self.last_line()),
        }
    }

    /// Whether the engine has exited and its last lines have been read, though another process still
    /// holds its output open.
    fn has_exited_silently(&mut self) -> bool {
        self.process.ended().is_some_and(|(_, when)| when.elapsed() >= EXIT_WAIT)
    }

    fn ended(&mut self) -> ClientError {
        match self.process.wait(EXIT_WAIT) {
            Some(status) => ClientError::Ended(status.to_string()),
            None => ClientError::ClosedOutput,
        }
    }
}
