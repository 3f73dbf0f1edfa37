//! The events of a match and its end, as JSON holds them.

use damier_match::referee::{Dialogue, Fault, GameResult};
use damier_match::tournament::pdn::reason_text;
use damier_match::tournament::results::{RefereedGame, ResultsHeader};
use damier_match::tournament::schedule::Order;
use damier_match::tournament::score::{Effort, Ledger, Settled, Standing, half_points};
use damier_match::tournament::statistics::{Decision, Estimate, Pentanomial, SprtState};
use damier_rules::text::cleaned;
use serde::Serialize;

/// A finished game.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// The kind of event.
    pub event: &'static str,
    /// Its number, from 1.
    pub game: u64,
    /// The game of draughts, with house rules.
    pub variant: String,
    /// The player of White.
    pub white: String,
    /// The player of Black.
    pub black: String,
    /// The opening as text.
    pub opening: String,
    /// `white-wins`, `black-wins` or `drawn`.
    pub result: GameResult,
    /// In words.
    pub reason: String,
    /// Moves played.
    pub plies: usize,
    /// How players failed in it.
    pub faults: Vec<FaultReport>,
}

/// A failure of a player in a game.
#[derive(Clone, Debug, Serialize)]
pub struct FaultReport {
    /// The name of the player.
    pub player: String,
    /// In which way.
    pub kind: String,
    /// What happened.
    pub detail: String,
    /// The position on the board.
    pub fen: String,
    /// The request that was not answered as it should be, and the last lines exchanged.
    pub dialogue: Dialogue,
}

/// A pair that has come to count.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// The kind of event.
    pub event: &'static str,
    /// Its number, from 1.
    pub pair: u64,
    /// The game of draughts, with house rules.
    pub variant: String,
    /// Its players; the first has White first.
    pub players: [String; 2],
    /// The opening as text.
    pub opening: String,
    /// Of its first player, from 0 to 2.
    pub points: f64,
    /// The score of the match's first player so far.
    pub first: StandingRow,
    /// The test, if there is one.
    pub sprt: Option<TestReport>,
}

/// The end of a match.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The kind of event.
    pub event: &'static str,
    /// Whether all was played, or the test has decided.
    pub complete: bool,
    /// A row for each game of draughts, from the first player's view.
    pub variants: Vec<StandingRow>,
    /// A row for each player.
    pub players: Vec<StandingRow>,
    /// What each player has put into its moves.
    pub efforts: Vec<EffortReport>,
    /// The test, if there is one.
    pub sprt: Option<TestReport>,
    /// How often players failed.
    pub failures: Vec<FailureReport>,
    /// Finished games that do not count.
    pub waiting: usize,
}

/// A line of a table: what a player has reached. Numbers that do not exist are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct StandingRow {
    /// The player, or the game of draughts.
    pub name: String,
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Pentanomial,
    /// Share of the points, from 0 to 1.
    pub score: Option<f64>,
    /// Share of the games.
    pub draw_rate: Option<f64>,
    /// Logistic Elo.
    pub elo: Option<EstimateReport>,
    /// Normalised Elo.
    pub normalised_elo: Option<EstimateReport>,
    /// Likelihood of superiority, from 0 to 1.
    pub superiority: Option<f64>,
}

/// What a player has put into its moves, those of openings left out. Numbers that it does not name
/// are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct EffortReport {
    /// The player, or the game of draughts.
    pub name: String,
    /// Moves counted.
    pub moves: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// Mean depth in plies.
    pub mean_depth: Option<f64>,
    /// Mean nodes.
    pub nodes_per_move: Option<f64>,
    /// Mean time.
    pub seconds_per_move: Option<f64>,
    /// Speed.
    pub nodes_per_second: Option<f64>,
}

/// An estimate with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct EstimateReport {
    /// The estimate.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

/// How far the test is.
#[derive(Clone, Debug, Serialize)]
pub struct TestReport {
    /// Elo of H0.
    pub elo0: f64,
    /// Elo of H1.
    pub elo1: f64,
    /// The Elo model.
    pub model: &'static str,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bound at which H0 is accepted.
    pub lower: f64,
    /// The bound at which H1 is accepted.
    pub upper: f64,
    /// `won`, `lost` or `null`.
    pub decision: Option<&'static str>,
}

/// How often a player failed in one way.
#[derive(Clone, Debug, Serialize)]
pub struct FailureReport {
    /// The name of the player.
    pub player: String,
    /// In which way.
    pub kind: String,
    /// How often.
    pub count: u64,
}

