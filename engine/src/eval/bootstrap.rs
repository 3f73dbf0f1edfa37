//! The handcrafted evaluation, for games without trained weights: material, advancement, kings,
//! mobility, and endings known to be drawish. Its values were set by hand and never tuned: they
//! only need to play well enough for the first self-play games that weights are trained on.

use crate::score::Score;
use damier_rules::board::{Direction, Geometry, Square, SquareSet};
use damier_rules::position::{Position, Side};
use damier_rules::rules::{KingRange, MoveRules};

/// The handcrafted evaluation of one rule set's positions.
#[derive(Clone, Debug)]
pub(crate) struct Bootstrap {
    geometry: Geometry,
    weights: HandcraftedWeights,
    /// For each bit of a row's number, counted from the crown row of White, the rows that have it.
    row_bits: [SquareSet; 4],
    centre: SquareSet,
    edge: SquareSet,
    /// The diagonals from corner to corner that both belong to the board.
    main_road: SquareSet,
    flying: bool,
    /// Whether the game has come to an ending in which the mop-up evaluation counts.
    mops_up: bool,
    /// What the square of a losing side's king is worth to the winning side, in centi-men.
    losing_squares: [i16; SPAN],
    /// The same for the square of the winning side's piece.
    winning_squares: [i16; SPAN],
    /// Row and column of each square.
    coordinates: [(u8, u8); SPAN],
    /// The mean of what two pieces cost by their distance, in centi-men.
    mean_distance: i32,
}

/// Squares of either geometry, ghosts included.
const SPAN: usize = 64;

/// The mop-up evaluation counts with so many pieces on the board or fewer.
const FEW_PIECES: usize = 7;

/// The mop-up evaluation is for a win against so many kings or fewer.
const MOST_LOSERS: usize = 2;

/// Centi-men for two squares between a winning piece and a losing king.
const FAR_OFF: usize = 3;

/// Values in centi-men.
#[derive(Clone, Copy, Debug)]
struct HandcraftedWeights {
    man: i32,
    king: i32,
    /// A man for each row that it has advanced.
    advance: i32,
    /// A man on its own first row, while there is something to guard against.
    guard: i32,
    /// A piece in the middle of the board.
    centre: i32,
    /// A king on the edge, to be taken off.
    edge: i32,
    /// A square that a piece can step to.
    mobility: i32,
    /// Being ahead, as a share of what is left: it pays to exchange when one is.
    ratio: i32,
}

const SHORT: HandcraftedWeights = HandcraftedWeights {
    man: 100,
    king: 140,
    advance: 2,
    guard: 8,
    centre: 5,
    edge: 10,
    mobility: 2,
    ratio: 120,
};

const FLYING: HandcraftedWeights = HandcraftedWeights {
    man: 100,
    king: 270,
    advance: 3,
    guard: 6,
    centre: 4,
    edge: 4,
    mobility: 2,
    ratio: 120,
};

impl Bootstrap {
    /// The evaluation for these rules.
    pub fn new(rules: &MoveRules) -> Bootstrap {
        let geometry = rules.geometry;
        let flying = rules.king == KingRange::Flying;
        let select = |wanted: &dyn Fn(usize, usize) -> bool| -> SquareSet {
            let squares = geometry.all().into_iter();
            squares.filter(|&at| wanted(geometry.row_of(at), geometry.column_of(at))).collect()
        };
        let last = geometry.size() - 1;
        let inner = |index: usize| index >= 2 && index <= last - 2;
        let (mut losing_squares, mut winning_squares) = ([0; SPAN], [0; SPAN]);
        let mut coordinates = [(0, 0); SPAN];
        for square in geometry.all() {
            let (row, column) = (geometry.row_of(square), geometry.column_of(square));
            coordinates[square.index()] = (row as u8, column as u8);
            let off_centre = (2 * row).abs_diff(last).max((2 * column).abs_diff(last)) as i16;
            let off_road = (row + column).abs_diff(last) as i16;
            losing_squares[square.index()] = (7 * off_centre - 6 * off_road) / 2;
            winning_squares[square.index()] = -off_centre;
        }
        // Neither an exchange nor crowning is to gain or lose by this: the mean of all is 0.
        centre_values(geometry, &mut losing_squares);
        centre_values(geometry, &mut winning_squares);
        Bootstrap {
            geometry,
            weights: if flying { FLYING } else { SHORT },
            row_bits: std::array::from_fn(|bit| select(&|row, _| row >> bit & 1 == 1)),
            centre: select(&|row, column| inner(row) && inner(column)),
            edge: select(&|row, column| row == 0 || row == last || column == 0 || column == last),
            main_road: select(&|row, column| row + column == last),
            flying,
            mops_up: false,
            losing_squares,
            winning_squares,
            coordinates,
            mean_distance: mean_distance(geometry, &coordinates),
        }
    }

