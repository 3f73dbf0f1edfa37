//! The oracle's comparison of captures.

use damier_rules::position::Rank;
use damier_rules::rules::{Criterion, MoveRules};

use super::oracle::Path;

/// The paths that no other goes before: under each criterion in turn only the best are kept.
pub fn best(rules: &MoveRules, mut paths: Vec<Path>) -> Vec<Path> {
    for criterion in rules.precedence.iter() {
        paths = match criterion {
            Criterion::MostPieces => keep_greatest(paths, |path| path.jumped_pieces.len()),
            Criterion::ByKing => keep_greatest(paths, |path| path.rank == Rank::King),
            Criterion::MostKings => {
                keep_greatest(paths, |path| kings_met(path).iter().filter(|&&king| king).count())
            }
            Criterion::EarliestKing => keep_greatest(paths, kings_met),
        };
    }
    paths
}

/// For each piece in the order of taking whether it is a king. Where the capture is over no king
/// is met, so a shorter capture is no worse than one that goes on over men.
fn kings_met(path: &Path) -> Vec<bool> {
    let mut met: Vec<bool> =
        path.jumped_pieces.iter().map(|&(_, rank)| rank == Rank::King).collect();
    while met.last() == Some(&false) {
        met.pop();
    }
    met
}

fn keep_greatest<K: Ord>(paths: Vec<Path>, key: impl Fn(&Path) -> K) -> Vec<Path> {
    let greatest = paths.iter().map(&key).max();
    paths.into_iter().filter(|path| Some(key(path)) == greatest).collect()
}
