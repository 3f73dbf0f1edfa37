//! The weights that are compiled in.

use std::sync::{Arc, OnceLock};

use damier_rules::rules::{self, MoveRules};

use super::model::Model;

/// Weights that the program carries, of a named game.
struct Carried {
    game: &'static str,
    bytes: &'static [u8],
    /// Decoded when first used.
    model: OnceLock<Option<Arc<Model>>>,
}

impl Carried {
    /// The model; `None` only if the build was given a broken file, which a test excludes.
    fn model(&self) -> Option<Arc<Model>> {
        self.model.get_or_init(|| Model::read(self.bytes).ok().map(Arc::new)).clone()
    }
}

/// The carried weights of games, from `engine/weights`.
macro_rules! carried {
    ($($game:literal),*) => {
        [$(Carried {
            game: $game,
            bytes: include_bytes!(concat!("../../weights/", $game, ".weights")),
            model: OnceLock::new(),
        }),*]
    };
}

static CARRIED: [Carried; 3] = carried!["italian", "english", "international"];

/// The carried weights of the nearest game, `None` where no game is near.
pub(super) fn model_for(rules: &MoveRules) -> Option<Arc<Model>> {
    let known = CARRIED.iter().filter_map(|carried| {
        let distance = distance(rules, &rules::named(carried.game)?.moves)?;
        Some((distance, carried))
    });
    known.min_by_key(|&(distance, _)| distance)?.1.model()
}

/// How much two rule sets differ in what positions are worth; `None` where the weights of one are
/// of no use to the other: on another board, or where kings are of another kind.
fn distance(one: &MoveRules, other: &MoveRules) -> Option<u32> {
    if one.geometry != other.geometry || one.king != other.king {
        return None;
    }
    let differences = [
        (8, one.capture != other.capture),
        (4, one.men_capture_backward != other.men_capture_backward),
        (2, one.men_capture_kings != other.men_capture_kings),
        (2, one.break_off != other.break_off),
        (1, one.crowning != other.crowning),
        (1, one.precedence != other.precedence),
    ];
    Some(differences.iter().map(|&(weight, differs)| weight * u32::from(differs)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_is_carried_is_whole_and_of_its_game() {
        for carried in &CARRIED {
            let rules = rules::named(carried.game).expect("a named game").moves;
            let model = carried.model().expect("a whole file");
            assert_eq!(model.game, carried.game);
            assert_eq!(model.fingerprint, rules.fingerprint(), "{}", carried.game);
            assert!(Arc::ptr_eq(&model_for(&rules).unwrap(), &model));
        }
    }

    #[test]
    fn other_boards_and_other_kings_have_no_use_for_weights() {
        let moves = |name| rules::named(name).unwrap().moves;
        assert_eq!(distance(&moves("italian"), &moves("international")), None);
        assert_eq!(distance(&moves("italian"), &moves("russian")), None);
        assert_eq!(distance(&moves("italian"), &moves("italian")), Some(0));
        assert!(distance(&moves("italian"), &moves("english")) > Some(0));
    }
}
