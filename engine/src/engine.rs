//! The one owner of "your move".

use std::sync::Arc;
use std::time::Duration;

use damier_rules::game::Game;
use damier_rules::position::Move;

use crate::eval::Weights;
use crate::search::{
    Answer, Limits, Line, Options, Request, Searcher, Signal, Strength, TableTooLarge,
};

/// A source of moves that needs no search: an opening book, or endgame databases at the root.
///
/// ```
/// use std::sync::Arc;
///
/// use damier_engine::{Answer, Engine, Limits, MoveSource, Request};
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// /// Plays the first move of the list as long as the game has no move.
/// struct FirstMove;
///
/// impl MoveSource for FirstMove {
///     fn probe(&self, game: &Game, _: &Request) -> Option<Answer> {
///         let first = game.legal_moves().first().copied()?;
///         (game.plies() == 0).then(|| Answer::without_search(first))
///     }
/// }
///
/// let game = Game::new(Variant::named("italian").unwrap());
/// let mut engine = Engine::builder().table_bytes(1 << 20).book(Arc::new(FirstMove)).build()?;
/// assert_eq!(engine.best_move(&game, Limits::depth(1)), Some(game.legal_moves()[0]));
/// # Ok::<(), damier_engine::TableTooLarge>(())
/// ```
pub trait MoveSource: Send + Sync {
    /// The answer in the game's position, `None` where this source does not know it.
    fn probe(&self, game: &Game, request: &Request) -> Option<Answer>;
}

/// Answers "your move": from the book, from the databases, or by search.
///
/// Every protocol and command asks an engine and nothing below it. It owns weights, transposition
/// table, threads and strength, and keeps its table from one move to the next.
///
/// ```
/// use damier_engine::{Engine, Limits};
/// use damier_rules::game::Game;
/// use damier_rules::variant::Variant;
///
/// let game = Game::new(Variant::named("italian").unwrap());
/// let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
/// let best = engine.best_move(&game, Limits::nodes(5_000)).unwrap();
/// assert!(game.legal_moves().contains(&best));
/// # Ok::<(), damier_engine::TableTooLarge>(())
/// ```
pub struct Engine {
    searcher: Searcher,
    options: Options,
    book: Option<Arc<dyn MoveSource>>,
    databases: Option<Arc<dyn MoveSource>>,
}

/// What an engine is made of.
///
/// ```
/// use damier_engine::{Engine, Strength};
///
/// let builder = Engine::builder().table_bytes(1 << 20).threads(2).strength(Strength::Two);
/// let engine = builder.build()?;
/// # Ok::<(), damier_engine::TableTooLarge>(())
/// ```
#[derive(Clone)]
pub struct EngineBuilder {
    table_bytes: usize,
    weights: Weights,
    options: Options,
    book: Option<Arc<dyn MoveSource>>,
    databases: Option<Arc<dyn MoveSource>>,
}

impl EngineBuilder {
    /// The size of the transposition table in bytes, at least 64 KiB; 64 MiB by
    /// default.
    #[must_use]
    pub fn table_bytes(self, table_bytes: usize) -> EngineBuilder {
        EngineBuilder { table_bytes, ..self }
    }

    /// The weights of the evaluation; the embedded ones by default.
    #[must_use]
    pub fn weights(self, weights: Weights) -> EngineBuilder {
        EngineBuilder { weights, ..self }
    }

