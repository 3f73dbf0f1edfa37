//! The score of a match, counted pair by pair in the order of their numbers.
//!
//! Pairs end in any order when several are played at once. They *count* in the order of their
//! numbers: a pair waits until all before it have ended. So the score, and where the test decides,
//! depend on the games alone, not on which was the quicker, and a match that is stopped by its test
//! stops after the same pair however many games were played at once. What ended beyond that pair
//! does not count. Only when a match without a test is broken off do pairs beyond a missing one
//! count, too.

use std::collections::BTreeMap;
use std::time::Duration;

use damier_rules::position::Side;

use super::results::{RefereedGame, ResultsHeader};
use super::schedule::{Meeting, Order, games_of, pair_of};
use super::statistics::{Decision, Pentanomial, Sprt, SprtState};
use crate::referee::{FaultKind, GameResult, MoveRecord};

/// The results of a player, or of a meeting from its first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// The pairs.
    pub pairs: Pentanomial,
}

impl Standing {
    /// The games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The share of drawn games; no number without games.
    pub fn draw_rate(&self) -> f64 {
        self.draws as f64 / self.games() as f64
    }

    fn add(&mut self, half_points: [u8; 2]) {
        for points in half_points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs.record(half_points.iter().sum());
    }
}

/// What a player puts into its moves, those of openings left out: how many, how deep, how many
/// nodes, how much time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// The moves.
    pub moves: u64,
    /// Their time by the referee's clock.
    pub time: Duration,
    /// The nodes of all moves that name them.
    pub nodes: u64,
    depths: u64,
    /// Not every player names depth and nodes of every move: means are of those that do.
    with_depth: u64,
    with_nodes: u64,
    time_of_nodes: Duration,
}

impl Effort {
    /// Adds a move.
    pub fn add(&mut self, record: &MoveRecord) {
        self.moves += 1;
        self.time += record.time;
        if let Some(depth) = record.depth {
            self.depths += u64::from(depth);
            self.with_depth += 1;
        }
        if let Some(nodes) = record.nodes {
            self.nodes = self.nodes.saturating_add(nodes);
            self.with_nodes += 1;
            self.time_of_nodes += record.time;
        }
    }

    /// The mean depth; `None` when no move names one.
    pub fn depth(&self) -> Option<f64> {
        (self.with_depth > 0).then(|| self.depths as f64 / self.with_depth as f64)
    }

    /// Nodes a move; `None` when no move names them.
    pub fn nodes_a_move(&self) -> Option<f64> {
        (self.with_nodes > 0).then(|| self.nodes as f64 / self.with_nodes as f64)
    }

    /// Seconds a move; `None` without moves.
    pub fn seconds_a_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.time.as_secs_f64() / self.moves as f64)
    }

    /// Nodes a second; `None` when no move names nodes, or none took time.
    pub fn speed(&self) -> Option<f64> {
        let is_measured = self.with_nodes > 0 && !self.time_of_nodes.is_zero();
        is_measured.then(|| self.nodes as f64 / self.time_of_nodes.as_secs_f64())
    }
}

/// The score of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    /// What each player has reached.
    pub players: Vec<Standing>,
    /// What each player has put into its moves.
    pub efforts: Vec<Effort>,
    /// What the first of two players has reached against the second: by game of draughts, first
    /// and second player.
    pub meetings: BTreeMap<(usize, usize, usize), Standing>,
    /// How often a player failed, by player and kind.
    pub faults: BTreeMap<(usize, FaultKind), u64>,
}

impl MatchScore {
    fn add(&mut self, meeting: Meeting, games: &[RefereedGame; 2]) {
        let Meeting { section, first, second, .. } = meeting;
        let points = games.each_ref().map(|played| half_points(played, first));
        let others = points.map(|points| 2 - points);
        self.meetings.entry((section, first, second)).or_default().add(points);
        for (player, points) in [(first, points), (second, others)] {
            if let Some(standing) = self.players.get_mut(player) {
                standing.add(points);
            }
        }
        for played in games {
            self.add_effort(played);
            for fault in &played.record.faults {
                let player = if fault.side == Side::White { played.white } else { played.black };
                *self.faults.entry((player, fault.fault.kind)).or_default() += 1;
            }
        }
    }

    fn add_effort(&mut self, played: &RefereedGame) {
        let record = &played.record;
        for (index, played_move) in record.moves.iter().enumerate().skip(record.opening) {
            let is_white = record.mover(index) == Side::White;
            let player = if is_white { played.white } else { played.black };
            if let Some(effort) = self.efforts.get_mut(player) {
                effort.add(played_move);
            }
        }
    }

    /// What the first player has reached in all.
    pub fn first(&self) -> Standing {
        self.players.first().copied().unwrap_or_default()
    }

    /// What the first player has reached in one game of draughts.
    pub fn first_in(&self, wanted: usize) -> Standing {
        let mut sum = Standing::default();
        let meetings = self
            .meetings
            .iter()
            .filter(|((section, first, _), _)| (*section, *first) == (wanted, 0));
        for (_, standing) in meetings {
            sum.wins += standing.wins;
            sum.losses += standing.losses;
            sum.draws += standing.draws;
            sum.pairs += standing.pairs;
        }
        sum
    }
}

/// The half points that a player has from a finished game in which it took part.
pub fn half_points(played: &RefereedGame, player: usize) -> u8 {
    let side = if played.white == player { Side::White } else { Side::Black };
    match played.record.result {
        GameResult::Drawn | GameResult::None => 1,
        result if result.winner() == Some(side) => 2,
        _ => 0,
    }
}

/// A pair that has come to count.
#[derive(Clone, Debug, PartialEq)]
pub struct Settled {
    /// Its number, from 0.
    pub pair: u64,
    /// Its games.
    pub games: [RefereedGame; 2],
}

