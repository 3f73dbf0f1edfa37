//! Which game a file is of, what an ambiguous capture means, and men where they are crowned.

use damier_pdn::{
    Decision, ReplayError, ReplayOptions, Replayed, Votes, replay, replay_with, write_game,
};
use damier_rules::notation::MenOnCrownRow;

use super::games::{assert_same, kinds, moves, raw_game, raw_games, replayed};

fn decided(text: &str) -> Decision {
    let mut votes = Votes::default();
    for raw in raw_games(text) {
        votes.add(&Votes::of(&raw, MenOnCrownRow::Refuse));
    }
    votes.decide().unwrap()
}

fn name(decision: &Decision) -> &'static str {
    decision.variant.rules().name
}

/// The games of a file, each replayed as its file decides.
fn of_file(text: &str) -> Vec<Result<Replayed, ReplayError>> {
    let options = ReplayOptions { file: Some(decided(text)), ..ReplayOptions::default() };
    raw_games(text).iter().map(|raw| replay_with(raw, &options)).collect()
}

fn games(all: &[Result<Replayed, ReplayError>]) -> Vec<&'static str> {
    all.iter()
        .map(|outcome| {
            outcome.as_ref().map_or("broken", |replayed| replayed.game.variant().rules().name)
        })
        .collect()
}

/// Legal in Russian draughts, and in Czech.
const BOTH: &str = "1. c3-d4 f6-g5 2. g3-f4 b6-c5 3. d4xb6 a7xc5 4. b2-c3 g7-f6 *\n\n";

/// Legal where men do not take backward, as in Czech draughts.
const CZECH: &str = "[FEN \"W:Wc3:Bd2,h8\"] 1. c3-d4 *\n\n";

#[test]
fn t6_one_game_is_found_for_all_of_a_file() {
    let decision = decided(BOTH);
    assert_eq!((name(&decision), decision.legal, decision.asked), ("russian", 1, 1));
    let text = format!("{BOTH}{BOTH}{CZECH}{BOTH}");
    let decision = decided(&text);
    assert_eq!((name(&decision), decision.legal, decision.asked), ("czech", 4, 4));
    assert_eq!(games(&of_file(&text)), ["czech"; 4]);
}

#[test]
fn t6_a_game_that_breaks_changes_no_other() {
    let good = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-14 2-0\n\n";
    let bad = "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 10-15 2-0\n\n";
    let text = format!("{good}{bad}{good}");
    let decision = decided(&text);
    assert_eq!((name(&decision), decision.legal, decision.asked), ("international", 2, 3));
    let all = of_file(&text);
    assert_eq!(games(&all), ["international", "broken", "international"]);
    assert_eq!(kinds(all[0].as_ref().unwrap()), ["game-guessed"]);
}

#[test]
fn t6_tags_and_boards_go_before_the_files_game() {
    let text = "1. 22-18 10-13 2. 21-17 *\n\n[GameType \"25\"] 1. c3-d4 d6-c5 *\n\n\
                1. 32-28 19-23 2. 28x19 14x23 *\n\n1. 22-18 11-14 2. 18x11 6x15 *\n\n\
                1. 11-15 23-19 2. 8-11 22-17 3. 4-8 25-22 *\n\n";
    let decision = decided(text);
    assert_eq!((name(&decision), decision.asked), ("italian", 4));
    assert_eq!(
        games(&of_file(text)),
        ["italian", "russian", "international", "italian", "english"]
    );
}

/// Problems in which the side to move wins, as books of English draughts have them.
fn problems(first: &str, second: &str) -> String {
    let pair = format!(
        "[FEN \"W:WK27,K23:BK28,12.\"]\n[Result \"{first}\"]\n{first}\n\n\
         [FEN \"B:WK22,21:BK15,K11\"]\n[Result \"{second}\"]\n{second}\n\n"
    );
    pair.repeat(5)
}

