//! Whole games: between engines, judged, adjudicated, pondered on, repeated.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use damier_engine::score::Score;
use damier_match::referee::{
    Adjudication, DrawAgreement, Fault, FaultKind, GameResult, GameSettings, Player, Reason, Reply,
    ResignRule, Situation, play_game,
};
use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, read_fen, read_hub_move};
use damier_rules::position::{Move, Side};
use damier_rules::rules::House;
use damier_rules::variant::Variant;

use crate::{assert_finished, builtin, damier, play, player, settings, simulator, start};

pub const TESTS: &[(&str, fn())] = &[
    ("our_engine_plays_itself_over_hub_in_several_games", over_hub),
    ("a_game_of_fixed_nodes_is_the_same_again", repeatable),
    ("players_ponder_and_nobody_fails", pondering),
    ("a_hit_goes_on_and_a_miss_is_stopped", hits_and_misses),
    ("helpers_of_an_engine_end_with_it", helpers),
    ("a_clock_that_is_over_loses", clock),
    ("a_move_that_takes_other_pieces_is_illegal", claimed_move),
    ("scores_decide_only_when_asked_to", adjudicated),
    ("a_game_that_is_over_is_not_played", over_already),
    ("an_opening_is_part_of_the_game", opening),
    ("house_rules_are_played_by_those_who_can", house),
    ("a_game_can_be_broken_off", interrupted),
];

fn over_hub() {
    let mut engine = damier(&["hash=1", "history=reversible"]);
    let mut opponent = builtin();
    for variant in ["italian", "english", "spanish", "international"] {
        let record = play(&mut *opponent, &mut *engine, &start(variant), &settings("nodes=300"));
        assert_finished(&record);
        assert_eq!((record.variant.as_str(), record.black.as_str()), (variant, "Damier"));
        let is_complete = |record: &damier_match::referee::MoveRecord| {
            record.score.is_some() && record.depth.is_some() && record.nodes.is_some()
        };
        assert!(record.moves.iter().all(is_complete), "{variant}");
        replay(&record.moves, &start(variant));
    }
    engine.quit().unwrap();
}

/// Checks that recorded moves lead to the end of a game.
fn replay(moves: &[damier_match::referee::MoveRecord], start: &Game) {
    let mut game = start.clone();
    for record in moves {
        let order = SquareOrder::Plain;
        let played = read_hub_move(game.variant(), game.position(), &record.text, order).unwrap();
        game.play(&played).unwrap();
    }
    assert!(game.outcome().is_some());
}

fn repeatable() {
    let texts = |record: &damier_match::referee::GameRecord| -> Vec<String> {
        record.moves.iter().map(|record| record.text.clone()).collect()
    };
    let (mut white, mut black) = (builtin(), builtin());
    let settings = settings("nodes=2000");
    let first = play(&mut *white, &mut *black, &start("italian"), &settings);
    let second = play(&mut *white, &mut *black, &start("italian"), &settings);
    let fresh = play(&mut *builtin(), &mut *builtin(), &start("italian"), &settings);
    assert_finished(&first);
    assert_eq!(texts(&first), texts(&second));
    assert_eq!(texts(&first), texts(&fresh));
}

fn pondering() {
    let mut engine = damier(&["hash=1", "ponder=true"]);
    let mut opponent = player("builtin", &["hash=1", "ponder=true"]);
    let adjudication = Adjudication { longest: Some(20), ..Adjudication::default() };
    let margin = Duration::from_secs(1);
    let settings = GameSettings { adjudication, margin, ..settings("move-time=0.02") };
    for variant in ["italian", "international"] {
        let record = play(&mut *engine, &mut *opponent, &start(variant), &settings);
        assert!(record.faults.is_empty(), "{:?}", record.faults);
    }
    engine.quit().unwrap();
    opponent.quit().unwrap();
}

fn hits_and_misses() {
    let last = |situation: &Situation| {
        let moves = situation.game.legal_moves();
        plays(moves[moves.len() - 1], None)
    };
    let mut engine = simulator("well", "ponder", &["ponder=true"]);
    for (opponent, sent, never) in
        [(last as fn(&Situation) -> Reply, "> ponder-hit", "> stop"), (first, "> stop", "")]
    {
        let opening = start("international");
        let adjudication = Adjudication { longest: Some(5), ..Adjudication::default() };
        let settings = GameSettings { adjudication, ..settings("nodes=1") };
        let record = play(&mut *engine, &mut Actor(opponent), &opening, &settings);
        assert!(record.faults.is_empty(), "{:?}", record.faults);
        let lines = engine.dialogue().lines;
        assert!(lines.iter().any(|line| line == sent), "{lines:?}");
        // The game ends while the engine ponders, and then it is stopped.
        let (before_end, _) = lines.split_at(lines.len().saturating_sub(5));
        assert!(before_end.iter().all(|line| line != never), "{lines:?}");
    }
    engine.quit().unwrap();
}

