//! From tokens to games, one at a time.

use std::io::{self, BufRead};

use super::builder::Builder;
use super::dialect::any_move;
use super::lexer::Lexer;
use super::note::{Note, Remark};
use super::raw_game::{RawGame, Terminator};
use super::tag::GameResult;
use super::token::{ReaderLimits, Token, TokenKind};

/// Reads the games of a file one after the other. It holds one game at a time, and of that no more
/// than its [`ReaderLimits`] allow.
///
/// ```
/// use damier_pdn::PdnReader;
///
/// let text = "[Event \"A\"]\n1. 32-28 19-23 2. 28x19 1-0\n[Event \"B\"]\n1.31-27 *";
/// let games: Result<Vec<_>, _> = PdnReader::new(text.as_bytes()).collect();
/// let games = games.unwrap();
/// assert_eq!(games.len(), 2);
/// assert_eq!(games[0].moves().collect::<Vec<_>>(), ["32-28", "19-23", "28x19"]);
/// ```
#[derive(Debug)]
pub struct PdnReader<R> {
    lexer: Lexer<R>,
    limits: ReaderLimits,
    peeked: Option<Token>,
    finished: bool,
    /// What ended the input before its end, not yet reported.
    failed: Option<io::Error>,
}

impl<R: BufRead> PdnReader<R> {
    /// A reader with the usual limits.
    pub fn new(input: R) -> PdnReader<R> {
        PdnReader::with_limits(input, ReaderLimits::default())
    }

    /// A reader that keeps as much of long texts as `limits` allow.
    pub fn with_limits(input: R, limits: ReaderLimits) -> PdnReader<R> {
        let lexer = Lexer::new(input, limits);
        PdnReader { lexer, limits, peeked: None, finished: false, failed: None }
    }

    /// The memory that the reader keeps between two games, the word it has looked at included.
    pub fn buffered(&self) -> usize {
        self.lexer.capacity() + self.peeked.as_ref().map_or(0, |token| token.kind.size())
    }

    /// The next word; none also where the input cannot be read, which [`read`](PdnReader::read) reports:
    /// a game that has ended is not lost for what cannot be seen behind it.
    fn peek(&mut self) -> Option<&Token> {
        if self.peeked.is_none() && !self.finished {
            match self.lexer.next() {
                Ok(next) => self.peeked = next,
                Err(error) => self.failed = Some(error),
            }
            self.finished = self.peeked.is_none();
        }
        self.peeked.as_ref()
    }

    fn next_token(&mut self) -> Option<Token> {
        self.peek();
        self.peeked.take()
    }

    /// The next game; text that is none is passed over.
    fn read(&mut self) -> io::Result<Option<RawGame>> {
        loop {
            let mut builder = Builder::new(self.limits);
            let ended = self.read_into(&mut builder);
            if !ended && let Some(error) = self.failed.take() {
                return Err(error);
            }
            builder.take_notes(&mut self.lexer.notes);
            let raw = builder.finish();
            if !ended && self.finished && raw.tags.is_empty() && !is_game(&raw) {
                return Ok(None);
            }
            if !raw.tags.is_empty() || !raw.items.is_empty() {
                return Ok(Some(raw));
            }
        }
    }

    /// Reads up to the end of a game; returns whether it had an end of its own.
    fn read_into(&mut self, builder: &mut Builder) -> bool {
        while let Some(next) = self.peek() {
            if builder.begins_another(next) {
                builder.note_missing_end();
                return false;
            }
            let Some(token) = self.next_token() else { break };
            builder.take_notes(&mut self.lexer.notes);
            match token.kind {
                TokenKind::Result(_) | TokenKind::Star => {
                    let next = self.peek();
                    if builder.ends_game(&token, next) {
                        let end = self.terminator(token, builder);
                        builder.end(end);
                        return true;
                    }
                    builder.keep_sign(token);
                }
                _ => builder.add(token),
            }
        }
        false
    }

    /// The game's end, with what else stands on its line: `1-0 {White wins}`, `1-0 *`.
    fn terminator(&mut self, token: Token, builder: &mut Builder) -> Terminator {
        let mut end = read_end(token);
        while let Some(next) = self.peek().filter(|next| next.same_line) {
            let belongs = matches!(
                next.kind,
                TokenKind::Result(_)
                    | TokenKind::Star
                    | TokenKind::Comment(_)
                    | TokenKind::Stray(_)
                    | TokenKind::Nag(_)
                    | TokenKind::Sign(_)
            );
            if !belongs {
                break;
            }
            let Some(token) = self.next_token() else { break };
            match token.kind {
                TokenKind::Result(_) | TokenKind::Star => {
                    let another = read_end(token);
                    if end.result == GameResult::Unknown {
                        end = another;
                    }
                }
                TokenKind::Sign(text) => {
                    builder.add(Token { kind: TokenKind::Comment(text), ..token })
                }
                _ => builder.add(token),
            }
        }
        end
    }
}

/// Whether text behind the last game is one, too, or the rest of one: it has moves, be it in a
/// variation alone, or something in it is not closed.
fn is_game(raw: &RawGame) -> bool {
    let unclosed = |note: &Note| matches!(note.remark, Remark::Unclosed(_));
    any_move(&raw.items, |_| true) || raw.notes.iter().any(unclosed)
}

fn read_end(token: Token) -> Terminator {
    let text = match token.kind {
        TokenKind::Result(text) => text,
        _ => "*".to_owned(),
    };
    Terminator { at: token.at, result: GameResult::read(&text), text }
}

impl<R: BufRead> Iterator for PdnReader<R> {
    type Item = io::Result<RawGame>;

    fn next(&mut self) -> Option<io::Result<RawGame>> {
        self.read().transpose()
    }
}
