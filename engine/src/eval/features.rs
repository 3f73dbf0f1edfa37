//! What the trained models look at: one definition for training and for play.
//!
//! Every model sees the board from a side's *view*: as it stands for White, turned by half a turn
//! with the sides exchanged for Black. So what is learnt for one side holds for the other.

use damier_rules::board::{Geometry, Square};
use damier_rules::position::{Position, Rank, Side};

/// Output layers of a network; the number of pieces picks one.
pub const BUCKETS: usize = 8;

/// Kinds of pieces: White's men and kings, then Black's.
pub(super) const KINDS: usize = 4;

/// Contents of a window of ten squares, each empty (or a king's), a man of the view's side or an
/// enemy man.
pub const WINDOW_CELLS: usize = 3_usize.pow(10);

/// The most windows of a view.
const MOST_WINDOWS: usize = 12;

/// Bits of a lane, which holds one window's number.
const LANE: usize = 16;

/// The most contents of a row: five squares, each set or not for both sides.
const MOST_ROWS: usize = 1 << 10;

/// Rows of a window.
const WINDOW_ROWS: usize = 5;

/// The features of the positions of one board.
#[derive(Debug)]
pub struct Features {
    geometry: Geometry,
    /// For each bit its square's number, row by row from row 0.
    numbers: [u8; 64],
    /// For each content of a row (enemy men above own men) the ternary numbers of all its pairs
    /// of neighbouring squares, in lanes.
    rows: [u64; MOST_ROWS],
}

static EIGHT: Features = Features::of(Geometry::Eight);
static TEN: Features = Features::of(Geometry::Ten);

impl Features {
    /// The features of this board.
    pub fn new(geometry: Geometry) -> &'static Features {
        match geometry {
            Geometry::Eight => &EIGHT,
            Geometry::Ten => &TEN,
        }
    }

    const fn of(geometry: Geometry) -> Features {
        let length = geometry.row_length();
        let mut numbers = [0; 64];
        let mut number = 0;
        while number < geometry.squares() {
            let square = geometry.square(number / length, number % length);
            numbers[square.index()] = number as u8;
            number += 1;
        }
        let mut rows = [0; MOST_ROWS];
        let mut content = 0;
        while content < 1 << (2 * length) {
            rows[content] = pairs(content, length);
            content += 1;
        }
        Features { geometry, numbers, rows }
    }

    /// Inputs of a network: own men, own kings, enemy men and enemy kings on each square.
    pub const fn inputs(&self) -> usize {
        KINDS * self.geometry.squares()
    }

    /// Pieces of both sides at the start of an ordinary game, the measure of how far it has gone.
    pub const fn pieces(&self) -> usize {
        match self.geometry {
            Geometry::Eight => 24,
            Geometry::Ten => 40,
        }
    }

    /// The network's input that a piece sets.
    pub fn input(&self, view: Side, side: Side, rank: Rank, square: Square) -> usize {
        let squares = self.geometry.squares();
        let number = usize::from(self.numbers[square.index()]);
        let seen = if view == Side::White { number } else { squares - 1 - number };
        let kind = 2 * usize::from(side != view) + usize::from(rank == Rank::King);
        kind * squares + seen
    }

    /// The inputs of White's view and of Black's that a piece of this kind sets.
    #[inline(always)]
    pub(super) fn inputs_of(&self, kind: usize, square: Square) -> [u16; 2] {
        let squares = self.geometry.squares();
        let number = usize::from(self.numbers[square.index()]);
        // Black sees White's pieces as the enemy's.
        let mirrored = kind ^ 2;
        [(kind * squares + number) as u16, (mirrored * squares + squares - 1 - number) as u16]
    }

    /// The inputs that are set in a position, one for each piece.
    pub fn active(&self, view: Side, position: &Position) -> impl Iterator<Item = usize> {
        let of = move |side, rank| {
            let set = match rank {
                Rank::Man => position.men_of(side),
                Rank::King => position.kings_of(side),
            };
            set.into_iter().map(move |square| self.input(view, side, rank, square))
        };
        let enemy = view.opponent();
        of(view, Rank::Man)
            .chain(of(view, Rank::King))
            .chain(of(enemy, Rank::Man))
            .chain(of(enemy, Rank::King))
    }

    /// The output layer that values a position: the first with the fewest pieces.
    pub fn bucket(&self, position: &Position) -> usize {
        let pieces = position.occupied().len().max(1);
        ((pieces - 1) * BUCKETS / self.pieces()).min(BUCKETS - 1)
    }

    /// How full the board is, in pieces, at most [`pieces`](Features::pieces).
    pub fn fullness(&self, position: &Position) -> usize {
        position.occupied().len().min(self.pieces())
    }

    /// Rows at which a view's windows begin: those in the half of the board where the view's men
    /// are crowned. The windows of the other half are those of the other view.
    const fn window_starts(&self) -> usize {
        (self.geometry.size() - WINDOW_ROWS).div_ceil(2)
    }

    /// Windows of a view: five rows high, two playing squares wide.
    pub const fn windows(&self) -> usize {
        self.window_starts() * (self.geometry.row_length() - 1)
    }

    /// Cells of the tables of all windows.
    pub const fn cells(&self) -> usize {
        self.windows() * WINDOW_CELLS
    }

    /// The cell that each window of a view picks in a position.
    pub fn picked(&self, view: Side, position: &Position) -> Picked {
        let seen = |side| match view {
            Side::White => position.men_of(side),
            Side::Black => self.geometry.rotated(position.men_of(side)),
        };
        let (friends, enemies) = (seen(view).bits(), seen(view.opponent()).bits());
        let length = self.geometry.row_length();
        let row = |row: usize| {
            let shift = row * length + row / 2;
            let mask = (1 << length) - 1;
            self.rows[(friends >> shift & mask | (enemies >> shift & mask) << length) as usize]
        };
        let mut picked = Picked { cells: [0; MOST_WINDOWS], count: self.windows() };
        let mut window = 0;
        for start in 0..self.window_starts() {
            let lanes = (start..start + WINDOW_ROWS).fold(0, |lanes, at| lanes * 9 + row(at));
            for lane in 0..length - 1 {
                let number = (lanes >> (LANE * lane) & 0xffff) as usize;
                picked.cells[window] = (window * WINDOW_CELLS + number) as u32;
                window += 1;
            }
        }
        picked
    }

    /// Single terms of the pattern model: own men and own kings on each square, and having a king.
    pub const fn terms(&self) -> usize {
        2 * self.geometry.squares() + 1
    }

    /// The single terms that a view has in a position.
    pub fn own_terms(&self, view: Side, position: &Position) -> impl Iterator<Item = usize> {
        let of = move |rank| {
            let set = match rank {
                Rank::Man => position.men_of(view),
                Rank::King => position.kings_of(view),
            };
            set.into_iter().map(move |square| self.input(view, view, rank, square))
        };
        let has_king = position.kings_of(view).any().then(|| self.terms() - 1);
        of(Rank::Man).chain(of(Rank::King)).chain(has_king)
    }
}