    /// Takes note of the root: in an ending of few pieces the mop-up evaluation counts. Before that
    /// it would only blur which endings are worth going into.
    pub fn stand_at(&mut self, root: &Position) {
        self.mops_up = root.occupied().len() <= FEW_PIECES;
    }

    /// The value of a position from the view of the side to move. Exchanging the sides and turning
    /// the board leaves it unchanged.
    pub fn value(&self, position: &Position) -> Score {
        let empty = self.geometry.all().without(position.occupied());
        let white = self.side(position, Side::White, empty);
        let black = self.side(position, Side::Black, empty);
        let ahead = white - black + self.balance(position) + self.mop_up(position);
        let ahead = if position.turn() == Side::White { ahead } else { -ahead };
        Score::evaluation(ahead / self.drawishness(position))
    }

    /// The centi-men that the side to move is ahead by its pieces alone.
    pub fn material_ahead(&self, position: &Position) -> i32 {
        let turn = position.turn();
        self.material(position, turn) - self.material(position, turn.opponent())
    }

    fn material(&self, position: &Position, side: Side) -> i32 {
        let men = position.men_of(side).len() as i32;
        let kings = position.kings_of(side).len() as i32;
        men * self.weights.man + kings * self.weights.king
    }

    /// What White is ahead, and how much that weighs on the emptier board.
    fn balance(&self, position: &Position) -> i32 {
        let white = self.material(position, Side::White);
        let black = self.material(position, Side::Black);
        let ahead = white - black;
        ahead + ahead * self.weights.ratio / (white + black + self.weights.man)
    }

    fn side(&self, position: &Position, side: Side, empty: SquareSet) -> i32 {
        let weights = &self.weights;
        let men = position.men_of(side);
        let kings = position.kings_of(side);
        let count = |set: SquareSet| set.len() as i32;
        let mut value = self.advancement(men, side) * weights.advance;
        value += count((men | kings) & self.centre) * weights.centre;
        value -= count(kings & self.edge) * weights.edge;
        let home = side.opponent().crown_row(self.geometry);
        if position.men_of(side.opponent()).any() {
            value += count(men & home) * weights.guard;
        }
        value + self.mobility(men, kings, side, empty) * weights.mobility
    }

    /// Rows advanced, all men together.
    fn advancement(&self, men: SquareSet, side: Side) -> i32 {
        let bits = self.row_bits.iter().enumerate();
        let rows: i32 = bits.map(|(bit, &rows)| ((men & rows).len() << bit) as i32).sum();
        match side {
            Side::White => (self.geometry.size() as i32 - 1) * men.len() as i32 - rows,
            Side::Black => rows,
        }
    }

    /// Squares that the side's pieces can step to.
    fn mobility(&self, men: SquareSet, kings: SquareSet, side: Side, empty: SquareSet) -> i32 {
        let mut reached = SquareSet::EMPTY;
        for direction in Direction::ALL {
            let forward = direction.is_up() == (side == Side::White);
            let pieces = if forward { men | kings } else { kings };
            reached |= self.geometry.stepped(pieces, direction);
        }
        (reached & empty).len() as i32
    }

    /// The mop-up evaluation: how much nearer White is, in centi-men, to the win against a few last
    /// kings. It gives the search a gradient where the win is too far to be seen. Retrograde
    /// analysis has shorter distances to the win where the losing king is on the edge and off the
    /// double corner, and the winning pieces are close and in the middle.
    pub fn mop_up(&self, position: &Position) -> i32 {
        if !self.mops_up {
            return 0;
        }
        let pieces = position.occupied().len();
        Side::BOTH
            .into_iter()
            .map(|winner| {
                let losers = position.side(winner.opponent());
                let outnumbered = 2 * losers.len() < pieces && losers.len() <= MOST_LOSERS;
                if !outnumbered || position.men_of(winner.opponent()).any() {
                    return 0;
                }
                // Men as well, or crowning would change the value.
                let near = self.nearness(position.side(winner), losers);
                if winner == Side::White { near } else { -near }
            })
            .sum()
    }

    fn nearness(&self, winners: SquareSet, losers: SquareSet) -> i32 {
        let sum = |set: SquareSet, values: &[i16; SPAN]| -> i32 {
            set.into_iter().map(|at| i32::from(values[at.index()])).sum()
        };
        let pairs =
            winners.into_iter().flat_map(|from| losers.into_iter().map(move |to| (from, to)));
        let distances: usize = pairs.map(|(from, to)| distance(&self.coordinates, from, to)).sum();
        let mean = (winners.len() * losers.len()) as i32 * self.mean_distance;
        sum(losers, &self.losing_squares) + sum(winners, &self.winning_squares) + mean
            - (distances * FAR_OFF / 2) as i32
    }

