//! A trained model as a file: what it weighs, for which rules, and how its values are read.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::features::{BUCKETS, Features};
use damier_rules::board::Geometry;

/// Whole units of a model's values in one natural logit of the expected result.
pub const UNITS: i32 = 1 << 10;

/// What a hidden neuron's greatest activation, 1, is as an integer.
pub const ACTIVATION: i16 = 255;

/// What an output weight of 1 is as an integer.
pub const OUTPUT_UNIT: i16 = 64;

/// The greatest output weight either way: its product with an activation fits 16 bits.
pub const OUTPUT_LIMIT: i16 = 127;

/// The most hidden neurons of a view: with more a sum could overflow 32 bits.
pub const MOST_HIDDEN: usize = 128;

/// The number of hidden neurons of a view is a multiple of this.
pub const HIDDEN_STEP: usize = 16;

/// The greatest weight between an input and a hidden neuron, and the greatest bias, either way:
/// the sum over a full board fits 16 bits.
pub const COLUMN_LIMIT: i16 = 600;

const MAGIC: [u8; 4] = *b"DMWT";
const FORMAT: u8 = 1;

/// Bytes of the largest file that is read.
const MOST_BYTES: u64 = 16 << 20;

/// A model of one game.
///
/// ```
/// # #[cfg(feature = "embedded-weights")] {
/// use damier_engine::eval::Weights;
/// use damier_engine::eval::model::Model;
/// use damier_rules::rules::named;
///
/// let model = Weights::Embedded.model(&named("italian").unwrap().moves).unwrap();
/// let copy = Model::read(&model.write()).unwrap();
/// assert_eq!((copy.game.as_str(), copy.checksum()), ("italian", model.checksum()));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The game that it was trained on.
    pub game: String,
    /// The board.
    pub geometry: Geometry,
    /// [`MoveRules::fingerprint`](damier_rules::rules::MoveRules::fingerprint) of that game.
    pub fingerprint: u32,
    /// How values are read.
    pub calibration: Calibration,
    /// The network, if there is one.
    pub network: Option<Network>,
    /// The patterns, if there are any.
    pub patterns: Option<Patterns>,
}

/// How a model's values are read as centi-men and as chances.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// Centi-men of one logit.
    pub scale: f32,
    /// For each bucket the score, in centi-men, at which a win is as likely as not.
    pub even: [f32; BUCKETS],
    /// For each bucket the centi-men over which the odds of a win grow e-fold.
    pub spread: [f32; BUCKETS],
}

/// A network: inputs, a hidden layer seen from both sides, and an output layer a bucket.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// Hidden neurons of a view.
    pub hidden: usize,
    /// For each input its weights to the hidden neurons, in 1/[`ACTIVATION`].
    pub columns: Vec<i16>,
    /// The hidden neurons' biases, in 1/[`ACTIVATION`].
    pub biases: Vec<i16>,
    /// For each bucket the weights of the squared activations, those of the side to move's view
    /// first, in 1/[`OUTPUT_UNIT`].
    pub output: Vec<i16>,
    /// For each bucket the bias, in [`UNITS`].
    pub output_biases: Vec<i16>,
}

/// Pattern tables. Each weight is a pair: on a full board and on an empty one, in [`UNITS`].
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    /// For each cell of [`Features::cells`].
    pub cells: Vec<[i16; 2]>,
    /// For each of [`Features::terms`].
    pub terms: Vec<[i16; 2]>,
}

/// Why a file of weights is refused.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Not such a file, or of another version.
    #[error("not a file of weights of format {FORMAT}")]
    Foreign,
    /// The file was changed or cut off.
    #[error("the file of weights is damaged")]
    Damaged,
    /// Numbers that no sound model has.
    #[error("the weights are out of bounds: {0}")]
    Bounds(&'static str),
}

impl Model {
    /// Reads what [`write`](Model::write) wrote.
    ///
    /// # Errors
    /// When the bytes are not a whole, sound model.
    pub fn read(bytes: &[u8]) -> Result<Model, ModelError> {
        if bytes.get(..4) != Some(&MAGIC[..]) || bytes.get(4) != Some(&FORMAT) {
            return Err(ModelError::Foreign);
        }
        let (content, check) = bytes.split_last_chunk().ok_or(ModelError::Damaged)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*check) {
            return Err(ModelError::Damaged);
        }
        let mut raw = Vec::new();
        let mut body = DeflateDecoder::new(&content[5..]).take(MOST_BYTES);
        body.read_to_end(&mut raw).map_err(|_| ModelError::Damaged)?;
        let model = parse(&mut ModelReader(&raw)).ok_or(ModelError::Damaged)?;
        model.check().map_err(ModelError::Bounds)?;
        Ok(model)
    }

    /// The model as a file.
    pub fn write(&self) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&self.body()).expect("memory takes all that is written");
        let body = encoder.finish().expect("memory takes all that is written");
        let mut bytes = MAGIC.to_vec();
        bytes.push(FORMAT);
        bytes.extend(body);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Identifies the weights: the checksum of the uncompressed content.
    pub fn checksum(&self) -> u32 {
        crc32fast::hash(&self.body())
    }

    fn body(&self) -> Vec<u8> {
        let mut body = vec![self.geometry.size() as u8, self.game.len() as u8];
        body.extend(self.game.as_bytes());
        body.extend(self.fingerprint.to_le_bytes());
        let Calibration { scale, even, spread } = &self.calibration;
        let floats = std::iter::once(scale).chain(even).chain(spread);
        floats.for_each(|value| body.extend(value.to_le_bytes()));
        let hidden = self.network.as_ref().map_or(0, |network| network.hidden);
        body.extend([hidden as u8, u8::from(self.patterns.is_some())]);
        let mut put = |weights: &[i16]| {
            weights.iter().for_each(|weight| body.extend(weight.to_le_bytes()));
        };
        if let Some(network) = &self.network {
            put(&network.columns);
            put(&network.biases);
            put(&network.output);
            put(&network.output_biases);
        }
        if let Some(patterns) = &self.patterns {
            put(patterns.cells.as_flattened());
            put(patterns.terms.as_flattened());
        }
        body
    }

    /// What is out of bounds, if anything is.
    fn check(&self) -> Result<(), &'static str> {
        let Calibration { scale, even, spread } = &self.calibration;
        let positive = |value: &f32| value.is_finite() && *value > 0.0 && *value < 1e5;
        if !positive(scale) || !spread.iter().all(positive) {
            return Err("the scale of scores");
        }
        if !even.iter().all(|value| value.is_finite() && value.abs() < 1e5) {
            return Err("the even score");
        }
        let within = |weights: &[i16], limit: i16| {
            weights.iter().all(|&weight| (-limit..=limit).contains(&weight))
        };
        match &self.network {
            Some(network) if !within(&network.columns, COLUMN_LIMIT) => Err("a hidden weight"),
            Some(network) if !within(&network.biases, COLUMN_LIMIT) => Err("a hidden bias"),
            Some(network) if !within(&network.output, OUTPUT_LIMIT) => Err("an output weight"),
            None if self.patterns.is_none() => Err("there is neither a network nor a pattern"),
            _ => Ok(()),
        }
    }
}

