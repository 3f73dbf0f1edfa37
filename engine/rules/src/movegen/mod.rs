//! Legal moves under any rule set.
//!
//! One generic generator reads a rule set's [`MoveRules`]. For named games they are constants that
//! the compiler folds away; for house rules the same code asks a value. `Generator` is a small
//! table of the resulting functions, so position, search, game and protocol are compiled once;
//! users reach it through [`Variant`](crate::variant::Variant).

mod candidates;
mod captures;
mod quiet;
mod routes;
mod specialise;

pub use candidates::Candidate;

use smallvec::SmallVec;

use crate::board::Square;
use crate::position::{Move, Position, Side};
use crate::rules::{CaptureDuty, Compiled, MoveRules, Visitor, visit_compiled};
use candidates::Collector;
use specialise::{Black, Colour, Eight, Fixed, RuleSource, Ten, White};

/// Moves of one position: on the stack up to an ordinary number of them, on the heap beyond.
pub type MoveList = SmallVec<[Move; 48]>;

/// The legal moves of a rule set.
#[derive(Clone, Copy)]
pub(crate) struct Generator {
    rules: MoveRules,
    table: &'static MovegenTable,
}

impl std::fmt::Debug for Generator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Generator").field("rules", &self.rules).finish_non_exhaustive()
    }
}

/// What is compiled for each source of rules; the functions of `Fixed` ignore the rules given.
struct MovegenTable {
    has_capture: fn(&MoveRules, &Position) -> bool,
    captures: fn(&MoveRules, &Position, &mut MoveList),
    quiet: fn(&MoveRules, &Position, &mut MoveList),
    count: fn(&MoveRules, &Position) -> usize,
    perft: fn(&MoveRules, &Position, u32) -> u64,
}

impl MovegenTable {
    const fn of<S: RuleSource>() -> &'static MovegenTable {
        const {
            &MovegenTable {
                has_capture: has_capture::<S>,
                captures: captures::<S>,
                quiet: quiet::<S>,
                count: count::<S>,
                perft: perft::<S>,
            }
        }
    }
}

/// Stops a position of another board, on which what is listed would be no moves. The board is a
/// constant here, so the check costs a few instructions; what only counts does without it.
#[inline(always)]
fn assert_on_board<S: RuleSource>(position: &Position) {
    let off_board = position.occupied().without(S::GEOMETRY.all());
    assert!(off_board.is_empty(), "a position of the variant's board");
}

fn has_capture<S: RuleSource>(rules: &MoveRules, position: &Position) -> bool {
    let source = S::of(rules);
    match position.turn() {
        Side::White => captures::exist::<S, White>(source, position),
        Side::Black => captures::exist::<S, Black>(source, position),
    }
}

fn captures<S: RuleSource>(rules: &MoveRules, position: &Position, list: &mut MoveList) {
    assert_on_board::<S>(position);
    let source = S::of(rules);
    match position.turn() {
        Side::White => captures_of::<S, White>(source, position, list),
        Side::Black => captures_of::<S, Black>(source, position, list),
    }
}

#[inline(always)]
fn captures_of<S: RuleSource, C: Colour>(source: S, position: &Position, list: &mut MoveList) {
    captures::walk::<S, C, _>(source, position, &mut Collector::new(list));
}

fn quiet<S: RuleSource>(rules: &MoveRules, position: &Position, list: &mut MoveList) {
    assert_on_board::<S>(position);
    let source = S::of(rules);
    match position.turn() {
        Side::White => quiet::generate::<S, White>(source, position, list),
        Side::Black => quiet::generate::<S, Black>(source, position, list),
    }
}

fn count<S: RuleSource>(rules: &MoveRules, position: &Position) -> usize {
    let source = S::of(rules);
    match position.turn() {
        Side::White => count_moves::<S, White>(source, position),
        Side::Black => count_moves::<S, Black>(source, position),
    }
}

fn perft<S: RuleSource>(rules: &MoveRules, position: &Position, depth: u32) -> u64 {
    let source = S::of(rules);
    match position.turn() {
        Side::White => count_games::<S, White>(source, position, depth),
        Side::Black => count_games::<S, Black>(source, position, depth),
    }
}

