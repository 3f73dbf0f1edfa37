//! Every state with every fault: the next game still starts.

use std::time::Duration;

use damier_protocol::dxp::{EndReason, Role};
use damier_rules::position::Side;

use crate::support::{ACCEPT, ACCEPTED, REQUEST_BLACK, REQUEST_WHITE, Talk, quiet};

/// Longer than any wait.
const LONG: Duration = Duration::from_secs(3_600);

/// A way into a state.
type Way = fn() -> Talk;

fn idle_initiator() -> Talk {
    Talk::new(Role::Initiator)
}

fn idle_follower() -> Talk {
    Talk::new(Role::Follower)
}

fn requested() -> Talk {
    let mut talk = Talk::new(Role::Initiator);
    talk.request(Side::White);
    talk
}

fn own_turn() -> Talk {
    Talk::playing(Side::White)
}

fn searching() -> Talk {
    let mut talk = Talk::playing(Side::White);
    talk.session.set_searching(true);
    talk
}

fn peers_turn() -> Talk {
    Talk::playing(Side::Black)
}

fn ending() -> Talk {
    let mut talk = Talk::playing(Side::White);
    talk.end(EndReason::Drawn);
    talk
}

const STATES: [(&str, Way); 7] = [
    ("idle initiator", idle_initiator),
    ("idle follower", idle_follower),
    ("requested", requested),
    ("own turn", own_turn),
    ("searching", searching),
    ("peer's turn", peers_turn),
    ("ending", ending),
];

/// Brings a session to rest as a driver would, and begins a game in it by its role.
fn next_game_starts(mut talk: Talk, context: &str) {
    if talk.session.game().is_some() {
        talk.end(EndReason::Unknown);
    }
    for _ in 0..3 {
        if !talk.session.is_idle() {
            talk.pass(LONG);
        }
    }
    assert!(talk.session.is_idle(), "{context}");
    let mut own = talk.clone_idle();
    own.request(Side::Black);
    assert_eq!(own.hear(ACCEPT), ["begun"], "{context}, as initiator");
    assert_eq!(talk.hear(REQUEST_BLACK), [ACCEPTED, "begun"], "{context}, as follower");
    assert_eq!(talk.hear(&quiet("32-28")), ["moved"], "{context}");
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
    for (state, way) in STATES {
        for fault in faults {
            for times in [1, 2, 3] {
                let mut talk = way();
                for _ in 0..times {
                    talk.hear(fault);
                }
                next_game_starts(talk, &format!("{state}, {times} times {fault:?}"));
            }
        }
        let mut talk = way();
        let long = Err(damier_protocol::dxp::FrameError::TooLong);
        talk.session.hear(&long, talk.now);
        talk.done();
        next_game_starts(talk, &format!("{state}, too long"));
        let mut talk = way();
        talk.pass(LONG);
        next_game_starts(talk, &format!("{state}, silence"));
    }
}

#[test]
fn a_peer_that_is_gone_ends_the_session_at_once() {
    for (state, way) in STATES {
        let mut talk = way();
        let done = talk.hang_up();
        assert_eq!(done.last().map(String::as_str), Some("closed"), "{state}");
        let in_game = ["requested", "own turn", "searching", "peer's turn"].contains(&state);
        assert_eq!(done.contains(&"fault: the connection was closed".to_owned()), in_game);
        assert!(talk.hang_up().is_empty() && talk.pass(LONG).is_empty());
        assert_eq!(talk.session.deadline(), None, "{state}: nothing is waited for");
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
    for (state, way) in [
        ("idle follower", idle_follower as Way),
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
            let mut talk = way();
            let until = talk.session.deadline().unwrap();
            let step = (until - talk.now) / 20;
            let mut heard = Vec::new();
            for _ in 0..20 {
                noise.iter().for_each(|text| heard.extend(talk.hear(text)));
                heard.extend(talk.pass(step));
            }
            let told = heard.concat();
            let over = ["fault: no game was asked for", "fault: the request", "fault: no move"];
            let is_over = over.iter().any(|end| told.contains(end)) || told.ends_with("ready");
            let garbage = told.contains("fault: too many messages");
            assert!(is_over || garbage, "{state}, {noise:?}: {heard:?}");
        }
    }
    // Nor does taking back on the own turn what nobody has answered.
    let mut talk = peers_turn();
    talk.moves(&["33-28", "18-23", "39-33", "12-18"]);
    let until = talk.session.deadline();
    talk.pass(Duration::from_secs(60));
    assert_eq!(talk.hear("B002W"), ["took back to 2", "K0"]);
    assert_eq!(talk.session.deadline(), until);
}