    /// Search threads; 1 by default, and for 0.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> EngineBuilder {
        self.options.threads = threads.max(1);
        self
    }

    /// Time lost for each move between the engine and whoever runs the clock; none by default.
    #[must_use]
    pub fn overhead(mut self, overhead: Duration) -> EngineBuilder {
        self.options.overhead = overhead;
        self
    }

    /// How strongly moves are chosen; at full strength by default.
    #[must_use]
    pub fn strength(mut self, strength: Strength) -> EngineBuilder {
        self.options.strength = strength;
        self
    }

    /// The seed of a weak strength's random choices; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> EngineBuilder {
        self.options.seed = seed;
        self
    }

    /// The book, asked before anything else.
    #[must_use]
    pub fn book(self, book: Arc<dyn MoveSource>) -> EngineBuilder {
        EngineBuilder { book: Some(book), ..self }
    }

    /// The databases that know moves at the root, asked before a search.
    #[must_use]
    pub fn databases(self, databases: Arc<dyn MoveSource>) -> EngineBuilder {
        EngineBuilder { databases: Some(databases), ..self }
    }

    /// The engine.
    ///
    /// # Errors
    /// When the memory for the table cannot be had.
    pub fn build(self) -> Result<Engine, TableTooLarge> {
        let EngineBuilder { table_bytes, weights, options, book, databases } = self;
        let searcher = Searcher::new(table_bytes, weights)?;
        Ok(Engine { searcher, options, book, databases })
    }
}

impl Engine {
    /// An engine with a table of 64 MiB, the embedded weights, one thread and full strength,
    /// unless the builder changes them.
    pub fn builder() -> EngineBuilder {
        EngineBuilder {
            table_bytes: 64 << 20,
            weights: Weights::default(),
            options: Options::default(),
            book: None,
            databases: None,
        }
    }

    /// Answers in the game's position, and calls `report` with each line as it is found.
    ///
    /// Book and databases are asked for a move to be played by a full-strength engine, never in
    /// analysis; a move of theirs that the request does not allow is not taken. Otherwise the
    /// position is searched until a limit is reached or `signal` stops it; then `report` is called
    /// at least once when there is a legal move.
    ///
    /// While pondering, and without any limit, it returns only after it is stopped (or, pondering,
    /// after the move has been played). In a position that is drawn by repetition it still answers
    /// with a legal move. With one thread the same search after [`clear`](Engine::clear) gives the
    /// same result, as long as no limit is a time.
    ///
    /// ```
    /// use damier_engine::{Engine, Limits, Request, Signal};
    /// use damier_rules::game::Game;
    /// use damier_rules::variant::Variant;
    ///
    /// let game = Game::new(Variant::named("russian").unwrap());
    /// let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
    /// let request = Request::analysis(Limits::depth(6)).with_lines(2);
    /// let answer = engine.think(&game, &request, &Signal::new(), &mut |line| {
    ///     println!("{} {}", line.depth, line.score);
    /// });
    /// assert_eq!(answer.lines.len(), 2);
    /// # Ok::<(), damier_engine::TableTooLarge>(())
    /// ```
    pub fn think(
        &mut self,
        game: &Game,
        request: &Request,
        signal: &Signal,
        report: &mut dyn FnMut(&Line),
    ) -> Answer {
        if let Some(answer) = self.answer_of_sources(game, request) {
            signal.wait_where_due(&request.limits);
            return answer;
        }
        self.searcher.search(game, request, &self.options, signal, report)
    }

