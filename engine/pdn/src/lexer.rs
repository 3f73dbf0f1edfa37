//! From characters to tokens.

mod marks;
mod moves;

use std::collections::VecDeque;
use std::io::{self, BufRead};

use self::marks::begins_sign;
use super::char_source::CharSource;
use super::note::{Note, Place, Remark};
use super::tag::{is_dash, is_quote};
use super::token::{ReaderLimits, Token, TokenKind};

/// Longest run of blanks that may stand around the sign inside a move.
const BLANKS_IN_MOVE: usize = 4;

/// Characters in which a tag must begin: blank lines, its name and the blanks before its value.
const TAG_LOOKAHEAD: usize = 96;

/// Reads tokens.
#[derive(Debug)]
pub(super) struct Lexer<R> {
    source: CharSource<R>,
    limits: ReaderLimits,
    /// Remarks not yet fetched.
    pub notes: Vec<Note>,
    /// Whether a tag has ended the unclosed comment before it, and so may begin a game.
    comment_truncated: bool,
    /// Tokens that were glued to the last one.
    glued: VecDeque<(Place, TokenKind)>,
}

/// Whether a word of no meaning goes on with the character.
fn in_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '{' | '}' | '(' | ')' | '[' | ';' | '*')
}

/// Whether a result may stand behind the character.
fn is_bare(c: char) -> bool {
    !c.is_alphanumeric() && !is_dash(c) && !matches!(c, ':' | '/')
}

/// A text that takes no more than it may.
struct Bounded {
    text: String,
    limit: usize,
    cut: bool,
}

impl Bounded {
    fn new(limit: usize) -> Bounded {
        Bounded { text: String::new(), limit, cut: false }
    }

    fn push(&mut self, c: char) {
        if self.text.len() + c.len_utf8() > self.limit {
            self.cut = true;
        } else {
            self.text.push(c);
        }
    }

    fn push_str(&mut self, text: &str) {
        text.chars().for_each(|c| self.push(c));
    }
}

impl<R: BufRead> Lexer<R> {
    pub(super) fn new(input: R, limits: ReaderLimits) -> Lexer<R> {
        Lexer {
            source: CharSource::new(input),
            limits,
            notes: Vec::new(),
            comment_truncated: false,
            glued: VecDeque::new(),
        }
    }

