//! What the tests of Hub share.

use std::io::Cursor;
use std::time::Duration;

use damier_protocol::hub::{HubSettings, serve};

use crate::hub_driver::matches;

/// Black man 33, White man 39, White to move: one move.
pub const ONE_MOVE: &str = "pos pos=Weeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeebeeeeeweeeeeeeeeee";

/// What a session writes when this is all its input.
pub fn served(input: &[u8]) -> String {
    let mut output = Vec::new();
    let line_interval = Duration::ZERO;
    let settings = HubSettings { table_bytes: 1 << 16, line_interval, ..HubSettings::default() };
    serve(Cursor::new(input.to_vec()), &mut output, &settings).unwrap();
    String::from_utf8(output).unwrap()
}

/// Whether the line is an `info` with every field in its order, numbers as numbers.
pub fn is_full_info(line: &str) -> bool {
    let mut fields = line.strip_prefix("info ").into_iter().flat_map(|rest| rest.splitn(7, ' '));
    let mut number = |name: &str, decimals: usize| {
        let value = fields.next().and_then(|field| field.strip_prefix(name));
        value.is_some_and(|value| {
            let digits = value.split_once('.').map_or(0, |(_, after)| after.len());
            digits == decimals && value.parse::<f64>().is_ok()
        })
    };
    let numbers = number("depth=", 0)
        && number("mean-depth=", 1)
        && number("score=", 2)
        && number("nodes=", 0)
        && number("time=", 3)
        && number("nps=", 1);
    numbers && fields.next().and_then(|pv| pv.strip_prefix("pv=")).is_some_and(is_pv)
}

/// Whether the moves are quoted exactly when there are several.
pub fn is_pv(pv: &str) -> bool {
    let quoted = pv.strip_prefix('"').and_then(|pv| pv.strip_suffix('"'));
    let moves: Vec<&str> = quoted.unwrap_or(pv).split(' ').collect();
    let is_move = |text: &&str| {
        text.split(['-', 'x']).count() >= 2
            && text.split(['-', 'x']).all(|n| n.parse::<u8>().is_ok())
    };
    moves.iter().all(is_move) && (moves.len() > 1) == quoted.is_some()
}

pub fn is_known(line: &str) -> bool {
    let is_known = ["ready", "pong", "wait", "done"].contains(&line)
        || ["id name=", "param name=", "done move="].iter().any(|start| line.starts_with(start))
        || matches("error message=\"*\"", line)
        || is_full_info(line)
        || line
            .rsplit_once(" multipv=")
            .is_some_and(|(info, rank)| rank.parse::<u8>().is_ok() && is_full_info(info));
    is_known && line.is_ascii()
}
