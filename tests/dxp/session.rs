//! The session in each state: what goes well, and what goes wrong without harm.

use std::time::Duration;

use damier_protocol::dxp::{EndReason, Role, Words};
use damier_rules::position::Side;

use crate::support::{ACCEPT, ACCEPTED, REQUEST_BLACK, REQUEST_WHITE, Talk, quiet, terms, variant};

const LONG: Duration = Duration::from_secs(3_600);
const REFUSED: &str = "ADamier                          2";

/// A form B request for the receiver as Black.
fn position_request(turn: char, squares: &str) -> String {
    format!("R01Peer                            Z005000B{turn}{squares}")
}

#[test]
fn the_sample_game_is_played_by_either_role() {
    // The initiator's side of the documents' sample.
    let mut talk = Talk::new(Role::Initiator);
    assert_eq!(talk.request(Side::White), ["R01Damier                          Z005000A"]);
    assert_eq!(talk.hear(ACCEPT), ["begun"]);
    assert_eq!(talk.session.terms().unwrap().opponent.as_str(), "Peer");
    assert_eq!(talk.play("33-28"), ["M0000332800"]);
    assert_eq!(talk.hear("M0005192300"), ["moved"]);
    assert_eq!(talk.play("28x19x23"), ["M000028190123"]);
    assert_eq!(talk.hear("M000014230119"), ["moved"]);
    assert_eq!(talk.end(EndReason::Drawn), ["E20", "ended: Drawn"]);
    assert_eq!(talk.hear("E00"), ["ready"]);
    assert_eq!(talk.request(Side::Black), ["R01Damier                          W005000A"]);
    // And the follower's.
    let mut talk = Talk::playing(Side::Black);
    assert_eq!(talk.hear("M0003332800"), ["moved"]);
    assert_eq!(talk.play("19-23"), ["M0000192300"]);
    assert_eq!(talk.hear("M000028190123"), ["moved"]);
    assert_eq!(talk.play("14x23x19"), ["M000014230119"]);
    assert_eq!(talk.hear("E20"), ["E00", "ended: Drawn", "ready"]);
    assert_eq!(talk.hear(REQUEST_WHITE), [ACCEPTED, "begun"]);
}

#[test]
fn a_request_that_does_not_fit_is_refused_with_its_code() {
    let mut talk = Talk::new(Role::Follower);
    let code = |done: &[String]| done[0].chars().last();
    let version = talk.hear("R02Peer                            Z005000A");
    assert_eq!((version[0].as_str(), version.len()), ("ADamier                          1", 2));
    for wrong in [
        position_request('W', &"e".repeat(50)),
        position_request('W', &format!("zw{}", "e".repeat(30))),
        position_request('W', &format!("zw{}", "e".repeat(62))),
        position_request('W', &format!("wz{}", "e".repeat(48))),
        position_request('W', &format!("z{}", "e".repeat(49))),
        "R01Peer".to_owned(),
        "R01Peer                            X005000A".to_owned(),
        "R01Peer                            Z0.5000A".to_owned(),
    ] {
        let done = talk.hear(&wrong);
        assert_eq!(code(&done), Some('2'), "{wrong}");
        assert!(talk.session.is_idle());
    }
    assert_eq!(talk.hear(REQUEST_WHITE), [ACCEPTED, "begun"], "the next is played");
}

#[test]
fn other_games_are_asked_for_with_their_own_letters() {
    for name in ["italian", "english", "russian", "pool"] {
        let own = variant(name);
        let change = |settings: &mut damier_protocol::dxp::SessionSettings| settings.variant = own;
        let mut asks = Talk::with(Role::Initiator, change);
        asks.session.request(terms(own, Side::White), asks.now);
        let request = asks.done().remove(0);
        assert_eq!(request.len(), 44 + 32, "{name}");
        let turn = own.start_position().turn();
        let letter = if turn == Side::White { 'W' } else { 'Z' };
        assert_eq!(request.chars().nth(43), Some(letter), "{name}");
        let mut follows = Talk::with(Role::Follower, change);
        assert_eq!(follows.hear(&request), [ACCEPTED, "begun"], "{name}");
        assert_eq!(*follows.session.game().unwrap().position(), own.start_position());
        let mut follows = Talk::with(Role::Follower, change);
        assert_eq!(follows.hear(REQUEST_BLACK)[0], REFUSED, "form A is another game");
        let mut follows = Talk::new(Role::Follower);
        assert_eq!(follows.hear(&request)[0], REFUSED, "32 squares are not 50");
    }
}

