//! Matches without engines: what happens in a game follows from its number.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use damier_engine::score::Score;
use damier_match::referee::{
    Dialogue, Fault, FaultKind, FaultRecord, GameRecord, GameResult, MoveRecord, Reason,
};
use damier_match::tournament::openings::OpeningSource;
use damier_match::tournament::results::{
    MatchSettings, PlayerSettings, RefereedGame, ResultsFile, ResultsHeader,
};
use damier_match::tournament::runner::{Board, Finished, Match, MatchHost, RunError};
use damier_match::tournament::schedule::{Pairing, Schedule, Section, TournamentFormat};
use damier_match::tournament::statistics::Sprt;
use damier_rules::notation::{SquareOrder, hub_move, write_fen};
use damier_rules::position::Side;
use damier_rules::variant::Variant;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A match to be played by script.
#[derive(Clone)]
pub struct ScriptedMatch {
    pub header: ResultsHeader,
    sections: Vec<Section>,
}

/// What happens in the games.
#[derive(Default)]
pub struct Script {
    /// By how much the first player wins more often than it loses.
    pub edge: f64,
    /// In which games which player fails, and how.
    pub fails: Vec<(u64, usize, FaultKind)>,
    /// After how many games the match is stopped from outside.
    pub stop_after: Option<usize>,
}

impl ScriptedMatch {
    /// A match over these games of draughts, with so many players and pairs.
    pub fn of(variants: &[&str], players: usize, pairs: u64) -> ScriptedMatch {
        let source: OpeningSource = "random:3".parse().unwrap();
        let sections = variants.iter().enumerate().map(|(section, name)| {
            let variant = Variant::named(name).unwrap();
            Section { variant, openings: source.openings(variant, section, 1, 7).unwrap() }
        });
        let player = |number: usize| PlayerSettings {
            name: format!("player {number}"),
            spec: "script".to_owned(),
            settings: Vec::new(),
        };
        let settings = MatchSettings {
            players: (1..=players).map(player).collect(),
            variants: variants.iter().map(|&name| name.to_owned()).collect(),
            pairing: TournamentFormat::RoundRobin,
            pairs,
            seed: 1,
            openings: source.to_string(),
            sprt: None,
            conditions: BTreeMap::new(),
        };
        ScriptedMatch { header: ResultsHeader::new(settings, None), sections: sections.collect() }
    }

    fn change(mut self, change: impl FnOnce(&mut MatchSettings)) -> ScriptedMatch {
        let mut settings = self.header.settings.clone();
        change(&mut settings);
        self.header = ResultsHeader::new(settings, self.header.shard);
        self
    }

    pub fn test(self, sprt: Sprt) -> ScriptedMatch {
        self.change(|settings| settings.sprt = Some(sprt))
    }

    pub fn pairing(self, pairing: TournamentFormat) -> ScriptedMatch {
        self.change(|settings| settings.pairing = pairing)
    }

    pub fn limit(self, pairs: u64) -> ScriptedMatch {
        self.change(|settings| settings.pairs = pairs)
    }

    pub fn shard(mut self, shard: &str) -> ScriptedMatch {
        self.header = ResultsHeader::new(self.header.settings, Some(shard.parse().unwrap()));
        self
    }

    pub fn run(&self, concurrency: usize) -> Result<Finished, RunError> {
        self.run_with(&Script::default(), None, concurrency)
    }

    pub fn run_in(&self, path: &Path, concurrency: usize) -> Result<Finished, RunError> {
        self.run_with(&Script::default(), Some(path), concurrency)
    }

    pub fn run_with(
        &self,
        script: &Script,
        path: Option<&Path>,
        concurrency: usize,
    ) -> Result<Finished, RunError> {
        let settings = &self.header.settings;
        let players = settings.players.len();
        let schedule =
            Schedule::new(self.sections.clone(), players, settings.pairing, settings.pairs)
                .unwrap();
        let stop = AtomicBool::new(false);
        let (mut results, played) = match path {
            Some(path) => {
                let (results, played) = ResultsFile::open(path, &self.header)?;
                (Some(results), played)
            }
            None => (None, Vec::new()),
        };
        let match_host = ScriptedHost { script, played: AtomicUsize::new(0) };
        let match_up =
            Match { schedule: &schedule, header: &self.header, concurrency, stop: &stop };
        match_up.run(&match_host, played, results.as_mut(), &mut |_| Ok(()))
    }
}

