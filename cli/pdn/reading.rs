//! The games of one file: which game they are of is decided once, then they are replayed.

use std::io::BufRead;
use std::mem::take;
use std::sync::Arc;

use anyhow::Context;
use damier_pdn::{
    Decision, PdnReader, RawGame, ReplayError, ReplayOptions, Replayed, Votes, replay_with,
};

/// Raw games that wait for the decision; those that follow are no longer asked.
const MOST_WAITING: usize = 2000;

/// Bytes of raw games that wait for the decision.
const MOST_BYTES: usize = 64 << 20;

/// Games that are handed over at once.
const LOT: usize = 64;

/// A game of a file.
pub struct FileGame {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// The game as written.
    pub raw: RawGame,
    /// The game replayed, or why that cannot be.
    pub replayed: Result<Replayed, ReplayError>,
}

/// Something that a file has.
pub enum Event<T> {
    /// A game.
    Game {
        /// What was made of it.
        game: T,
        /// Whether it could not be replayed.
        broken: bool,
    },
    /// What the user should know, as a message.
    Notice(String),
    /// The file cannot be read, or not to its end.
    Failed(anyhow::Error),
}

/// Reads the games of a file and hands them over in lots.
pub struct FileReader<'a, T> {
    name: Arc<str>,
    options: ReplayOptions,
    prepare: &'a dyn Fn(FileGame) -> T,
    /// Whether the receiver still takes lots.
    send: &'a dyn Fn(Vec<Event<T>>) -> bool,
    votes: Votes,
    /// The first raw game that does not name its variant, and all that follow it.
    waiting: Vec<RawGame>,
    waiting_bytes: usize,
    lot: Vec<Event<T>>,
}

impl<'a, T> FileReader<'a, T> {
    /// A reader for the file that messages call `name`. `send` returns whether the
    /// receiver still takes lots.
    pub fn new(
        name: Arc<str>,
        options: ReplayOptions,
        prepare: &'a dyn Fn(FileGame) -> T,
        send: &'a dyn Fn(Vec<Event<T>>) -> bool,
    ) -> FileReader<'a, T> {
        FileReader {
            name,
            options,
            prepare,
            send,
            votes: Votes::default(),
            waiting: Vec::new(),
            waiting_bytes: 0,
            lot: Vec::new(),
        }
    }

    /// Reads to the end of the text, or until the receiver takes no more.
    pub fn read(mut self, text: impl BufRead) {
        for raw in PdnReader::new(text) {
            let goes_on = match raw.with_context(|| format!("cannot read {}", self.name)) {
                Ok(raw) => self.add(raw),
                Err(error) => self.decide(true) && self.push(Event::Failed(error)),
            };
            if !goes_on {
                return;
            }
        }
        if self.decide(true) {
            self.hand_over();
        }
    }

    fn is_decided(&self) -> bool {
        self.options.variant.is_some() || self.options.file.is_some()
    }

    fn add(&mut self, raw: RawGame) -> bool {
        if self.is_decided() {
            return self.replay(raw);
        }
        let votes = Votes::of(&raw, self.options.men);
        if self.waiting.is_empty() && votes == Votes::default() {
            return self.replay(raw);
        }
        self.votes.add(&votes);
        self.waiting_bytes = self.waiting_bytes.saturating_add(raw.size());
        self.waiting.push(raw);
        let is_full = self.waiting.len() >= MOST_WAITING || self.waiting_bytes >= MOST_BYTES;
        !is_full || self.decide(false)
    }

    /// Decides for the raw games that wait, and replays them.
    fn decide(&mut self, at_end: bool) -> bool {
        if !self.is_decided()
            && let Some(decision) = self.votes.decide()
        {
            self.options.file = Some(decision);
            let message = format!("{}: {}", self.name, decided(&decision, at_end));
            if !self.push(Event::Notice(message)) {
                return false;
            }
        }
        self.waiting_bytes = 0;
        take(&mut self.waiting).into_iter().all(|raw| self.replay(raw))
    }

    fn replay(&mut self, raw: RawGame) -> bool {
        let replayed = replay_with(&raw, &self.options);
        let broken = replayed.is_err();
        let found = FileGame { file: Arc::clone(&self.name), raw, replayed };
        let game = (self.prepare)(found);
        self.push(Event::Game { game, broken })
    }

    fn push(&mut self, event: Event<T>) -> bool {
        self.lot.push(event);
        self.lot.len() < LOT || self.hand_over()
    }

    fn hand_over(&mut self) -> bool {
        let lot = take(&mut self.lot);
        lot.is_empty() || (self.send)(lot)
    }
}

/// The message about a decision.
fn decided(decision: &Decision, at_end: bool) -> String {
    let Decision { variant, legal, asked, supported } = decision;
    let title = variant.rules().title;
    let names = match (asked, at_end) {
        (1, true) => "1 record names".to_owned(),
        (_, true) => format!("{asked} records name"),
        (_, false) => format!("{asked} records so far name"),
    };
    let taken = match supported {
        true => format!("no game; read as {title}, in which {legal} can be replayed"),
        false => format!("no game, nor do moves or results tell it; taken as {title}"),
    };
    format!("{names} {taken}; --variant NAME overrides this")
}
