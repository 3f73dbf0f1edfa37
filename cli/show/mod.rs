//! `damier show`, and how positions and tables look.

pub mod diagram;
pub mod draws;
pub mod table;
pub mod words;

use std::io::Write;

use damier_engine::game::{Game, Outcome};
use damier_engine::position::Side;
use serde::Serialize;

use crate::Answer;
use crate::args::ShowArgs;
use crate::report::{Subject, json_line, side_name, side_title};
use crate::setup::{Setup, title};
use diagram::{Signs, View};

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
}

pub fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let setup = Setup::of(&args.common)?;
    let rules = setup.variant.rules();
    let mut view = View { flipped: args.flip, ..View::official(rules) };
    if args.common_board {
        view.turned = false;
    }
    if args.common.json {
        json_line(out, &report(&setup, view))?;
        return Ok(Answer::Yes);
    }
    let lines = if args.numbers {
        diagram::numbers(rules, view)
    } else {
        let signs = if args.unicode { Signs::Unicode } else { Signs::Letters };
        diagram::pieces(rules, view, &setup.position, signs)
    };
    writeln!(out, "{}", title(rules))?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", state(&setup))?;
    writeln!(out, "{}", Subject::of(&setup).fen)?;
    Ok(Answer::Yes)
}

fn report(setup: &Setup, view: View) -> Report {
    let sign = |square| Signs::Letters.of(&setup.position, square);
    let rows = view.rows(setup.variant.rules().moves.geometry);
    Report {
        subject: Subject::of(setup),
        turn: side_name(setup.position.turn()),
        turned: view.turned,
        flipped: view.flipped,
        rows: rows
            .into_iter()
            .map(|row| row.into_iter().map(|square| square.map_or(' ', sign)).collect())
            .collect(),
    }
}

/// Who is to move, or who has won.
pub fn state(setup: &Setup) -> String {
    let turn = setup.position.turn();
    match Game::from_position(setup.variant, setup.position).outcome() {
        Some(Outcome::Won(winner)) => {
            format!("{} has won: {}", side_title(winner), ending(setup, winner))
        }
        _ => format!("{} to move", side_title(turn)),
    }
}

fn ending(setup: &Setup, winner: Side) -> String {
    let loser = winner.opponent();
    let lack = if setup.position.side(loser).is_empty() { "no piece" } else { "no move" };
    format!("{} has {lack}", side_title(loser))
}