impl GameReport {
    /// A finished game between players of these names.
    ///
    /// ```
    /// use damier_match::tournament::results::RefereedGame;
    /// use damier_report::matches::GameReport;
    ///
    /// let played: RefereedGame = serde_json::from_str(
    ///     r#"{"game": 1, "white": 0, "black": 1, "opening": "start", "record": {"variant": "italian",
    ///     "white": "", "black": "", "start": "W:W21-32:B1-12", "opening": 0, "moves": [],
    ///     "result": "drawn", "reason": {"kind": "draw-adjudication"}}}"#,
    /// )?;
    /// let report = GameReport::of(&played, &["new".to_owned(), "old".to_owned()]);
    /// assert_eq!((report.white.as_str(), report.black.as_str()), ("new", "old"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of(played: &RefereedGame, names: &[String]) -> GameReport {
        let record = &played.record;
        let name = |player: usize| names.get(player).cloned().unwrap_or_default();
        let faults = record.faults.iter().map(|fault| FaultReport {
            player: fault.player.clone(),
            kind: fault.fault.kind.to_string(),
            detail: fault.fault.detail.clone(),
            fen: fault.fen.clone(),
            dialogue: fault.fault.dialogue.clone(),
        });
        GameReport {
            event: "game",
            game: played.game,
            variant: record.variant.clone(),
            white: name(played.white),
            black: name(played.black),
            opening: cleaned(&played.opening),
            result: record.result,
            reason: reason_text(&record.reason),
            plies: record.moves.len(),
            faults: faults.collect(),
        }
    }
}

impl PairReport {
    /// The pair with the score that it has led to.
    ///
    /// ```
    /// use damier_match::tournament::results::{ResultsHeader, RefereedGame};
    /// use damier_match::tournament::score::Ledger;
    /// use damier_report::matches::PairReport;
    ///
    /// # let game = |number, white, result: &str| format!(
    /// #     r#"{{"game": {number}, "white": {white}, "black": {}, "opening": "start", "record":
    /// #     {{"variant": "italian", "white": "", "black": "", "start": "W:W21-32:B1-12", "opening": 0,
    /// #     "moves": [], "result": "{result}", "reason": {{"kind": "draw-adjudication"}}}}}}"#,
    /// #     1 - white
    /// # );
    /// # let header: ResultsHeader = serde_json::from_str(
    /// #     r#"{"damier-match": 2, "fingerprint": "", "settings": {"players": [{"name": "new", "spec":
    /// #     "builtin"}, {"name": "old", "spec": "builtin"}], "variants": ["italian"], "pairing":
    /// #     "round-robin", "pairs": 1, "seed": 1, "openings": "ballots", "conditions": {}}}"#,
    /// # )?;
    /// # let games = [game(1, 0, "white-wins"), game(2, 1, "drawn")];
    /// // A pair of games by the same opening: the first player wins one, the other is drawn.
    /// let mut ledger = Ledger::new(&header);
    /// for game in &games {
    ///     ledger.add(serde_json::from_str::<RefereedGame>(game)?);
    /// }
    /// let settled = ledger.settle().expect("both games have ended");
    /// let report = PairReport::of(&settled, &ledger);
    /// assert_eq!((report.points, report.first.wins, report.first.draws), (1.5, 1, 1));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn of(settled: &Settled, ledger: &Ledger) -> PairReport {
        let settings = &ledger.header().settings;
        let order = Order::new(settings.variants.len(), settings.players.len(), settings.pairing);
        let meeting = order.meeting(settled.pair);
        let first = meeting.first;
        let points: u8 = settled.games.iter().map(|played| half_points(played, first)).sum();
        PairReport {
            event: "pair",
            pair: settled.pair + 1,
            variant: settings
                .variants
                .get(meeting.section)
                .map(|name| cleaned(name))
                .unwrap_or_default(),
            players: [first, meeting.second].map(|player| name(ledger.header(), player)),
            opening: cleaned(&settled.games[0].opening),
            points: f64::from(points) / 2.0,
            first: StandingRow::of(name(ledger.header(), 0), &ledger.score().first()),
            sprt: test(ledger),
        }
    }
}

