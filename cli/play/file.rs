//! Games in PDN files.

use std::fmt;
use std::path::Path;

use anyhow::{Context, bail};
use damier_pdn::{Element, GameResult, PdnGame, PdnReader, Replayed, replay, write_game};
use damier_rules::position::Side;
use damier_rules::variant::Variant;

use super::state::{Declaration, End, State};
use crate::output::replace;
use crate::pdn;

/// The first game of a file.
pub struct Loaded {
    /// The game at its end.
    pub state: State,
    /// Whether it is not the only one.
    pub more: bool,
    /// How many things were put right or are doubtful.
    pub notes: usize,
}

impl fmt::Display for Loaded {
    /// What the player should know of the file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Loaded { state, more, notes } = self;
        write!(f, "A game of {} plies is loaded", state.game().moves().len())?;
        if *more {
            f.write_str(", the first of several")?;
        }
        match notes {
            0 => f.write_str("."),
            _ => write!(f, "; `damier pdn check` has remarks on the file: {notes}."),
        }
    }
}

/// Reads the first game of a file; `default` is the game of one that names none.
///
/// # Errors
/// When the file cannot be read, has no game, or one with a move that is not legal.
pub fn load(path: &Path, default: Option<Variant>) -> anyhow::Result<Loaded> {
    let name = path.display();
    let mut reader = PdnReader::new(pdn::open(path)?);
    let Some(raw) = reader.next() else { bail!("{name}: there is no game in it") };
    let raw = raw.with_context(|| format!("cannot read {name}"))?;
    let replayed = replay(&raw, default).with_context(|| name.to_string())?;
    let more = matches!(reader.next(), Some(Ok(_)));
    Ok(Loaded { state: state(&replayed)?, more, notes: replayed.notes.len() })
}

/// The state at the end of a PDN game; one that is set up anew on its way begins there.
fn state(replayed: &Replayed) -> anyhow::Result<State> {
    let game = &replayed.game;
    let mut state = State::new(game.variant(), *game.start());
    for element in &game.elements {
        match element {
            Element::Move(ply) => state.play(&ply.played)?,
            Element::SetUp(position) => state = State::new(game.variant(), *position),
            _ => {}
        }
    }
    let winner = game.result.winner(game.variant().rules());
    if winner.is_some() || game.result == GameResult::Draw {
        state.declare(Declaration::Recorded(winner));
    }
    Ok(state)
}

/// Writes a game to a new file, or over an old one.
///
/// # Errors
/// When the file exists and may not be written over, or cannot be written.
pub fn save(
    path: &Path,
    over: bool,
    state: &State,
    players: impl Fn(Side) -> String,
) -> anyhow::Result<()> {
    let name = path.display();
    let text = write_game(&pdn_game(state, players));
    if !over && path.symlink_metadata().is_ok() {
        bail!("{name} exists and is left as it is; `save! {name}` writes over it");
    }
    replace(path, text.as_bytes())
}

fn pdn_game(state: &State, players: impl Fn(Side) -> String) -> PdnGame {
    let mut game = PdnGame::of(state.game());
    game.set_tag("White", &players(Side::White));
    game.set_tag("Black", &players(Side::Black));
    let rules = *state.game().variant().rules();
    if let Some(End::Declared(declaration)) = state.end() {
        game.result = match declaration {
            Declaration::Resigned(loser) => GameResult::won_by(loser.opponent(), &rules),
            Declaration::Recorded(Some(winner)) => GameResult::won_by(winner, &rules),
            Declaration::Agreed | Declaration::Recorded(None) => GameResult::Draw,
        };
    }
    game
}
