//! `damier train show`: what a file of weights is.

use std::fs;
use std::io::Write;

use anyhow::Context;
use damier_engine::eval::features::BUCKETS;
use damier_engine::eval::model::Model;
use serde::Serialize;

use super::read_model;
use crate::Answer;
use crate::args::WeightsArgs;
use crate::report::json_line;

#[derive(Clone, Debug, Serialize)]
struct Shown {
    game: String,
    squares: usize,
    fingerprint: String,
    checksum: String,
    bytes: u64,
    hidden: usize,
    patterns: usize,
    parameters: usize,
    scale: f32,
    even: [f32; BUCKETS],
    spread: [f32; BUCKETS],
}

pub fn run(args: &WeightsArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let model = read_model(&args.file)?;
    let file = fs::metadata(&args.file).with_context(|| args.file.display().to_string())?;
    let shown = Shown::of(model, file.len());
    if args.json {
        json_line(out, &shown)?
    } else {
        shown.write(out)?
    }
    Ok(Answer::Yes)
}

impl Shown {
    fn of(model: Model, bytes: u64) -> Shown {
        let network = model.network.as_ref().map_or(0, |network| {
            let weights = network.columns.len() + network.output.len();
            weights + network.biases.len() + network.output_biases.len()
        });
        let cells = model.patterns.as_ref().map_or(0, |patterns| patterns.cells.len());
        let terms = model.patterns.as_ref().map_or(0, |patterns| patterns.terms.len());
        Shown {
            squares: model.geometry.squares(),
            fingerprint: format!("{:08x}", model.fingerprint),
            checksum: format!("{:08x}", model.checksum()),
            bytes,
            hidden: model.network.as_ref().map_or(0, |network| network.hidden),
            patterns: cells,
            parameters: network + 2 * (cells + terms),
            scale: model.calibration.scale,
            even: model.calibration.even,
            spread: model.calibration.spread,
            game: model.game,
        }
    }

    fn write(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let row = |values: &[f32]| {
            values.iter().map(|value| format!("{value:6.0}")).collect::<Vec<String>>().concat()
        };
        writeln!(out, "game        {}, {} squares", self.game, self.squares)?;
        writeln!(out, "rules       {}", self.fingerprint)?;
        writeln!(out, "checksum    {}", self.checksum)?;
        writeln!(out, "bytes       {}", self.bytes)?;
        writeln!(out, "hidden      {}", self.hidden)?;
        writeln!(out, "patterns    {} cells", self.patterns)?;
        writeln!(out, "parameters  {}", self.parameters)?;
        writeln!(out, "scale       {:.1} centi-men a logit", self.scale)?;
        writeln!(out, "\nBy pieces, few first, in centi-men:")?;
        writeln!(out, "even      {}", row(&self.even))?;
        writeln!(out, "spread    {}", row(&self.spread))?;
        Ok(())
    }
}
