//! What a search finds: its lines and its best move.

use damier_engine::eval::Chances;
use damier_engine::search::{Answer, Line};
use damier_rules::position::{Move, Position};
use damier_rules::variant::Variant;
use serde::Serialize;

use crate::parts::{MoveText, ScoreText};

/// The line above the texts of [`LineReport::text`], without the column of ranks.
pub const HEADING: &str = "depth            score       nodes seconds  Mnps full line";

/// One line of play.
#[derive(Clone, Debug, Serialize)]
pub struct LineReport {
    /// The place among the lines asked for, 1 for the best.
    pub rank: usize,
    /// Plies.
    pub depth: u32,
    /// From the side to move.
    pub score: ScoreText,
    /// Nodes so far.
    pub nodes: u64,
    /// Time so far.
    pub seconds: f64,
    /// Nodes a second.
    pub nps: u64,
    /// The share of the table that the search has filled, in thousandths.
    pub table_fill: u32,
    /// `None` without trained weights.
    pub chances: Option<ChancesReport>,
    /// The principal variation.
    pub pv: Vec<MoveText>,
}

/// How games that stood at such a score ended, for the side to move: shares from 0 to 1, rounded
/// to thousandths.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ChancesReport {
    /// Share of games won.
    pub win: f64,
    /// Share of games drawn.
    pub draw: f64,
    /// Share of games lost.
    pub loss: f64,
}

/// The end of an analysis.
#[derive(Clone, Debug, Serialize)]
pub struct BestReport {
    /// `None` where the game is over.
    pub bestmove: Option<MoveText>,
    /// The reply that is expected, if any.
    pub ponder: Option<MoveText>,
    /// Nodes of the search.
    pub nodes: u64,
}

impl LineReport {
    /// A line of a search from `position`, with the chances that its score means.
    ///
    /// ```
    /// use damier_engine::{Engine, Limits, Request, Signal};
    /// use damier_report::analysis::{HEADING, LineReport};
    /// use damier_rules::game::Game;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let game = Game::new(italian);
    /// let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
    /// let request = Request::analysis(Limits::depth(2));
    /// let answer = engine.think(&game, &request, &Signal::new(), &mut |_| {});
    /// let report = LineReport::of(italian, game.position(), &answer.lines[0], None);
    /// println!("{HEADING}\n{}", report.text(1.0));
    /// assert_eq!((report.rank, report.depth, report.score.side), (1, 2, "white"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        variant: Variant,
        position: &Position,
        line: &Line,
        chances: Option<Chances>,
    ) -> LineReport {
        LineReport {
            rank: line.rank,
            depth: line.depth,
            score: ScoreText::of(line.score, line.bound, position.turn()),
            nodes: line.nodes,
            seconds: line.time.as_secs_f64(),
            nps: line.speed() as u64,
            table_fill: line.table_fill,
            chances: chances.map(|Chances { win, draw, loss }| {
                let digits = |chance: f64| (chance * 1000.0).round() / 1000.0;
                ChancesReport { win: digits(win), draw: digits(draw), loss: digits(loss) }
            }),
            pv: MoveText::line(variant, position, &line.moves),
        }
    }

    /// The line below [`HEADING`]; `mnps` are millions of nodes a second.
    pub fn text(&self, mnps: f64) -> String {
        let moves: Vec<&str> = self.pv.iter().map(|played| played.text.as_str()).collect();
        format!(
            "{:>5} {:>16} {:>11} {:>7.2} {mnps:>5.2} {:>3}% {}",
            self.depth,
            self.score,
            self.nodes,
            self.seconds,
            self.table_fill.div_ceil(10),
            moves.join(" ")
        )
    }
}

impl BestReport {
    /// What a search from `position` has found.
    ///
    /// ```
    /// use damier_engine::search::Answer;
    /// use damier_report::analysis::BestReport;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let start = italian.start_position();
    /// let found = Answer::without_search(italian.legal_moves(&start)[0]);
    /// let report = BestReport::of(italian, &start, &found);
    /// assert_eq!(report.bestmove.expect("there is one").text, "21-17");
    /// ```
    pub fn of(variant: Variant, position: &Position, found: &Answer) -> BestReport {
        let line: Vec<Move> = found.best.into_iter().chain(found.ponder).collect();
        BestReport {
            bestmove: found.best.map(|best| MoveText::of(variant, position, &best)),
            ponder: MoveText::line(variant, position, &line).into_iter().nth(1),
            nodes: found.nodes,
        }
    }
}