#[test]
fn each_wait_has_an_end_with_a_clear_message() {
    let told = |way: Way| way().pass(LONG).concat();
    assert!(told(idle_follower).contains("is the other a follower too)?"));
    assert!(told(requested).contains("not answered in time"));
    assert!(told(peers_turn).contains("no move came in time"));
    assert_eq!(told(ending), "ready");
    assert_eq!(told(idle_initiator), "", "this side has to ask");
    assert_eq!(told(own_turn), "", "this side has to move");
    let mut talk = peers_turn();
    assert!(talk.pass(LONG).contains(&"E00".to_owned()), "the peer is told");
    assert_eq!(talk.hear("E00"), ["ready"]);
}

#[test]
fn a_peer_that_never_stops_is_left() {
    for (state, way) in STATES {
        for flood in ["X", "Chello", "M0000010100", "B001W", "K0", "R99", REQUEST_WHITE] {
            let mut talk = way();
            let mut heard = 0;
            while !talk.session.is_closed() && heard < 1_000 {
                talk.hear(flood);
                heard += 1;
                // A driver goes on with its games.
                if talk.session.is_idle() && state == "requested" {
                    talk.request(Side::White);
                }
            }
            assert!(talk.session.is_closed() || state == "requested", "{state}: {flood}");
        }
    }
}

#[test]
fn p22_both_initiators_play_one_game() {
    let mut connects = Talk::new(Role::Initiator);
    let mut listens = Talk::with(Role::Initiator, |settings| settings.yields = true);
    let first = connects.request(Side::White).remove(0);
    let second = listens.request(Side::White).remove(0);
    let refusal = connects.hear(&second);
    assert_eq!(refusal[0], "ADamier                          2");
    let answer = listens.hear(&first);
    assert_eq!(answer, [ACCEPTED, "begun"]);
    assert_eq!(listens.hear(&refusal[0]), ["ignored: an answer to a request that is not open"]);
    assert_eq!(connects.hear(&answer[0]), ["begun"]);
    let played = connects.play("32-28").remove(0);
    assert_eq!(listens.hear(&played), ["moved"]);
    let (own, other) = (connects.session.terms().unwrap(), listens.session.terms().unwrap());
    assert_eq!(own.own, other.own.opponent());
}

#[test]
fn p22_a_late_acknowledgement_is_no_game() {
    let mut talk = requested();
    talk.pass(Duration::from_secs(10));
    assert!(talk.session.is_idle());
    let late = talk.hear(ACCEPT);
    assert_eq!(late, ["ignored: the game was accepted too late", "E00"]);
    assert_eq!(talk.hear("E00"), ["ready"], "the peer knows that there is no game");
    next_game_starts(talk, "late");
}

#[test]
fn p22_the_end_of_a_game_out_of_turn_doubled_and_echoed() {
    let mut talk = searching();
    assert_eq!(talk.hear("E10"), ["E00", "ended: Won", "ready"], "out of turn");
    assert_eq!(talk.hear("E10"), ["ignored: the end of a game that is over"], "doubled");
    talk.hear(REQUEST_WHITE);
    talk.end(EndReason::Lost);
    assert_eq!(talk.hear("E10"), ["ready"], "echoed with its reason, as some do");
    assert_eq!(talk.hear("E00"), ["ignored: the end of a game that is over"]);
    // Both at once: each takes the other's for the acknowledgement.
    let (mut own, mut other) = (own_turn(), peers_turn());
    let (first, second) = (own.end(EndReason::Drawn), other.end(EndReason::Drawn));
    assert_eq!(
        (own.hear(&second[0]), other.hear(&first[0])),
        (vec!["ready".into()], vec!["ready".into()])
    );
}

#[test]
fn p22_a_takeback_during_the_search_is_refused_and_the_game_goes_on() {
    let mut talk = peers_turn();
    talk.hear(&quiet("32-28"));
    talk.session.set_searching(true);
    assert_eq!(talk.hear("B001W"), ["K2"]);
    assert_eq!(talk.play("18-23"), ["M0000182300"]);
}
