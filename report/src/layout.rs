//! Tables in text, cut into blocks that fit the width, and lines that are broken to fit it.

use std::borrow::Cow;

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// A table with a label for each row and a heading for each column.
///
/// ```
/// use damier_report::layout::{Column, TextTable};
///
/// let column = Column { heading: "italian".to_owned(), cells: vec!["8x8".to_owned()] };
/// let table = TextTable { labels: vec!["board".to_owned()], columns: vec![column] };
/// assert_eq!(table.lines(80), ["       italian", "board  8x8"]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// The labels of the rows.
    pub labels: Vec<String>,
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Debug)]
pub struct Column {
    /// What stands on top.
    pub heading: String,
    /// A cell for each row.
    pub cells: Vec<String>,
}

/// Blanks between columns.
const GAP: usize = 2;

impl TextTable {
    /// The lines of the table, at most `width` characters each where a single column fits; blocks
    /// of columns stand one below the other, an empty line between them.
    pub fn lines(&self, width: usize) -> Vec<String> {
        let label_width = self.labels.iter().map(|label| chars(label)).max().unwrap_or(0);
        let mut lines = Vec::new();
        let mut block = Vec::new();
        let mut used = label_width;
        for column in &self.columns {
            let added = GAP + column.width();
            if used + added > width && !block.is_empty() {
                lines.extend(self.block(label_width, &block));
                lines.push(String::new());
                block.clear();
                used = label_width;
            }
            block.push(column);
            used += added;
        }
        lines.extend(self.block(label_width, &block));
        lines
    }

    fn block(&self, label_width: usize, columns: &[&Column]) -> Vec<String> {
        let mut lines = vec![" ".repeat(label_width)];
        lines.extend(self.labels.iter().map(|label| format!("{label:<label_width$}")));
        for column in columns {
            let width = column.width();
            let texts = std::iter::once(&column.heading).chain(&column.cells);
            for (line, text) in lines.iter_mut().zip(texts) {
                line.push_str(&format!("{:GAP$}{text:<width$}", ""));
            }
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

impl Column {
    fn width(&self) -> usize {
        self.cells.iter().chain([&self.heading]).map(|text| chars(text)).max().unwrap_or(0)
    }
}

fn chars(text: &str) -> usize {
    text.chars().count()
}

/// The width in columns that text for people keeps to.
pub const WIDTH: usize = 80;

/// Breaks a text at blanks into lines of at most `width` columns; a longer word has a line of
/// its own.
///
/// ```
/// assert_eq!(damier_report::layout::wrapped("a bc def ghijkl", 6), ["a bc", "def", "ghijkl"]);
/// ```
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    indented(text, width, "")
}

/// Breaks the lines of a text that are wider than `width`, as [`wrapped`] does, each under its own
/// indentation.
///
/// ```
/// assert_eq!(damier_report::layout::fitted("a  b\n  cd efgh i", 8), "a  b\n  cd\n  efgh i");
/// ```
pub fn fitted(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        if display_width(line) <= width {
            lines.push(line.to_owned());
        } else {
            let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
            lines.extend(indented(rest, width, indent));
        }
    }
    lines.join("\n")
}

/// The line cut to `width` characters, at least one; `…` is the last of one that was longer.
///
/// ```
/// use damier_report::layout::cut;
///
/// assert_eq!(cut("22-18 11-15", 11), "22-18 11-15");
/// assert_eq!(cut("22-18 11-15", 8), "22-18 1…");
/// assert_eq!(cut("22-18 11-15", 7), "22-18…");
/// ```
pub fn cut(line: &str, width: usize) -> String {
    if chars(line) <= width {
        return line.to_owned();
    }
    let kept: String = line.chars().take(width.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The text in lines that all begin with `indent`; runs of blanks count as one.
fn indented(text: &str, width: usize, indent: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let options = Options::new(width)
        .initial_indent(indent)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        // Moves and squares have hyphens, at which no line may end.
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::wrap(&words.join(" "), options).into_iter().map(Cow::into_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_do_not_fit_begin_a_new_block() {
        let column =
            |name: &str| Column { heading: name.to_owned(), cells: vec!["yes".to_owned()] };
        let table = TextTable {
            labels: vec!["rule".to_owned()],
            columns: ["first", "second", "third"].map(column).to_vec(),
        };
        let expected = ["      first  second", "rule  yes    yes", "", "      third", "rule  yes"];
        assert_eq!(table.lines(20), expected);
        assert_eq!(table.lines(80).len(), 2);
    }

    #[test]
    fn text_breaks_at_blanks() {
        assert_eq!(wrapped("a bc def ghijkl", 6), ["a bc", "def", "ghijkl"]);
        assert_eq!(wrapped(" 22-18  11-15\n18-14 ", 12), ["22-18 11-15", "18-14"]);
        assert_eq!(wrapped("½ point é", 8), ["½ point", "é"]);
        assert!(wrapped(" ", 6).is_empty());
    }

    #[test]
    fn only_lines_that_are_too_wide_are_broken() {
        assert_eq!(fitted("a  b\n\n  cd efgh i\n", 8), "a  b\n\n  cd\n  efgh i");
    }
}
