//! What training reports: a line an epoch, the losses as a picture, and a summary.

use std::io::Write;
use std::path::Path;

use anyhow::anyhow;
use damier_train::fit::Epoch;
use plotters::prelude::*;
use serde::Serialize;

use crate::exit::complain;
use crate::output::json_line;

/// The line above the epochs.
pub const HEADING: &str = "epoch  training  validation   result  accuracy  seconds  positions/s";

/// What is reported of an epoch.
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

/// What is reported at the end.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub samples: usize,
    pub duplicates: usize,
    pub threatened: usize,
    pub games: usize,
    pub training: usize,
    pub validation: usize,
    pub parameters: usize,
    pub score_scale: f32,
    pub epochs: usize,
    pub best: usize,
    pub quantisation: QuantisationError,
    pub scale: f32,
    pub checksum: String,
    pub bytes: usize,
    pub interrupted: bool,
}

/// How far integers are from floats, in centi-men.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct QuantisationError {
    pub mean: f64,
    pub greatest: f64,
}

impl Summary {
    pub fn write(&self, json: bool, output: &Path, out: &mut impl Write) -> anyhow::Result<()> {
        if self.interrupted {
            complain(&format!("interrupted; the weights are those of epoch {}", self.best));
        }
        if json {
            return json_line(out, self);
        }
        let QuantisationError { mean, greatest } = self.quantisation;
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

const SIZE: (u32, u32) = (720, 420);

/// Draws the losses as SVG.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn draw_curve(lines: &[EpochLine]) -> anyhow::Result<String> {
    let mut text = String::new();
    chart(&mut text, lines).map_err(|error| anyhow!("the curve cannot be drawn: {error}"))?;
    Ok(text)
}

fn chart(text: &mut String, lines: &[EpochLine]) -> Result<(), Box<dyn std::error::Error>> {
    let losses = lines.iter().flat_map(|line| [line.training, line.validation]);
    let (least, most) =
        losses.fold((f64::MAX, f64::MIN), |(least, most), loss| (least.min(loss), most.max(loss)));
    let margin = (0.05 * (most - least)).max(1e-6);
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(64)
        .build_cartesian_2d(1.0..lines.len().max(2) as f64, least - margin..most + margin)?;
    chart.configure_mesh().x_desc("epoch").y_desc("loss").max_light_lines(1).draw()?;
    let all =
        |loss: fn(&EpochLine) -> f64| lines.iter().map(move |line| (line.epoch as f64, loss(line)));
    let curves = [
        ("training", RGBColor(31, 119, 180), all(|line| line.training)),
        ("validation", RGBColor(214, 39, 40), all(|line| line.validation)),
    ];
    for (name, colour, points) in curves {
        chart
            .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().border_style(BLACK).background_style(WHITE).draw()?;
    area.present()?;
    Ok(())
}
