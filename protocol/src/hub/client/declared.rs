//! What an engine says of itself in its handshake.

use damier_rules::text::cleaned;

use crate::hub::line::Command;

/// Who an engine is, as far as it says so, without hidden signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name.
    pub name: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Who made it.
    pub author: Option<String>,
}

/// A parameter that an engine has declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The value that it has at first.
    pub value: Option<String>,
    /// Its type: bool, int, real, string, enum.
    pub kind: Option<String>,
    /// The values of an enum.
    pub values: Vec<String>,
}

impl Identity {
    /// Reads an `id` line.
    pub(super) fn read(command: &Command) -> Identity {
        let text = |name| command.value(name).map(|text| cleaned(text).trim().to_owned());
        Identity { name: text("name"), version: text("version"), author: text("author") }
    }
}

impl Declared {
    /// Reads a `param` line; `None` when it names nothing.
    pub(super) fn read(command: &Command) -> Option<Declared> {
        let text = |name| command.value(name).map(cleaned);
        let values = command.value("values").unwrap_or_default();
        Some(Declared {
            name: text("name").filter(|name| !name.is_empty())?,
            value: text("value"),
            kind: text("type"),
            values: values.split_whitespace().map(cleaned).collect(),
        })
    }
}
