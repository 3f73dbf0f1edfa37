//! Ends games that both players have long decided.

use damier_engine::score::Score;
use damier_rules::position::{Move, Side};

use super::record::{GameResult, Reason};

/// When the referee ends a game that is not over; nothing of it is on unless asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// When a side is taken to be lost.
    pub resign: Option<ResignRule>,
    /// When a game is taken to be drawn.
    pub draw: Option<DrawAgreement>,
    /// The most moves of each side, those of the opening included; then the game is drawn.
    pub longest: Option<usize>,
}

/// A side is lost when the scores of both players have agreed on it long enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// What the scores must reach, in favour of the same side.
    pub score: Score,
    /// For how many moves of each side on end.
    pub moves: usize,
}

/// A game is drawn when both players have found it level long enough, without a capture or a
/// crowning between: where the pieces change, earlier scores are of another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawAgreement {
    /// What the scores must not exceed, in favour of either side.
    pub score: Score,
    /// For how many moves of each side on end.
    pub moves: usize,
    /// How many moves of each side must have been played, those of the opening included.
    pub after: usize,
}

/// Counts what the players agree on.
#[derive(Clone, Debug, Default)]
pub(super) struct Agreement {
    /// The side that is winning, and for how many plies on end.
    winning: Option<(Side, usize)>,
    /// Plies on end for which the game is level.
    level: usize,
}

impl Agreement {
    /// A move was played, with the score that came with it. A player that names no score
    /// agrees with nothing.
    pub fn add(&mut self, rules: &Adjudication, mover: Side, played: &Move, score: Option<Score>) {
        let resign = rules.resign.and_then(|rule| winning(mover, score?, rule.score));
        self.winning = resign.map(|side| match self.winning {
            Some((winner, plies)) if winner == side => (side, plies + 1),
            _ => (side, 1),
        });
        let is_level = |rule: DrawAgreement| score.is_some_and(|score| within(score, rule.score));
        let is_quiet = played.captured.is_empty() && !played.crowned;
        self.level = if is_quiet && rules.draw.is_some_and(is_level) { self.level + 1 } else { 0 };
    }

    /// How the game is adjudicated after so many plies, if it is.
    pub fn verdict(&self, rules: &Adjudication, plies: usize) -> Option<(GameResult, Reason)> {
        if let (Some(rule), Some((winner, agreed))) = (rules.resign, self.winning)
            && agreed >= 2 * rule.moves.max(1)
        {
            let reason = Reason::ResignAdjudication { side: winner.opponent() };
            return Some((GameResult::won_by(winner), reason));
        }
        if let Some(rule) = rules.draw
            && self.level >= 2 * rule.moves.max(1)
            && plies >= 2 * rule.after
        {
            return Some((GameResult::Drawn, Reason::DrawAdjudication));
        }
        let longest = rules.longest.filter(|longest| plies >= 2 * longest);
        longest.map(|_| (GameResult::Drawn, Reason::LengthAdjudication { plies }))
    }
}

/// The side that is winning by the mover's score.
fn winning(mover: Side, score: Score, bound: Score) -> Option<Side> {
    if score >= bound {
        Some(mover)
    } else if score <= -bound {
        Some(mover.opponent())
    } else {
        None
    }
}

fn within(score: Score, bound: Score) -> bool {
    -bound <= score && score <= bound
}

#[cfg(test)]
mod tests {
    use damier_rules::board::{Square, SquareSet};

    use super::*;

    /// A quiet move, a capture, and a man that is crowned.
    fn moves() -> [Move; 3] {
        let [from, to, taken] = [21, 17, 18].map(|index| Square::new(index).unwrap());
        let quiet = Move { captured: SquareSet::default(), from, to, crowned: false };
        let capture = Move { captured: taken.set(), ..quiet };
        [quiet, capture, Move { crowned: true, ..quiet }]
    }

    fn verdict(rules: &Adjudication, scores: &[Option<i32>]) -> Option<(GameResult, Reason)> {
        let [quiet, ..] = moves();
        let scores: Vec<_> = scores.iter().map(|&score| (quiet, score)).collect();
        verdict_of(rules, &scores)
    }

    fn verdict_of(
        rules: &Adjudication,
        plies: &[(Move, Option<i32>)],
    ) -> Option<(GameResult, Reason)> {
        let mut agreement = Agreement::default();
        let mut mover = Side::White;
        for (played, score) in plies {
            agreement.add(rules, mover, played, score.map(Score::evaluation));
            mover = mover.opponent();
        }
        agreement.verdict(rules, plies.len())
    }

    #[test]
    fn both_must_agree_that_a_side_is_lost() {
        let resign = ResignRule { score: Score::evaluation(300), moves: 2 };
        let rules = Adjudication { resign: Some(resign), ..Adjudication::default() };
        let lost = (GameResult::BlackWins, Reason::ResignAdjudication { side: Side::White });
        let (worse, better) = (Some(-300), Some(500));
        assert_eq!(verdict(&rules, &[worse, better, worse, better]), Some(lost));
        assert_eq!(verdict(&rules, &[worse, better, worse]), None);
        assert_eq!(verdict(&rules, &[worse, better, None, better]), None);
        assert_eq!(verdict(&rules, &[worse, Some(299), worse, better]), None);
        assert_eq!(verdict(&rules, &[better; 8]), None, "each believes to win");
    }

    #[test]
    fn a_level_game_is_drawn_after_its_move() {
        let draw = DrawAgreement { score: Score::evaluation(10), moves: 1, after: 2 };
        let rules = Adjudication { draw: Some(draw), ..Adjudication::default() };
        assert_eq!(verdict(&rules, &[Some(0), Some(-10)]), None);
        let drawn = Some((GameResult::Drawn, Reason::DrawAdjudication));
        assert_eq!(verdict(&rules, &[None, None, Some(0), Some(-10)]), drawn);
        assert_eq!(verdict(&rules, &[None, None, Some(11), Some(0)]), None);
        let rules = Adjudication { longest: Some(1), ..Adjudication::default() };
        let long = (GameResult::Drawn, Reason::LengthAdjudication { plies: 2 });
        assert_eq!(verdict(&rules, &[None, None]), Some(long));
    }

    #[test]
    fn a_capture_or_a_crowning_starts_the_count_of_a_draw_anew() {
        let draw = DrawAgreement { score: Score::evaluation(10), moves: 2, after: 0 };
        let rules = Adjudication { draw: Some(draw), ..Adjudication::default() };
        let drawn = Some((GameResult::Drawn, Reason::DrawAdjudication));
        let [quiet, capture, crowning] = moves().map(|played| (played, Some(0)));
        assert_eq!(verdict_of(&rules, &[quiet; 4]), drawn);
        for loud in [capture, crowning] {
            assert_eq!(verdict_of(&rules, &[quiet, quiet, loud, quiet, quiet, quiet]), None);
            let plies = [quiet, quiet, quiet, loud, quiet, quiet, quiet, quiet];
            assert_eq!(verdict_of(&rules, &plies), drawn);
            assert_eq!(verdict_of(&rules, &plies[..7]), None);
        }
        // It does not interrupt the count of a lost game.
        let resign = ResignRule { score: Score::evaluation(300), moves: 1 };
        let rules = Adjudication { resign: Some(resign), ..Adjudication::default() };
        let plies = [(capture.0, Some(400)), (capture.0, Some(-400))];
        assert!(verdict_of(&rules, &plies).is_some());
    }
}