    /// By how much an advantage is to be divided: a flying king alone holds out against few.
    pub fn drawishness(&self, position: &Position) -> i32 {
        if !self.flying {
            return 1;
        }
        let divisor = |side: Side| {
            let lone = position.side(side);
            let attackers = position.side(side.opponent()).len();
            if lone.len() != 1 || attackers > 3 || (lone & position.kings()).is_empty() {
                return 1;
            }
            let holds_road = (lone & self.main_road).any();
            if attackers < 3 || holds_road || self.geometry == Geometry::Ten { 8 } else { 1 }
        };
        divisor(Side::White).max(divisor(Side::Black))
    }
}

/// Steps between two squares.
fn distance(coordinates: &[(u8, u8); SPAN], from: Square, to: Square) -> usize {
    let (from, to) = (coordinates[from.index()], coordinates[to.index()]);
    usize::from(from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)))
}

/// What two pieces on any two squares cost by their distance, in centi-men, on average.
fn mean_distance(geometry: Geometry, coordinates: &[(u8, u8); SPAN]) -> i32 {
    let squares = geometry.all().into_iter();
    let of = |from| geometry.all().into_iter().map(move |to| distance(coordinates, from, to));
    let steps: usize = squares.flat_map(of).sum();
    (steps * FAR_OFF / 2 / geometry.squares().pow(2)) as i32
}

/// Makes the mean of values of squares 0, but for what does not divide.
fn centre_values(geometry: Geometry, values: &mut [i16; SPAN]) {
    let sum: i32 = geometry.all().into_iter().map(|at| i32::from(values[at.index()])).sum();
    let mean = sum / geometry.squares() as i32;
    geometry.all().into_iter().for_each(|at| values[at.index()] -= mean as i16);
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_rules::rules::ALL;

    #[test]
    fn the_start_is_even() {
        for set in ALL {
            let value = Bootstrap::new(&set.moves).value(&set.start_position());
            assert_eq!(value, Score::DRAW, "{}", set.name);
        }
    }

    #[test]
    fn a_man_more_is_about_a_man() {
        for set in ALL {
            let start = set.start_position();
            let gone = start.side(Side::Black).first().unwrap().set();
            for turn in Side::BOTH {
                let position = start.without(gone).with_turn(turn);
                let value = Bootstrap::new(&set.moves).value(&position).raw();
                let value = if turn == Side::White { value } else { -value };
                assert!((80..150).contains(&value), "{} {value}", set.name);
            }
        }
    }

    #[test]
    fn turning_board_and_sides_changes_nothing() {
        for set in ALL {
            let evaluation = Bootstrap::new(&set.moves);
            let geometry = set.moves.geometry;
            let variant = damier_rules::variant::Variant::new(*set);
            let mut position = set.start_position();
            for ply in 0..60 {
                let moves = variant.generated(&position);
                if moves.is_empty() {
                    break;
                }
                let turned = evaluation.value(&position.mirrored(geometry));
                assert_eq!(evaluation.value(&position), turned, "{} ply {ply}", set.name);
                position = position.make(&moves[ply * 7 % moves.len()]);
            }
        }
    }

    #[test]
    fn the_mop_up_counts_once_few_pieces_are_left() {
        for set in ALL {
            let geometry = set.moves.geometry;
            let mut evaluation = Bootstrap::new(&set.moves);
            let last = geometry.size() - 1;
            let mut squares = geometry.all().into_iter();
            let road = squares.find(|&at| geometry.row_of(at) + geometry.column_of(at) == last);
            let road = road.unwrap().set();
            let off = |row: usize| {
                let away =
                    |at: Square| (geometry.row_of(at) + geometry.column_of(at)).abs_diff(last);
                let row = geometry.all().into_iter().filter(|&at| geometry.row_of(at) == row);
                row.max_by_key(|&at| away(at)).unwrap().set()
            };
            let winners = off(last) | off(last - 1);
            let against = |losers: SquareSet| {
                Position::new(geometry, winners, losers, winners | losers, Side::White).unwrap()
            };
            let (corner, edge) = (against(road), against(off(0)));
            assert_eq!(evaluation.mop_up(&corner), 0, "{}: too early", set.name);
            evaluation.stand_at(&set.start_position());
            assert_eq!(evaluation.mop_up(&corner), 0, "{}: nor at the start", set.name);
            evaluation.stand_at(&corner);
            assert!(evaluation.mop_up(&corner) > evaluation.mop_up(&edge), "{}", set.name);
            let turned = evaluation.value(&edge.mirrored(geometry));
            assert_eq!(evaluation.value(&edge), turned, "{}", set.name);
        }
    }

    #[test]
    fn a_man_mops_up_as_a_king_does_so_crowning_costs_nothing() {
        let set = &ALL[1];
        let read = |fen| damier_rules::notation::read_fen(set, fen).unwrap();
        let [man, king] = ["W:W5,K17,K30:BK2,K6", "W:WK5,K17,K30:BK2,K6"].map(read);
        let mut evaluation = Bootstrap::new(&set.moves);
        evaluation.stand_at(&man);
        assert_ne!(evaluation.mop_up(&man), 0);
        assert_eq!(evaluation.mop_up(&man), evaluation.mop_up(&king));
    }
}