impl MatchReport {
    /// What a match has come to; some players may have failed after its last game.
    ///
    /// ```
    /// use damier_match::tournament::results::{ResultsHeader, RefereedGame};
    /// use damier_match::tournament::score::Ledger;
    /// use damier_report::matches::{MatchReport, write_tables};
    ///
    /// # let game = |number, white, result: &str| format!(
    /// #     r#"{{"game": {number}, "white": {white}, "black": {}, "opening": "start", "record":
    /// #     {{"variant": "italian", "white": "", "black": "", "start": "W:W21-32:B1-12", "opening": 0,
    /// #     "moves": [], "result": "{result}", "reason": {{"kind": "draw-adjudication"}}}}}}"#,
    /// #     1 - white
    /// # );
    /// # let header: ResultsHeader = serde_json::from_str(
    /// #     r#"{"damier-match": 2, "fingerprint": "", "settings": {"players": [{"name": "new", "spec":
    /// #     "builtin"}, {"name": "old", "spec": "builtin"}], "variants": ["italian"], "pairing":
    /// #     "round-robin", "pairs": 1, "seed": 1, "openings": "ballots", "conditions": {}}}"#,
    /// # )?;
    /// # let games = [game(1, 0, "white-wins"), game(2, 1, "drawn")];
    /// let mut ledger = Ledger::new(&header);
    /// for game in &games {
    ///     ledger.add(serde_json::from_str::<RefereedGame>(game)?);
    /// }
    /// while ledger.settle().is_some() {}
    /// let report = MatchReport::of(&header, &ledger, &[]);
    /// assert!(report.complete);
    ///
    /// let mut tables = Vec::new();
    /// write_tables(&report, &mut tables)?;
    /// assert!(String::from_utf8_lossy(&tables).contains("\n+1 -0 =1, Elo "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(header: &ResultsHeader, ledger: &Ledger, late: &[(usize, Fault)]) -> MatchReport {
        let (settings, score) = (&header.settings, ledger.score());
        let variants = settings.variants.iter().enumerate();
        let variants = variants
            .map(|(section, variant)| StandingRow::of(cleaned(variant), &score.first_in(section)));
        let players = score.players.iter().enumerate();
        let players =
            players.map(|(player, standing)| StandingRow::of(name(header, player), standing));
        let efforts = score.efforts.iter().enumerate();
        let efforts =
            efforts.map(|(player, effort)| EffortReport::of(name(header, player), effort));
        let mut faults = score.faults.clone();
        for (player, fault) in late {
            *faults.entry((*player, fault.kind)).or_default() += 1;
        }
        let failures = faults.iter().map(|((player, kind), count)| FailureReport {
            player: name(header, *player),
            kind: kind.to_string(),
            count: *count,
        });
        MatchReport {
            event: "end",
            complete: ledger.is_over(),
            variants: variants.collect(),
            players: players.collect(),
            efforts: efforts.collect(),
            sprt: test(ledger),
            failures: failures.collect(),
            waiting: ledger.waiting(),
        }
    }
}

/// A player's name, which may come from somebody's results file.
fn name(header: &ResultsHeader, player: usize) -> String {
    header.settings.players.get(player).map(|settings| cleaned(&settings.name)).unwrap_or_default()
}

fn test(ledger: &Ledger) -> Option<TestReport> {
    let (sprt, state) = (ledger.header().settings.sprt?, ledger.test()?);
    let SprtState { llr, lower, upper, decision } = state;
    let (elo0, elo1) = sprt.elos();
    let decision = decision.map(|decision| match decision {
        Decision::Won => "won",
        Decision::Lost => "lost",
    });
    Some(TestReport { elo0, elo1, model: sprt.model().name(), llr, lower, upper, decision })
}

impl EffortReport {
    fn of(name: String, effort: &Effort) -> EffortReport {
        EffortReport {
            name,
            moves: effort.moves,
            nodes: effort.nodes,
            seconds: effort.time.as_secs_f64(),
            mean_depth: effort.depth(),
            nodes_per_move: effort.nodes_a_move(),
            seconds_per_move: effort.seconds_a_move(),
            nodes_per_second: effort.speed(),
        }
    }
}

impl StandingRow {
    fn of(name: String, standing: &Standing) -> StandingRow {
        let played = standing.games() > 0;
        let pairs = standing.pairs;
        let report = |estimate: Option<Estimate>| {
            estimate.map(|Estimate { value, error }| EstimateReport { value, error })
        };
        StandingRow {
            name,
            wins: standing.wins,
            losses: standing.losses,
            draws: standing.draws,
            pentanomial: pairs,
            score: played.then(|| pairs.score()),
            draw_rate: played.then(|| standing.draw_rate()),
            elo: report(pairs.elo()),
            normalised_elo: report(pairs.normalised_elo()),
            superiority: pairs.superiority(),
        }
    }
}
