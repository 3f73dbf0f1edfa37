//! What must hold for any input. Run by cargo-fuzz from `fuzz_targets/`, and with seeded input by
//! the ordinary tests.

// Each target uses one of them.
#![allow(dead_code)]

use damier_pdn::{PdnReader, replay, write_game};
use damier_protocol::dxp::{
    Action, EndReason, Framing, LONGEST, Message, Name, Role, Session, SessionSettings, Terms,
};
use damier_protocol::hub::{HubSettings, serve};
use damier_rules::game::Game;
use damier_rules::notation::{
    SquareOrder, Verdict, hub_move, read_fen, read_hub_move, read_hub_position, read_move, why,
    write_fen, write_hub_position, write_move,
};
use damier_rules::rules::{ALL, House, read_file};
use damier_rules::text::is_hidden;
use damier_rules::variant::Variant;

/// The rules that the first byte chooses, and the rest as text.
fn chosen(data: &[u8]) -> (Variant, &[u8]) {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let base = ALL[usize::from(first) % ALL.len()];
    let optional = House::of(base).set("capture=optional").and_then(House::finish);
    let rules = if first < 128 { base } else { optional.expect("captures may be optional") };
    (Variant::new(rules), rest)
}

/// A FEN or a Hub position that is read is one that is written, and reads the same again.
pub fn fen(data: &[u8]) {
    let (variant, rest) = chosen(data);
    let rules = variant.rules();
    let text = String::from_utf8_lossy(rest);
    if let Ok(position) = read_fen(rules, &text) {
        let written = write_fen(rules, &position);
        assert_eq!(read_fen(rules, &written).as_ref(), Ok(&position), "{written}");
        assert_eq!(position.key(), position.recomputed_key());
    }
    for order in [SquareOrder::Plain, SquareOrder::Pydraughts] {
        if let Ok(position) = read_hub_position(rules, &text, order) {
            let written = write_hub_position(rules, &position, order);
            assert_eq!(read_hub_position(rules, &written, order).as_ref(), Ok(&position));
            assert!(variant.legal_moves(&position).len() < 10_000);
        }
    }
}

/// A move that is read is legal, and its text reads as the same move.
pub fn moves(data: &[u8]) {
    let (variant, rest) = chosen(data);
    let (&plies, rest) = rest.split_first().unwrap_or((&0, &[]));
    let mut game = Game::new(variant);
    for ply in 0..usize::from(plies) {
        let moves = game.legal_moves();
        let Some(next) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        game.play(next).expect("listed moves are legal");
    }
    let position = *game.position();
    let legal = game.legal_moves();
    let text = String::from_utf8_lossy(rest);
    let read = read_move(variant, &position, &text);
    if let Ok(played) = &read {
        assert!(legal.contains(played), "{text}");
        let written = write_move(variant, &position, played);
        assert_eq!(read_move(variant, &position, &written).as_ref(), Ok(played), "{written}");
    }
    if let Ok(verdict) = why(variant, &position, &text) {
        let judged = matches!(verdict, Verdict::Legal(_));
        assert_eq!(judged, read.is_ok(), "why and read_move agree on {text}");
    }
    for order in [SquareOrder::Plain, SquareOrder::Pydraughts] {
        if let Ok(played) = read_hub_move(variant, &position, &text, order) {
            assert!(legal.contains(&played), "{text}");
            let written = hub_move(variant.rules(), &played, order);
            assert_eq!(read_hub_move(variant, &position, &written, order), Ok(played));
        }
    }
}