#[test]
fn p25_a_position_is_asked_for_with_a_colour_and_fifty_letters() {
    let squares = "eeeeeezeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeweeeeeZeeeeee";
    let mut talk = Talk::new(Role::Follower);
    assert_eq!(talk.hear(&position_request('Z', squares)), [ACCEPTED, "begun"]);
    assert!(talk.session.is_on_turn());
    // The squares have two digits, and the capture that is forced is sent.
    assert_eq!(talk.play("44x22x28"), ["M000044220128"]);
}

#[test]
fn p25_captured_squares_come_in_any_order() {
    let mut squares = vec!['e'; 50];
    for square in [11, 21, 12, 22] {
        squares[square - 1] = 'z';
    }
    squares[27 - 1] = 'w';
    let squares: String = squares.into_iter().collect();
    let request = position_request('W', &squares);
    for order in ["2211", "1122"] {
        let mut talk = Talk::new(Role::Follower);
        talk.hear(&request);
        let game = talk.session.game().unwrap();
        let legal = game.legal_moves();
        let taking = legal.iter().find(|one| one.captured.len() >= 2).copied();
        let Some(taking) = taking else { panic!("there is a double capture") };
        let numbering = game.variant().rules().notation.numbering;
        let geometry = game.variant().rules().moves.geometry;
        let mut taken = numbering.numbers(geometry, taking.captured);
        if order == "2211" {
            taken.reverse();
        }
        let (from, to) =
            (numbering.number(geometry, taking.from), numbering.number(geometry, taking.to));
        let taken: String = taken.iter().map(|number| format!("{number:02}")).collect();
        let message = format!("M0000{from:02}{to:02}{:02}{taken}", taken.len() / 2);
        assert!(talk.hear(&message).contains(&"moved".to_owned()), "{message}");
    }
}

#[test]
fn p23_the_same_move_twice_is_a_move() {
    // Kings go to and fro: the same texts come again, and each is a move.
    let mut squares = vec!['e'; 50];
    (squares[5], squares[44]) = ('Z', 'W');
    (squares[25], squares[24]) = ('w', 'z');
    let squares: String = squares.into_iter().collect();
    let mut talk = Talk::new(Role::Follower);
    assert_eq!(talk.hear(&position_request('W', &squares)), [ACCEPTED, "begun"]);
    let there = ["45-50", "6-1", "50-45", "1-6"];
    talk.moves(&there);
    talk.moves(&there[..3]);
    assert_eq!(talk.session.game().unwrap().moves().len(), 7);
    // And straight after each other it is the peer's only on its turn.
    let mut talk = Talk::playing(Side::Black);
    assert_eq!(talk.hear(&quiet("33-28")), ["moved"]);
    assert_eq!(talk.hear(&quiet("33-28")), ["ignored: a move out of turn"]);
    assert!(talk.session.is_on_turn());
}

#[test]
fn takebacks_are_granted_unless_a_search_runs() {
    let opening = ["33-28", "18-23", "39-33", "12-18"];
    let mut talk = Talk::playing(Side::Black);
    talk.moves(&opening);
    assert_eq!(talk.hear("B003W"), ["K2"], "that is now");
    assert_eq!(talk.hear("B000W"), ["K2"]);
    assert_eq!(talk.hear("B002Z"), ["took back to 3", "K0"]);
    assert!(talk.session.is_on_turn());
    talk.session.set_searching(true);
    assert_eq!(talk.hear("B001W"), ["K2"], "a search runs");
    talk.session.set_searching(false);
    assert_eq!(talk.hear("B001W"), ["took back to 0", "K0"]);
    talk.moves(&opening);
    assert_eq!(talk.session.game().unwrap().moves().len(), 4);
    let mut talk = Talk::with(Role::Follower, |settings| settings.takebacks = false);
    talk.hear(REQUEST_BLACK);
    talk.moves(&opening);
    assert_eq!(talk.hear("B001W"), ["K1"]);
}

