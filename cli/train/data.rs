//! The positions that are learnt from.

use std::collections::HashSet;

use damier_rules::variant::Variant;
use damier_train::fit::drop_threatened;
use damier_train::samples::{Reader, Sample, load};

use crate::args::{ThreatsArg, TrainArgs};

/// The positions, and how many were left out.
pub struct Data {
    pub samples: Vec<Sample>,
    /// That came again.
    pub duplicates: usize,
    /// In which the other side threatens to capture.
    pub threatened: usize,
    /// From which they are.
    pub games: usize,
}

impl Data {
    /// # Errors
    /// When a file cannot be read, is damaged, or is of another game.
    pub fn load(args: &TrainArgs, variant: Variant) -> anyhow::Result<Data> {
        let mut samples = load(&args.data, variant)?;
        let mut all = 0;
        for path in &args.data {
            for record in Reader::open(path)? {
                all += record?.samples.len();
            }
        }
        let unique = samples.len();
        if args.threats == ThreatsArg::Drop {
            drop_threatened(&mut samples, variant);
        }
        let games: HashSet<u32> = samples.iter().map(|sample| sample.game).collect();
        Ok(Data {
            duplicates: all.saturating_sub(unique),
            threatened: unique - samples.len(),
            games: games.len(),
            samples,
        })
    }
}
