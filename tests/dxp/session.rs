//! The session in each state: what goes well, and what goes wrong without harm.

use std::time::Duration;

use damier_protocol::dxp::{ChatText, EndReason, Role};
use damier_rules::position::Side;

use crate::support::{
    ACCEPT, ACCEPTED, REQUEST_BLACK, REQUEST_WHITE, SessionDriver, quiet, terms, variant,
};

const LONG: Duration = Duration::from_secs(3_600);
const REFUSED: &str = "ADamier                          2";

/// A form B request for the receiver as Black.
fn position_request(turn: char, squares: &str) -> String {
    format!("R01Peer                            Z005000B{turn}{squares}")
}

#[test]
fn the_sample_game_is_played_by_either_role() {
    // The initiator's side of the documents' sample.
    let mut driver = SessionDriver::new(Role::Initiator);
    assert_eq!(driver.request(Side::White), ["R01Damier                          Z005000A"]);
    assert_eq!(driver.receive(ACCEPT), ["begun"]);
    assert_eq!(driver.session.terms().unwrap().opponent.as_str(), "Peer");
    assert_eq!(driver.play("33-28"), ["M0000332800"]);
    assert_eq!(driver.receive("M0005192300"), ["moved"]);
    assert_eq!(driver.play("28x19x23"), ["M000028190123"]);
    assert_eq!(driver.receive("M000014230119"), ["moved"]);
    assert_eq!(driver.end(EndReason::Drawn), ["E20", "ended: Drawn"]);
    assert_eq!(driver.receive("E00"), ["ready"]);
    assert_eq!(driver.request(Side::Black), ["R01Damier                          W005000A"]);
    // And the follower's.
    let mut driver = SessionDriver::playing(Side::Black);
    assert_eq!(driver.receive("M0003332800"), ["moved"]);
    assert_eq!(driver.play("19-23"), ["M0000192300"]);
    assert_eq!(driver.receive("M000028190123"), ["moved"]);
    assert_eq!(driver.play("14x23x19"), ["M000014230119"]);
    assert_eq!(driver.receive("E20"), ["E00", "ended: Drawn", "ready"]);
    assert_eq!(driver.receive(REQUEST_WHITE), [ACCEPTED, "begun"]);
}

#[test]
fn a_request_that_does_not_fit_is_refused_with_its_code() {
    let mut driver = SessionDriver::new(Role::Follower);
    let code = |done: &[String]| done[0].chars().last();
    let version = driver.receive("R02Peer                            Z005000A");
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
        let done = driver.receive(&wrong);
        assert_eq!(code(&done), Some('2'), "{wrong}");
        assert!(driver.session.is_idle());
    }
    assert_eq!(driver.receive(REQUEST_WHITE), [ACCEPTED, "begun"], "the next is played");
}

#[test]
fn other_games_are_asked_for_with_their_own_letters() {
    for name in ["italian", "english", "russian", "pool"] {
        let variant = variant(name);
        let change =
            |settings: &mut damier_protocol::dxp::SessionSettings| settings.variant = variant;
        let mut asks = SessionDriver::with(Role::Initiator, change);
        asks.session.request(terms(variant, Side::White), asks.now);
        let request = asks.take_actions().remove(0);
        assert_eq!(request.len(), 44 + 32, "{name}");
        let turn = variant.start_position().turn();
        let letter = if turn == Side::White { 'W' } else { 'Z' };
        assert_eq!(request.chars().nth(43), Some(letter), "{name}");
        let mut follows = SessionDriver::with(Role::Follower, change);
        assert_eq!(follows.receive(&request), [ACCEPTED, "begun"], "{name}");
        assert_eq!(*follows.session.game().unwrap().position(), variant.start_position());
        let mut follows = SessionDriver::with(Role::Follower, change);
        assert_eq!(follows.receive(REQUEST_BLACK)[0], REFUSED, "form A is another game");
        let mut follows = SessionDriver::new(Role::Follower);
        assert_eq!(follows.receive(&request)[0], REFUSED, "32 squares are not 50");
    }
}

#[test]
fn p25_a_position_is_asked_for_with_a_colour_and_fifty_letters() {
    let squares = "eeeeeezeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeweeeeeZeeeeee";
    let mut driver = SessionDriver::new(Role::Follower);
    assert_eq!(driver.receive(&position_request('Z', squares)), [ACCEPTED, "begun"]);
    assert!(driver.session.is_on_turn());
    // The squares have two digits, and the capture that is forced is sent.
    assert_eq!(driver.play("44x22x28"), ["M000044220128"]);
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
        let mut driver = SessionDriver::new(Role::Follower);
        driver.receive(&request);
        let game = driver.session.game().unwrap();
        let legal = game.legal_moves();
        let taking = legal.iter().find(|legal| legal.captured.len() >= 2).copied();
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
        assert!(driver.receive(&message).contains(&"moved".to_owned()), "{message}");
    }
}

