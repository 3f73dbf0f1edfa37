//! From options to what they mean: the game with its house rules, the position, an engine.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, anyhow};
use damier_engine::Engine;
use damier_engine::eval::Weights;
use damier_rules::game;
use damier_rules::notation::{read_fen, read_move};
use damier_rules::position::Position;
use damier_rules::rules::{self, House, MAX_FILE_BYTES, RuleSet};
use damier_rules::variant::Variant;

use crate::args::{CommonArgs, EngineArgs, GameArgs};

/// A game's rules with the position that a command is about.
pub struct Setup {
    pub variant: Variant,
    pub position: Position,
}

impl Setup {
    /// The set-up of the common options, after their moves.
    ///
    /// # Errors
    /// When an option's value is not understood.
    pub fn of(common: &CommonArgs) -> anyhow::Result<Setup> {
        Ok(Setup::at(&game(common)?))
    }

    /// What stands on the board of a game.
    pub fn at(game: &game::Game) -> Setup {
        Setup { variant: game.variant(), position: *game.position() }
    }

    /// The game and a position in it, the start where none is given.
    ///
    /// # Errors
    /// When an option's value is not understood.
    pub fn with(game: &GameArgs, fen: Option<&str>) -> anyhow::Result<Setup> {
        let variant = variant(game, "italian")?;
        let position = match fen {
            Some(fen) => read_position(variant.rules(), fen).context("--fen")?,
            None => variant.start_position(),
        };
        Ok(Setup { variant, position })
    }
}

/// The game of the common options: its moves count towards repetition and draws.
///
/// # Errors
/// When an option's value is not understood, or a move is not legal.
pub fn game(common: &CommonArgs) -> anyhow::Result<game::Game> {
    let given = match common.fen.as_deref() {
        Some("-") => Some(given_position()?),
        fen => fen.map(str::to_owned),
    };
    let Setup { variant, position } = Setup::with(&common.game, given.as_deref())?;
    let mut game = game::Game::from_position(variant, position);
    if let Some(moves) = &common.moves {
        play(&mut game, moves).with_context(|| format!("--moves {moves}"))?;
    }
    Ok(game)
}

/// Plays moves separated by blanks or commas; their numbers, as `1.` or `1...`, are passed over.
///
/// # Errors
/// When one is not legal; the message names it and the reason.
pub fn play(game: &mut game::Game, text: &str) -> anyhow::Result<()> {
    let parts = text.split([',', ' ', '\n', '\t', '\r']).map(without_number);
    for (before, text) in parts.filter(|part| !part.is_empty()).enumerate() {
        let played = read_move(game.variant(), game.position(), text)
            .with_context(|| format!("move {}", before + 1))?;
        game.play(&played)?;
    }
    Ok(())
}

/// The text without a move's number in front.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.starts_with('.') { rest.trim_start_matches('.') } else { text }
}

/// A position from standard input.
fn given_position() -> anyhow::Result<String> {
    /// More than any position is long.
    const LONGEST: u64 = 1 << 16;
    let mut text = Vec::new();
    io::stdin().take(LONGEST).read_to_end(&mut text).context("--fen -: standard input")?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn read_position(rules: &RuleSet, fen: &str) -> anyhow::Result<Position> {
    read_fen(rules, fen).map_err(|error| match Path::new(fen).is_file() {
        true => anyhow!("{fen} is a file; `--fen - < {fen}` reads a position from one"),
        false => error.into(),
    })
}

/// The game with its house rules: the file overrides the name, `--rule` overrides the file;
/// `default` names the game where no option does.
///
/// # Errors
/// When there is no such game, or the file or a rule is refused.
pub fn variant(game: &GameArgs, default: &str) -> anyhow::Result<Variant> {
    let mut rules = named(game.variant.as_deref().unwrap_or(default))?;
    if let Some(path) = &game.rules {
        rules = read_rules(path)?;
    }
    let mut house = House::of(rules);
    for pair in &game.rule {
        house = house.set(pair).with_context(|| format!("--rule {pair}"))?;
    }
    let rules = house.finish().with_context(|| format!("--rule {}", game.rule.join(" --rule ")))?;
    Ok(Variant::new(rules))
}

/// The game of a file of rules.
///
/// # Errors
/// When the file cannot be read, or is refused; a line a mistake.
fn read_rules(path: &Path) -> anyhow::Result<RuleSet> {
    let shown = path.display();
    let mut text = Vec::new();
    // One byte more than is allowed, so that a longer file is seen to be too long.
    File::open(path)
        .and_then(|file| file.take(MAX_FILE_BYTES as u64 + 1).read_to_end(&mut text))
        .with_context(|| format!("--rules {shown}"))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    rules::read_file(&text, &name).map_err(|error| {
        let mistakes: Vec<String> =
            error.mistakes.iter().map(|mistake| format!("{shown}: {mistake}")).collect();
        anyhow!("{}", mistakes.join("\n"))
    })
}

/// The game of this name.
///
/// # Errors
/// When there is none; the message lists those there are.
pub fn named(name: &str) -> anyhow::Result<RuleSet> {
    rules::named(name).ok_or_else(|| {
        let names: Vec<String> = rules::ALL
            .iter()
            .map(|set| {
                let names_of_set = std::iter::once(&set.name).chain(set.aliases);
                names_of_set.copied().collect::<Vec<_>>().join(" = ")
            })
            .collect();
        anyhow!("unknown game `{name}`; games are {}", names.join(", "))
    })
}

/// The engine that the options ask for.
///
/// # Errors
/// When there is not enough memory, or the weights cannot be read.
pub fn engine(args: &EngineArgs) -> anyhow::Result<Engine> {
    Engine::builder()
        .table_bytes(args.table_bytes())
        .weights(weights(args)?)
        .threads(usize::from(args.threads))
        .build()
        .with_context(|| format!("--hash {}", args.hash))
}

/// The weights that the options ask for.
///
/// # Errors
/// When the file cannot be read or holds no weights.
pub fn weights(engine: &EngineArgs) -> anyhow::Result<Weights> {
    named_weights(engine.weights.as_deref())
}

/// The weights of this name, by default the program's own.
///
/// # Errors
/// When the file cannot be read or holds no weights.
pub fn named_weights(name: Option<&Path>) -> anyhow::Result<Weights> {
    let Some(name) = name else { return Ok(Weights::Embedded) };
    Weights::open(name).context("--weights")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_moves_are_passed_over() {
        let mut game = game::Game::new(Variant::named("italian").expect("it is a game"));
        play(&mut game, "1. 21-17 10-13, 2.17x10  5x14\n3... ").expect("they are legal");
        assert_eq!(game.moves().len(), 4);
        assert!(play(&mut game, "22-18 9-5").expect_err("illegal").to_string().contains("move 2"));
    }
}
