//! `damier why`: whether a move is legal, and if not, by which rule.

use std::io::Write;

use damier_report::refusal::WhyReport;
use damier_rules::notation::why;

use crate::args::WhyArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup::Setup;

pub fn run(args: &WhyArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
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