/// Takes numbers from the front of a model's uncompressed content.
struct ModelReader<'a>(&'a [u8]);

impl ModelReader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    fn float(&mut self) -> Option<f32> {
        self.take().map(f32::from_le_bytes)
    }

    fn weights(&mut self, count: usize) -> Option<Vec<i16>> {
        let (taken, rest) = self.0.split_at_checked(2 * count)?;
        self.0 = rest;
        Some(taken.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    }

    fn pairs(&mut self, count: usize) -> Option<Vec<[i16; 2]>> {
        Some(self.weights(2 * count)?.as_chunks().0.to_vec())
    }
}

fn parse(bytes: &mut ModelReader) -> Option<Model> {
    let geometry = match bytes.take()? {
        [8] => Geometry::Eight,
        [10] => Geometry::Ten,
        [_] => return None,
    };
    let features = Features::new(geometry);
    let [length] = bytes.take()?;
    let (game, rest) = bytes.0.split_at_checked(usize::from(length))?;
    let game = String::from_utf8(game.to_vec()).ok()?;
    bytes.0 = rest;
    let fingerprint = u32::from_le_bytes(bytes.take()?);
    let scale = bytes.float()?;
    let mut floats = [0.0; 2 * BUCKETS];
    for value in &mut floats {
        *value = bytes.float()?;
    }
    let (even, spread) = floats.split_at(BUCKETS);
    let calibration =
        Calibration { scale, even: even.try_into().ok()?, spread: spread.try_into().ok()? };
    let [hidden, patterns] = bytes.take()?;
    let hidden = usize::from(hidden);
    if hidden > MOST_HIDDEN || !hidden.is_multiple_of(HIDDEN_STEP) || patterns > 1 {
        return None;
    }
    let network = if hidden == 0 {
        None
    } else {
        Some(Network {
            hidden,
            columns: bytes.weights(features.inputs() * hidden)?,
            biases: bytes.weights(hidden)?,
            output: bytes.weights(BUCKETS * 2 * hidden)?,
            output_biases: bytes.weights(BUCKETS)?,
        })
    };
    let patterns = if patterns == 0 {
        None
    } else {
        let cells = bytes.pairs(features.cells())?;
        Some(Patterns { cells, terms: bytes.pairs(features.terms())? })
    };
    let model = Model { game, geometry, fingerprint, calibration, network, patterns };
    bytes.0.is_empty().then_some(model)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model() -> Model {
        let features = Features::new(Geometry::Eight);
        let hidden = HIDDEN_STEP;
        let ramp = |count: usize| (0..count).map(|n| (n % 91) as i16 - 45).collect::<Vec<i16>>();
        Model {
            game: "italian".to_owned(),
            geometry: Geometry::Eight,
            fingerprint: 7,
            calibration: Calibration {
                scale: 60.0,
                even: [80.0; BUCKETS],
                spread: [40.0; BUCKETS],
            },
            network: Some(Network {
                hidden,
                columns: ramp(features.inputs() * hidden),
                biases: ramp(hidden),
                output: ramp(BUCKETS * 2 * hidden),
                output_biases: ramp(BUCKETS),
            }),
            patterns: Some(Patterns {
                cells: vec![[3, -4]; features.cells()],
                terms: vec![[5, 6]; features.terms()],
            }),
        }
    }

    #[test]
    fn a_model_is_read_as_it_was_written() {
        let whole = model();
        let parts = [
            whole.clone(),
            Model { network: None, ..whole.clone() },
            Model { patterns: None, ..whole },
        ];
        for model in parts {
            assert_eq!(Model::read(&model.write()).unwrap(), model);
        }
    }

    #[test]
    fn whatever_is_damaged_is_refused() {
        let bytes = Model { patterns: None, ..model() }.write();
        for at in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x10;
            assert!(Model::read(&damaged).is_err(), "byte {at}");
            assert!(Model::read(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let mut model = model();
        model.network.as_mut().unwrap().columns[3] = COLUMN_LIMIT + 1;
        assert!(matches!(Model::read(&model.write()), Err(ModelError::Bounds(_))));
        model.network = None;
        model.calibration.scale = f32::NAN;
        assert!(matches!(Model::read(&model.write()), Err(ModelError::Bounds(_))));
    }
}
