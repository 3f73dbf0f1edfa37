//! What can be told only by looking ahead.

use std::io::{self, BufRead};

use super::super::source::Source;
use super::super::tag::is_quote;

/// How far is looked for a tag: blank lines, its name and the blanks before its value.
const FAR: usize = 96;

/// Whether the lines after the line end that comes next begin, blank ones left out, with a tag:
/// `[Name "`, the name with a capital letter, unlike the commands in comments.
pub(super) fn is_tag_line<R: BufRead>(source: &mut Source<R>) -> io::Result<bool> {
    let mut at = 0;
    let mut before = None;
    while let Some(c) = source.peek_at(at)?.filter(|c| c.is_whitespace() && at < FAR) {
        before = Some(c);
        at += 1;
    }
    if before != Some('\n') || source.peek_at(at)? != Some('[') {
        return Ok(false);
    }
    at += 1;
    if !source.peek_at(at)?.is_some_and(|c| c.is_ascii_uppercase()) {
        return Ok(false);
    }
    while at < FAR && source.peek_at(at)?.is_some_and(|c| c.is_alphanumeric() || c == '_') {
        at += 1;
    }
    while at < FAR && source.peek_at(at)?.is_some_and(|c| matches!(c, ' ' | '\t')) {
        at += 1;
    }
    Ok(source.peek_at(at)?.is_some_and(is_quote))
}
