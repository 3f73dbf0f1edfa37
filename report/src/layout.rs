//! Tables in text, cut into blocks that fit the width.

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
            let own = GAP + column.width();
            if used + own > width && !block.is_empty() {
                lines.extend(self.block(label_width, &block));
                lines.push(String::new());
                block.clear();
                used = label_width;
            }
            block.push(column);
            used += own;
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

/// Breaks a text at blanks into lines of at most `width` characters; a longer word has a line of
/// its own.
///
/// ```
/// assert_eq!(damier_report::layout::wrapped("a bc def ghijkl", 6), ["a bc", "def", "ghijkl"]);
/// ```
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if chars(line) + 1 + chars(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
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
        if chars(line) <= width {
            lines.push(line.to_owned());
            continue;
        }
        let indent = chars(line) - chars(line.trim_start());
        let parts = wrapped(line, width.saturating_sub(indent));
        lines.extend(parts.iter().map(|part| format!("{:indent$}{part}", "")));
    }
    lines.join("\n")
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
        assert!(wrapped(" ", 6).is_empty());
    }

    #[test]
    fn only_lines_that_are_too_wide_are_broken() {
        assert_eq!(fitted("a  b\n\n  cd efgh i\n", 8), "a  b\n\n  cd\n  efgh i");
    }
}
