//! `damier train show`: what a file of weights is.

use std::fs;
use std::io::Write;

use anyhow::Context;
use damier_report::weights::WeightsReport;

use super::read_model;
use crate::args::WeightsArgs;
use crate::exit::ExitAnswer;
use crate::output::json_line;

pub fn run(args: &WeightsArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let model = read_model(&args.file)?;
    let file = fs::metadata(&args.file).with_context(|| args.file.display().to_string())?;
    let report = WeightsReport::of(model, file.len());
    match args.json {
        true => json_line(out, &report)?,
        false => report.write(out)?,
    }
    Ok(ExitAnswer::Yes)
}