/// Whatever comes in, what goes out is lines of the protocol, and the session lives to its end.
pub fn hub(data: &[u8]) {
    // A table or a crowd of threads that a machine can bear is no fault.
    let text = String::from_utf8_lossy(data);
    if text.contains("tt-size") || text.contains("threads") {
        return;
    }
    let mut input = data.to_vec();
    input.extend_from_slice(b"\nstop\nping\nquit\n");
    let mut output = Vec::new();
    let settings = HubSettings {
        table_bytes: 1 << 16,
        line_interval: Default::default(),
        ..HubSettings::default()
    };
    serve(std::io::Cursor::new(input), &mut output, &settings).expect("a vector can be written");
    let output = String::from_utf8(output).expect("lines are text");
    let known = ["id", "param", "wait", "ready", "info", "done", "pong", "error"];
    // Version 1 says some things in its own words.
    let old = ["name", "author", "move"];
    for line in output.lines() {
        let command = line.split(' ').next().unwrap_or_default();
        assert!(known.contains(&command) || old.contains(&command), "{line}");
    }
    // What a terminal would not show is a blank to the session.
    let is_blank = |sign: char| sign.is_whitespace() || is_hidden(sign);
    let quits = text.lines().any(|line| line.trim_start_matches(is_blank).starts_with("quit"));
    assert!(quits || output.contains("pong"), "the session ended before its end");
}

/// Every game that is replayed is written in a form that reads as the same game.
pub fn pdn(data: &[u8]) {
    for record in PdnReader::new(data) {
        let record = record.expect("memory can be read");
        let Ok(replayed) = replay(&record, None) else { continue };
        let written = write_game(&replayed.game);
        let again = PdnReader::new(written.as_bytes()).next().expect("a game was written");
        let again = replay(&again.expect("memory can be read"), None).expect("it is legal still");
        assert_eq!(again.game, replayed.game, "{written}");
    }
}

/// A file of rules is refused with places inside it, or gives rules that generate moves.
pub fn rules(data: &[u8]) {
    match read_file(data, "house.toml") {
        Ok(rules) => {
            let variant = Variant::new(rules);
            assert!(!variant.legal_moves(&variant.start_position()).is_empty());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// Whatever a peer sends, what is answered are messages, each wait has an end, and after the
/// last the next game starts unless the session was closed. The first byte chooses the roles.
pub fn dxp(data: &[u8]) {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let names = ["international", "italian"];
    let variant = Variant::named(names[usize::from(first >> 1) % 2]).expect("it is listed");
    let role = if first % 2 == 0 { Role::Follower } else { Role::Initiator };
    let settings = SessionSettings {
        yields: first & 4 != 0,
        takebacks: first & 8 == 0,
        ..SessionSettings::new(Name::new("Damier"), role, variant)
    };
    let mut now = std::time::Instant::now();
    let mut session = Session::new(settings, now);
    let mut frames = Vec::new();
    let mut framing = Framing::default();
    framing.read(rest, |frame| frames.push(frame));
    frames.extend(framing.finish());
    for (before, frame) in frames.iter().enumerate() {
        if role == Role::Initiator && session.is_idle() {
            session.request(dxp_terms(variant), now);
        }
        session.on_frame(frame, now);
        check_actions(&mut session);
        if session.is_on_turn() && before % 3 != 0 {
            let legal = session.game().expect("it is played").legal_moves();
            let played = legal[before * 7 % legal.len()];
            session.play(&played, Default::default(), now).expect("the move is legal");
        }
        check_actions(&mut session);
    }
    if session.is_on_turn() {
        session.end(EndReason::Unknown, now);
    }
    for _ in 0..3 {
        now += std::time::Duration::from_secs(3_600);
        session.tick(now);
        check_actions(&mut session);
    }
    assert!(session.is_idle() || session.is_closed(), "a wait without end");
    if session.is_idle() {
        session.request(dxp_terms(variant), now);
        session.on_frame(&Ok(b"APeer                            0".to_vec()), now);
        assert!(session.game().is_some(), "the next game does not start");
    }
}

fn dxp_terms(variant: Variant) -> Terms {
    let (game, side) = (Game::new(variant), damier_rules::position::Side::Black);
    Terms { game, side, minutes: 1, moves: 0, opponent: Name::default() }
}

/// What is sent reads as what it is.
fn check_actions(session: &mut Session) {
    while let Some(action) = session.next_action() {
        if let Action::Send(message) = action {
            let bytes = message.to_string().into_bytes();
            assert!(bytes.len() <= LONGEST && bytes.is_ascii(), "{message}");
            assert_eq!(Message::parse(&bytes), Ok(message));
        }
    }
}
