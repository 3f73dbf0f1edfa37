//! Files in which dialogues are written down, for people to read.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

use damier_rules::text::cleaned;
use humantime::format_rfc3339_millis;

/// A dialogue with one partner, written down as it goes on: when, with whom, and `>` before what
/// was sent, `<` before what came back.
#[derive(Debug)]
pub struct Journal {
    file: File,
    who: String,
}

impl Journal {
    /// A dialogue that is added to a file: several may be in one.
    pub fn new(file: File, who: &str) -> Journal {
        Journal { file, who: cleaned(who) }
    }

    /// Writes a line of the dialogue. What cannot be written is left out: a full disk is no fault of
    /// the partner's.
    pub fn write(&self, sign: char, text: &str) {
        let time = format_rfc3339_millis(SystemTime::now());
        let line = format!("{time} {} {sign} {}\n", self.who, cleaned(text.trim_end()));
        // One write for the whole line, so that no other can come between.
        let _ = (&self.file).write_all(line.as_bytes());
    }
}

/// Opens a file to add to it, and names it when it cannot be.
///
/// # Errors
/// When it cannot be opened.
pub fn append(path: &Path) -> io::Result<File> {
    let opened = File::options().append(true).create(true).open(path);
    opened.map_err(|error| {
        io::Error::new(error.kind(), format!("the file {}: {error}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_has_its_time_and_its_partner_and_nothing_hidden() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log");
        for who in ["Scan", "\u{202e}Dam"] {
            let journal = Journal::new(append(&path).unwrap(), who);
            journal.write('>', "hub\n");
            journal.write('<', "\u{1b}[31mid\r\n");
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<(&str, &str)> =
            text.lines().map(|line| line.split_once(' ').unwrap()).collect();
        let texts: Vec<&str> = lines.iter().map(|(_, text)| *text).collect();
        assert_eq!(texts, ["Scan > hub", "Scan <  [31mid", " Dam > hub", " Dam <  [31mid"]);
        for (time, _) in lines {
            assert!(
                time.len() == "2026-11-30T12:00:00.000Z".len() && time.ends_with('Z'),
                "{time}"
            );
        }
        assert!(append(directory.path()).unwrap_err().to_string().starts_with("the file /"));
    }
}