#[test]
fn p23_the_same_move_twice_is_a_move() {
    // Kings go to and fro: the same texts come again, and each is a move.
    let mut squares = vec!['e'; 50];
    (squares[5], squares[44]) = ('Z', 'W');
    (squares[25], squares[24]) = ('w', 'z');
    let squares: String = squares.into_iter().collect();
    let mut driver = SessionDriver::new(Role::Follower);
    assert_eq!(driver.receive(&position_request('W', &squares)), [ACCEPTED, "begun"]);
    let there = ["45-50", "6-1", "50-45", "1-6"];
    driver.moves(&there);
    driver.moves(&there[..3]);
    assert_eq!(driver.session.game().unwrap().moves().len(), 7);
    // And straight after each other it is the peer's only on its turn.
    let mut driver = SessionDriver::playing(Side::Black);
    assert_eq!(driver.receive(&quiet("33-28")), ["moved"]);
    assert_eq!(driver.receive(&quiet("33-28")), ["ignored: a move out of turn"]);
    assert!(driver.session.is_on_turn());
}

#[test]
fn takebacks_are_granted_unless_a_search_runs() {
    let opening = ["33-28", "18-23", "39-33", "12-18"];
    let mut driver = SessionDriver::playing(Side::Black);
    driver.moves(&opening);
    assert_eq!(driver.receive("B003W"), ["K2"], "that is now");
    assert_eq!(driver.receive("B000W"), ["K2"]);
    assert_eq!(driver.receive("B002Z"), ["took back to 3", "K0"]);
    assert!(driver.session.is_on_turn());
    driver.session.set_searching(true);
    assert_eq!(driver.receive("B001W"), ["K2"], "a search runs");
    driver.session.set_searching(false);
    assert_eq!(driver.receive("B001W"), ["took back to 0", "K0"]);
    driver.moves(&opening);
    assert_eq!(driver.session.game().unwrap().moves().len(), 4);
    let mut driver = SessionDriver::with(Role::Follower, |settings| settings.takebacks = false);
    driver.receive(REQUEST_BLACK);
    driver.moves(&opening);
    assert_eq!(driver.receive("B001W"), ["K1"]);
}

#[test]
fn chat_is_received_and_sent_in_every_state() {
    let mut idle = SessionDriver::new(Role::Initiator);
    assert_eq!(idle.receive("Chello"), ["chat: hello"]);
    idle.request(Side::White);
    assert_eq!(idle.receive("Cwait"), ["chat: wait"]);
    idle.receive(ACCEPT);
    assert_eq!(idle.receive("Cgood luck"), ["chat: good luck"]);
    idle.play("32-28");
    assert_eq!(idle.receive("Chm"), ["chat: hm"]);
    idle.end(EndReason::Lost);
    assert_eq!(idle.receive("Cthank you"), ["chat: thank you"]);
    idle.session.chat(ChatText::new("bye").unwrap());
    assert_eq!(idle.take_actions(), ["Cbye"]);
    assert_eq!(idle.receive("E00"), ["ready"]);
}

#[test]
fn the_rules_end_games_on_both_sides() {
    // White to move takes the last piece.
    let squares = format!("{}z{}w{}", "e".repeat(21), "e".repeat(5), "e".repeat(22));
    let mut driver = SessionDriver::new(Role::Follower);
    driver.receive(&position_request('W', &squares));
    // The peer has won: this side, on turn, declares that it has lost.
    assert_eq!(driver.receive("M000028170122"), ["moved", "E10", "ended: Lost"]);
    assert_eq!(driver.receive("E00"), ["ready"]);
    // This side wins: the peer has to declare it, and if it does not this side does.
    for answer in ["E10", "nothing"] {
        let mut driver = SessionDriver::new(Role::Follower);
        driver.receive(&position_request('W', &squares).replace("Z005", "W005"));
        assert_eq!(driver.play("28x17x22"), ["M000028170122"]);
        if answer == "nothing" {
            assert_eq!(driver.advance(Duration::from_secs(10)), ["E30", "ended: Won"]);
            assert_eq!(driver.advance(Duration::from_secs(10)), ["ready"]);
        } else {
            assert_eq!(driver.receive(answer), ["E00", "ended: Won", "ready"]);
        }
        assert_eq!(driver.receive(REQUEST_WHITE), [ACCEPTED, "begun"]);
    }
}

#[test]
fn a_claimed_win_is_believed_only_at_the_move_limit() {
    let mut driver = SessionDriver::playing(Side::Black);
    assert_eq!(driver.receive("E30"), ["E00", "ended: Unknown", "ready"]);
    driver.receive("R01Peer                            Z005001A");
    driver.moves(&["33-28", "18-23"]);
    assert!(driver.session.is_at_limit());
    assert_eq!(driver.receive("E30"), ["E00", "ended: Lost", "ready"]);
    driver.receive(REQUEST_BLACK);
    assert_eq!(driver.receive("E10"), ["E00", "ended: Won", "ready"], "it gives up");
}

#[test]
fn the_stop_code_ends_the_session() {
    let mut driver = SessionDriver::playing(Side::Black);
    assert_eq!(driver.receive("E21"), ["E01", "ended: Drawn", "closed"]);
    assert!(driver.receive(REQUEST_BLACK).is_empty());
    let mut driver = SessionDriver::playing(Side::White);
    driver.session.set_last_game(true);
    assert_eq!(driver.end(EndReason::Lost), ["E11", "ended: Lost"]);
    assert_eq!(driver.receive(REQUEST_WHITE)[0], "ADamier                          3");
    assert_eq!(driver.advance(LONG), ["closed"], "nobody need acknowledge it");
}
