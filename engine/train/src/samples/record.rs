//! A game's record as bytes.

use damier_engine::board::Geometry;
use damier_engine::position::{Position, Side};
use damier_engine::score::Score;

use super::pack::{pack, unpack};
use super::{GameRecord, Sample, SampleError};

/// Bytes before the body.
pub(super) const FRAME: usize = 8;

/// Bytes after the body.
pub(super) const CRC: usize = 4;

/// More bytes than any body has: 2^16 samples of at most 20 bytes.
pub(super) const LONGEST: u32 = 1 << 21;

/// The number by which an opening is known.
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
pub(super) fn encode(geometry: Geometry, record: &GameRecord) -> Result<Vec<u8>, SampleError> {
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
pub(super) fn decode(geometry: Geometry, mut body: &[u8]) -> Option<GameRecord> {
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
    bytes.is_empty().then_some(GameRecord { number, result, plies, opening, samples })
}

/// Takes bytes from the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (front, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*front)
}
