//! Which jumps of a piece have been followed already, so that captures whose paths explode are
//! listed in time proportional to their distinct states.

use std::collections::HashMap;

use crate::board::{Direction, SquareSet};

/// Jumps of one piece that are followed without being remembered: ordinary captures have fewer,
/// and remembering costs more than following them twice.
const FREE_JUMPS: u32 = 96;

/// A jump: all that decides how the capture can go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Jump {
    /// The pieces taken, this one included.
    pub captured: SquareSet,
    /// The piece that is jumped.
    pub jumped: SquareSet,
    /// The direction of the jump.
    pub direction: Direction,
    /// Whether a man has become a king on the way.
    pub crowned: bool,
}

/// The jumps of one piece.
#[derive(Default)]
pub(super) struct Memo {
    jumps: u32,
    /// The greatest order of kings (see [`super::Candidate`]) with which each jump was followed.
    followed: Option<HashMap<Jump, u32>>,
}

impl Memo {
    /// Forgets the jumps: another piece begins.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.jumps = 0;
        if self.followed.is_some() {
            self.followed = None;
        }
    }

    /// Whether a jump is worth following: not yet followed, or only after a sequence that the
    /// precedence puts behind this one.
    #[inline(always)]
    pub(super) fn enter(&mut self, jump: &Jump, order: u32) -> bool {
        self.jumps += 1;
        self.jumps <= FREE_JUMPS || self.enter_remembered(jump, order)
    }

    #[cold]
    fn enter_remembered(&mut self, jump: &Jump, order: u32) -> bool {
        let followed = self.followed.get_or_insert_default();
        match followed.get_mut(jump) {
            Some(known) if *known >= order => false,
            Some(known) => {
                *known = order;
                true
            }
            None => {
                followed.insert(*jump, order);
                true
            }
        }
    }
}
