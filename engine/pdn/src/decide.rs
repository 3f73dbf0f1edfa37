//! Which game a file is of whose records do not tell.

use super::reading::{Evidence, Reading, is_lettered_fen};
use super::record::Record;
use super::resolve::{seen, tells_game};
use super::result::GameResult;
use damier_rules::notation::MenOnCrownRow;
use damier_rules::rules::{ALL, RuleSet, SquareNames};
use damier_rules::variant::Variant;

/// So many more problems must be won by the side to move for that to count.
const TELLING_WINS: usize = 3;

/// What the records of a file that do not tell their game say for each of the games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Records that were asked.
    records: usize,
    /// Those that have no moves.
    positions: usize,
    games: Vec<Vote>,
}

/// What speaks for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Vote {
    /// Records that are legal to their end.
    records: usize,
    /// Legal moves.
    moves: usize,
    /// Positions without moves that are won, by their result, by the side to move.
    wins: usize,
    /// Records with squares named as in this game.
    named: usize,
}

/// The game of a file.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The game.
    pub game: Variant,
    /// Records that are legal in it.
    pub legal: usize,
    /// Records that were asked.
    pub asked: usize,
    /// Whether anything speaks for this game rather than another.
    pub told: bool,
}

impl Votes {
    /// What a record says; nothing if its tags tell its game.
    pub fn of(record: &Record, men: MenOnCrownRow) -> Votes {
        let evidence = Evidence::of(record);
        let total = record.moves().count();
        if tells_game(record) || total == 0 && evidence.fen.is_none() {
            return Votes::default();
        }
        let games = ALL.iter().map(|rules| vote(record, &evidence, total, rules, men)).collect();
        Votes { records: 1, positions: usize::from(total == 0), games }
    }

    /// Adds what another record says.
    pub fn add(&mut self, other: &Votes) {
        self.records += other.records;
        self.positions += other.positions;
        self.games.resize(self.games.len().max(other.games.len()), Vote::default());
        for (sum, vote) in self.games.iter_mut().zip(&other.games) {
            sum.records += vote.records;
            sum.moves += vote.moves;
            sum.wins += vote.wins;
            sum.named += vote.named;
        }
    }

    /// The game under which most records are legal; where several are equal, the one with most
    /// legal moves; then, for problems, the one in which the side to move wins as the results have
    /// it; then the one that names squares so; then the first in the order of [`ALL`], English
    /// draughts before all others where there are only positions. `None` where no record was asked.
    ///
    /// ```
    /// use damier_rules::notation::MenOnCrownRow;
    /// use damier_pdn::{Reader, Votes};
    ///
    /// let text = "1. c3-d4 d6-c5 1-0\n\n1. c3-d4 f6-g5 *";
    /// let mut votes = Votes::default();
    /// for record in Reader::new(text.as_bytes()) {
    ///     votes.add(&Votes::of(&record.unwrap(), MenOnCrownRow::Refuse));
    /// }
    /// let decision = votes.decide().unwrap();
    /// assert_eq!((decision.game.rules().name, decision.legal), ("russian", 2));
    /// ```
    pub fn decide(&self) -> Option<Decision> {
        let most = self.games.iter().map(|vote| (vote.records, vote.moves)).max()?;
        let equal = || {
            let votes = self.games.iter().filter(|vote| (vote.records, vote.moves) == most);
            votes.map(|vote| vote.wins)
        };
        let (least, greatest) = (equal().min()?, equal().max()?);
        let wins_tell = greatest - least >= TELLING_WINS;
        let rank = |&(rules, vote): &(&RuleSet, &Vote)| {
            let wins = if wins_tell { vote.wins } else { 0 };
            (vote.records, vote.moves, wins, vote.named, self.is_usual(rules))
        };
        let mut all = ALL.iter().zip(&self.games);
        let first = all.next()?;
        let best =
            all.fold(first, |best, next| if rank(&next) > rank(&best) { next } else { best });
        let others = self.games.iter().any(|vote| (vote.records, vote.moves) < most);
        Some(Decision {
            game: Variant::new(*best.0),
            legal: best.1.records,
            asked: self.records,
            told: most.1 > 0 || wins_tell || others,
        })
    }

    fn is_usual(&self, rules: &RuleSet) -> bool {
        self.positions == self.records && rules.name == super::resolve::USUAL_OF_POSITIONS
    }
}

fn vote(
    record: &Record,
    evidence: &Evidence,
    total: usize,
    rules: &RuleSet,
    men: MenOnCrownRow,
) -> Vote {
    let reading: Reading = seen(Variant::new(*rules), record, evidence, men);
    let Ok((start, _)) = reading.start(evidence) else { return Vote::default() };
    if !evidence.fits(rules) {
        return Vote::default();
    }
    let moves = reading.legal_moves(record, evidence, usize::MAX);
    let lettered = evidence.letters || evidence.fen.is_some_and(is_lettered_fen);
    let own = rules.notation.names == SquareNames::Algebraic;
    let wins = total == 0 && result(record).winner(rules) == Some(start.turn());
    Vote {
        records: usize::from(moves == total),
        moves,
        wins: usize::from(wins),
        named: usize::from(lettered == own),
    }
}

fn result(record: &Record) -> GameResult {
    let tag = record.tag("Result").map(|tag| GameResult::read(&tag.value));
    let end = record.terminator.as_ref().map(|end| end.result.clone());
    tag.filter(|result| *result != GameResult::Unknown).or(end).unwrap_or_default()
}
