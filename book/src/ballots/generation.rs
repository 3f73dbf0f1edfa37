//! The making of a set: every position of a shard searched, on all cores, in batches.

use damier_engine::score::Score;
use damier_engine::{Engine, Limits, Request, Signal, TableTooLarge};
use damier_rules::variant::Variant;
use rayon::prelude::*;

use super::ballot::{Ballot, NotPlayable};
use super::checkpoint::Checkpoint;
use super::lines::{PlayLine, lines, shuffled};
use super::set::{BallotHeader, BallotSet};
use super::settings::{BallotSettings, BallotSettingsError};

/// Size of a searcher's table in bytes: room for the nodes of a short search, and quick to clear.
const TABLE: usize = 1 << 20;

/// Positions searched between two checkpoints.
const BATCH: usize = 64;

/// Why no ballots can be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerationError {
    /// The settings mean nothing.
    #[error(transparent)]
    Settings(#[from] BallotSettingsError),
    /// There is no memory for a searcher.
    #[error(transparent)]
    Memory(#[from] TableTooLarge),
    /// A line of play is not playable; never so for lines just made.
    #[error(transparent)]
    NotPlayable(#[from] NotPlayable),
    /// The checkpoint holds more positions than there are.
    #[error("the checkpoint has {got} positions where there are {total}")]
    Checkpoint {
        /// Positions in the checkpoint.
        got: usize,
        /// Positions to be searched.
        total: usize,
    },
}

/// A set of ballots in the making.
///
/// Positions are searched in an order drawn from the seed, so that the first ballots found are a
/// fair sample. Each search is of one thread and begins with an empty table: the same settings
/// give the same ballots on any machine and any number of cores.
///
/// ```
/// use damier_book::ballots::{BallotSettings, Checkpoint, Generation};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let settings = BallotSettings { plies: 3, nodes: 200, ..BallotSettings::default() };
/// let mut interrupted = Generation::new(italian, settings)?;
/// interrupted.step()?;
/// let file = interrupted.checkpoint(0).to_string();
///
/// let mut resumed = Generation::new(italian, settings)?;
/// resumed.resume(&Checkpoint::parse(&file)?.scores)?;
/// assert_eq!(resumed.searched(), interrupted.searched());
/// while !resumed.is_finished() {
///     resumed.step()?;
/// }
/// let set = resumed.finish(0);
/// assert_eq!(set.header.searched, set.header.total);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Generation {
    variant: Variant,
    settings: BallotSettings,
    /// In the order in which they are searched.
    lines: Vec<PlayLine>,
    /// Of the lines searched; `None` where the end of the game is in sight.
    scores: Vec<Option<Score>>,
    kept: usize,
}

impl Generation {
    /// Lists the positions to be searched.
    ///
    /// # Errors
    /// When the settings mean nothing.
    pub fn new(variant: Variant, settings: BallotSettings) -> Result<Generation, GenerationError> {
        let settings = settings.checked()?;
        let all = lines(variant, settings.plies, settings.eleven_man, settings.seed);
        let order = shuffled(all.len(), settings.seed);
        let mut all: Vec<Option<PlayLine>> = all.into_iter().map(Some).collect();
        let lines = order
            .into_iter()
            .enumerate()
            .filter(|&(index, _)| settings.shard.is_none_or(|shard| shard.has(index)))
            .filter_map(|(_, line)| all.get_mut(line)?.take())
            .collect();
        Ok(Generation { variant, settings, lines, scores: Vec::new(), kept: 0 })
    }

    /// The number of positions of this shard.
    pub fn total(&self) -> usize {
        self.lines.len()
    }

    /// The number of positions searched.
    pub fn searched(&self) -> usize {
        self.scores.len()
    }

    /// The number of ballots found.
    pub fn kept(&self) -> usize {
        self.kept
    }

    /// The greatest number of ballots wanted of this shard.
    fn wanted(&self) -> usize {
        let share = |count| self.settings.shard.map_or(count, |shard| shard.share(count));
        self.settings.count.map_or(usize::MAX, share)
    }

    /// Whether every position is searched or enough ballots are found.
    pub fn is_finished(&self) -> bool {
        self.searched() >= self.total() || self.kept >= self.wanted()
    }

    /// Searches the next positions; their scores, to be added to a checkpoint. Empty when the
    /// generation is finished.
    ///
    /// # Errors
    /// When there is no memory for the engines.
    pub fn step(&mut self) -> Result<&[Option<Score>], GenerationError> {
        let from = self.searched();
        if !self.is_finished() {
            let left = self.lines.get(from..).unwrap_or_default();
            let scores: Vec<Option<Score>> = left
                .par_iter()
                .take(BATCH)
                .map_init(
                    || Engine::builder().table_bytes(TABLE).build(),
                    |engine, line| match engine {
                        Ok(engine) => self.score(engine, line),
                        Err(error) => Err((*error).into()),
                    },
                )
                .collect::<Result<_, _>>()?;
            self.add(&scores);
        }
        Ok(self.scores.get(from..).unwrap_or_default())
    }

    fn add(&mut self, scores: &[Option<Score>]) {
        let kept = |score: &&Option<Score>| score.is_some_and(|score| self.settings.keeps(score));
        self.kept += scores.iter().filter(kept).count();
        self.scores.extend_from_slice(scores);
    }

    /// The score of a line's position as the first mover sees it.
    fn score(
        &self,
        engine: &mut Engine,
        line: &PlayLine,
    ) -> Result<Option<Score>, GenerationError> {
        let ballot = Ballot::new(line.clone(), Score::DRAW);
        let game = match ballot.game(self.variant) {
            Ok(game) => game,
            Err(NotPlayable::Over) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let request = Request::analysis(Limits::nodes(self.settings.nodes));
        engine.clear();
        let answer = engine.think(&game, &request, &Signal::new(), &mut |_| {});
        let score = answer.lines.first().map(|line| line.score);
        let first = self.variant.rules().start.first;
        let seen = |score: Score| if line.position.turn() == first { score } else { -score };
        Ok(score.filter(|score| score.end().is_none()).map(seen))
    }

    /// What a checkpoint begins with.
    pub fn checkpoint(&self, signature: u64) -> Checkpoint {
        Checkpoint {
            command: self.settings.command(self.variant.rules()),
            signature,
            scores: self.scores.clone(),
            is_sealed: true,
        }
    }

    /// Goes on where an earlier run stopped.
    ///
    /// # Errors
    /// When the scores cannot be of this generation.
    pub fn resume(&mut self, scores: &[Option<Score>]) -> Result<(), GenerationError> {
        let (got, total) = (self.searched() + scores.len(), self.total());
        if got > total {
            return Err(GenerationError::Checkpoint { got, total });
        }
        self.add(scores);
        Ok(())
    }

    /// The ballots found so far, in the order of their moves. `signature` names the search that
    /// made them: the number of nodes of the game's bench.
    pub fn finish(self, signature: u64) -> BallotSet {
        let (wanted, total) = (self.wanted(), self.total());
        let mut ballots = Vec::new();
        let mut searched = 0;
        for (line, score) in self.lines.into_iter().zip(self.scores) {
            if ballots.len() >= wanted {
                break;
            }
            searched += 1;
            if let Some(score) = score.filter(|&score| self.settings.keeps(score)) {
                ballots.push(Ballot::new(line, score));
            }
        }
        ballots.sort_by_cached_key(|ballot| ballot.line().sort_key(self.variant.rules()));
        let header = BallotHeader { settings: self.settings, searched, total, signature };
        BallotSet { header, ballots }
    }
}

/// Makes a set of ballots at once, on all cores.
///
/// # Errors
/// When the settings mean nothing or there is no memory for the engines.
///
/// ```
/// use damier_book::ballots::{BallotSettings, generate};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").unwrap();
/// let settings = BallotSettings { plies: 2, nodes: 500, max: 100, ..BallotSettings::default() };
/// let set = generate(italian, settings, 0)?;
/// assert!(set.ballots.iter().all(|ballot| ballot.score().raw().abs() <= 100));
/// # Ok::<(), damier_book::ballots::GenerationError>(())
/// ```
pub fn generate(
    variant: Variant,
    settings: BallotSettings,
    signature: u64,
) -> Result<BallotSet, GenerationError> {
    let mut generation = Generation::new(variant, settings)?;
    while !generation.is_finished() {
        generation.step()?;
    }
    Ok(generation.finish(signature))
}