/// The cells that a view's windows pick.
#[derive(Clone, Copy, Debug)]
pub struct Picked {
    cells: [u32; MOST_WINDOWS],
    count: usize,
}

impl Picked {
    /// The cells, one of each window's table.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.cells[..self.count].iter().map(|&cell| cell as usize)
    }
}

/// The numbers of a row's pairs of neighbouring squares, in lanes.
const fn pairs(content: usize, length: usize) -> u64 {
    let mut lanes = 0;
    let mut pair = 0;
    while pair + 1 < length {
        let number = 3 * digit(content, length, pair) + digit(content, length, pair + 1);
        lanes |= number << (LANE * pair);
        pair += 1;
    }
    lanes
}

/// 0 for an empty square, 1 for an own man, 2 for an enemy man.
const fn digit(content: usize, length: usize, index: usize) -> u64 {
    ((content >> index & 1) + 2 * (content >> (length + index) & 1)) as u64 % 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::rules::ALL;
    use damier_rules::variant::Variant;

    /// Positions of a game of pseudo-random moves.
    fn positions(set: &damier_rules::rules::RuleSet) -> Vec<Position> {
        let variant = Variant::new(*set);
        let mut positions = vec![set.start_position()];
        for ply in 0..80 {
            let last = positions[ply];
            let moves = variant.generated(&last);
            if moves.is_empty() {
                break;
            }
            positions.push(last.make(&moves[ply * 7 % moves.len()]));
        }
        positions
    }

    #[test]
    fn both_views_see_the_same_of_a_mirrored_position() {
        for set in ALL {
            let features = Features::new(set.moves.geometry);
            for position in positions(set) {
                let mirrored = position.mirrored(set.moves.geometry);
                let sorted = |view, position| {
                    let mut inputs: Vec<usize> = features.active(view, position).collect();
                    inputs.sort_unstable();
                    inputs
                };
                assert_eq!(sorted(Side::White, &position), sorted(Side::Black, &mirrored));
                let picked = |view, at| features.picked(view, at).iter().collect::<Vec<usize>>();
                assert_eq!(picked(Side::White, &position), picked(Side::Black, &mirrored));
                assert_eq!(features.bucket(&position), features.bucket(&mirrored));
            }
        }
    }

    #[test]
    fn a_window_reads_its_ten_squares() {
        for set in ALL {
            let geometry = set.moves.geometry;
            let features = Features::new(geometry);
            for position in positions(set) {
                let mut window = 0;
                let picked = features.picked(Side::White, &position);
                let cells: Vec<usize> = picked.iter().collect();
                for start in 0..features.window_starts() {
                    for column in 0..geometry.row_length() - 1 {
                        let mut number = 0;
                        for row in start..start + WINDOW_ROWS {
                            for index in [column, column + 1] {
                                let square = geometry.square(row, index);
                                let digit = match position.piece(square) {
                                    Some(piece) if piece.rank == Rank::Man => {
                                        if piece.side == Side::White { 1 } else { 2 }
                                    }
                                    _ => 0,
                                };
                                number = 3 * number + digit;
                            }
                        }
                        assert_eq!(cells[window], window * WINDOW_CELLS + number);
                        window += 1;
                    }
                }
                assert_eq!(window, features.windows());
            }
        }
    }

    #[test]
    fn buckets_go_by_pieces() {
        let features = Features::new(Geometry::Eight);
        let start = Position::start(Geometry::Eight, 3, Side::White);
        assert_eq!(features.bucket(&start), BUCKETS - 1);
        assert_eq!(features.fullness(&start), 24);
    }
}