#[test]
fn t6_problems_without_moves_are_of_the_game_whose_results_they_have() {
    let english = decided(&problems("0-1", "1-0"));
    assert_eq!((name(&english), english.supported, english.legal), ("english", true, 10));
    let italian = decided(&problems("1-0", "0-1"));
    assert_eq!((name(&italian), italian.supported), ("italian", true));
    let nothing = decided(&problems("1/2-1/2", "*"));
    assert_eq!((name(&nothing), nothing.supported), ("english", false));
    let large = decided("[FEN \"W:W45:B6\"] *");
    assert_eq!((name(&large), large.supported), ("international", true));
    let letters = decided("[FEN \"W:Wa1,Kc3:Bd6\"] *");
    assert_eq!(name(&letters), "russian");

    let parsed = of_file(&problems("0-1", "1-0")).remove(0).unwrap();
    assert!(assert_same(&parsed.game).contains("[GameType \"21,"));
    let parsed = of_file(&problems("1/2-1/2", "*")).remove(0).unwrap();
    assert!(!write_game(&parsed.game).contains("GameType"));
}

const FORK: &str = "[GameType \"21\"] [FEN \"B:W23,22,15,14:B11,10\"]";

#[test]
fn t7_an_ambiguous_capture_means_what_the_rest_fits() {
    for (rest, taken) in [("15x8", "10x17x26"), ("22-18", "10x19x26")] {
        let game = replayed(format!("{FORK} 1. 10x26 {rest} *"));
        assert_eq!(moves(&game), format!("{taken} {rest}"));
        assert_eq!(kinds(&game), ["capture-chosen"]);
        assert!(game.notes[0].to_string().contains(taken), "{}", game.notes[0]);
    }
    for rest in ["", "32-28"] {
        let text = format!("{FORK} 1. 10x26 {rest} *");
        let error = replay(&raw_game(text), None).unwrap_err();
        assert_eq!(error.fault.kind(), "ambiguous-move", "{rest}");
    }
    let game = replayed(format!("{FORK} 1. 10x17x26 (10x26 22-18) *"));
    assert_eq!(kinds(&game), ["capture-chosen"]);
}

#[test]
fn t7_ambiguous_captures_after_each_other_are_bounded() {
    let again = "10x26 22-18 /FEN \"B:W23,22,15,14:B11,10\"/ ".repeat(3000);
    let parsed = replay(&raw_game(format!("{FORK} {again} *")), None).unwrap();
    assert_eq!(parsed.game.plies().count(), 6000);
    let quiet = "1-6 32-27 6-1 27-32 ".repeat(10_000);
    let text = format!("[GameType \"21\"] [FEN \"B:WK32,23,22,15,14:BK1,11,10\"] 10x26 {quiet} *");
    assert!(replay(&raw_game(text), None).is_err());
}

#[test]
fn t8_men_where_they_are_crowned_are_taken_as_the_option_has_it() {
    let text = "[GameType \"21\"] [FEN \"B:WK23,12,3:BK15,K11.\"] 1-0";
    let replay_by =
        |men| replay_with(&raw_game(text), &ReplayOptions { men, ..ReplayOptions::default() });
    assert_eq!(replay_by(MenOnCrownRow::Refuse).unwrap_err().fault.kind(), "bad-position");
    for (men, fen, note) in [
        (MenOnCrownRow::Crown, "B:WK3,12,K23:BK11,K15", "it is taken as a king"),
        (MenOnCrownRow::Drop, "B:W12,K23:BK11,K15", "it is left out"),
    ] {
        let parsed = replay_by(men).unwrap();
        assert!(assert_same(&parsed.game).contains(&format!("[FEN \"{fen}\"]")), "{men:?}");
        assert!(parsed.notes[0].to_string().ends_with(note), "{}", parsed.notes[0]);
    }
    let alone = raw_game("[GameType \"21\"] [FEN \"B:W3:B\"] *");
    let error = replay_with(
        &alone,
        &ReplayOptions { men: MenOnCrownRow::Drop, ..ReplayOptions::default() },
    );
    assert!(error.is_err(), "nobody is left");
}
