//! Whole series between two of our processes.

use std::net::TcpListener;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

use damier_pdn::{PdnReader, replay};

use crate::command::{command, run};
use crate::support::{ACCEPT, Peer, REQUEST_BLACK};

/// A port that was free just now.
fn free_port() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port().to_string()
}

/// Little of everything.
const TINY: [&str; 8] = ["--hash", "1", "--limit", "depth=2", "--wait", "30", "--timeout", "10"];

fn start(words: &[&str], port: &str, more: &[&str]) -> Child {
    let all = [words, &["--port", port], &TINY, more].concat();
    command(&all).spawn().unwrap()
}

/// The end of a process, which must come.
fn ended(mut child: Child) -> Output {
    let until = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > until {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().unwrap()
}

fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The numbers of the last line.
fn score(text: &str) -> Vec<u32> {
    let last = text.lines().last().unwrap();
    last.split(' ').filter_map(|word| word.parse().ok()).collect()
}

/// A series of two games; whether the sides agree on them.
fn series(listens: &[&str], connects: &[&str], common: &[&str]) -> String {
    let directory = tempfile::tempdir().unwrap();
    let files = ["l.pdn", "c.pdn"].map(|name| directory.path().join(name));
    let [listener_file, connector_file] = files.each_ref().map(|file| file.to_str().unwrap());
    let port = free_port();
    let quiet = ["--quiet", "--pdn"];
    let listener = [listens, common, &quiet, &[listener_file]].concat();
    let listener = start(&["dxp", "listen"], &port, &listener);
    let connector = [connects, common, &quiet, &[connector_file]].concat();
    let connector = start(&["dxp", "connect", "127.0.0.1"], &port, &connector);
    let (listener, connector) = (text(&ended(listener)), text(&ended(connector)));
    let (here, there) = (score(&listener), score(&connector));
    assert_eq!(here, [there[1], there[0], there[2]], "{listener}\n{connector}");
    assert_eq!(here.iter().sum::<u32>(), 2, "{listener}");
    let games = files.map(|file| {
        let text = std::fs::read(file).unwrap();
        let games = PdnReader::new(text.as_slice()).map(|game| {
            let game = replay(&game.unwrap(), None).unwrap().game;
            let white = game.tag("White").map(str::to_owned);
            (white, game.plies().map(|ply| ply.played).collect::<Vec<_>>(), game.result)
        });
        games.collect::<Vec<_>>()
    });
    assert_eq!(games[0], games[1], "both have written the same games");
    assert_ne!(games[0][0].0, games[0][1].0, "colours are swapped");
    listener
}

#[test]
fn every_combination_of_roles_plays_a_series() {
    let (asks, follows) = (["--name", "A", "--initiator"], ["--name", "B"]);
    let two = ["--games", "2"];
    series(&asks, &follows, &two);
    series(&follows, &asks, &two);
    series(&asks, &follows, &[]);
    // Both ask: the listening side gives way. Both follow: nobody plays, see below.
    series(&asks, &["--name", "B", "--initiator"], &two);
}

#[test]
fn other_games_are_played_where_both_sides_agree() {
    for variant in ["italian", "english", "russian"] {
        series(&["--name", "A"], &["--name", "B", "--initiator"], &["--variant", variant]);
    }
    let house = ["--variant", "italian", "--rule", "capture=optional"];
    series(&["--name", "A"], &["--name", "B", "--initiator"], &house);
}

#[test]
fn a_game_that_does_not_fit_is_refused_with_a_message() {
    let port = free_port();
    let listener = start(&["dxp", "listen"], &port, &["--variant", "italian", "--quiet"]);
    let connector = start(&["dxp", "connect", "127.0.0.1"], &port, &["--initiator"]);
    let connector = ended(connector);
    assert_eq!(connector.status.code(), Some(2));
    let stderr = String::from_utf8(connector.stderr).unwrap();
    assert!(stderr.contains("refuses the game"), "{stderr}");
    // The listening side waits for a better one.
    let connector = start(
        &["dxp", "connect", "127.0.0.1"],
        &port,
        &["--initiator", "--variant", "italian", "--quiet"],
    );
    text(&ended(connector));
    text(&ended(listener));
}

#[test]
fn two_followers_end_with_a_message() {
    let port = free_port();
    let short = ["--wait", "1"];
    let listener = start(&["dxp", "listen"], &port, &[]);
    let all = ["dxp", "connect", "127.0.0.1", "--port", &port, "--hash", "1"];
    let connector = command(&[&all[..], &short].concat()).spawn().unwrap();
    let connector = ended(connector);
    assert_eq!(connector.status.code(), Some(2));
    assert!(String::from_utf8(connector.stderr).unwrap().contains("follower too"));
    let mut listener = listener;
    listener.kill().unwrap();
    listener.wait().unwrap();
}

#[test]
fn a_peer_that_only_chats_and_reconnects_does_not_prolong_the_wait() {
    let port = free_port();
    let words = ["dxp", "listen", "--port", &port, "--hash", "1", "--quiet", "--wait", "2"];
    let mut listener = command(&words).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while listener.try_wait().unwrap().is_none() {
        assert!(Instant::now() < until, "it listens to the chat for ever");
        if let Ok(stream) = std::net::TcpStream::connect(("127.0.0.1", port.parse().unwrap())) {
            let mut peer = Peer::new(stream);
            while peer.send("Chello") && Instant::now() < until {
                std::thread::sleep(Duration::from_millis(300));
            }
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let ended = listener.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(2));
    let stderr = String::from_utf8(ended.stderr).unwrap();
    assert!(stderr.contains("no game was asked for in time"), "{stderr}");
}

#[test]
fn p21_time_in_seconds_and_the_move_limit() {
    let fast = ["--minutes", "10", "--seconds", "1", "--moves", "5", "--games", "2"];
    let started = Instant::now();
    let output = series(&["--name", "A"], &["--name", "B", "--initiator"], &fast);
    assert!(started.elapsed() < Duration::from_secs(30));
    assert!(output.contains("drawn by adjudication after 10 plies"), "{output}");
}

#[test]
fn the_board_and_the_search_are_shown() {
    let port = free_port();
    let listener = start(&["dxp", "listen"], &port, &["--name", "A"]);
    let more = ["--name", "B", "--initiator", "--games", "1", "--moves", "2"];
    let connector = start(&["dxp", "connect", "localhost"], &port, &more);
    let output = text(&ended(connector));
    for part in ["International draughts\nWhite against A\n", "  1 |", "1. White plays ", "    2  "]
    {
        assert!(output.contains(part), "{part}: {output}");
    }
    crate::command::assert_narrow(&output);
    text(&ended(listener));
}

#[test]
fn p24_a_lost_connection_is_made_again_and_the_port_is_free_at_once() {
    let port = free_port();
    let number = port.parse().unwrap();
    let listener = start(&["dxp", "listen"], &port, &["--games", "2", "--quiet"]);
    let mut peer = Peer::connect(number);
    peer.send(REQUEST_BLACK);
    assert!(peer.receive_kind('A').unwrap().ends_with('0'));
    peer.send("M0000322800");
    peer.receive_kind('M').unwrap();
    drop(peer);
    let mut peer = Peer::connect(number);
    peer.send(REQUEST_BLACK);
    assert!(peer.receive_kind('A').unwrap().ends_with('0'));
    peer.send("E10");
    assert_eq!(peer.receive_kind('E').as_deref(), Some("E01"), "the last game");
    let output = text(&ended(listener));
    assert!(output.ends_with("score: 2 wins, 0 losses, 0 draws\n"), "{output}");
    let again = start(&["dxp", "listen"], &port, &["--games", "1"]);
    let mut peer = Peer::connect(number);
    peer.send(REQUEST_BLACK);
    peer.receive_kind('A').unwrap();
    peer.send("E10");
    text(&ended(again));
    // Nobody is there.
    let nobody = ["dxp", "connect", "127.0.0.1", "--port", &port, "--wait", "0.2", "--hash", "1"];
    let ran = run(&nobody);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), "score: 0 wins, 0 losses, 0 draws\n"));
    assert!(ran.stderr.contains("cannot connect to 127.0.0.1"), "{}", ran.stderr);
}

#[test]
fn messages_keep_their_interval() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let more = ["--initiator", "--games", "1"];
    let connector = start(&["dxp", "connect", "127.0.0.1"], &port, &more);
    let mut peer = Peer::accept(&listener);
    peer.receive_kind('R').unwrap();
    peer.send(ACCEPT);
    let played = peer.receive_kind('M').unwrap();
    assert_eq!(played.len(), 11);
    // An end and the request for the next game are two messages on end; so are GAMEACC and a move.
    let mut listening = Peer::new(peer.stream.try_clone().unwrap());
    peer.send("E21");
    assert_eq!(listening.receive_kind('E').as_deref(), Some("E01"));
    text(&ended(connector));
    let port = free_port();
    let listener = start(&["dxp", "listen"], &port, &["--games", "1"]);
    let mut peer = Peer::connect(port.parse().unwrap());
    peer.send("R01Peer                            W005000A");
    peer.receive_kind('A').unwrap();
    let accepted = Instant::now();
    peer.receive_kind('M').unwrap();
    assert!(accepted.elapsed() > Duration::from_millis(90), "{:?}", accepted.elapsed());
    peer.send("E11");
    text(&ended(listener));
}
