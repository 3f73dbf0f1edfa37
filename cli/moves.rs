//! `damier moves`: the legal moves.

use std::io::Write;

use damier_report::captures::write_captures;
use damier_report::moves::MovesReport;
use damier_report::parts::MoveText;

use crate::args::{MovesArgs, NotationArg};
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup::Setup;

pub fn run(args: &MovesArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let Setup { variant, position } = Setup::of(&args.common)?;
    if args.common.json {
        json_line(out, &MovesReport::of(variant, &position, args.explain))?;
        return Ok(ExitAnswer::Yes);
    }
    if args.explain {
        write_captures(variant, &position, args.notation.into(), out)?;
        return Ok(ExitAnswer::Yes);
    }
    for MoveText { hub, text } in MovesReport::of(variant, &position, false).moves {
        writeln!(out, "{}", if args.notation == NotationArg::Hub { hub } else { text })?;
    }
    Ok(ExitAnswer::Yes)
}
