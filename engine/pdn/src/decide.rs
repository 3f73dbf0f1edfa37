//! Which variant a file is of whose raw games do not name one.

use super::dialect::{Dialect, Hints, USUAL_OF_POSITIONS, is_lettered_fen};
use super::raw_game::RawGame;
use super::tag::GameResult;
use damier_rules::notation::MenOnCrownRow;
use damier_rules::rules::{ALL, RuleSet, SquareNames};
use damier_rules::variant::Variant;

/// So many more problems must be won by the side to move for that to count.
const DECISIVE_WINS: usize = 3;

/// How well the raw games of a file that name no variant fit each of the variants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Raw games that were asked.
    raw_games: usize,
    /// Those that have no moves.
    positions: usize,
    games: Vec<Vote>,
}

/// What speaks for a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Vote {
    /// Raw games that are legal to their end.
    raw_games: usize,
    /// Legal moves.
    moves: usize,
    /// Positions without moves that are won, by their result, by the side to move.
    wins: usize,
    /// Raw games with squares named as in this game.
    named: usize,
}

/// The variant of a file.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// The variant.
    pub variant: Variant,
    /// Raw games that are legal in it.
    pub legal: usize,
    /// Raw games that were asked.
    pub asked: usize,
    /// Whether anything speaks for this variant rather than another.
    pub supported: bool,
}

impl Votes {
    /// The votes of a raw game; none if its tags name its variant.
    pub fn of(raw: &RawGame, men: MenOnCrownRow) -> Votes {
        let hints = Hints::of(raw);
        let total = raw.moves().count();
        if raw.names_variant() || total == 0 && hints.fen.is_none() {
            return Votes::default();
        }
        let games = ALL.iter().map(|rules| vote(raw, &hints, total, rules, men)).collect();
        Votes { raw_games: 1, positions: usize::from(total == 0), games }
    }

    /// Adds the votes of another raw game.
    pub fn add(&mut self, added: &Votes) {
        self.raw_games += added.raw_games;
        self.positions += added.positions;
        self.games.resize(self.games.len().max(added.games.len()), Vote::default());
        for (sum, vote) in self.games.iter_mut().zip(&added.games) {
            sum.raw_games += vote.raw_games;
            sum.moves += vote.moves;
            sum.wins += vote.wins;
            sum.named += vote.named;
        }
    }

    /// The game under which most raw games are legal; where several are equal, the one with most
    /// legal moves; then, for problems, the one in which the side to move wins as the results have
    /// it; then the one that names squares so; then the first in the order of [`ALL`], English
    /// draughts before all others where there are only positions. `None` where no raw game was asked.
    ///
    /// ```
    /// use damier_rules::notation::MenOnCrownRow;
    /// use damier_pdn::{PdnReader, Votes};
    ///
    /// let text = "1. c3-d4 d6-c5 1-0\n\n1. c3-d4 f6-g5 *";
    /// let mut votes = Votes::default();
    /// for raw in PdnReader::new(text.as_bytes()) {
    ///     votes.add(&Votes::of(&raw.unwrap(), MenOnCrownRow::Refuse));
    /// }
    /// let decision = votes.decide().unwrap();
    /// assert_eq!((decision.variant.rules().name, decision.legal), ("russian", 2));
    /// ```
    pub fn decide(&self) -> Option<Decision> {
        let most = self.games.iter().map(|vote| (vote.raw_games, vote.moves)).max()?;
        let equal = || {
            let votes = self.games.iter().filter(|vote| (vote.raw_games, vote.moves) == most);
            votes.map(|vote| vote.wins)
        };
        let (least, greatest) = (equal().min()?, equal().max()?);
        let wins_decide = greatest - least >= DECISIVE_WINS;
        let rank = |&(rules, vote): &(&RuleSet, &Vote)| {
            let wins = if wins_decide { vote.wins } else { 0 };
            (vote.raw_games, vote.moves, wins, vote.named, self.is_usual(rules))
        };
        let mut all = ALL.iter().zip(&self.games);
        let first = all.next()?;
        let best =
            all.fold(first, |best, next| if rank(&next) > rank(&best) { next } else { best });
        let has_worse = self.games.iter().any(|vote| (vote.raw_games, vote.moves) < most);
        Some(Decision {
            variant: Variant::new(*best.0),
            legal: best.1.raw_games,
            asked: self.raw_games,
            supported: most.1 > 0 || wins_decide || has_worse,
        })
    }

    fn is_usual(&self, rules: &RuleSet) -> bool {
        self.positions == self.raw_games && rules.name == USUAL_OF_POSITIONS
    }
}

fn vote(raw: &RawGame, hints: &Hints, total: usize, rules: &RuleSet, men: MenOnCrownRow) -> Vote {
    let dialect = Dialect::of(Variant::new(*rules), raw, hints, men);
    let Ok((start, _)) = dialect.start(hints) else { return Vote::default() };
    if !hints.fits(rules) {
        return Vote::default();
    }
    let moves = dialect.legal_moves(raw, hints, usize::MAX);
    let lettered = hints.letters || hints.fen.is_some_and(is_lettered_fen);
    let algebraic = rules.notation.names == SquareNames::Algebraic;
    let wins = total == 0 && result(raw).winner(rules) == Some(start.turn());
    Vote {
        raw_games: usize::from(moves == total),
        moves,
        wins: usize::from(wins),
        named: usize::from(lettered == algebraic),
    }
}

fn result(raw: &RawGame) -> GameResult {
    let tag = raw.tag("Result").map(|tag| GameResult::read(&tag.value));
    let end = raw.terminator.as_ref().map(|end| end.result.clone());
    tag.filter(|result| *result != GameResult::Unknown).or(end).unwrap_or_default()
}
