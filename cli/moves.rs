//! `damier moves`: the legal moves.

use std::io::Write;

use serde::Serialize;

use crate::Answer;
use crate::args::{MovesArgs, NotationArg};
use crate::explain::{self, Compared};
use crate::report::{MoveText, Subject, json_line};
use crate::setup::Setup;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    subject: Subject,
    moves: Vec<MoveText>,
    /// Every capture that the board allows, where it is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<Vec<Compared>>,
}

pub fn run(args: &MovesArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let setup = Setup::of(&args.common)?;
    let moves: Vec<MoveText> = setup
        .variant
        .legal_moves(&setup.position)
        .iter()
        .map(|played| MoveText::of(setup.variant, &setup.position, played))
        .collect();
    if args.common.json {
        let captures = args.explain.then(|| explain::captures(&setup));
        json_line(out, &Report { subject: Subject::of(&setup), moves, captures })?;
        return Ok(Answer::Yes);
    }
    if args.explain {
        explain::write(&setup, args.notation, out)?;
        return Ok(Answer::Yes);
    }
    for MoveText { hub, text } in moves {
        writeln!(out, "{}", if args.notation == NotationArg::Hub { hub } else { text })?;
    }
    Ok(Answer::Yes)
}
