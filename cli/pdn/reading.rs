//! The games of one file: which game they are of is decided once, then they are replayed.

use std::io::BufRead;
use std::mem::take;
use std::sync::Arc;

use anyhow::Context;
use damier_pdn::{
    Decision, RawGame, Reader, ReplayError, ReplayOptions, Replayed, Votes, replay_with,
};

/// Records that wait for the decision; those that follow are no longer asked.
const MOST_WAITING: usize = 2000;

/// Bytes of records that wait for the decision.
const MOST_BYTES: usize = 64 << 20;

/// Games that are handed over at once.
const LOT: usize = 64;

/// A game of a file.
pub struct Found {
    /// The file as messages name it.
    pub file: Arc<str>,
    /// The game as written.
    pub record: RawGame,
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
    /// What the user should know.
    Told(String),
    /// The file cannot be read, or not to its end.
    Failed(anyhow::Error),
}

/// Reads the games of a file and hands them over in lots.
pub struct FileReader<'a, T> {
    name: Arc<str>,
    options: ReplayOptions,
    prepare: &'a dyn Fn(Found) -> T,
    /// Whether somebody listened.
    send: &'a dyn Fn(Vec<Event<T>>) -> bool,
    votes: Votes,
    /// The first record that does not tell its game, and all that follow it.
    waiting: Vec<RawGame>,
    waiting_bytes: usize,
    lot: Vec<Event<T>>,
}

impl<'a, T> FileReader<'a, T> {
    /// A reader for the file that messages call `name`. `send` tells whether anybody listens.
    pub fn new(
        name: Arc<str>,
        options: ReplayOptions,
        prepare: &'a dyn Fn(Found) -> T,
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

    /// Reads to the end of the text, or until nobody listens.
    pub fn read(mut self, text: impl BufRead) {
        for record in Reader::new(text) {
            let listened = match record.with_context(|| format!("cannot read {}", self.name)) {
                Ok(record) => self.add(record),
                Err(error) => self.decide(true) && self.push(Event::Failed(error)),
            };
            if !listened {
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

    fn add(&mut self, record: RawGame) -> bool {
        if self.is_decided() {
            return self.replay(record);
        }
        let votes = Votes::of(&record, self.options.men);
        if self.waiting.is_empty() && votes == Votes::default() {
            return self.replay(record);
        }
        self.votes.add(&votes);
        self.waiting_bytes = self.waiting_bytes.saturating_add(record.size());
        self.waiting.push(record);
        let is_full = self.waiting.len() >= MOST_WAITING || self.waiting_bytes >= MOST_BYTES;
        !is_full || self.decide(false)
    }

    /// Decides for the records that wait, and replays them.
    fn decide(&mut self, at_end: bool) -> bool {
        if !self.is_decided()
            && let Some(decision) = self.votes.decide()
        {
            self.options.file = Some(decision);
            let message = format!("{}: {}", self.name, decided(&decision, at_end));
            if !self.push(Event::Told(message)) {
                return false;
            }
        }
        self.waiting_bytes = 0;
        take(&mut self.waiting).into_iter().all(|record| self.replay(record))
    }

    fn replay(&mut self, record: RawGame) -> bool {
        let replayed = replay_with(&record, &self.options);
        let broken = replayed.is_err();
        let found = Found { file: Arc::clone(&self.name), record, replayed };
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

/// What the user is told of a decision.
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
