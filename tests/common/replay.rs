//! Replays the squares of a capture by geometry alone.

use damier_rules::position::{Rank, Side};
use damier_rules::rules::{Crowning, KingRange, MoveRules};

use super::oracle_board::{Board, Cell};

/// The pieces taken, ascending, by going over `stops` in order; or why that cannot be done.
pub fn captured(rules: &MoveRules, board: &Board, stops: &[Cell]) -> Result<Vec<Cell>, String> {
    let [from, ..] = stops else { return Err("no squares".to_owned()) };
    let Some((side, mut rank)) = board.at(*from) else {
        return Err("nothing stands on the origin".to_owned());
    };
    let mut board = board.clone();
    board.put(*from, None);
    let mut taken = Vec::new();
    for leg in stops.windows(2) {
        let jumped_piece = jumped(&board, side, &taken, leg[0], leg[1])?;
        let apart = leg[0].0.abs_diff(leg[1].0);
        let man = rank == Rank::Man;
        if (man || rules.king == KingRange::Short) && apart != 2 {
            return Err(format!("{leg:?} is too far"));
        }
        let backward = (leg[1].0 > leg[0].0) != (Board::forward(side) > 0);
        if man && backward && !rules.men_capture_backward {
            return Err(format!("{leg:?} leads backward"));
        }
        if man
            && !rules.men_capture_kings
            && board.at(jumped_piece) == Some((side.opponent(), Rank::King))
        {
            return Err(format!("a man takes the king on {jumped_piece:?}"));
        }
        taken.push(jumped_piece);
        if man && board.crowns(leg[1]) && rules.crowning == Crowning::Passing {
            rank = Rank::King;
        }
    }
    taken.sort_unstable();
    Ok(taken)
}

/// The one piece between two stops: an enemy not taken before, everything else empty.
fn jumped(board: &Board, side: Side, taken: &[Cell], a: Cell, b: Cell) -> Result<Cell, String> {
    if a.0.abs_diff(b.0) != a.1.abs_diff(b.1) || a == b {
        return Err(format!("{a:?} and {b:?} are not on one diagonal"));
    }
    let step = (if b.0 > a.0 { 1 } else { -1 }, if b.1 > a.1 { 1 } else { -1 });
    let mut jumped_pieces = Vec::new();
    let mut cell = a;
    while cell != b {
        cell = board.next(cell, step).expect("the other stop is on the board");
        if board.at(cell).is_some() {
            jumped_pieces.push(cell);
        }
    }
    match jumped_pieces[..] {
        [jumped_piece] if jumped_piece != b && !taken.contains(&jumped_piece) => {
            match board.at(jumped_piece) {
                Some((owner, _)) if owner != side => Ok(jumped_piece),
                _ => Err(format!("an own piece stands on {jumped_piece:?}")),
            }
        }
        _ => Err(format!("between {a:?} and {b:?} stand {jumped_pieces:?}, {taken:?} were taken")),
    }
}