    /// The best move within the limits; `None` where there is no legal move.
    ///
    /// Without any limit it never returns.
    ///
    /// ```
    /// use damier_engine::{Engine, Limits};
    /// use damier_rules::game::Game;
    /// use damier_rules::notation::{read_fen, write_move};
    /// use damier_rules::variant::Variant;
    ///
    /// let english = Variant::named("english").unwrap();
    /// let game = Game::from_position(english, read_fen(english.rules(), "B:W22,18:B9,14")?);
    /// let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
    /// let best = engine.best_move(&game, Limits::depth(4)).unwrap();
    /// assert_eq!(write_move(english, game.position(), &best), "14x23");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_move(&mut self, game: &Game, limits: Limits) -> Option<Move> {
        self.think(game, &Request::new(limits), &Signal::new(), &mut |_| {}).best
    }

    /// The answer of the first source that knows a move which the request allows.
    fn answer_of_sources(&self, game: &Game, request: &Request) -> Option<Answer> {
        if request.analysis || self.options.strength != Strength::Three {
            return None;
        }
        let sources = [&self.book, &self.databases].into_iter().flatten();
        let mut answers = sources.filter_map(|source| source.probe(game, request));
        let allowed = request.moves(game);
        answers.find(|answer| answer.best.is_some_and(|best| allowed.contains(&best)))
    }

    /// Forgets what was searched: the next search is of another game.
    pub fn clear(&mut self) {
        self.searcher.clear();
    }

    /// Replaces the transposition table by an empty one of another size in bytes.
    ///
    /// # Errors
    /// When the memory cannot be had; the old table is kept.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableTooLarge> {
        self.searcher.resize(bytes)
    }

    /// Evaluates by other weights from now on, and forgets what was found by the old ones.
    pub fn set_weights(&mut self, weights: Weights) {
        self.searcher.set_weights(weights);
    }

    /// Searches with this many threads, at least 1, from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.options.threads = threads.max(1);
    }

    /// Keeps this time back for each move from now on.
    pub fn set_overhead(&mut self, overhead: Duration) {
        self.options.overhead = overhead;
    }

    /// Chooses moves as strongly as this from now on.
    pub fn set_strength(&mut self, strength: Strength) {
        self.options.strength = strength;
    }

    /// Makes a weak strength's random choices by this seed from now on.
    pub fn set_seed(&mut self, seed: u64) {
        self.options.seed = seed;
    }
}

#[cfg(test)]
mod tests {
    use damier_rules::variant::Variant;

    use super::*;

    /// Answers with the move at one index of the move list in every position.
    struct Nth(usize);

    impl MoveSource for Nth {
        fn probe(&self, game: &Game, _request: &Request) -> Option<Answer> {
            game.legal_moves().get(self.0).map(|played| Answer::without_search(*played))
        }
    }

    fn builder() -> EngineBuilder {
        Engine::builder().table_bytes(0).weights(Weights::Bootstrap)
    }

    fn italian() -> Game {
        Game::new(Variant::named("italian").unwrap())
    }

    #[test]
    fn the_book_is_asked_first_and_the_databases_next() {
        let (game, limits) = (italian(), Limits::depth(1));
        let moves = game.legal_moves();
        let both = builder().book(Arc::new(Nth(2))).databases(Arc::new(Nth(3)));
        assert_eq!(both.build().unwrap().best_move(&game, limits), Some(moves[2]));
        let silent = builder().book(Arc::new(Nth(99))).databases(Arc::new(Nth(3)));
        assert_eq!(silent.build().unwrap().best_move(&game, limits), Some(moves[3]));
    }

    #[test]
    fn a_source_is_not_asked_in_analysis_nor_by_a_weak_engine_nor_against_the_request() {
        let game = italian();
        let moves = game.legal_moves();
        let searched = |builder: EngineBuilder, request: &Request| {
            let mut engine = builder.book(Arc::new(Nth(2))).build().unwrap();
            !engine.think(&game, request, &Signal::new(), &mut |_| {}).lines.is_empty()
        };
        let limits = Limits::depth(1);
        assert!(!searched(builder(), &Request::new(limits)));
        assert!(searched(builder(), &Request::analysis(limits)));
        assert!(searched(builder().strength(Strength::One), &Request::new(limits)));
        assert!(searched(builder(), &Request::new(limits).with_only(vec![moves[0]])));
    }

    #[test]
    fn an_answer_from_the_book_waits_while_pondering() {
        let mut engine = builder().book(Arc::new(Nth(0))).build().unwrap();
        let signal = Signal::pondering();
        let answered = std::thread::scope(|scope| {
            let request = Request::new(Limits::depth(1));
            let signal = &signal;
            let thinking =
                scope.spawn(move || engine.think(&italian(), &request, signal, &mut |_| {}));
            assert!(!thinking.is_finished(), "only a hit or a stop ends it");
            signal.ponder_hit();
            thinking.join().unwrap()
        });
        assert!(answered.best.is_some());
    }
}