    /// The room that the buffers hold between words, in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.source.capacity() + self.notes.capacity() * size_of::<Note>()
    }

    /// The next word, `None` at the end.
    pub(super) fn next(&mut self) -> io::Result<Option<Token>> {
        if let Some((at, kind)) = self.glued.pop_front() {
            let (glued, same_line, after_blank_line) = (true, true, false);
            return Ok(Some(Token { at, kind, glued, same_line, after_blank_line }));
        }
        let (mut glued, mut lines) = (true, 0_usize);
        while let Some(c) = self.source.peek()?.filter(|c| c.is_whitespace()) {
            glued = false;
            lines += usize::from(c == '\n');
            self.source.next()?;
        }
        lines += usize::from(std::mem::take(&mut self.comment_truncated));
        let at = self.source.place();
        let Some(first) = self.source.peek()? else {
            self.note_foreign();
            return Ok(None);
        };
        let kind = self.word(first, at)?;
        self.note_foreign();
        let (same_line, after_blank_line) = (lines == 0, lines > 1);
        Ok(Some(Token { at, kind, glued, same_line, after_blank_line }))
    }

    fn note(&mut self, at: Place, remark: Remark) {
        self.notes.push(Note { at, remark });
    }

    fn note_foreign(&mut self) {
        if let Some(at) = self.source.take_foreign() {
            let utf_16 = self.source.is_utf_16();
            self.note(at, if utf_16 { Remark::BrokenUtf16 } else { Remark::NotUtf8 });
        }
    }

    fn word(&mut self, first: char, at: Place) -> io::Result<TokenKind> {
        match first {
            '[' => self.tag(at),
            '{' => self.braces(at),
            ';' | '%' => self.line(at),
            '}' => self.single(TokenKind::CloseBrace),
            ')' => self.single(TokenKind::Close),
            '*' => self.single(TokenKind::Star),
            '(' => self.bracket(),
            '$' => self.nag(),
            '!' | '?' | '□' | '⨀' => self.strength(),
            '/' => self.set_up(at),
            '.' | '…' => Ok(TokenKind::Dots(self.dots()?)),
            '½' => self.half(),
            '0'..='9' => self.digits(at),
            c if begins_sign(c) => self.signs(at),
            c if moves::is_column(c) => self.letters(at),
            _ => self.stray(at, String::new()),
        }
    }

    fn single(&mut self, kind: TokenKind) -> io::Result<TokenKind> {
        self.source.next()?;
        Ok(kind)
    }

    /// Takes characters as long as they are wanted.
    fn take_while(&mut self, text: &mut Bounded, wanted: fn(char) -> bool) -> io::Result<()> {
        while let Some(c) = self.source.peek()?.filter(|&c| wanted(c)) {
            text.push(c);
            self.source.next()?;
        }
        Ok(())
    }

    fn bounded(&self) -> Bounded {
        Bounded::new(self.limits.word)
    }

    fn finish(&mut self, text: Bounded, at: Place, what: &'static str) -> String {
        if text.cut {
            self.note(at, Remark::Cut { what, limit: text.limit });
        }
        text.text
    }

    /// A comment; one that nobody closed ends before a line that begins with a tag, so that it
    /// does not swallow the games behind it.
    fn braces(&mut self, at: Place) -> io::Result<TokenKind> {
        self.source.next()?;
        let mut text = Bounded::new(self.limits.comment);
        loop {
            self.take_while(&mut text, |c| !matches!(c, '}' | '\n'))?;
            self.comment_truncated =
                self.source.peek()? == Some('\n') && is_tag_line(&mut self.source)?;
            if self.comment_truncated {
                break;
            }
            match self.source.next()? {
                Some('\n') => text.push('\n'),
                Some(_) => return Ok(TokenKind::Comment(self.finish(text, at, "the comment"))),
                None => break,
            }
        }
        self.note(at, Remark::Unclosed("the comment"));
        Ok(TokenKind::Comment(self.finish(text, at, "the comment")))
    }

    fn line(&mut self, at: Place) -> io::Result<TokenKind> {
        self.source.next()?;
        let mut text = Bounded::new(self.limits.comment);
        self.take_while(&mut text, |c| c != '\n')?;
        Ok(TokenKind::Comment(self.finish(text, at, "the comment")))
    }

    fn dots(&mut self) -> io::Result<usize> {
        let mut count = 0;
        while let Some(c) = self.source.peek()?.filter(|c| matches!(c, '.' | '…')) {
            count += if c == '…' { 3 } else { 1 };
            self.source.next()?;
        }
        Ok(count)
    }

    /// `½-½` or `½`.
    fn half(&mut self) -> io::Result<TokenKind> {
        self.source.next()?;
        if self.source.peek()?.is_some_and(is_dash) && self.source.peek_at(1)? == Some('½') {
            self.source.skip(2)?;
        }
        Ok(TokenKind::Result("1/2-1/2".to_owned()))
    }

    /// Text up to a blank, a result or a sign with a meaning of its own.
    fn stray(&mut self, at: Place, before: String) -> io::Result<TokenKind> {
        let mut text = self.bounded();
        text.push_str(&before);
        if before.is_empty()
            && let Some(c) = self.source.next()?
        {
            text.push(c);
        }
        let mut after_word = !text.text.ends_with(is_bare);
        while let Some(c) = self.source.peek()?.filter(|&c| in_word(c)) {
            if !after_word && self.result_at(0)? {
                break;
            }
            after_word = !is_bare(c);
            text.push(c);
            self.source.next()?;
        }
        Ok(TokenKind::Stray(self.finish(text, at, "a word")))
    }

    fn set_up(&mut self, at: Place) -> io::Result<TokenKind> {
        let is_fen = self.source.peek_at(1)?.is_some_and(|c| matches!(c, 'F' | 'f' | ' ' | '"'));
        if !is_fen {
            return self.stray(at, String::new());
        }
        self.source.next()?;
        let mut text = self.bounded();
        self.take_while(&mut text, |c| !matches!(c, '/' | '{' | '['))?;
        match self.source.peek()? {
            Some('/') => self.source.skip(1)?,
            _ => self.note(at, Remark::Unclosed("the set-up")),
        }
        Ok(TokenKind::SetUp(self.finish(text, at, "the set-up")))
    }

    fn skip_blanks(&mut self) -> io::Result<String> {
        let mut blanks = Bounded::new(self.limits.word);
        self.take_while(&mut blanks, char::is_whitespace)?;
        Ok(blanks.text)
    }

    fn tag(&mut self, at: Place) -> io::Result<TokenKind> {
        self.source.next()?;
        self.skip_blanks()?;
        let mut name = self.bounded();
        self.take_while(&mut name, |c| {
            !c.is_whitespace() && !is_quote(c) && !matches!(c, '[' | ']' | '{' | '}' | '%' | ';')
        })?;
        let name = self.finish(name, at, "a tag's name");
        let blanks = self.skip_blanks()?;
        let next = self.source.peek()?;
        if let Some(quote) = next.filter(|&c| is_quote(c) && !name.is_empty()) {
            let value = self.quoted(at, quote)?;
            return Ok(TokenKind::Tag { name, value });
        }
        if name.is_empty() || blanks.is_empty() || matches!(next, None | Some(']')) {
            return self.stray(at, format!("[{name}"));
        }
        let mut value = self.bounded();
        self.take_while(&mut value, |c| !matches!(c, ']' | '\n'))?;
        match self.source.peek()? {
            Some(']') => self.source.skip(1)?,
            _ => self.note(at, Remark::Unclosed("the tag")),
        }
        self.note(at, Remark::Unquoted(name.clone()));
        let value = self.finish(value, at, "a tag's value").trim().to_owned();
        Ok(TokenKind::Tag { name, value })
    }

    /// A tag's value and its end. A quote inside that nobody escaped is known by what follows it;
    /// a value that nobody closed, by a line that begins with a tag.
    fn quoted(&mut self, at: Place, open: char) -> io::Result<String> {
        self.source.next()?;
        let curly = open != '"';
        let mut value = self.bounded();
        while let Some(c) = self.source.next()? {
            let next = self.source.peek()?;
            if c == '\\' && next == Some('"') && !self.escape_is_end()? {
                self.source.next()?;
                value.push('"');
            } else if c == '\n' && next == Some('[') {
                self.note(at, Remark::Unclosed("the tag"));
                let text = self.finish(value, at, "a tag's value");
                return Ok(text.trim_end_matches([']', '\n', ' ']).to_owned());
            } else if c == '"' || is_quote(c) && (curly || next == Some(']')) {
                let blanks = self.skip_blanks()?;
                match self.source.peek()? {
                    Some(']') => {
                        self.source.next()?;
                        return Ok(self.finish(value, at, "a tag's value"));
                    }
                    None => break,
                    Some('[') if blanks.contains('\n') => break,
                    Some(_) => {
                        value.push(c);
                        value.push_str(&blanks);
                    }
                }
            } else {
                value.push(c);
            }
        }
        self.note(at, Remark::Unclosed("the tag"));
        Ok(self.finish(value, at, "a tag's value"))
    }

    /// Whether the quote after a backslash ends the value all the same: `[Path "C:\"]`.
    fn escape_is_end(&mut self) -> io::Result<bool> {
        let after = self.source.peek_at(1)?;
        Ok(after == Some(']') && matches!(self.source.peek_at(2)?, None | Some('\n')))
    }
}

/// Whether the lines after the line end that comes next begin, blank ones left out, with a tag:
/// `[Name "`, the name with a capital letter, unlike the commands in comments.
fn is_tag_line<R: BufRead>(source: &mut CharSource<R>) -> io::Result<bool> {
    let mut at = 0;
    let mut before = None;
    while let Some(c) = source.peek_at(at)?.filter(|c| c.is_whitespace() && at < TAG_LOOKAHEAD) {
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
    while at < TAG_LOOKAHEAD && source.peek_at(at)?.is_some_and(|c| c.is_alphanumeric() || c == '_')
    {
        at += 1;
    }
    while at < TAG_LOOKAHEAD && source.peek_at(at)?.is_some_and(|c| matches!(c, ' ' | '\t')) {
        at += 1;
    }
    Ok(source.peek_at(at)?.is_some_and(is_quote))
}
