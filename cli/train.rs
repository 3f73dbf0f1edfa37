//! `damier train`: from games to weights.

mod report;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context, bail};
use damier_engine::eval::model::Model;
use damier_report::weights::WeightsReport;
use damier_rules::variant::Variant;
use damier_train::fit::{Epoch, FitError, FitSettings, Fitted, Loss, Trainer, drop_threatened};
use damier_train::samples::{self, Sample, SampleReader};
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{LossArg, Switch, ThreatsArg, TrainArgs, TrainCommand, WeightsArgs};
use crate::exit::{ExitAnswer, complain, cut_off, watch_interrupts};
use crate::output::{is_stream, json_line, replace};
use crate::setup;

use report::{EpochLine, HEADING, QuantisationError, Summary, draw_curve};

pub fn run(args: &TrainArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    match (&args.command, &args.output) {
        (Some(TrainCommand::Show(args)), _) => show(args, out),
        (None, Some(output)) => train(args, output, out).map_err(cut_off),
        (None, None) => bail!("--output WEIGHTS is missing"),
    }
}

fn train(args: &TrainArgs, output: &Path, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let variant = setup::variant(&args.game, "italian")?;
    let from = args.from.as_deref().map(read_model).transpose()?;
    let stop = watch_interrupts()?;
    let threads = rayon::ThreadPoolBuilder::new().num_threads(args.threads.unwrap_or(0));
    let pool = threads.build().context("--threads")?;
    let data = TrainingData::load(args, variant)?;
    let mut trainer =
        pool.install(|| Trainer::new(variant, &data.samples, settings(args), from.as_ref()))?;
    let mut fitting = Fitting { args, output, stop: &stop, lines: Vec::new(), kept: None };
    fitting.rounds(&mut trainer, &pool, out)?;
    fitting.fill_streams()?;
    let interrupted = stop.load(Ordering::Relaxed);
    match &fitting.kept {
        Some(kept) => summary(&data, &trainer, kept, fitting.lines.len(), interrupted)
            .write(args.json, output, out)?,
        None if interrupted => complain("interrupted before weights were written"),
        None => bail!("ended before weights were written"),
    }
    Ok(if interrupted { ExitAnswer::Interrupted } else { ExitAnswer::Yes })
}

fn settings(args: &TrainArgs) -> FitSettings {
    FitSettings {
        hidden: args.hidden,
        patterns: args.patterns == Switch::On,
        epochs: args.epochs,
        batch: args.batch,
        lambda: args.lambda,
        score_scale: args.score_scale,
        rate: args.rate,
        decay: args.decay,
        loss: match args.loss {
            LossArg::CrossEntropy => Loss::CrossEntropy,
            LossArg::Squared => Loss::Squared,
        },
        validation: f64::from(args.validation),
        seed: args.seed,
    }
}

/// What training has come to.
fn summary(
    data: &TrainingData,
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
        quantisation: QuantisationError {
            mean: quantisation.mean,
            greatest: quantisation.greatest,
        },
        scale: kept.fitted.model.calibration.scale,
        checksum: format!("{:08x}", kept.fitted.model.checksum()),
        bytes: kept.bytes.len(),
        interrupted,
    }
}

/// The positions, and how many were left out.
struct TrainingData {
    samples: Vec<Sample>,
    /// That came again.
    duplicates: usize,
    /// In which the other side threatens to capture.
    threatened: usize,
    /// From which they are.
    games: usize,
}

impl TrainingData {
    /// # Errors
    /// When a file cannot be read, is damaged, or is of another game.
    fn load(args: &TrainArgs, variant: Variant) -> anyhow::Result<TrainingData> {
        let mut samples = samples::load(&args.data, variant)?;
        let mut all = 0;
        for path in &args.data {
            for record in SampleReader::open(path)? {
                all += record?.samples.len();
            }
        }
        let unique = samples.len();
        if args.threats == ThreatsArg::Drop {
            drop_threatened(&mut samples, variant);
        }
        let games: HashSet<u32> = samples.iter().map(|sample| sample.game).collect();
        Ok(TrainingData {
            duplicates: all.saturating_sub(unique),
            threatened: unique - samples.len(),
            games: games.len(),
            samples,
        })
    }
}

/// The best model, which is in its file, and what it is there.
struct Kept {
    epoch: usize,
    fitted: Fitted,
    bytes: Vec<u8>,
}

/// The rounds as they go.
struct Fitting<'a> {
    args: &'a TrainArgs,
    output: &'a Path,
    stop: &'a AtomicBool,
    lines: Vec<EpochLine>,
    kept: Option<Kept>,
}

impl Fitting<'_> {
    fn rounds(
        &mut self,
        trainer: &mut Trainer,
        pool: &rayon::ThreadPool,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let (training, _) = trainer.counts();
        if !self.args.json {
            writeln!(out, "{}", HEADING)?;
        }
        while !trainer.is_finished() && !self.stop.load(Ordering::Relaxed) {
            let bar = bar(training as u64);
            let start = Instant::now();
            let epoch = pool
                .install(|| trainer.epoch(self.stop, &mut |done| bar.set_position(done as u64)));
            bar.finish_and_clear();
            let line = EpochLine::of(&epoch, start.elapsed().as_secs_f64());
            line.write(self.args.json, out)?;
            out.flush()?;
            self.lines.push(line);
            self.keep(&epoch, || pool.install(|| trainer.model()))?;
        }
        Ok(())
    }

    /// Writes the best model and the curve where only one of them can be written.
    fn fill_streams(&self) -> anyhow::Result<()> {
        if let Some(path) = self.args.curve.as_deref().filter(|path| is_stream(path)) {
            replace(path, draw_curve(&self.lines)?.as_bytes())?;
        }
        match &self.kept {
            Some(kept) if is_stream(self.output) => replace(self.output, &kept.bytes),
            _ => Ok(()),
        }
    }

    /// Writes the model if it is the best so far.
    fn keep(
        &mut self,
        epoch: &Epoch,
        fitted: impl FnOnce() -> Result<Fitted, FitError>,
    ) -> anyhow::Result<()> {
        if let Some(path) = self.args.curve.as_deref().filter(|path| !is_stream(path)) {
            replace(path, draw_curve(&self.lines)?.as_bytes())?;
        }
        if !epoch.best {
            return Ok(());
        }
        match fitted() {
            Ok(fitted) => {
                let bytes = fitted.model.write();
                if !is_stream(self.output) {
                    replace(self.output, &bytes)?;
                }
                self.kept = Some(Kept { epoch: epoch.number, fitted, bytes });
            }
            // A model that has learnt little yet has large units; a later one may do.
            Err(error) => complain(&format!("epoch {} is not written: {error}", epoch.number)),
        }
        Ok(())
    }
}

/// A bar on a terminal, nothing elsewhere.
fn bar(samples: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:12} {pos}/{len} positions, {eta} left");
    ProgressBar::new(samples).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The model of a file of weights.
fn read_model(path: &Path) -> anyhow::Result<Model> {
    let name = || path.display().to_string();
    Model::read(&fs::read(path).with_context(name)?).with_context(name)
}

/// `damier train show`: what a file of weights is.
fn show(args: &WeightsArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let model = read_model(&args.file)?;
    let file = fs::metadata(&args.file).with_context(|| args.file.display().to_string())?;
    let report = WeightsReport::of(model, file.len());
    match args.json {
        true => json_line(out, &report)?,
        false => report.write(out)?,
    }
    Ok(ExitAnswer::Yes)
}
