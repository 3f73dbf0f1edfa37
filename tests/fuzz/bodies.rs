//! What must hold for any input. Run by cargo-fuzz from `fuzz_targets/`, and with seeded input by
//! the ordinary tests.

// Each target uses one of them.
#![allow(dead_code)]

use damier_engine::game::Game;
use damier_engine::notation::{
    SquareOrder, Verdict, hub_move, read_fen, read_hub_move, read_hub_position, read_move, why,
    write_fen, write_hub_position, write_move,
};
use damier_engine::rules::{ALL, House};
use damier_engine::variant::Variant;
use damier_protocol::hub::{Settings, serve};

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
    let read = read_move(&variant, &position, &text);
    if let Ok(played) = &read {
        assert!(legal.contains(played), "{text}");
        let written = write_move(&variant, &position, played);
        assert_eq!(read_move(&variant, &position, &written).as_ref(), Ok(played), "{written}");
    }
    if let Ok(verdict) = why(&variant, &position, &text) {
        let judged = matches!(verdict, Verdict::Legal(_));
        assert_eq!(judged, read.is_ok(), "why and read_move agree on {text}");
    }
    for order in [SquareOrder::Plain, SquareOrder::Pydraughts] {
        if let Ok(played) = read_hub_move(&variant, &position, &text, order) {
            assert!(legal.contains(&played), "{text}");
            let written = hub_move(variant.rules(), &played, order);
            assert_eq!(read_hub_move(&variant, &position, &written, order), Ok(played));
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
    let settings =
        Settings { table_bytes: 1 << 16, line_distance: Default::default(), ..Settings::default() };
    serve(std::io::Cursor::new(input), &mut output, &settings).expect("a vector can be written");
    let output = String::from_utf8(output).expect("lines are text");
    let known = ["id", "param", "wait", "ready", "info", "done", "pong", "error"];
    for line in output.lines() {
        let command = line.split(' ').next().unwrap_or_default();
        assert!(known.contains(&command), "{line}");
    }
    let quits = text.lines().any(|line| line.trim_start().starts_with("quit"));
    assert!(quits || output.contains("pong"), "the session ended before its end");
}