#[test]
fn chat_is_heard_and_said_in_every_state() {
    let mut idle = Talk::new(Role::Initiator);
    assert_eq!(idle.hear("Chello"), ["chat: hello"]);
    idle.request(Side::White);
    assert_eq!(idle.hear("Cwait"), ["chat: wait"]);
    idle.hear(ACCEPT);
    assert_eq!(idle.hear("Cgood luck"), ["chat: good luck"]);
    idle.play("32-28");
    assert_eq!(idle.hear("Chm"), ["chat: hm"]);
    idle.end(EndReason::Lost);
    assert_eq!(idle.hear("Cthank you"), ["chat: thank you"]);
    idle.session.chat(Words::new("bye").unwrap());
    assert_eq!(idle.done(), ["Cbye"]);
    assert_eq!(idle.hear("E00"), ["ready"]);
}

#[test]
fn the_rules_end_games_on_both_sides() {
    // White to move takes the last piece.
    let squares = format!("{}z{}w{}", "e".repeat(21), "e".repeat(5), "e".repeat(22));
    let mut talk = Talk::new(Role::Follower);
    talk.hear(&position_request('W', &squares));
    // The peer has won: this side, on turn, says that it has lost.
    assert_eq!(talk.hear("M000028170122"), ["moved", "E10", "ended: Lost"]);
    assert_eq!(talk.hear("E00"), ["ready"]);
    // This side wins: the peer has to say so, and if it does not this side does.
    for answer in ["E10", "nothing"] {
        let mut talk = Talk::new(Role::Follower);
        talk.hear(&position_request('W', &squares).replace("Z005", "W005"));
        assert_eq!(talk.play("28x17x22"), ["M000028170122"]);
        if answer == "nothing" {
            assert_eq!(talk.pass(Duration::from_secs(10)), ["E30", "ended: Won"]);
            assert_eq!(talk.pass(Duration::from_secs(10)), ["ready"]);
        } else {
            assert_eq!(talk.hear(answer), ["E00", "ended: Won", "ready"]);
        }
        assert_eq!(talk.hear(REQUEST_WHITE), [ACCEPTED, "begun"]);
    }
}

#[test]
fn a_claimed_win_is_believed_only_at_the_move_limit() {
    let mut talk = Talk::playing(Side::Black);
    assert_eq!(talk.hear("E30"), ["E00", "ended: Unknown", "ready"]);
    talk.hear("R01Peer                            Z005001A");
    talk.moves(&["33-28", "18-23"]);
    assert!(talk.session.is_at_limit());
    assert_eq!(talk.hear("E30"), ["E00", "ended: Lost", "ready"]);
    talk.hear(REQUEST_BLACK);
    assert_eq!(talk.hear("E10"), ["E00", "ended: Won", "ready"], "it gives up");
}

#[test]
fn the_stop_code_ends_the_session() {
    let mut talk = Talk::playing(Side::Black);
    assert_eq!(talk.hear("E21"), ["E01", "ended: Drawn", "closed"]);
    assert!(talk.hear(REQUEST_BLACK).is_empty());
    let mut talk = Talk::playing(Side::White);
    talk.session.set_last_game(true);
    assert_eq!(talk.end(EndReason::Lost), ["E11", "ended: Lost"]);
    assert_eq!(talk.hear(REQUEST_WHITE)[0], "ADamier                          3");
    assert_eq!(talk.pass(LONG), ["closed"], "nobody need acknowledge it");
}
