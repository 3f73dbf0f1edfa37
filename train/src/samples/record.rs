//! A game's record, and its positions, as bytes.

use damier_engine::score::Score;
use damier_rules::board::{Geometry, Square, SquareSet};
use damier_rules::position::{Position, Side};

use super::{Sample, SampleError, SampledGame};

/// Bytes before the body.
pub(super) const FRAME: usize = 8;

/// Bytes after the body.
pub(super) const CRC: usize = 4;

/// More bytes than any body has: 2^16 samples of at most 20 bytes.
pub(super) const LONGEST: u32 = 1 << 21;

/// The number that identifies an opening.
pub(crate) fn opening_of(geometry: Geometry, position: &Position) -> u32 {
    let mut bytes = Vec::new();
    pack(geometry, position, &mut bytes);
    crc32fast::hash(&bytes)
}

/// How a game that ended so for White ended for this side.
pub(crate) fn result_for(side: Side, white: i8) -> i8 {
    if side == Side::White { white } else { -white }
}

/// The whole record of a game.
pub(super) fn encode(geometry: Geometry, record: &SampledGame) -> Result<Vec<u8>, SampleError> {
    let mut body = record.number.to_le_bytes().to_vec();
    body.extend(record.result.to_le_bytes());
    body.extend(record.plies.to_le_bytes());
    body.extend(record.opening.to_le_bytes());
    let count = u16::try_from(record.samples.len()).map_err(|_| SampleError::TooLong)?;
    body.extend(count.to_le_bytes());
    for sample in &record.samples {
        pack(geometry, &sample.position, &mut body);
        body.extend(sample.score.raw().to_le_bytes());
    }
    let length = u32::try_from(body.len()).map_err(|_| SampleError::TooLong)?;
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend((!length).to_le_bytes());
    let crc = crc32fast::hash(&body);
    bytes.append(&mut body);
    bytes.extend(crc.to_le_bytes());
    Ok(bytes)
}

/// The length of the body that follows this frame, `None` when it is no frame.
pub(super) fn body_length(frame: [u8; FRAME]) -> Option<u32> {
    let [a, b, c, d, inverted @ ..] = frame;
    let length = u32::from_le_bytes([a, b, c, d]);
    (length == !u32::from_le_bytes(inverted) && length <= LONGEST).then_some(length)
}

/// The game of a body, `None` when it is damaged.
pub(super) fn decode(geometry: Geometry, mut body: &[u8]) -> Option<SampledGame> {
    let bytes = &mut body;
    let number = u32::from_le_bytes(take(bytes)?);
    let result = i8::from_le_bytes(take(bytes)?);
    if !(-1..=1).contains(&result) {
        return None;
    }
    let plies = u16::from_le_bytes(take(bytes)?);
    let opening = u32::from_le_bytes(take(bytes)?);
    let count = u16::from_le_bytes(take(bytes)?);
    let mut samples = Vec::with_capacity(usize::from(count));
    for _ in 0..count {
        let position = unpack(geometry, bytes)?;
        let score = Score::from_raw(i16::from_le_bytes(take(bytes)?));
        let result = result_for(position.turn(), result);
        samples.push(Sample { position, score, result, game: number });
    }
    bytes.is_empty().then_some(SampledGame { number, result, plies, opening, samples })
}

/// Takes bytes from the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*front)
}

/// Bytes of the set of occupied squares.
const fn set_bytes(geometry: Geometry) -> usize {
    geometry.squares().div_ceil(8)
}

/// Appends a position.
fn pack(geometry: Geometry, position: &Position, out: &mut Vec<u8>) {
    let mut occupied = 0_u64;
    // At most 1 + 2 * 50 bits.
    let mut bits = u128::from(position.turn() == Side::Black);
    let mut used = 1_usize;
    for square in position.occupied() {
        let number =
            geometry.row_of(square) * geometry.row_length() + geometry.index_in_row(square);
        occupied |= 1 << number;
        bits |= u128::from(position.side(Side::Black).contains(square)) << used;
        bits |= u128::from(position.kings().contains(square)) << (used + 1);
        used += 2;
    }
    out.extend(occupied.to_le_bytes().iter().take(set_bytes(geometry)));
    out.extend(bits.to_le_bytes().iter().take(used.div_ceil(8)));
}

