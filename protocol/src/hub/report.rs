//! How the search's lines and its answer are written.

use damier_engine::search::{Answer, Bound, Line};
use damier_rules::notation::{SquareOrder, hub_move};
use damier_rules::position::Move;
use damier_rules::rules::RuleSet;

use super::hub1::{self, Dialect};
use super::line::HubLine;

/// Turns the reports of one search into lines of the protocol.
///
/// With several lines wanted, those of one depth are kept back until all are there, and written
/// with the best one last: a client that keeps the last line it saw keeps the best.
#[derive(Debug)]
pub(crate) struct Reporter {
    rules: RuleSet,
    order: SquareOrder,
    dialect: Dialect,
    /// Whether lines carry their rank.
    ranked: bool,
    /// How many lines a depth has.
    expected: usize,
    batch: Vec<Line>,
    /// The first move of the line written last.
    last: Option<Move>,
}

impl Reporter {
    /// For a search of a position with so many legal moves, of which `wanted` lines are wanted.
    pub(crate) fn new(rules: RuleSet, order: SquareOrder, wanted: usize, legal: usize) -> Reporter {
        let expected = wanted.min(legal).max(1);
        let (dialect, batch) = (Dialect::Two, Vec::new());
        Reporter { rules, order, dialect, ranked: wanted > 1, expected, batch, last: None }
    }

    /// The same in a version of the protocol.
    pub(super) fn with_dialect(self, dialect: Dialect) -> Reporter {
        Reporter { dialect, ..self }
    }

    /// What to write when the search has found this line.
    pub(crate) fn line(&mut self, line: &Line) -> Vec<HubLine> {
        if line.bound != Bound::Exact || line.moves.is_empty() {
            return Vec::new();
        }
        let same_depth = self.batch.first().is_none_or(|first| first.depth == line.depth);
        let mut replies = if same_depth { Vec::new() } else { self.flush() };
        self.batch.retain(|earlier| earlier.rank != line.rank);
        self.batch.push(line.clone());
        if self.batch.len() >= self.expected {
            replies.append(&mut self.flush());
        }
        replies
    }

    /// What to write when the search has ended: what was kept back or the line of the move
    /// answered, if it was not the last one written, and `done`.
    pub(crate) fn answer(&mut self, answer: &Answer) -> (Vec<HubLine>, HubLine) {
        let mut replies = self.flush();
        let Some(best) = answer.best else { return (replies, self.done(None, None)) };
        if self.last != Some(best) {
            self.batch =
                answer.lines.iter().filter(|line| !line.moves.is_empty()).cloned().collect();
            replies.append(&mut self.flush());
        }
        if self.last != Some(best) {
            replies.push(self.info(&bare_line(best, answer.nodes)));
        }
        (replies, self.done(Some(best), answer.ponder))
    }

    fn done(&self, best: Option<Move>, ponder: Option<Move>) -> HubLine {
        let best = best.map(|best| self.text(&best));
        let ponder = ponder.map(|ponder| self.text(&ponder));
        if self.dialect == Dialect::One {
            return hub1::answer(best.as_deref(), ponder.as_deref());
        }
        let fields = [("move", best), ("ponder", ponder)];
        fields.into_iter().fold(HubLine::new("done"), |done, (name, text)| match text {
            Some(text) => done.with(name, text),
            None => done,
        })
    }

    /// The lines kept back, the best one last.
    fn flush(&mut self) -> Vec<HubLine> {
        let mut batch = std::mem::take(&mut self.batch);
        batch.sort_by_key(|line| std::cmp::Reverse(line.rank));
        if let Some(line) = batch.last() {
            self.last = line.moves.first().copied();
        }
        batch.iter().map(|line| self.info(line)).collect()
    }

    fn info(&self, line: &Line) -> HubLine {
        let moves: Vec<String> = line.moves.iter().map(|played| self.text(played)).collect();
        let moves = moves.join(" ");
        let mean_depth = if line.mean_depth.is_finite() { line.mean_depth } else { 0.0 };
        if self.dialect == Dialect::One {
            return hub1::info(&Line { mean_depth, ..line.clone() }, &moves);
        }
        let reply = HubLine::new("info")
            .with("depth", line.depth)
            .with("mean-depth", format!("{mean_depth:.1}"))
            .with("score", format!("{:.2}", f64::from(line.score.raw()) / 100.0))
            .with("nodes", line.nodes)
            .with("time", format!("{:.3}", line.time.as_secs_f64()))
            .with("nps", format!("{:.1}", line.speed() / 1e6))
            .with("pv", moves);
        // Behind the moves, as lidraughts and others want to see the fields before them as they
        // are.
        if self.ranked { reply.with("multipv", line.rank) } else { reply }
    }

