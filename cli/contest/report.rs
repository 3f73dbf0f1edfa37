//! What is said of a match, as text and as JSON.

use damier_match::referee::{Dialogue, Fault, GameResult};
use damier_match::tournament::effort::Effort;
use damier_match::tournament::pdn::reason_text;
use damier_match::tournament::results::{Header, Played};
use damier_match::tournament::schedule::Order;
use damier_match::tournament::score::{Ledger, Settled, Standing, half_points};
use damier_match::tournament::statistics::{Decision, Estimate, Pentanomial, SprtState};
use damier_rules::text::cleaned;
use serde::Serialize;

/// A finished game.
#[derive(Serialize)]
pub struct GameReport {
    event: &'static str,
    /// Its number, from 1.
    game: u64,
    variant: String,
    white: String,
    black: String,
    opening: String,
    /// `white-wins`, `black-wins` or `drawn`.
    result: GameResult,
    /// In words.
    reason: String,
    plies: usize,
    faults: Vec<FaultReport>,
}

#[derive(Serialize)]
struct FaultReport {
    player: String,
    kind: String,
    detail: String,
    /// The position on the board.
    fen: String,
    /// The request that was not answered as it should be, and the last lines said.
    dialogue: Dialogue,
}

/// A pair that has come to count.
#[derive(Serialize)]
pub struct PairReport {
    event: &'static str,
    /// Its number, from 1.
    pair: u64,
    /// The game of draughts, with house rules.
    variant: String,
    /// Its players; the first has White first.
    players: [String; 2],
    opening: String,
    /// Of its first player, from 0 to 2.
    points: f64,
    /// The score of the match's first player so far.
    first: Row,
    sprt: Option<TestReport>,
}

/// The end of a match.
#[derive(Serialize)]
pub struct MatchReport {
    event: &'static str,
    /// Whether all was played, or the test has decided.
    pub complete: bool,
    /// A row for each game of draughts, from the first player's view.
    pub variants: Vec<Row>,
    /// A row for each player.
    pub players: Vec<Row>,
    /// What each player has put into its moves.
    pub efforts: Vec<EffortReport>,
    pub sprt: Option<TestReport>,
    pub failures: Vec<FailureReport>,
    /// Finished games that do not count.
    pub waiting: usize,
}

/// A line of a table: what a player has reached. Numbers that do not exist are `null`.
#[derive(Serialize)]
pub struct Row {
    pub name: String,
    pub wins: u64,
    pub losses: u64,
    pub draws: u64,
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub pentanomial: Pentanomial,
    /// Share of the points, from 0 to 1.
    pub score: Option<f64>,
    /// Share of the games.
    pub draw_rate: Option<f64>,
    pub elo: Option<EstimateReport>,
    pub normalised_elo: Option<EstimateReport>,
    /// Likelihood of superiority, from 0 to 1.
    pub superiority: Option<f64>,
}

/// What a player has put into its moves, those of openings left out. Numbers that it does not name
/// are `null`.
#[derive(Serialize)]
pub struct EffortReport {
    pub name: String,
    pub moves: u64,
    pub nodes: u64,
    pub seconds: f64,
    pub mean_depth: Option<f64>,
    pub nodes_per_move: Option<f64>,
    pub seconds_per_move: Option<f64>,
    pub nodes_per_second: Option<f64>,
}

/// An estimate with half the width of its 95 % interval.
#[derive(Clone, Copy, Serialize)]
pub struct EstimateReport {
    pub value: f64,
    pub error: f64,
}

/// How far the test is.
#[derive(Serialize)]
pub struct TestReport {
    pub elo0: f64,
    pub elo1: f64,
    pub model: &'static str,
    pub llr: f64,
    pub lower: f64,
    pub upper: f64,
    /// `won`, `lost` or `null`.
    pub decision: Option<&'static str>,
}

/// How often a player failed in one way.
#[derive(Serialize)]
pub struct FailureReport {
    pub player: String,
    pub kind: String,
    pub count: u64,
}

impl GameReport {
    /// A finished game between players of these names.
    pub fn of(played: &Played, names: &[String]) -> GameReport {
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
                .get(meeting.stage)
                .map(|name| cleaned(name))
                .unwrap_or_default(),
            players: [first, meeting.second].map(|player| name(ledger.header(), player)),
            opening: cleaned(&settled.games[0].opening),
            points: f64::from(points) / 2.0,
            first: Row::of(name(ledger.header(), 0), &ledger.score().first()),
            sprt: test(ledger),
        }
    }
}

impl MatchReport {
    /// What a match has come to; some players may have failed after its last game.
    pub fn of(header: &Header, ledger: &Ledger, late: &[(usize, Fault)]) -> MatchReport {
        let (settings, score) = (&header.settings, ledger.score());
        let variants = settings.variants.iter().enumerate();
        let variants =
            variants.map(|(stage, variant)| Row::of(cleaned(variant), &score.first_in(stage)));
        let players = score.players.iter().enumerate();
        let players = players.map(|(player, standing)| Row::of(name(header, player), standing));
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
fn name(header: &Header, player: usize) -> String {
    header.settings.players.get(player).map(|one| cleaned(&one.name)).unwrap_or_default()
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

impl Row {
    fn of(name: String, standing: &Standing) -> Row {
        let played = standing.games() > 0;
        let pairs = standing.pairs;
        let report = |estimate: Option<Estimate>| {
            estimate.map(|Estimate { value, error }| EstimateReport { value, error })
        };
        Row {
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