/// The number of legal moves.
#[inline(always)]
fn count_moves<S: RuleSource, C: Colour>(source: S, position: &Position) -> usize {
    if !captures::exist::<S, C>(source, position) {
        return quiet::count::<S, C>(source, position);
    }
    let mut list = MoveList::new();
    captures_of::<S, C>(source, position, &mut list);
    match source.rules().capture {
        CaptureDuty::Mandatory => list.len(),
        CaptureDuty::Optional => list.len() + quiet::count::<S, C>(source, position),
    }
}

/// The number of games of `depth` plies.
fn count_games<S: RuleSource, C: Colour>(source: S, position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { count_moves::<S, C>(source, position) as u64 };
    }
    let mut list = MoveList::new();
    let forced = captures::exist::<S, C>(source, position);
    if forced {
        captures_of::<S, C>(source, position, &mut list);
    }
    if !forced || source.rules().capture == CaptureDuty::Optional {
        quiet::generate::<S, C>(source, position, &mut list);
    }
    list.iter()
        .map(|played| {
            let next = position.make_without_key(played);
            count_games::<S, C::Other>(source, &next, depth - 1)
        })
        .sum()
}

impl Generator {
    /// The generator for these rules: the compiled one of a named game that moves so, else the one
    /// that asks the rules at run time.
    pub fn new(rules: &MoveRules) -> Generator {
        struct Same<'a>(&'a MoveRules);
        impl Visitor for Same<'_> {
            type Answer = &'static MovegenTable;
            fn visit<C: Compiled>(&self) -> Option<&'static MovegenTable> {
                (C::MOVES == *self.0).then(MovegenTable::of::<Fixed<C>>)
            }
        }
        match visit_compiled(&Same(rules)) {
            Some(table) => Generator { rules: *rules, table },
            None => Generator::at_run_time(rules),
        }
    }

    /// The generator that asks the rules at run time, whatever they are: for tests and benches.
    pub fn at_run_time(rules: &MoveRules) -> Generator {
        let table = match rules.geometry {
            crate::board::Geometry::Eight => MovegenTable::of::<Eight>(),
            crate::board::Geometry::Ten => MovegenTable::of::<Ten>(),
        };
        Generator { rules: *rules, table }
    }

    /// Whether the side to move has a capture.
    #[inline]
    pub fn has_capture(&self, position: &Position) -> bool {
        (self.table.has_capture)(&self.rules, position)
    }

    /// Appends the legal captures: those that no other goes before.
    pub fn captures(&self, position: &Position, list: &mut MoveList) {
        (self.table.captures)(&self.rules, position, list);
    }

    /// Appends the quiet moves that geometry allows, legal or not.
    pub fn quiet_moves(&self, position: &Position, list: &mut MoveList) {
        (self.table.quiet)(&self.rules, position, list);
    }

    /// Appends the legal moves: captures first, then quiet moves where they are allowed.
    #[inline]
    pub fn legal_moves_into(&self, position: &Position, list: &mut MoveList) {
        let before = list.len();
        if self.has_capture(position) {
            self.captures(position, list);
        }
        if list.len() == before || self.rules.capture == CaptureDuty::Optional {
            self.quiet_moves(position, list);
        }
    }

    /// The legal moves: captures first, in no particular order.
    pub fn legal_moves(&self, position: &Position) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(position, &mut list);
        list
    }

    /// Every capture that geometry allows, complete but not yet compared by precedence.
    pub fn candidates(&self, position: &Position) -> Vec<Candidate> {
        candidates::candidates(&self.rules, position)
    }

    /// The squares on which the piece of a legal move stands one after the other, origin and
    /// destination included, as PDN 3.0 counts them: where a capture changes its direction, or
    /// directly behind the piece taken where it goes straight on. Of several paths one is chosen,
    /// where precedence asks for it one that meets kings as early as can be.
    ///
    /// `through` are squares that it must visit in between, in this order; a flying king that goes
    /// straight on may be taken to stop on any square that it passes. `None` when there is no such
    /// path.
    pub fn path(
        &self,
        position: &Position,
        played: &Move,
        through: &[Square],
    ) -> Option<Vec<Square>> {
        routes::path(&self.rules, position, played, through)
    }

    /// The number of legal moves.
    #[inline]
    pub fn count(&self, position: &Position) -> usize {
        (self.table.count)(&self.rules, position)
    }

    /// The number of games of `depth` plies from `position`; captures that differ by path only are
    /// one move. The moves of the last ply are counted, not made.
    pub fn perft(&self, position: &Position, depth: u32) -> u64 {
        (self.table.perft)(&self.rules, position, depth)
    }
}
