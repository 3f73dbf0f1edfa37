//! What each command does.

use std::io::Write;

use damier_engine::search::{Strength, any_seed};
use damier_report::board::View;
use damier_report::layout::{WIDTH, wrapped};
use damier_report::parts::{side_title, title};
use damier_report::refusal::refusal_lines;
use damier_report::rules::write_articles;
use damier_rules::notation::{MoveError, Verdict, read_move, why, write_move};
use damier_rules::position::Side;
use damier_rules::rules::RuleSet;

use super::command::{COMMANDS, PlayCommand};
use super::file;
use super::state::{Declaration, State};
use super::text::{self, Look};
use super::thinker::Thinker;
use crate::args::{GameArgs, PlayArgs, Players};
use crate::setup::Setup;

/// Whether the program goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    On,
    Quit,
}

/// What of the position the player has not seen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Unseen {
    Nothing,
    /// A move, which has been written: enough where positions are read out.
    Move,
    /// Everything.
    All,
}

/// A player's session at the table.
pub struct Session<'a, W> {
    pub(super) state: State,
    pub(super) players: Players,
    pub(super) strength: Strength,
    /// The seed that was asked for.
    wanted_seed: Option<u64>,
    /// The seed of this game.
    pub(super) seed: u64,
    pub(super) thinker: Thinker,
    look: Look,
    view: View,
    pub(super) unseen: Unseen,
    /// Whether the end of the game has been shown.
    end_shown: bool,
    pub(super) out: &'a mut W,
}

impl<'a, W: Write> Session<'a, W> {
    /// The session that the options ask for.
    ///
    /// # Errors
    /// When an option's value is not understood or a file cannot be loaded, or memory cannot be
    /// had.
    pub fn new(args: &PlayArgs, out: &'a mut W) -> anyhow::Result<Session<'a, W>> {
        let Setup { variant, position } = Setup::with(&args.game, args.fen.as_deref())?;
        let GameArgs { variant: name, rules: file, rule: changes } = &args.game;
        let names_game = name.is_some() || file.is_some() || !changes.is_empty();
        let state = match &args.load {
            Some(path) => file::load(path, names_game.then_some(variant))?.state,
            None => State::new(variant, position),
        };
        let rules = *state.game().variant().rules();
        let flipped = args.side == Players::Black;
        Ok(Session {
            players: args.side,
            strength: Strength::of(args.strength).unwrap_or_default(),
            wanted_seed: args.seed,
            seed: args.seed.unwrap_or_else(any_seed),
            thinker: Thinker::new(args)?,
            look: Look::of(args.plain),
            view: View { flipped, ..View::official(&rules) },
            unseen: Unseen::All,
            end_shown: false,
            state,
            out,
        })
    }

    fn rules(&self) -> RuleSet {
        *self.state.game().variant().rules()
    }

    /// The side to move.
    pub(super) fn turn(&self) -> Side {
        self.state.turn()
    }

    /// What stands before the player's line: who is to move, while the game goes on.
    pub fn prompt(&self) -> String {
        match self.state.end() {
            None => format!("{}> ", side_title(self.turn())),
            Some(_) => "> ".to_owned(),
        }
    }

    /// Where the session writes.
    pub fn out(&mut self) -> &mut W {
        self.out
    }

    /// Writes a sentence.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_sentence(&mut self, sentence: &str) -> anyhow::Result<()> {
        self.write(&wrapped(sentence, WIDTH))
    }

