//! Arrows over a diagram, as an option names them.

use anyhow::bail;
use damier_rules::board::Square;
use damier_rules::notation::read_square;
use damier_rules::rules::RuleSet;

/// An arrow from square to square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The squares that it joins, two or more.
    pub squares: Vec<Square>,
}

/// Reads arrows as `22-18` or `22x15x6`, separated by commas or blanks.
///
/// # Errors
/// When one is not written so.
pub fn read_arrows(rules: &RuleSet, text: &str) -> anyhow::Result<Vec<Arrow>> {
    let one = |text: &str| {
        let names = text.split(['-', 'x', 'X', ':']);
        let squares = names.map(|name| read_square(rules, name)).collect::<Result<Vec<_>, _>>()?;
        match squares.len() {
            0 | 1 => bail!("`{text}` is no arrow; it joins two squares or more, as 22-18"),
            _ => Ok(Arrow { squares }),
        }
    };
    text.split([',', ' ']).filter(|part| !part.is_empty()).map(one).collect()
}
