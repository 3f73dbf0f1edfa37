//! The last lines of a dialogue, for reports of faults. They are shown on terminals, so nothing
//! hidden is kept.

use std::collections::VecDeque;

use damier_rules::text::cleaned;

/// The last lines of a dialogue.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    request: Vec<String>,
    lines: Tail,
}

/// The last lines of a text, none of them long.
#[derive(Clone, Debug, Default)]
pub(super) struct Tail(VecDeque<String>);

/// Lines kept.
const MOST_LINES: usize = 40;
/// Characters kept of a line.
const LONGEST: usize = 300;
/// Characters kept of a line of the request: games of hundreds of moves.
const LONGEST_REQUEST: usize = 10_000;

impl Transcript {
    /// Begins a new request.
    pub fn begin_request(&mut self) {
        self.request.clear();
    }

    /// A line is sent that belongs to the request.
    pub fn request(&mut self, line: &str) {
        self.request.push(shortened(line, LONGEST_REQUEST));
    }

    /// A line is sent.
    pub fn sent(&mut self, line: &str) {
        self.lines.push(&format!("> {line}"));
    }

    /// A line has come.
    pub fn received(&mut self, line: &str) {
        self.lines.push(&format!("< {line}"));
    }

    /// The commands of the last request.
    pub fn last_request(&self) -> &[String] {
        &self.request
    }

    /// The last lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.lines.lines()
    }
}

impl Tail {
    /// Appends a line.
    pub fn push(&mut self, line: &str) {
        if self.0.len() == MOST_LINES {
            self.0.pop_front();
        }
        self.0.push_back(shortened(line, LONGEST));
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> Vec<String> {
        self.0.iter().cloned().collect()
    }
}

/// The beginning of a line, without its end.
fn shortened(line: &str, longest: usize) -> String {
    let line = line.trim_end();
    match line.char_indices().nth(longest) {
        None => cleaned(line),
        Some((end, _)) => format!("{}...", cleaned(line.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_lines_are_kept_and_none_is_long() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.received(&format!("{number}\r\n"));
        }
        transcript.sent(&"é".repeat(1_000));
        let lines = transcript.lines();
        assert_eq!((lines.len(), lines[0].as_str()), (MOST_LINES, "< 61"));
        assert_eq!(lines.last().unwrap().chars().count(), LONGEST + 3);
    }
}
