//! `damier moves` and `damier why`: the legal moves, and by which rule another is none.

use std::io::Write;

use damier_report::moves::{MovesReport, write_captures};
use damier_report::parts::MoveText;
use damier_report::refusal::WhyReport;
use damier_rules::notation::why;

use crate::args::{MovesArgs, NotationArg, WhyArgs};
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup::Setup;

/// `damier moves`.
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

/// `damier why`.
pub fn run_why(args: &WhyArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let Setup { variant, position } = Setup::of(&args.common)?;
    let verdict = why(variant, &position, &args.played)?;
    let report = WhyReport::of(variant, &position, &verdict);
    if args.common.json {
        json_line(out, &report)?;
    } else {
        for line in report.lines(variant.rules()) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(if report.legal { ExitAnswer::Yes } else { ExitAnswer::No })
}
