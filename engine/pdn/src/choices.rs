//! Captures that can mean several moves, told apart by what follows them.

use std::collections::HashMap;

use super::dialect::Dialect;
use super::raw_game::{Item, ItemKind, Place};
use damier_rules::position::{Move, Position};

/// Moves of a raw game that are tried before an ambiguous one stays so.
const MOST_TRIED: usize = 20_000;

/// Ambiguous moves after each other that are looked through.
const MOST_NESTED: usize = 64;

/// Finds out what ambiguous moves of one raw game mean.
#[derive(Debug, Default)]
pub(super) struct Choices {
    tried: usize,
    /// Whether a line goes on to its end from a move in a position.
    decided: HashMap<(Place, u64), bool>,
}

impl Choices {
    /// The meaning of an ambiguous move after which alone all of `rest` can be played.
    pub(super) fn choose(
        &mut self,
        dialect: &Dialect,
        position: &Position,
        text: &str,
        rest: &[Item],
    ) -> Option<Move> {
        let candidates = dialect.meanings(position, text);
        let mut fitting = candidates
            .into_iter()
            .filter(|candidate| self.goes_on(dialect, position.make(candidate), rest, 0));
        let only = fitting.next()?;
        let several = fitting.next().is_some();
        (!several && self.tried < MOST_TRIED).then_some(only)
    }

    /// Whether a line can be played to its end, by any meaning of what is ambiguous.
    fn goes_on(
        &mut self,
        dialect: &Dialect,
        mut position: Position,
        line: &[Item],
        depth: usize,
    ) -> bool {
        for (index, item) in line.iter().enumerate() {
            let text = match &item.kind {
                ItemKind::Move { text, .. } => text,
                // What follows does not depend on what was before.
                ItemKind::SetUp(_) => return true,
                _ => continue,
            };
            self.tried += 1;
            if self.tried >= MOST_TRIED {
                return false;
            }
            match dialect.meanings(&position, text).as_slice() {
                [] => return false,
                [only] => position = position.make(only),
                several => {
                    let rest = line.get(index + 1..).unwrap_or_default();
                    return self.any_goes_on(dialect, position, (item.at, several), rest, depth);
                }
            }
        }
        true
    }

    fn any_goes_on(
        &mut self,
        dialect: &Dialect,
        position: Position,
        (at, several): (Place, &[Move]),
        rest: &[Item],
        depth: usize,
    ) -> bool {
        let key = (at, position.key());
        if let Some(&goes_on) = self.decided.get(&key) {
            return goes_on;
        }
        if depth == MOST_NESTED {
            // As if all had been tried: what is not known must not decide.
            self.tried = MOST_TRIED;
            return false;
        }
        let goes_on = several
            .iter()
            .any(|candidate| self.goes_on(dialect, position.make(candidate), rest, depth + 1));
        self.decided.insert(key, goes_on);
        goes_on
    }
}