    fn text(&self, played: &Move) -> String {
        hub_move(&self.rules, played, self.order)
    }
}

/// A line for a move of which the search has reported nothing.
fn bare_line(best: Move, nodes: u64) -> Line {
    Line {
        rank: 1,
        depth: 0,
        mean_depth: 0.0,
        score: damier_engine::score::Score::DRAW,
        bound: Bound::Exact,
        nodes,
        time: std::time::Duration::ZERO,
        table_fill: 0,
        moves: vec![best],
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use damier_engine::score::Score;
    use damier_rules::variant::Variant;

    use super::*;

    fn variant() -> Variant {
        Variant::named("international").unwrap()
    }

    fn moves() -> Vec<Move> {
        variant().legal_moves(&variant().start_position()).to_vec()
    }

    fn line(rank: usize, depth: u32) -> Line {
        let best = moves()[rank];
        Line { rank, depth, ..bare_line(best, 10) }
    }

    fn reporter(wanted: usize) -> Reporter {
        Reporter::new(*variant().rules(), SquareOrder::Plain, wanted, 9)
    }

    fn texts(replies: Vec<HubLine>) -> Vec<String> {
        replies.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_field_is_written_in_its_order() {
        let best = moves()[0];
        let line = Line {
            depth: 9,
            mean_depth: 8.66,
            score: Score::win_in(7),
            nodes: 2_500_000,
            time: Duration::from_millis(1_250),
            ..bare_line(best, 0)
        };
        assert_eq!(
            texts(reporter(1).line(&line)),
            ["info depth=9 mean-depth=8.7 score=99.93 nodes=2500000 time=1.250 nps=2.0 pv=31-26"]
        );
        let zero = Line { mean_depth: f64::NAN, moves: vec![best, best], ..bare_line(best, 0) };
        assert_eq!(
            texts(reporter(1).line(&zero)),
            [
                "info depth=0 mean-depth=0.0 score=0.00 nodes=0 time=0.000 nps=0.0 pv=\"31-26 31-26\""
            ]
        );
    }

    #[test]
    fn lines_of_one_depth_are_written_together_the_best_last() {
        let mut reporter = reporter(3);
        assert!(reporter.line(&line(1, 1)).is_empty());
        assert!(reporter.line(&line(3, 1)).is_empty());
        let ranks = |replies: Vec<HubLine>| -> Vec<String> {
            let rank = |text: String| text.split_once("multipv=").unwrap().1[..1].to_owned();
            texts(replies).into_iter().map(rank).collect()
        };
        assert_eq!(ranks(reporter.line(&line(2, 1))), ["3", "2", "1"]);
        assert!(reporter.line(&line(1, 2)).is_empty());
        assert_eq!(ranks(reporter.line(&line(1, 3))), ["1"]);
    }

    #[test]
    fn an_answer_always_comes_with_a_line() {
        let best = moves()[2];
        let mut answer = Answer::without_search(best);
        let answered = |reporter: &mut Reporter, answer: &Answer| {
            let (mut replies, done) = reporter.answer(answer);
            replies.push(done);
            texts(replies)
        };
        let replies = answered(&mut reporter(1), &answer);
        assert_eq!(replies.len(), 2);
        assert!(replies[0].starts_with("info depth=0 ") && replies[0].ends_with("pv=32-27"));
        assert_eq!(replies[1], "done move=32-27");

        let mut reporter = reporter(1);
        reporter.line(&line(1, 1));
        (answer.ponder, answer.lines) = (Some(best), vec![line(2, 5)]);
        let replies = answered(&mut reporter, &answer);
        assert!(replies[0].starts_with("info depth=5 "));
        assert_eq!(replies[1..], ["done move=32-27 ponder=32-27"]);
        assert_eq!(answered(&mut reporter, &answer).len(), 1, "the line is not written twice");
        assert_eq!(answered(&mut reporter, &Answer::default()), ["done"]);
    }

    #[test]
    fn version_1_has_a_form_of_its_own() {
        let mut reporter = reporter(1).with_dialect(Dialect::One);
        let line = Line { depth: 9, mean_depth: 8.66, nodes: 10, ..line(1, 9) };
        assert_eq!(texts(reporter.line(&line)), ["info 9 8.7 0 10 0.00 0.0 31-27"]);
        let mut answer = Answer::without_search(moves()[1]);
        answer.ponder = Some(moves()[2]);
        assert_eq!(reporter.answer(&answer).1.to_string(), "move 31-27 32-27");
        assert_eq!(reporter.answer(&Answer::default()).1.to_string(), "move");
    }

    #[test]
    fn bounds_are_not_written() {
        let lower = Line { bound: Bound::Lower, ..line(1, 4) };
        assert!(reporter(1).line(&lower).is_empty());
    }
}
