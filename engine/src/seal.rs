//! Lines of files that are taken up again: each carries its checksum, so that one that was damaged
//! or changed is noticed instead of believed.

/// How a line carries its checksum, eight hexadecimal digits of the CRC-32 of all before it.
///
/// ```
/// use damier_engine::seal::{Seal, SealError};
///
/// let line = Seal::Text.put("17 -12");
/// assert_eq!(line, "17 -12 f3c83d82");
/// assert_eq!(Seal::Text.take(line.as_bytes()), Ok(b"17 -12".to_vec()));
/// assert_eq!(Seal::Text.take(b"17 -13 f3c83d82"), Err(SealError::Wrong));
/// let object = Seal::Json.put(r#"{"game":1}"#);
/// assert!(object.starts_with(r#"{"game":1,"crc":""#));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seal {
    /// A JSON object with at least one field; the checksum is its last field, `crc`.
    Json,
    /// Any text; the checksum is its last word.
    Text,
}

/// Why a line is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SealError {
    /// It does not end with a checksum.
    #[error("it has no checksum")]
    Missing,
    /// The checksum is that of another line.
    #[error("its checksum is wrong: it was damaged or changed after it was written")]
    Wrong,
}

/// Digits of a checksum.
const DIGITS: usize = 8;

impl Seal {
    /// What stands before the checksum and after it.
    fn frame(self) -> (&'static str, &'static str) {
        match self {
            Seal::Json => (",\"crc\":\"", "\"}"),
            Seal::Text => (" ", ""),
        }
    }

    /// The end of the line that the checksum goes before.
    fn end(self) -> &'static str {
        match self {
            Seal::Json => "}",
            Seal::Text => "",
        }
    }

    /// The line with its checksum.
    pub fn put(self, line: &str) -> String {
        let (before, after) = self.frame();
        let body = line.strip_suffix(self.end()).unwrap_or(line);
        format!("{body}{before}{}{after}", checksum(body.as_bytes()))
    }

    /// The line without its checksum.
    ///
    /// # Errors
    /// When the checksum is missing or wrong.
    pub fn take(self, line: &[u8]) -> Result<Vec<u8>, SealError> {
        let (before, after) = self.frame();
        let parts = line.strip_suffix(after.as_bytes()).and_then(|line| {
            let (front, digits) = line.split_at_checked(line.len().checked_sub(DIGITS)?)?;
            Some((front.strip_suffix(before.as_bytes())?, digits))
        });
        let (body, digits) = parts.ok_or(SealError::Missing)?;
        match checksum(body).as_bytes() == digits {
            true => Ok([body, self.end().as_bytes()].concat()),
            false => Err(SealError::Wrong),
        }
    }
}

fn checksum(body: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(body))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_changes_unnoticed() {
        for (seal, line) in [(Seal::Json, r#"{"game":1,"moves":["a"]}"#), (Seal::Text, "1 -12")] {
            let sealed = seal.put(line).into_bytes();
            assert_eq!(seal.take(&sealed), Ok(line.as_bytes().to_vec()));
            for bit in 0..8 * sealed.len() {
                let mut bytes = sealed.clone();
                bytes[bit / 8] ^= 1 << (bit % 8);
                assert!(seal.take(&bytes).is_err(), "bit {bit} of {line}");
            }
            for kept in 0..sealed.len() {
                assert!(seal.take(&sealed[..kept]).is_err(), "{kept} bytes of {line}");
            }
            assert_eq!(seal.take(line.as_bytes()), Err(SealError::Missing));
        }
    }
}
