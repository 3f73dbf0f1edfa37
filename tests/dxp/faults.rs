//! Every state with every fault: the next game still starts.

use std::time::Duration;

use damier_protocol::dxp::{EndReason, Role};
use damier_rules::position::Side;

use crate::support::{ACCEPT, ACCEPTED, REQUEST_BLACK, REQUEST_WHITE, SessionDriver, quiet};

/// Longer than any wait.
const LONG: Duration = Duration::from_secs(3_600);

/// Brings a session into a state.
type StateSetup = fn() -> SessionDriver;

fn idle_initiator() -> SessionDriver {
    SessionDriver::new(Role::Initiator)
}

fn idle_follower() -> SessionDriver {
    SessionDriver::new(Role::Follower)
}

fn requested() -> SessionDriver {
    let mut driver = SessionDriver::new(Role::Initiator);
    driver.request(Side::White);
    driver
}

fn own_turn() -> SessionDriver {
    SessionDriver::playing(Side::White)
}

fn searching() -> SessionDriver {
    let mut driver = SessionDriver::playing(Side::White);
    driver.session.set_searching(true);
    driver
}

fn peers_turn() -> SessionDriver {
    SessionDriver::playing(Side::Black)
}

fn ending() -> SessionDriver {
    let mut driver = SessionDriver::playing(Side::White);
    driver.end(EndReason::Drawn);
    driver
}

const STATES: [(&str, StateSetup); 7] = [
    ("idle initiator", idle_initiator),
    ("idle follower", idle_follower),
    ("requested", requested),
    ("own turn", own_turn),
    ("searching", searching),
    ("peer's turn", peers_turn),
    ("ending", ending),
];

/// Brings a session to rest as a driver would, and begins a game in it by its role.
fn next_game_starts(mut driver: SessionDriver, context: &str) {
    if driver.session.game().is_some() {
        driver.end(EndReason::Unknown);
    }
    for _ in 0..3 {
        if !driver.session.is_idle() {
            driver.advance(LONG);
        }
    }
    assert!(driver.session.is_idle(), "{context}");
    let mut initiator = driver.clone_idle();
    initiator.request(Side::Black);
    assert_eq!(initiator.receive(ACCEPT), ["begun"], "{context}, as initiator");
    assert_eq!(driver.receive(REQUEST_BLACK), [ACCEPTED, "begun"], "{context}, as follower");
    assert_eq!(driver.receive(&quiet("32-28")), ["moved"], "{context}");
}

#[test]
fn after_each_fault_in_each_state_the_next_game_starts() {
    let faults = [
        "X",
        "\u{1b}[2J",
        "M",
        "M0000010100",
        "M0000505099",
        "M0000322800",
        "E",
        "E00",
        "E10",
        "E20",
        "E30",
        "E99",
        "A",
        ACCEPT,
        "APeer                            2",
        "R",
        "R99",
        REQUEST_WHITE,
        "B001W",
        "B999Z",
        "B",
        "K0",
        "K7",
        "C",
        "Chello",
    ];
    for (state, setup) in STATES {
        for fault in faults {
            for times in [1, 2, 3] {
                let mut driver = setup();
                for _ in 0..times {
                    driver.receive(fault);
                }
                next_game_starts(driver, &format!("{state}, {times} times {fault:?}"));
            }
        }
        let mut driver = setup();
        let long = Err(damier_protocol::dxp::FrameError::TooLong);
        driver.session.on_frame(&long, driver.now);
        driver.take_actions();
        next_game_starts(driver, &format!("{state}, too long"));
        let mut driver = setup();
        driver.advance(LONG);
        next_game_starts(driver, &format!("{state}, silence"));
    }
}

#[test]
fn a_peer_that_is_gone_ends_the_session_at_once() {
    for (state, setup) in STATES {
        let mut driver = setup();
        let done = driver.disconnect();
        assert_eq!(done.last().map(String::as_str), Some("closed"), "{state}");
        let in_game = ["requested", "own turn", "searching", "peer's turn"].contains(&state);
        assert_eq!(done.contains(&"fault: the connection was closed".to_owned()), in_game);
        assert!(driver.disconnect().is_empty() && driver.advance(LONG).is_empty());
        assert_eq!(driver.session.deadline(), None, "{state}: nothing is waited for");
    }
}

