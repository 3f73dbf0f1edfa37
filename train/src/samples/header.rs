//! The beginning of a file: how its games were played.

use std::io::Read;

use damier_rules::board::Geometry;
use damier_rules::rules::{KEYS, RuleSet};
use damier_rules::variant::Variant;
use serde::{Deserialize, Serialize};

use super::SampleError;

const MAGIC: &[u8; 8] = b"DAMIERSP";

/// The version written, and the latest that is read.
pub(super) const VERSION: u16 = 1;

/// Bytes before the JSON.
const FRONT: usize = MAGIC.len() + 2 + 4;

/// More bytes of JSON than any header has.
const LONGEST: u32 = 1 << 16;

/// How the games of a file were played; with the number of a game all that determines it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleHeader {
    /// The game's name.
    pub variant: String,
    /// Playing squares of the board, 32 or 50.
    pub squares: usize,
    /// The rules of movement and draws as `key=value`, in a fixed order.
    pub rules: Vec<String>,
    /// Nodes of each search.
    pub nodes: u64,
    /// The seed of all games.
    pub seed: u64,
    /// Which of how many parts of the games this is: number from 1, and count.
    pub shard: (u32, u32),
    /// The checksum of the weights with which they were played; 0 for the evaluation written by
    /// hand.
    pub weights: u32,
    /// Which way of playing and sampling, see [`crate::selfplay::RECIPE`].
    pub recipe: u32,
}

impl SampleHeader {
    /// The rules of movement and draws of a game as a header lists them.
    pub fn rules_of(rules: &RuleSet) -> Vec<String> {
        let base = rules.base().map_or(rules.name, |base| base.name);
        let mut list = vec![format!("base={base}"), format!("rows={}", rules.start.rows)];
        list.extend(KEYS.iter().map(|key| format!("{}={}", key.name(), key.value(rules))));
        list
    }

    /// A number that differs where the rules of movement or draws do.
    pub fn fingerprint(&self) -> u32 {
        crc32fast::hash(format!("{} {}", self.squares, self.rules.join(" ")).as_bytes())
    }

    /// Whether the games follow the rules of this variant.
    ///
    /// # Errors
    /// With the rule that differs.
    pub fn check_variant(&self, variant: Variant) -> Result<(), SampleError> {
        let rules = variant.rules();
        self.compare_rules(rules.moves.geometry.squares(), &SampleHeader::rules_of(rules))
    }

    /// Whether another header is of games by the same rules.
    ///
    /// # Errors
    /// With the rule that differs.
    pub fn check_rules(&self, wanted: &SampleHeader) -> Result<(), SampleError> {
        self.compare_rules(wanted.squares, &wanted.rules)
    }

    /// Whether another header is of the same games.
    ///
    /// # Errors
    /// With what differs, as if `self` had been found and `wanted` expected.
    pub fn check_same(&self, wanted: &SampleHeader) -> Result<(), SampleError> {
        differ("variant", &self.variant, &wanted.variant)?;
        self.check_rules(wanted)?;
        differ("nodes", self.nodes, wanted.nodes)?;
        differ("seed", self.seed, wanted.seed)?;
        let shard = |header: &SampleHeader| format!("{}/{}", header.shard.0, header.shard.1);
        differ("shard", shard(self), shard(wanted))?;
        differ("weights", self.weights, wanted.weights)?;
        differ("recipe", self.recipe, wanted.recipe)
    }

    /// Rules that stand in only one of the lists were added to the program later, and are not
    /// compared.
    fn compare_rules(&self, squares: usize, wanted: &[String]) -> Result<(), SampleError> {
        differ("squares", self.squares, squares)?;
        let pairs = || wanted.iter().filter_map(|pair| pair.split_once('='));
        for (key, value) in self.rules.iter().filter_map(|pair| pair.split_once('=')) {
            if let Some((_, expected)) = pairs().find(|(wanted, _)| *wanted == key) {
                differ(key, value, expected)?;
            }
        }
        Ok(())
    }

    /// The board, `None` when it is none that is known.
    pub(super) fn geometry(&self) -> Option<Geometry> {
        [Geometry::Eight, Geometry::Ten].into_iter().find(|board| board.squares() == self.squares)
    }

    /// The header as it stands in the file.
    pub(super) fn bytes(&self) -> Result<Vec<u8>, SampleError> {
        let json = serde_json::to_vec(self).map_err(|_| SampleError::Header)?;
        let length = u32::try_from(json.len()).ok().filter(|&length| length <= LONGEST);
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(length.ok_or(SampleError::Header)?.to_le_bytes());
        bytes.extend(json);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads a header; also how many bytes it takes.
    pub(super) fn read(input: &mut impl Read) -> Result<(SampleHeader, u64), SampleError> {
        let mut bytes = Vec::new();
        input.take(FRONT as u64).read_to_end(&mut bytes)?;
        let rest = bytes.strip_prefix(MAGIC).ok_or(SampleError::Foreign)?;
        let (version, length) = rest.split_first_chunk().ok_or(SampleError::Header)?;
        let version = u16::from_le_bytes(*version);
        if version == 0 || version > VERSION {
            return Err(SampleError::Version(version));
        }
        let length = u32::from_le_bytes(length.try_into().map_err(|_| SampleError::Header)?);
        if length > LONGEST {
            return Err(SampleError::Header);
        }
        input.take(u64::from(length) + 4).read_to_end(&mut bytes)?;
        let (body, crc) = bytes.split_last_chunk().ok_or(SampleError::Header)?;
        let whole = bytes.len() == FRONT + length as usize + 4;
        if !whole || crc32fast::hash(body) != u32::from_le_bytes(*crc) {
            return Err(SampleError::Header);
        }
        let json = body.get(FRONT..).ok_or(SampleError::Header)?;
        let header = serde_json::from_slice(json).map_err(|_| SampleError::Header)?;
        Ok((header, bytes.len() as u64))
    }
}

/// Nothing when the values are equal.
fn differ<T: PartialEq + ToString>(key: &str, found: T, expected: T) -> Result<(), SampleError> {
    if found == expected {
        return Ok(());
    }
    Err(SampleError::Settings {
        key: key.to_owned(),
        found: found.to_string(),
        expected: expected.to_string(),
    })
}