struct ScriptedHost<'a> {
    script: &'a Script,
    played: AtomicUsize,
}

struct ScriptedBoard<'a>(&'a ScriptedHost<'a>);

impl MatchHost for ScriptedHost<'_> {
    fn board(&self) -> Box<dyn Board + '_> {
        Box::new(ScriptedBoard(self))
    }
}

impl Board for ScriptedBoard<'_> {
    fn play(&mut self, pairing: &Pairing<'_>, stop: &AtomicBool) -> Option<GameRecord> {
        let before = self.0.played.fetch_add(1, Ordering::Relaxed);
        if self.0.script.stop_after.is_some_and(|games| before >= games) {
            stop.store(true, Ordering::Relaxed);
        }
        let mut record = game(pairing);
        if stop.load(Ordering::Relaxed) {
            (record.result, record.reason) = (GameResult::None, Reason::Interrupted);
            return Some(record);
        }
        record.result = self.0.script.result(pairing);
        let failing = self.0.script.fails.iter().find(|(game, ..)| *game == pairing.game);
        if let Some((_, player, kind)) = failing {
            let side = if pairing.white == *player { Side::White } else { Side::Black };
            fail(&mut record, side, *kind);
        }
        Some(record)
    }
}

impl Script {
    /// A third of the games is drawn.
    fn result(&self, pairing: &Pairing<'_>) -> GameResult {
        let drawn = SplitMix64::seed_from_u64(pairing.game).next_u64() as f64 / 2f64.powi(64);
        let first = if pairing.white == 0 { Side::White } else { Side::Black };
        match drawn {
            at if at < 1.0 / 3.0 => GameResult::Drawn,
            at if at < 2.0 / 3.0 + self.edge / 2.0 => GameResult::won_by(first),
            _ => GameResult::won_by(first.opponent()),
        }
    }
}

/// A game of a few moves.
fn game(pairing: &Pairing<'_>) -> GameRecord {
    let rules = pairing.variant.rules();
    let mut game = pairing.opening.game(pairing.variant).unwrap();
    for ply in 0..4 {
        let moves = game.legal_moves();
        if let Some(played) = moves.get((pairing.game as usize + ply) % moves.len().max(1)) {
            game.play(played).unwrap();
        }
    }
    let opening = pairing.opening.moves.len();
    let moves = game.moves().iter().enumerate().map(|(ply, played)| MoveRecord {
        text: hub_move(rules, played, SquareOrder::Plain),
        time: Duration::from_millis(if ply < opening { 0 } else { 250 }),
        score: (ply >= opening).then(|| Score::evaluation(17)),
        depth: (ply >= opening).then_some(3),
        nodes: None,
    });
    GameRecord {
        variant: rules.name.to_owned(),
        extends: rules.extends.map(str::to_owned),
        house_rules: rules.house_rules(),
        white: format!("player {}", pairing.white + 1),
        black: format!("player {}", pairing.black + 1),
        start: write_fen(rules, &pairing.opening.start),
        opening,
        moves: moves.collect(),
        result: GameResult::Drawn,
        reason: Reason::DrawAdjudication,
        faults: Vec::new(),
    }
}

fn fail(record: &mut GameRecord, side: Side, kind: FaultKind) {
    let detail = "as the script says".to_owned();
    let fault = Fault { kind, detail, dialogue: Dialogue::default() };
    record.moves.truncate(record.opening);
    record.result = GameResult::won_by(side.opponent());
    record.reason = Reason::Fault { side, fault: kind };
    let (player, fen) = (format!("{side:?}"), record.start.clone());
    record.faults = vec![FaultRecord { side, player, fen, fault }];
}

/// The same game but for the times that it took.
pub fn without_times(played: &RefereedGame) -> RefereedGame {
    let mut played = played.clone();
    for played_move in &mut played.record.moves {
        played_move.time = Duration::ZERO;
    }
    played
}