#[test]
fn noise_prolongs_no_wait() {
    let noises: [&[&str]; 5] = [
        &["Cstill here"],
        &["E00"],
        &["R02Peer                            Z005000A"],
        // A game that is accepted unasked, and what follows from it.
        &[ACCEPT, "E00"],
        &["X", "B001W", "M0000322800"],
    ];
    for (state, setup) in [
        ("idle follower", idle_follower as StateSetup),
        ("requested", requested),
        ("peer's turn", peers_turn),
        ("ending", ending),
    ] {
        for noise in noises {
            // Some of it is an answer in some states.
            let answers = match state {
                "requested" => noise.contains(&ACCEPT),
                "idle follower" => false,
                _ => noise.contains(&"E00") || noise.contains(&"M0000322800"),
            };
            if answers {
                continue;
            }
            let mut driver = setup();
            let until = driver.session.deadline().unwrap();
            let step = (until - driver.now) / 20;
            let mut actions = Vec::new();
            for _ in 0..20 {
                noise.iter().for_each(|text| actions.extend(driver.receive(text)));
                actions.extend(driver.advance(step));
            }
            let output = actions.concat();
            let over = ["fault: no game was asked for", "fault: the request", "fault: no move"];
            let is_over = over.iter().any(|end| output.contains(end)) || output.ends_with("ready");
            let garbage = output.contains("fault: too many messages");
            assert!(is_over || garbage, "{state}, {noise:?}: {actions:?}");
        }
    }
    // Nor does taking back on its own turn what nobody has answered.
    let mut driver = peers_turn();
    driver.moves(&["33-28", "18-23", "39-33", "12-18"]);
    let until = driver.session.deadline();
    driver.advance(Duration::from_secs(60));
    assert_eq!(driver.receive("B002W"), ["took back to 2", "K0"]);
    assert_eq!(driver.session.deadline(), until);
}

#[test]
fn each_wait_has_an_end_with_a_clear_message() {
    let output = |setup: StateSetup| setup().advance(LONG).concat();
    assert!(output(idle_follower).contains("is the other a follower too)?"));
    assert!(output(requested).contains("not answered in time"));
    assert!(output(peers_turn).contains("no move came in time"));
    assert_eq!(output(ending), "ready");
    assert_eq!(output(idle_initiator), "", "this side has to ask");
    assert_eq!(output(own_turn), "", "this side has to move");
    let mut driver = peers_turn();
    assert!(driver.advance(LONG).contains(&"E00".to_owned()), "the peer gets the end");
    assert_eq!(driver.receive("E00"), ["ready"]);
}

#[test]
fn a_peer_that_never_stops_is_left() {
    for (state, setup) in STATES {
        for flood in ["X", "Chello", "M0000010100", "B001W", "K0", "R99", REQUEST_WHITE] {
            let mut driver = setup();
            let mut received = 0;
            while !driver.session.is_closed() && received < 1_000 {
                driver.receive(flood);
                received += 1;
                // A driver goes on with its games.
                if driver.session.is_idle() && state == "requested" {
                    driver.request(Side::White);
                }
            }
            assert!(driver.session.is_closed() || state == "requested", "{state}: {flood}");
        }
    }
}

#[test]
fn p22_both_initiators_play_one_game() {
    let mut connects = SessionDriver::new(Role::Initiator);
    let mut listens = SessionDriver::with(Role::Initiator, |settings| settings.yields = true);
    let first = connects.request(Side::White).remove(0);
    let second = listens.request(Side::White).remove(0);
    let refusal = connects.receive(&second);
    assert_eq!(refusal[0], "ADamier                          2");
    let answer = listens.receive(&first);
    assert_eq!(answer, [ACCEPTED, "begun"]);
    assert_eq!(listens.receive(&refusal[0]), ["ignored: an answer to a request that is not open"]);
    assert_eq!(connects.receive(&answer[0]), ["begun"]);
    let played = connects.play("32-28").remove(0);
    assert_eq!(listens.receive(&played), ["moved"]);
    let sides = [&connects, &listens].map(|driver| driver.session.terms().unwrap().side);
    assert_eq!(sides[0], sides[1].opponent());
}

#[test]
fn p22_a_late_acknowledgement_is_no_game() {
    let mut driver = requested();
    driver.advance(Duration::from_secs(10));
    assert!(driver.session.is_idle());
    let late = driver.receive(ACCEPT);
    assert_eq!(late, ["ignored: the game was accepted too late", "E00"]);
    assert_eq!(driver.receive("E00"), ["ready"], "the peer knows that there is no game");
    next_game_starts(driver, "late");
}

#[test]
fn p22_the_end_of_a_game_out_of_turn_doubled_and_echoed() {
    let mut driver = searching();
    assert_eq!(driver.receive("E10"), ["E00", "ended: Won", "ready"], "out of turn");
    assert_eq!(driver.receive("E10"), ["ignored: the end of a game that is over"], "doubled");
    driver.receive(REQUEST_WHITE);
    driver.end(EndReason::Lost);
    assert_eq!(driver.receive("E10"), ["ready"], "echoed with its reason, as some do");
    assert_eq!(driver.receive("E00"), ["ignored: the end of a game that is over"]);
    // Both at once: each takes the other's for the acknowledgement.
    let (mut white, mut black) = (own_turn(), peers_turn());
    let (first, second) = (white.end(EndReason::Drawn), black.end(EndReason::Drawn));
    assert_eq!(
        (white.receive(&second[0]), black.receive(&first[0])),
        (vec!["ready".into()], vec!["ready".into()])
    );
}

#[test]
fn p22_a_takeback_during_the_search_is_refused_and_the_game_goes_on() {
    let mut driver = peers_turn();
    driver.receive(&quiet("32-28"));
    driver.session.set_searching(true);
    assert_eq!(driver.receive("B001W"), ["K2"]);
    assert_eq!(driver.play("18-23"), ["M0000182300"]);
}