/// A match's games, those that count and those that wait.
#[derive(Clone, Debug)]
pub struct Ledger {
    order: Order,
    header: ResultsHeader,
    sprt: Option<Sprt>,
    /// The first pair that does not count yet.
    next: u64,
    waiting: BTreeMap<u64, [Option<RefereedGame>; 2]>,
    score: MatchScore,
    decision: Option<Decision>,
}

impl Ledger {
    /// The ledger of a match, or of a shard of one, of which nothing has been played. A shard is
    /// too little for the test to decide: the whole match is tested when its shards are merged.
    pub fn new(header: &ResultsHeader) -> Ledger {
        let settings = &header.settings;
        let (variants, players) = (settings.variants.len(), settings.players.len());
        Ledger {
            order: Order::new(variants, players, settings.pairing),
            header: header.clone(),
            sprt: settings.sprt.filter(|_| header.shard.is_none()),
            next: 0,
            waiting: BTreeMap::new(),
            score: MatchScore {
                players: vec![Standing::default(); players],
                efforts: vec![Effort::default(); players],
                ..MatchScore::default()
            },
            decision: None,
        }
    }

    /// The settings of the match.
    pub fn header(&self) -> &ResultsHeader {
        &self.header
    }

    /// Takes a finished game, in any order.
    pub fn add(&mut self, played: RefereedGame) {
        let pair = pair_of(played.game);
        let index = usize::from(played.game.is_multiple_of(2));
        if let Some(game) = self.waiting.entry(pair).or_default().get_mut(index) {
            *game = Some(played);
        }
    }

    /// The next pair in order, if both its games are finished: it counts from now on. None counts
    /// after the test has decided.
    pub fn settle(&mut self) -> Option<Settled> {
        if self.decision.is_some() {
            return None;
        }
        let pair = self.open_pairs().next()?;
        if !matches!(self.waiting.get(&pair), Some([Some(_), Some(_)])) {
            return None;
        }
        let settled = self.count(pair)?;
        self.next = pair + 1;
        self.decision = self.test().and_then(|state| state.decision);
        Some(settled)
    }

    /// At the end of a match that is not complete: the next pair whose games are finished, though
    /// one before it is missing. Where there is a test it must not count, for which pairs are
    /// missing may depend on how they went.
    pub fn settle_beyond_gaps(&mut self) -> Option<Settled> {
        let complete = |(pair, games): (&u64, &[Option<RefereedGame>; 2])| {
            games.iter().all(Option::is_some).then_some(*pair)
        };
        match self.header.settings.sprt {
            Some(_) => None,
            None => self.waiting.iter().find_map(complete).and_then(|pair| self.count(pair)),
        }
    }

    /// Lets a pair count.
    fn count(&mut self, pair: u64) -> Option<Settled> {
        let Some([Some(first), Some(second)]) = self.waiting.remove(&pair) else { return None };
        let games = [first, second];
        self.score.add(self.order.meeting(pair), &games);
        Some(Settled { pair, games })
    }

    /// How far the test is, if there is one.
    pub fn test(&self) -> Option<SprtState> {
        self.sprt.map(|sprt| sprt.state(&self.score.first().pairs))
    }

    /// What the test has decided.
    pub fn decision(&self) -> Option<Decision> {
        self.decision
    }

    /// The score of all that counts.
    pub fn score(&self) -> &MatchScore {
        &self.score
    }

    /// Whether nothing is left to be played.
    pub fn is_over(&self) -> bool {
        self.decision.is_some() || self.open_pairs().next().is_none()
    }

    /// Finished games that do not count: of pairs that are not complete, or before which one is
    /// not, or beyond the decision.
    pub fn waiting(&self) -> usize {
        self.waiting.values().flatten().flatten().count()
    }

    /// The games that are left to be played, by pair.
    pub fn missing(&self) -> impl Iterator<Item = Vec<u64>> {
        let pairs = self.open_pairs().filter(|_| self.decision.is_none());
        pairs.map(|pair| self.missing_of(pair)).filter(|games| !games.is_empty())
    }

    /// The pairs of the match, or of its shard, that do not count yet.
    fn open_pairs(&self) -> impl Iterator<Item = u64> {
        let pairs = self.next..self.header.settings.pairs;
        pairs.filter(|&pair| self.header.has_pair(pair))
    }

    fn missing_of(&self, pair: u64) -> Vec<u64> {
        let waiting = self.waiting.get(&pair);
        let is_missing =
            |index: usize| waiting.and_then(|games| games.get(index)).is_none_or(Option::is_none);
        let games = games_of(pair).into_iter().enumerate();
        games.filter(|(index, _)| is_missing(*index)).map(|(_, game)| game).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_the_moves_that_name_their_numbers() {
        let mut effort = Effort::default();
        assert_eq!((effort.depth(), effort.nodes_a_move()), (None, None));
        assert_eq!((effort.seconds_a_move(), effort.speed()), (None, None));
        let mut record = MoveRecord {
            text: "32-28".to_owned(),
            time: Duration::from_millis(500),
            score: None,
            depth: Some(9),
            nodes: Some(3_000),
        };
        effort.add(&record);
        record.nodes = Some(5_000);
        effort.add(&record);
        (record.depth, record.nodes, record.time) = (None, None, Duration::from_secs(2));
        effort.add(&record);
        assert_eq!((effort.moves, effort.nodes), (3, 8_000));
        assert_eq!((effort.depth(), effort.nodes_a_move()), (Some(9.0), Some(4_000.0)));
        assert_eq!((effort.seconds_a_move(), effort.speed()), (Some(1.0), Some(8_000.0)));
    }
}
