//! DXP peers in matches.

use std::net::TcpListener;
use std::process::Child;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use damier_match::referee::{
    FaultKind, GameRecord, GameResult, GameSettings, Player, PlayerSpec, Reason, play_game,
    read_limits,
};
use damier_rules::game::Game;

use crate::command::{command, run};
use crate::support::{ACCEPT, Peer, variant};

fn player(spec: &str, settings: &[&str]) -> Box<dyn Player> {
    let mut spec = PlayerSpec::parse(spec).unwrap();
    settings.iter().for_each(|pair| spec.set(pair).unwrap());
    spec.player()
}

fn play(white: &mut dyn Player, black: &mut dyn Player, opening: &Game) -> GameRecord {
    let settings = GameSettings::new(read_limits("depth=2").unwrap());
    play_game([white, black], opening, &settings, &AtomicBool::new(false))
}

/// A process that follows, on this port.
fn follower(port: u16, variant: &str) -> Child {
    let port = port.to_string();
    let words = ["dxp", "listen", "--quiet", "--hash", "1", "--limit", "depth=2"];
    let options = ["--port", &port, "--variant", variant];
    command(&[&words[..], &options].concat()).spawn().unwrap()
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn stop(mut child: Child) {
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn a_peer_plays_games_with_both_colours_from_any_opening() {
    let port = free_port();
    let child = follower(port, "international");
    let mut peer = player(&format!("dxp:127.0.0.1:{port}"), &[]);
    let mut builtin = player("builtin", &["hash=1"]);
    let mut opening = Game::new(variant("international"));
    for plies in 0..4 {
        let (white, black) = match plies % 2 {
            0 => (&mut peer, &mut builtin),
            _ => (&mut builtin, &mut peer),
        };
        let record = play(white.as_mut(), black.as_mut(), &opening);
        assert!(record.faults.is_empty(), "{:?}", record.faults);
        let by_rules = matches!(record.reason, Reason::NoMoves { .. } | Reason::DrawRule { .. });
        assert!(by_rules, "{:?}", record.reason);
        let name = if plies % 2 == 0 { &record.white } else { &record.black };
        assert!(name.starts_with("Damier "), "{name}");
        let next = opening.legal_moves()[0];
        opening.play(&next).unwrap();
    }
    peer.quit().unwrap();
    stop(child);
}

#[test]
fn a_match_takes_a_peer_as_a_player() {
    let port = free_port();
    let child = follower(port, "italian");
    let peer = format!("dxp:localhost:{port}");
    let words = ["match", "--player", "builtin", "--player", &peer, "--games", "4"];
    let more = ["--limit", "depth=2", "--set", "1:hash=1", "--set", "2:name=peer", "--json"];
    let ran = run(&[&words[..], &more].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("\"event\":\"game\"").count(), 4, "{}", ran.stdout);
    stop(child);
}

/// How long a peer may take where the test does not wait for its silence.
const LONG: Duration = Duration::from_secs(60);

/// A game of a peer that accepts, then sends these bytes, whatever it receives, and acknowledges the
/// end. For a move it may take `patience`.
fn against(bytes: &'static [u8], black: bool, patience: Duration) -> GameRecord {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let peer = thread::spawn(move || {
        let mut peer = Peer::accept(&listener);
        peer.receive_kind('R').unwrap();
        peer.send(ACCEPT);
        match bytes {
            b"gone" => return,
            b"silence" => {}
            bytes => {
                peer.send_bytes(bytes);
            }
        }
        while let Some(text) = peer.receive() {
            if text.starts_with('E') {
                peer.send("E00");
            }
        }
    });
    let timeout = format!("timeout={}", LONG.as_secs());
    let mut remote = player(&format!("dxp:127.0.0.1:{port}"), &[&timeout, "name=peer"]);
    let mut builtin = player("builtin", &["hash=1"]);
    let mut settings = GameSettings::new(read_limits("depth=2").unwrap());
    settings.longest_think = patience;
    let opening = Game::new(variant("international"));
    let never = AtomicBool::new(false);
    let players: [&mut dyn Player; 2] = if black {
        [builtin.as_mut(), remote.as_mut()]
    } else {
        [remote.as_mut(), builtin.as_mut()]
    };
    let record = play_game(players, &opening, &settings, &never);
    remote.quit().unwrap();
    peer.join().unwrap();
    record
}

#[test]
fn a_peer_that_fails_loses_under_the_name_of_its_failure() {
    for (bytes, kind) in [
        (&b"gone"[..], FaultKind::Crash),
        (b"silence", FaultKind::Silence),
        (b"M0000010100\0", FaultKind::IllegalMove),
        (b"M0000012345\0X\0Chm\0", FaultKind::Silence),
        (b"E30\0", FaultKind::NoMove),
        (b"X\0".repeat(200).leak(), FaultKind::Garbage),
    ] {
        for black in [false, true] {
            let patience =
                if kind == FaultKind::Silence { Duration::from_millis(500) } else { LONG };
            let record = against(bytes, black, patience);
            let text = String::from_utf8_lossy(&bytes[..bytes.len().min(20)]).into_owned();
            assert_eq!(record.faults.len(), 1, "{text}: {record:?}");
            let found = record.faults[0].fault.kind;
            assert!(found == kind, "{text}: {found:?}");
            let won = if black { GameResult::WhiteWins } else { GameResult::BlackWins };
            assert_eq!(record.result, won);
        }
    }
}

#[test]
fn a_peer_may_give_up_or_declare_a_draw() {
    for (bytes, result) in [(&b"E10\0"[..], GameResult::BlackWins), (b"E21\0", GameResult::Drawn)] {
        let record = against(bytes, false, LONG);
        assert!(record.faults.is_empty(), "{:?}", record.faults);
        assert_eq!(record.result, result);
        assert!(matches!(record.reason, Reason::Declared { .. }), "{:?}", record.reason);
    }
}

#[test]
fn a_peer_that_is_not_there_cannot_start() {
    let port = free_port();
    let mut peer = player(&format!("dxp:127.0.0.1:{port}"), &["timeout=0.1"]);
    let mut builtin = player("builtin", &["hash=1"]);
    let record = play(builtin.as_mut(), peer.as_mut(), &Game::new(variant("italian")));
    assert_eq!(record.faults[0].fault.kind, FaultKind::NoStart);
    assert!(peer.restart().is_err());
}
