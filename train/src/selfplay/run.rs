//! Many games at once, written in the order of their numbers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use damier_engine::search::TableTooLarge;
use damier_rules::variant::Variant;

use super::SelfplaySettings;
use super::player::{Openings, SelfplayPlayer};
use crate::samples::{SampleError, SampleWriter, SampledGame};

/// When there are enough games in the file, earlier ones included; without a target it goes on
/// until it is stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// So many games.
    pub games: Option<u64>,
    /// So many samples; the game that reaches them is the last.
    pub positions: Option<u64>,
}

/// What is in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Games.
    pub games: u64,
    /// Samples.
    pub positions: u64,
}

impl Totals {
    /// Of the file being written.
    pub fn of(writer: &SampleWriter) -> Totals {
        Totals { games: writer.games(), positions: writer.samples() }
    }

    /// Whether this is enough.
    pub fn reach(&self, target: &Target) -> bool {
        target.games.is_some_and(|games| self.games >= games)
            || target.positions.is_some_and(|positions| self.positions >= positions)
    }
}

/// Why no more games are played.
#[derive(Debug, thiserror::Error)]
pub enum SelfplayError {
    /// The file cannot be written.
    #[error(transparent)]
    Samples(#[from] SampleError),
    /// There is no memory for the searches.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
}

/// Plays games on `threads` threads from where the file ends until the target is reached or `stop`
/// is set, and reports the totals after each game that was written. The games that run when it ends
/// are dropped. The file is the same whatever the number of threads and however often it was
/// stopped.
///
/// # Errors
/// When the file cannot be written, or there is no memory.
///
/// ```
/// use std::sync::atomic::AtomicBool;
///
/// use damier_rules::variant::Variant;
/// use damier_train::samples::SampleWriter;
/// use damier_train::selfplay::{SelfplaySettings, Target, run};
///
/// # let folder = tempfile::tempdir()?;
/// let russian = Variant::named("russian").unwrap();
/// let settings = SelfplaySettings { nodes: 50, ..SelfplaySettings::default() };
/// let path = folder.path().join("russian.games");
/// let mut writer = SampleWriter::open(&path, &settings.header(russian))?;
/// let (target, stop) = (Target { games: None, positions: Some(50) }, AtomicBool::new(false));
/// let totals = run(russian, &settings, target, 2, &mut writer, &stop, &mut |totals| {
///     println!("{} games, {} positions", totals.games, totals.positions);
/// })?;
/// assert!(totals.positions >= 50);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(
    variant: Variant,
    settings: &SelfplaySettings,
    target: Target,
    threads: usize,
    writer: &mut SampleWriter,
    stop: &AtomicBool,
    report: &mut dyn FnMut(Totals),
) -> Result<Totals, SelfplayError> {
    if Totals::of(writer).reach(&target) {
        return Ok(Totals::of(writer));
    }
    let openings = Openings::of(variant);
    let enough = AtomicBool::new(false);
    let player = |_| SelfplayPlayer::new(settings, &openings, [stop, &enough]);
    let players = (0..threads.max(1)).map(player).collect::<Result<Vec<SelfplayPlayer>, _>>()?;
    let next = AtomicU64::new(writer.games());
    let (sender, receiver) = mpsc::channel();
    let numbers = writer.numbers();
    let written = thread::scope(|scope| {
        for mut player in players {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if target.games.is_some_and(|games| index >= games) {
                        return;
                    }
                    let record = numbers.at(index).map(|number| player.play(number)).transpose();
                    let Some(record) = record else { return };
                    // The receiver is gone when there are enough.
                    if sender.send((index, record)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let written = write(&receiver, target, writer, report);
        enough.store(true, Ordering::Relaxed);
        written
    });
    written?;
    Ok(Totals::of(writer))
}

/// Writes the games in order as they come, until the target is reached or no more come.
fn write(
    receiver: &mpsc::Receiver<(u64, Result<SampledGame, SampleError>)>,
    target: Target,
    writer: &mut SampleWriter,
    report: &mut dyn FnMut(Totals),
) -> Result<(), SelfplayError> {
    let mut waiting = BTreeMap::new();
    for (index, record) in receiver {
        waiting.insert(index, record?);
        while let Some(record) = waiting.remove(&writer.games()) {
            writer.append(&record)?;
            let totals = Totals::of(writer);
            report(totals);
            if totals.reach(&target) {
                return Ok(());
            }
        }
    }
    Ok(())
}