/// Takes a position from the front of `bytes`; `None` when they are none.
fn unpack(geometry: Geometry, bytes: &mut &[u8]) -> Option<Position> {
    let occupied = take_number(bytes, set_bytes(geometry))? as u64;
    if occupied >> geometry.squares() != 0 {
        return None;
    }
    let used = 1 + 2 * occupied.count_ones() as usize;
    let mut bits = take_number(bytes, used.div_ceil(8))?;
    if bits >> used != 0 {
        return None;
    }
    let mut bit = || {
        let set = bits & 1 == 1;
        bits >>= 1;
        set
    };
    let turn = if bit() { Side::Black } else { Side::White };
    let (mut white, mut black, mut kings) = (SquareSet::EMPTY, SquareSet::EMPTY, SquareSet::EMPTY);
    for number in (0..geometry.squares()).filter(|number| occupied >> number & 1 == 1) {
        let square: Square =
            geometry.square(number / geometry.row_length(), number % geometry.row_length());
        let side = if bit() { &mut black } else { &mut white };
        *side |= square.set();
        if bit() {
            kings |= square.set();
        }
    }
    Position::new(geometry, white, black, kings, turn).ok()
}

/// Takes a number of `count` bytes, at most 16, from the front.
fn take_number(bytes: &mut &[u8], count: usize) -> Option<u128> {
    let (front, rest) = bytes.split_at_checked(count)?;
    let mut whole = [0; 16];
    whole.get_mut(..count)?.copy_from_slice(front);
    *bytes = rest;
    Some(u128::from_le_bytes(whole))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Any position of a board: a number from 0 to 4 a square, 0 for none. Men that stand where
    /// they are crowned are kings.
    fn position(geometry: Geometry) -> impl Strategy<Value = Position> {
        let squares = prop::collection::vec(0..5_u8, geometry.squares());
        (squares, any::<bool>()).prop_filter_map("nobody stands", move |(pieces, black_moves)| {
            let of = |kinds: &[u8]| -> SquareSet {
                let squares = geometry.all().into_iter().zip(&pieces);
                squares.filter(|(_, kind)| kinds.contains(kind)).map(|(square, _)| square).collect()
            };
            let turn = if black_moves { Side::Black } else { Side::White };
            let (white, black) = (of(&[1, 2]), of(&[3, 4]));
            let crowned =
                white & Side::White.crown_row(geometry) | black & Side::Black.crown_row(geometry);
            Position::new(geometry, white, black, of(&[2, 4]) | crowned, turn).ok()
        })
    }

    fn record(geometry: Geometry) -> impl Strategy<Value = SampledGame> {
        let samples = prop::collection::vec((position(geometry), any::<i16>()), 0..20);
        (any::<u32>(), -1..=1_i8, any::<u16>(), any::<u32>(), samples).prop_map(
            |(number, result, plies, opening, samples)| {
                let sample = |(position, raw): (Position, i16)| Sample {
                    position,
                    score: Score::from_raw(raw),
                    result: result_for(position.turn(), result),
                    game: number,
                };
                let samples = samples.into_iter().map(sample).collect();
                SampledGame { number, result, plies, opening, samples }
            },
        )
    }

    fn round_trip(geometry: Geometry, record: &SampledGame) -> Result<(), TestCaseError> {
        let bytes = encode(geometry, record).unwrap();
        let length = body_length(*bytes.first_chunk().unwrap()).unwrap() as usize;
        prop_assert_eq!(bytes.len(), FRAME + length + CRC);
        let body = &bytes[FRAME..FRAME + length];
        let read = decode(geometry, body);
        prop_assert_eq!(read.as_ref(), Some(record));
        for (new, old) in read.iter().flat_map(|read| &read.samples).zip(&record.samples) {
            prop_assert_eq!(new.position.key(), old.position.key());
        }
        prop_assert_eq!(decode(geometry, &body[..length - 1]), None);
        Ok(())
    }

    proptest! {
        #[test]
        fn records_of_8x8_come_back(record in record(Geometry::Eight)) {
            round_trip(Geometry::Eight, &record)?;
        }

        #[test]
        fn records_of_10x10_come_back(record in record(Geometry::Ten)) {
            round_trip(Geometry::Ten, &record)?;
        }

        #[test]
        fn no_bytes_upset_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            for geometry in [Geometry::Eight, Geometry::Ten] {
                let _ = decode(geometry, &bytes);
            }
        }
    }

    #[test]
    fn a_full_board_takes_no_more_than_the_format_allows() {
        for (geometry, rows, most) in [(Geometry::Eight, 3, 13), (Geometry::Ten, 4, 20)] {
            let mut bytes = Vec::new();
            pack(geometry, &Position::start(geometry, rows, Side::Black), &mut bytes);
            assert_eq!(bytes.len() + size_of::<Score>(), most);
        }
    }
}
