//! From the start of the process to `ready`.

use std::time::{Duration, Instant};

use super::process::Process;
use super::transcript::Transcript;
use super::{Client, ClientError, Declared, Identity, Launch};
use crate::hub::line::{Command, Reply};

/// How long an engine may take for its first `pong`; one that does not know `ping` is not asked
/// again.
const FIRST_PONG: Duration = Duration::from_secs(1);

/// How long nothing else need come before one that repeats what it is told is known to be no engine.
const AFTER_ECHO: Duration = Duration::from_secs(3);

impl Client {
    /// Starts an engine, called `who` where its dialogue is written down. It is to be asked to
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
            rubbish: 0,
            informed: false,
        })
    }

    /// Lets the engine say who it is and declare its parameters.
    ///
    /// # Errors
    /// When it has not done so by the deadline, or says something else.
    pub fn introduce(&mut self, deadline: Instant) -> Result<(), ClientError> {
        self.request("hub");
        let mut echo = None;
        loop {
            let until = echo.map_or(deadline, |echo: Instant| deadline.min(echo + AFTER_ECHO));
            let command = match self.next(until, "wait") {
                Err(ClientError::Silent { .. }) if echo.is_some() => return Err(ClientError::Echo),
                next => next?,
            };
            // A terminal between may repeat what is sent; the engine's own words come after.
            echo = (command.name() == "hub").then(Instant::now);
            match command.name() {
                "hub" => {}
                "id" => self.identity = Identity::read(&command),
                "param" => self.declared.extend(Declared::read(&command)),
                "wait" => return Ok(()),
                _ => self.unexpected(&command, "wait")?,
            }
        }
    }

    /// Tells the engine to get ready, and waits until it is.
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
        self.send(&Reply::new(command));
    }

    /// A line that is not the one awaited: anything may be said but what belongs elsewhere.
    fn unexpected(&mut self, command: &Command, awaited: &'static str) -> Result<(), ClientError> {
        match command.name() {
            "wait" | "ready" | "done" | "pong" => {
                Err(ClientError::Handshake { got: self.last_line(), awaited })
            }
            _ => self.ignore(command),
        }
    }
}
