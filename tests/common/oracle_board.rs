//! The oracle's board: rows and columns, no bits.

use damier_rules::board::Geometry;
use damier_rules::position::{Move, Position, Rank, Side};

/// A row, counted from Black's side, and a column.
pub type Cell = (usize, usize);

/// A step by rows and columns.
pub type Step = (isize, isize);

/// The four diagonals.
pub const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// A move by rows and columns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Played {
    pub from: Cell,
    pub to: Cell,
    /// Ascending.
    pub captured: Vec<Cell>,
    pub crowned: bool,
}

impl Played {
    /// A move of the engine by rows and columns.
    pub fn of(geometry: Geometry, played: &Move) -> Played {
        let cell = |square| (geometry.row_of(square), geometry.column_of(square));
        let mut captured: Vec<Cell> = played.captured.into_iter().map(cell).collect();
        captured.sort_unstable();
        Played { from: cell(played.from), to: cell(played.to), captured, crowned: played.crowned }
    }
}

/// The pieces and the side to move.
#[derive(Clone, Debug)]
pub struct Board {
    pub size: usize,
    pub turn: Side,
    grid: [[Option<(Side, Rank)>; 10]; 10],
}

impl Board {
    /// The same position on rows and columns.
    pub fn of(geometry: Geometry, position: &Position) -> Board {
        let size = geometry.size();
        let mut board = Board { size, turn: position.turn(), grid: [[None; 10]; 10] };
        for row in 0..size {
            for column in 0..size {
                let piece = geometry.at(row, column).and_then(|square| position.piece(square));
                board.grid[row][column] = piece.map(|piece| (piece.side, piece.rank));
            }
        }
        board
    }

    /// What stands on a cell.
    pub fn at(&self, cell: Cell) -> Option<(Side, Rank)> {
        self.grid[cell.0][cell.1]
    }

    /// Puts a piece on a cell, or clears it.
    pub fn put(&mut self, cell: Cell, piece: Option<(Side, Rank)>) {
        self.grid[cell.0][cell.1] = piece;
    }

    /// The cell one step further, if that is on the board.
    pub fn next(&self, cell: Cell, step: Step) -> Option<Cell> {
        let row = cell.0.checked_add_signed(step.0).filter(|&row| row < self.size)?;
        let column = cell.1.checked_add_signed(step.1).filter(|&column| column < self.size)?;
        Some((row, column))
    }

    /// The pieces of the side to move.
    pub fn own(&self) -> Vec<(Cell, Rank)> {
        let cells = (0..self.size).flat_map(|row| (0..self.size).map(move |column| (row, column)));
        let piece = |cell| match self.at(cell) {
            Some((side, rank)) if side == self.turn => Some((cell, rank)),
            _ => None,
        };
        cells.filter_map(piece).collect()
    }

    /// The row by which this side's men advance.
    pub fn forward(side: Side) -> isize {
        if side == Side::White { -1 } else { 1 }
    }

    /// Whether a man of the side to move is crowned on this cell.
    pub fn crowns(&self, cell: Cell) -> bool {
        cell.0 == if self.turn == Side::White { 0 } else { self.size - 1 }
    }

    /// The position after a move.
    pub fn after(&self, played: &Played) -> Board {
        let mut next = self.clone();
        let (side, rank) = self.at(played.from).expect("a piece moves");
        next.put(played.from, None);
        for &cell in &played.captured {
            next.put(cell, None);
        }
        next.put(played.to, Some((side, if played.crowned { Rank::King } else { rank })));
        next.turn = self.turn.opponent();
        next
    }
}