    fn write(&mut self, lines: &[String]) -> anyhow::Result<()> {
        for line in lines {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Writes what is played.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn greet(&mut self) -> anyhow::Result<()> {
        self.write(&text::greeting(self.state.game()))?;
        self.write_side()
    }

    /// Does all that the player need not wait for: the engine's move, the end of the game, the
    /// board as it is now.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn catch_up(&mut self) -> anyhow::Result<()> {
        if self.state.end().is_none() && !self.players.has(self.turn()) {
            self.show_unseen(Unseen::All)?;
            self.engine_moves()?;
        }
        let least = if self.look == Look::Words { Unseen::All } else { Unseen::Move };
        self.show_unseen(least)?;
        match self.state.end() {
            Some(end) if !self.end_shown => {
                self.end_shown = true;
                self.write(&text::end(self.state.game(), end))
            }
            _ => Ok(()),
        }
    }

    /// Shows the position if at least so much of it is unseen.
    fn show_unseen(&mut self, least: Unseen) -> anyhow::Result<()> {
        if self.unseen < least {
            return Ok(());
        }
        self.unseen = Unseen::Nothing;
        let lines = text::position(self.state.game(), self.view, self.look);
        self.write(&lines)
    }

    /// Executes a command. Whatever is wrong with it is reported, and nothing changes.
    ///
    /// # Errors
    /// When the answer cannot be written.
    pub fn execute(&mut self, command: PlayCommand) -> anyhow::Result<Flow> {
        match command {
            PlayCommand::Nothing => {}
            PlayCommand::Quit => return Ok(Flow::Quit),
            PlayCommand::Move(text) => self.play(&text)?,
            PlayCommand::Moves => self.list_moves()?,
            PlayCommand::Why(text) => self.explain(&text)?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Undo(moves) => {
                let done = self.state.undo(self.players, moves);
                self.moved_in_time(done, "There is nothing to take back.")?;
            }
            PlayCommand::Redo(moves) => {
                let done = self.state.redo(self.players, moves);
                self.moved_in_time(done, "There is nothing to play again.")?;
            }
            PlayCommand::Flip => {
                self.view.flipped = !self.view.flipped;
                self.unseen = Unseen::All;
            }
            PlayCommand::Show => {
                self.unseen = Unseen::All;
                self.write(&text::counts(self.state.game()))?;
            }
            PlayCommand::Numbers => {
                self.write(&text::squares(&self.rules(), self.view, self.look))?
            }
            PlayCommand::New => self.begin(self.state.again())?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::Draw => self.offer_draw()?,
            PlayCommand::Save { path, over } => self.save(&path, over)?,
            PlayCommand::Load(path) => self.load(&path)?,
            PlayCommand::Strength(wanted) => {
                self.strength = wanted.unwrap_or(self.strength);
                self.write_sentence(&format!(
                    "The engine plays at strength {}.",
                    self.strength.number()
                ))?;
            }
            PlayCommand::Side(wanted) => {
                self.players = wanted.unwrap_or(self.players);
                self.write_side()?;
            }
            PlayCommand::Rules => {
                let rules = self.rules();
                self.write_sentence(&title(&rules))?;
                write_articles(&rules, self.out)?;
            }
            PlayCommand::Help => self.help()?,
        }
        Ok(Flow::On)
    }

    fn help(&mut self) -> anyhow::Result<()> {
        for (command, what) in COMMANDS {
            writeln!(self.out, "{command:<13} {what}")?;
        }
        Ok(())
    }

    fn write_side(&mut self) -> anyhow::Result<()> {
        let strength = self.strength.number();
        let engine = |side: Side| {
            let (player, opponent) = (side_title(side.opponent()), side_title(side));
            format!("You play {player}, the engine {opponent} at strength {strength}.")
        };
        let text = match self.players {
            Players::White => engine(Side::Black),
            Players::Black => engine(Side::White),
            Players::Both => "Both sides play here.".to_owned(),
        };
        self.write_sentence(&text)
    }

    /// Whether the game is over, which is then written.
    pub(super) fn is_over(&mut self) -> anyhow::Result<bool> {
        let over = self.state.end().is_some();
        if over {
            self.write_sentence("The game is over; `new` begins again, `undo` goes back.")?;
        }
        Ok(over)
    }

    fn play(&mut self, text: &str) -> anyhow::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let game = self.state.game();
        match read_move(game.variant(), game.position(), text) {
            Ok(played) => {
                let sentence = text::play(game, &played);
                self.state.play(&played)?;
                self.unseen = self.unseen.max(Unseen::Move);
                self.write_sentence(&sentence)
            }
            Err(error) => self.refuse(&error),
        }
    }

    fn refuse(&mut self, error: &MoveError) -> anyhow::Result<()> {
        match error {
            MoveError::Illegal(refusal) => self.write(&refusal_lines(&self.rules(), refusal)),
            MoveError::Unreadable { .. } => {
                self.write_sentence(&format!("{error}; `help` lists commands"))
            }
            error => self.write_sentence(&error.to_string()),
        }
    }

    fn explain(&mut self, text: &str) -> anyhow::Result<()> {
        let game = self.state.game();
        match why(game.variant(), game.position(), text) {
            Ok(Verdict::Legal(played)) => {
                let text = write_move(game.variant(), game.position(), &played);
                self.write_sentence(&format!("{text} is legal"))
            }
            Ok(Verdict::Refused(refusal)) => self.refuse(&MoveError::Illegal(refusal)),
            Err(error) => self.refuse(&error),
        }
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        if self.is_over()? {
            return Ok(());
        }
        let game = self.state.game();
        let (variant, position) = (game.variant(), game.position());
        let moves = game.legal_moves();
        let texts: Vec<String> =
            moves.iter().map(|played| write_move(variant, position, played)).collect();
        self.write_sentence(&texts.join(", "))
    }

    /// After `undo` or `redo`.
    fn moved_in_time(&mut self, moves: usize, nothing: &str) -> anyhow::Result<()> {
        if moves == 0 {
            return self.write_sentence(nothing);
        }
        self.unseen = Unseen::All;
        self.end_shown = false;
        Ok(())
    }

    /// Puts another game on the table.
    pub(super) fn begin(&mut self, state: State) -> anyhow::Result<()> {
        let rules = *state.game().variant().rules();
        if rules != self.rules() {
            self.view = View { flipped: self.view.flipped, ..View::official(&rules) };
            self.write_sentence(&title(&rules))?;
        }
        self.state = state;
        self.seed = self.wanted_seed.map_or_else(any_seed, |_| self.seed.wrapping_add(1));
        self.thinker.forget();
        self.unseen = Unseen::All;
        self.end_shown = false;
        Ok(())
    }

    fn resign(&mut self) -> anyhow::Result<()> {
        if !self.is_over()? {
            self.state.declare(Declaration::Resigned(self.turn()));
        }
        Ok(())
    }
}
