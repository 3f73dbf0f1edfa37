//! `damier show`, and how positions and tables look.

mod arrow;
pub mod diagram;
pub mod draws;
pub mod played;
mod spoken;
mod svg;
pub mod table;
pub mod words;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use damier_rules::game::{Game, Outcome};
use damier_rules::notation::square_text;
use damier_rules::position::Side;
use serde::Serialize;

use crate::Answer;
use crate::args::ShowArgs;
use crate::output::replace;
use crate::report::{MoveText, Subject, json_line, side_name, side_title};
use crate::setup::{self, Setup, title};
use diagram::{Signs, View};
use played::Played;
use svg::Diagram;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    subject: Subject,
    /// `white` or `black`: who is to move.
    turn: &'static str,
    /// Whether the board lies with a dark corner at the right.
    turned: bool,
    /// Whether Black is below.
    flipped: bool,
    /// The rows as drawn: `w`, `b` men, `W`, `B` kings, `.` empty, blank for light squares.
    rows: Vec<String>,
    /// The last of the moves played, left out where none was.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<LastReport>,
}

/// A move that was played.
#[derive(Serialize)]
struct LastReport {
    #[serde(flatten)]
    played: MoveText,
    /// The squares on which its piece stood, both ends included.
    path: Vec<String>,
}

/// Everything that a diagram shows, in whatever form.
struct Shown {
    setup: Setup,
    game: Game,
    view: View,
    last: Option<Played>,
}

pub fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let shown = shown(args)?;
    if let Some(path) = &args.svg {
        let picture = picture(args, &shown)?;
        if path == Path::new("-") {
            if args.common.json {
                bail!("--svg - and --json cannot both write to standard output");
            }
            write!(out, "{picture}")?;
            return Ok(Answer::Yes);
        }
        replace(path, picture.as_bytes())?;
    }
    if args.common.json {
        json_line(out, &report(&shown))?;
    } else {
        write_text(args, &shown, out)?;
    }
    Ok(Answer::Yes)
}

/// Plays the moves asked for.
fn shown(args: &ShowArgs) -> anyhow::Result<Shown> {
    let mut game = setup::game(&args.common)?;
    if let Some(last) = &args.last {
        played::play(&mut game, last).with_context(|| format!("--last {last}"))?;
    }
    let official = View::official(game.variant().rules());
    let turned = official.turned && !args.common_board;
    Ok(Shown {
        setup: Setup::at(&game),
        last: played::last(&game)?,
        game,
        view: View { turned, flipped: args.flip },
    })
}

fn picture(args: &ShowArgs, shown: &Shown) -> anyhow::Result<String> {
    let rules = shown.setup.variant.rules();
    let arrows = match &args.arrow {
        Some(text) => arrow::read_arrows(rules, text).with_context(|| format!("--arrow {text}"))?,
        None => Vec::new(),
    };
    Ok(svg::svg(&Diagram {
        rules,
        title: format!("{}: {}", title(rules), state_of(&shown.game)),
        position: shown.game.position(),
        view: shown.view,
        last: shown.last.as_ref(),
        arrows: &arrows,
    }))
}

fn write_text(args: &ShowArgs, shown: &Shown, out: &mut impl Write) -> anyhow::Result<()> {
    let Shown { setup, view, last, .. } = shown;
    let rules = setup.variant.rules();
    let lines = if args.numbers {
        diagram::numbers(rules, *view)
    } else {
        let signs = if args.unicode { Signs::Unicode } else { Signs::Letters };
        match last {
            Some(last) => diagram::marked(rules, *view, &setup.position, signs, last),
            None => diagram::pieces(rules, *view, &setup.position, signs),
        }
    };
    writeln!(out, "{}", title(rules))?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    if let Some(last) = last {
        let taken = if last.played.is_capture() { ", x taken" } else { "" };
        writeln!(out, "last move {} ([ ] from and to{taken})", last.text)?;
    }
    writeln!(out, "{}", state_of(&shown.game))?;
    writeln!(out, "{}", Subject::of(setup).fen)?;
    Ok(())
}

fn report(shown: &Shown) -> Report {
    let Shown { setup, view, last, .. } = shown;
    let rules = setup.variant.rules();
    let sign = |square| Signs::Letters.of(&setup.position, square);
    let rows = view.rows(rules.moves.geometry);
    Report {
        subject: Subject::of(setup),
        turn: side_name(setup.position.turn()),
        turned: view.turned,
        flipped: view.flipped,
        rows: rows
            .into_iter()
            .map(|row| row.into_iter().map(|square| square.map_or(' ', sign)).collect())
            .collect(),
        last: last.as_ref().map(|last| LastReport {
            played: MoveText::of(setup.variant, &last.before, &last.played),
            path: last.path.iter().map(|&square| square_text(rules, square)).collect(),
        }),
    }
}

/// Who is to move, or how the game has ended.
pub fn state_of(game: &Game) -> String {
    let turn = game.position().turn();
    match game.outcome() {
        Some(Outcome::Won(winner)) => {
            format!("{} has won: {}", side_title(winner), ending(game, winner))
        }
        Some(Outcome::Drawn(count)) => {
            format!("the game is drawn: {}", count.reason(game.variant().rules()))
        }
        None => format!("{} to move", side_title(turn)),
    }
}

fn ending(game: &Game, winner: Side) -> String {
    let loser = winner.opponent();
    let lack = if game.position().side(loser).is_empty() { "no piece" } else { "no move" };
    format!("{} has {lack}", side_title(loser))
}