fn helpers() {
    let beat = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("referee-helper");
    let _ = std::fs::remove_file(&beat);
    let engine = env!("CARGO_BIN_EXE_damier");
    let script = format!(
        "while sleep 0.05; do date >> \"{}\"; done & \"{engine}\" hub; sleep 60",
        beat.display()
    );
    let mut engine = player(&format!("hub:sh -c '{script}'"), &["timeout=5", "hash=1"]);
    let adjudication = Adjudication { longest: Some(2), ..Adjudication::default() };
    let settings = GameSettings { adjudication, ..settings("nodes=1") };
    let record = play(&mut *engine, &mut Actor(first), &start("italian"), &settings);
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    let written = || std::fs::metadata(&beat).map_or(0, |data| data.len());
    let patience = Instant::now() + Duration::from_secs(10);
    while written() == 0 && Instant::now() < patience {
        std::thread::sleep(Duration::from_millis(10));
    }
    drop(engine);
    let before = written();
    assert!(before > 0, "the helper has run");
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(written(), before, "the helper has ended");
}

/// A player that answers by its function.
struct Actor(fn(&Situation) -> Reply);

impl Player for Actor {
    fn name(&self) -> &str {
        "actor"
    }
    fn new_game(&mut self, _: Variant) -> Result<(), Fault> {
        Ok(())
    }
    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault> {
        Ok((self.0)(situation))
    }
    fn restart(&mut self) -> Result<(), Fault> {
        Ok(())
    }
    fn quit(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

fn plays(played: Move, score: Option<Score>) -> Reply {
    let claimed = Some(Duration::ZERO);
    Reply {
        played: Ok(played),
        declared: None,
        expected: None,
        score,
        depth: None,
        nodes: None,
        claimed,
    }
}

fn first(situation: &Situation) -> Reply {
    plays(situation.game.legal_moves()[0], None)
}

fn lost(situation: &Situation) -> Reply {
    plays(situation.game.legal_moves()[0], Some(Score::evaluation(-900)))
}

fn winning(situation: &Situation) -> Reply {
    plays(situation.game.legal_moves()[0], Some(Score::evaluation(900)))
}

fn level(situation: &Situation) -> Reply {
    plays(situation.game.legal_moves()[0], Some(Score::DRAW))
}

fn clock() {
    let slow = |situation: &Situation| {
        std::thread::sleep(Duration::from_millis(60));
        first(situation)
    };
    let settings =
        GameSettings { margin: Duration::from_millis(20), ..settings("time=0.15+0.001") };
    let record = play(&mut Actor(slow), &mut Actor(first), &start("italian"), &settings);
    let lost = Reason::Fault { side: Side::White, fault: FaultKind::TimeLoss };
    assert_eq!((record.result, record.reason), (GameResult::BlackWins, lost));
    // The third move is too late, the second one where machines are very busy.
    assert!([2, 4].contains(&record.moves.len()), "{record:?}");
    assert!(record.faults[0].fault.detail.contains("the move took 0."), "{:?}", record.faults);
}

fn claimed_move() {
    // Two captures have the same ends: what is taken matters.
    let variant = Variant::named("international").unwrap();
    let position = read_fen(variant.rules(), "W:WK47:B14,19,29,31,42").unwrap();
    let opening = Game::from_position(variant, position);
    let [first_capture, second_capture] = first_two(&opening);
    assert_eq!((first_capture.from, first_capture.to), (second_capture.from, second_capture.to));
    let honest = |situation: &Situation| plays(first_two(situation.game)[1], None);
    let liar = |situation: &Situation| {
        let [first, second] = first_two(situation.game);
        plays(Move { captured: first.captured | second.captured, ..first }, None)
    };
    let record = play(&mut Actor(liar), &mut Actor(first), &opening, &settings("nodes=1"));
    let lost = Reason::Fault { side: Side::White, fault: FaultKind::IllegalMove };
    assert_eq!((record.result, record.reason), (GameResult::BlackWins, lost));
    let record = play(&mut Actor(honest), &mut Actor(first), &opening, &settings("nodes=1"));
    assert_eq!(
        record.moves[0].text,
        hub_move(variant.rules(), &second_capture, SquareOrder::Plain)
    );
}

/// The first two legal moves.
fn first_two(game: &Game) -> [Move; 2] {
    let moves = game.legal_moves();
    [moves[0], moves[1]]
}

fn adjudicated() {
    let resign = ResignRule { score: Score::evaluation(500), moves: 3 };
    let draw = DrawAgreement { score: Score::evaluation(10), moves: 2, after: 4 };
    let adjudication = Adjudication { resign: Some(resign), draw: Some(draw), longest: Some(30) };
    let asked = GameSettings { adjudication, ..settings("nodes=1") };
    let record = play(&mut Actor(lost), &mut Actor(winning), &start("english"), &asked);
    let resigned = Reason::ResignAdjudication { side: Side::White };
    assert_eq!((record.result, record.reason), (GameResult::BlackWins, resigned));
    assert_eq!(record.moves.len(), 6);
    let record = play(&mut Actor(level), &mut Actor(level), &start("english"), &asked);
    assert_eq!((record.result, record.reason), (GameResult::Drawn, Reason::DrawAdjudication));
    // The captures between do not count, and after them four more quiet moves are needed.
    let captures: Vec<bool> = record.moves.iter().map(|played| played.text.contains('x')).collect();
    assert!(captures.len() > 8 && captures.ends_with(&[true, false, false, false, false]));
    let record = play(&mut Actor(lost), &mut Actor(lost), &start("english"), &asked);
    assert!(!matches!(record.reason, Reason::ResignAdjudication { .. }), "they do not agree");
    let free = settings("nodes=1");
    assert_finished(&play(&mut Actor(lost), &mut Actor(winning), &start("english"), &free));
}

fn over_already() {
    let variant = Variant::named("italian").unwrap();
    let position = read_fen(variant.rules(), "B:W10:B").unwrap();
    let never: fn(&Situation) -> Reply = |_| panic!("nobody is asked");
    let opening = Game::from_position(variant, position);
    let record = play(&mut Actor(never), &mut Actor(never), &opening, &settings("nodes=1"));
    let reason = Reason::NoMoves { side: Side::Black };
    assert_eq!((record.result, record.reason), (GameResult::WhiteWins, reason));
}

fn opening() {
    let mut opening = start("english");
    for _ in 0..4 {
        opening.play(&opening.legal_moves()[0].clone()).unwrap();
    }
    let record = play(&mut Actor(first), &mut Actor(first), &opening, &settings("nodes=1"));
    assert_finished(&record);
    assert_eq!(record.opening, 4);
    assert!(record.start.starts_with("B:W21"), "{}", record.start);
    replay(&record.moves, &start("english"));
}

fn house() {
    let italian = damier_rules::rules::named("italian").unwrap();
    let rules = House::of(italian).set("capture=optional").unwrap().finish().unwrap();
    let opening = Game::new(Variant::new(rules));
    let record = play(&mut *builtin(), &mut *builtin(), &opening, &settings("nodes=200"));
    assert_finished(&record);
    assert_eq!(record.house_rules, ["capture=optional"]);
    let record = play(&mut *builtin(), &mut *damier(&[]), &opening, &settings("nodes=200"));
    let reason = Reason::Fault { side: Side::Black, fault: FaultKind::UnknownVariant };
    assert_eq!(record.reason, reason);
    let line = format!(
        "hub:'{}' hub --variant italian --rule capture=optional",
        env!("CARGO_BIN_EXE_damier")
    );
    let mut engine = player(&line, &["hash=1"]);
    assert_finished(&play(&mut *builtin(), &mut *engine, &opening, &settings("nodes=200")));
}

fn interrupted() {
    static STOP: AtomicBool = AtomicBool::new(false);
    let stops = |situation: &Situation| {
        STOP.store(true, Ordering::Relaxed);
        first(situation)
    };
    let players: [&mut dyn Player; 2] = [&mut Actor(stops), &mut Actor(first)];
    let record = play_game(players, &start("italian"), &settings("nodes=1"), &STOP);
    assert_eq!((record.result, record.reason), (GameResult::None, Reason::Interrupted));
    assert_eq!(record.moves.len(), 1);
}
