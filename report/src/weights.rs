//! What a file of weights is.

use std::io::{self, Write};

use damier_engine::eval::features::BUCKETS;
use damier_engine::eval::model::Model;
use serde::Serialize;

/// What a file of weights is.
#[derive(Clone, Debug, Serialize)]
pub struct WeightsReport {
    /// The game that the weights are for.
    pub game: String,
    /// Dark squares of its board.
    pub squares: usize,
    /// The fingerprint of its rules, in hexadecimal.
    pub fingerprint: String,
    /// Of the weights, in hexadecimal.
    pub checksum: String,
    /// Size of the file.
    pub bytes: u64,
    /// Neurons of the hidden layer, 0 without a network.
    pub hidden: usize,
    /// Cells of the pattern tables.
    pub patterns: usize,
    /// Trained numbers in all.
    pub parameters: usize,
    /// Centi-men a logit.
    pub scale: f32,
    /// Score of an even game by bucket of pieces, in centi-men.
    pub even: [f32; BUCKETS],
    /// Spread by bucket of pieces, in centi-men.
    pub spread: [f32; BUCKETS],
}

impl WeightsReport {
    /// A model read from a file of so many bytes.
    ///
    /// ```
    /// use damier_engine::eval::features::BUCKETS;
    /// use damier_engine::eval::model::{Calibration, Model};
    /// use damier_report::weights::WeightsReport;
    ///
    /// let rules = damier_rules::rules::named("italian").expect("it is a game");
    /// let [even, spread] = [[0.0; BUCKETS], [120.0; BUCKETS]];
    /// let model = Model {
    ///     game: rules.name.to_owned(),
    ///     geometry: rules.moves.geometry,
    ///     fingerprint: rules.moves.fingerprint(),
    ///     calibration: Calibration { scale: 100.0, even, spread },
    ///     network: None,
    ///     patterns: None,
    /// };
    /// let bytes = model.write().len() as u64;
    /// let mut text = Vec::new();
    /// WeightsReport::of(model, bytes).write(&mut text).expect("memory takes everything");
    /// assert!(text.starts_with(b"game        italian, 32 squares\n"));
    /// ```
    pub fn of(model: Model, bytes: u64) -> WeightsReport {
        let network = model.network.as_ref().map_or(0, |network| {
            let weights = network.columns.len() + network.output.len();
            weights + network.biases.len() + network.output_biases.len()
        });
        let cells = model.patterns.as_ref().map_or(0, |patterns| patterns.cells.len());
        let terms = model.patterns.as_ref().map_or(0, |patterns| patterns.terms.len());
        WeightsReport {
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

    /// Writes the report for people.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
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
