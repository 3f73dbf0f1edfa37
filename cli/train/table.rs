//! What training says of itself.

use std::io::Write;
use std::path::Path;

use damier_train::fit::{Epoch, Trainer};
use serde::Serialize;

use super::Kept;
use super::data::Data;
use crate::exit::complain;
use crate::output::json_line;

/// The line above the epochs.
pub fn heading() -> &'static str {
    "epoch  training  validation   result  accuracy  seconds  positions/s"
}

/// What is told of an epoch.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EpochLine {
    pub epoch: usize,
    pub training: f64,
    pub validation: f64,
    pub result: f64,
    pub accuracy: f64,
    pub seconds: f64,
    pub positions_per_second: f64,
    pub best: bool,
}

impl EpochLine {
    pub fn of(epoch: &Epoch, seconds: f64) -> EpochLine {
        EpochLine {
            epoch: epoch.number,
            training: epoch.training,
            validation: epoch.validation,
            result: epoch.result,
            accuracy: epoch.accuracy,
            seconds,
            positions_per_second: epoch.samples as f64 / seconds.max(1e-9),
            best: epoch.best,
        }
    }

    pub fn write(&self, json: bool, out: &mut impl Write) -> anyhow::Result<()> {
        if json {
            return json_line(out, self);
        }
        writeln!(
            out,
            "{:5}{} {:9.5}   {:9.5} {:8.5}   {:5.1} % {:8.1} {:12.0}",
            self.epoch,
            if self.best { '*' } else { ' ' },
            self.training,
            self.validation,
            self.result,
            100.0 * self.accuracy,
            self.seconds,
            self.positions_per_second,
        )?;
        Ok(())
    }
}

/// What is told at the end.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    samples: usize,
    duplicates: usize,
    threatened: usize,
    games: usize,
    training: usize,
    validation: usize,
    parameters: usize,
    score_scale: f32,
    epochs: usize,
    best: usize,
    quantisation: Error,
    scale: f32,
    checksum: String,
    bytes: usize,
    interrupted: bool,
}

/// How far integers are from floats, in centi-men.
#[derive(Clone, Copy, Debug, Serialize)]
struct Error {
    mean: f64,
    greatest: f64,
}

impl Summary {
    pub fn of(
        data: &Data,
        trainer: &Trainer,
        kept: &Kept,
        epochs: usize,
        interrupted: bool,
    ) -> Summary {
        let (training, validation) = trainer.counts();
        let quantisation = kept.fitted.quantisation;
        Summary {
            samples: data.samples.len(),
            duplicates: data.duplicates,
            threatened: data.threatened,
            games: data.games,
            training,
            validation,
            parameters: trainer.parameters(),
            score_scale: trainer.score_scale(),
            epochs,
            best: kept.epoch,
            quantisation: Error { mean: quantisation.mean, greatest: quantisation.greatest },
            scale: kept.fitted.model.calibration.scale,
            checksum: format!("{:08x}", kept.fitted.model.checksum()),
            bytes: kept.bytes.len(),
            interrupted,
        }
    }

    pub fn write(&self, json: bool, output: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        if self.interrupted {
            complain(&format!("interrupted; the weights are those of epoch {}", self.best));
        }
        if json {
            return json_line(out, self);
        }
        let Error { mean, greatest } = self.quantisation;
        let rows = [
            ("file", format!("{}, {} bytes", output.display(), self.bytes)),
            ("checksum", self.checksum.clone()),
            ("positions", format!("{} from {} games", self.samples, self.games)),
            ("", format!("{} to learn from, {} for validation", self.training, self.validation)),
            ("left out", format!("{} repeated, {} threatened", self.duplicates, self.threatened)),
            ("scores", format!("{:.0} centi-men a logit", self.score_scale)),
            ("parameters", self.parameters.to_string()),
            ("best epoch", format!("{} of {}", self.best, self.epochs)),
            ("integers", format!("{mean:.3} centi-men off on average, {greatest:.2} at most")),
            ("scale", format!("{:.1} centi-men a logit", self.scale)),
        ];
        writeln!(out)?;
        for (label, text) in rows {
            writeln!(out, "{label:<10}  {text}")?;
        }
        Ok(())
    }
}
