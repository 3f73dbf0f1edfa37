//! A game in the making.

use super::note::{Note, Place, Remark};
use super::raw_game::{Item, ItemKind, RawGame, Terminator, plain_text};
use super::tag::{GameResult, Tag, is_dash, plain_name, plain_value};
use super::token::{ReaderLimits, Token, TokenKind};

/// The most marks that are kept behind a move.
const MOST_MARKS: usize = 8;

/// The most tags that are kept.
const MOST_TAGS: usize = 1000;

/// Collects the words of a game.
pub(super) struct Builder {
    limits: ReaderLimits,
    raw: RawGame,
    /// Where each open variation began, with the items before it.
    open: Vec<(Place, Vec<Item>)>,
    /// The items of the innermost open variation, or of the game.
    items: Vec<Item>,
    /// Variations open inside the deepest that is kept.
    too_deep: usize,
    size: usize,
    full: bool,
    /// Whether the last item is made of words that belong to nothing.
    stray: bool,
    nested: Option<Nested>,
    last_number: Option<u32>,
    /// Whether a note has reported bytes that are no UTF-8.
    not_utf8: bool,
    /// Whether a note has reported too many tags.
    too_many_tags: bool,
}

/// The last comment with open braces in it.
struct Nested {
    /// Variations open around it.
    depth: usize,
    /// Its index among the items.
    index: usize,
    /// Braces open in it.
    braces: usize,
    /// Whether it was remarked on.
    noted: bool,
}

impl Builder {
    pub(super) fn new(limits: ReaderLimits) -> Builder {
        Builder {
            limits,
            raw: RawGame::default(),
            open: Vec::new(),
            items: Vec::new(),
            too_deep: 0,
            size: 0,
            full: false,
            stray: false,
            nested: None,
            last_number: None,
            not_utf8: false,
            too_many_tags: false,
        }
    }

    /// Takes remarks; bytes that are no UTF-8 are reported once, and nothing of what is left out.
    pub(super) fn take_notes(&mut self, notes: &mut Vec<Note>) {
        for note in notes.drain(..) {
            let encoding = matches!(note.remark, Remark::NotUtf8 | Remark::BrokenUtf16);
            if !(self.full || encoding && self.not_utf8) {
                self.not_utf8 |= encoding;
                self.raw.notes.push(note);
            }
        }
    }

    fn note(&mut self, at: Place, remark: Remark) {
        self.raw.notes.push(Note { at, remark });
    }

    /// Whether there is more than tags and comments.
    fn has_body(&self) -> bool {
        !self.open.is_empty()
            || self.items.iter().any(|item| !matches!(item.kind, ItemKind::Comment(_)))
    }

    /// Whether the word is the first of the next game although this one has no end.
    pub(super) fn begins_another(&self, token: &Token) -> bool {
        let TokenKind::Tag { name, .. } = &token.kind else { return false };
        let Some(first) = self.raw.tags.first() else { return self.has_body() };
        let name = plain_name(name);
        let repeated = first.name.eq_ignore_ascii_case(&name)
            && (token.after_blank_line || name.eq_ignore_ascii_case("FEN"));
        repeated || self.has_body()
    }

    pub(super) fn note_missing_end(&mut self) {
        if self.has_body() {
            let at = self.items.last().map_or_else(|| self.raw.place(), |item| item.at);
            self.note(at, Remark::NoTerminator);
        }
    }

    /// Whether a result or star ends the game, `next` being what follows it. In a variation a
    /// result may be the variation's; a star may be the mark of a forced move.
    pub(super) fn ends_game(&self, token: &Token, next: Option<&Token>) -> bool {
        let Some(next) = next else { return true };
        let inside = !self.open.is_empty() || self.too_deep > 0;
        if inside && matches!(next.kind, TokenKind::Close) {
            return false;
        }
        if token.kind != TokenKind::Star || !self.after_move() {
            return !(inside
                && matches!(
                    next.kind,
                    TokenKind::Comment(_) | TokenKind::Nag(_) | TokenKind::Sign(_)
                ));
        }
        match next.kind {
            TokenKind::Number { number, dots } => !self.continues(number, dots > 1),
            TokenKind::Move(_) | TokenKind::Open => !next.same_line,
            TokenKind::Comment(_)
            | TokenKind::Result(_)
            | TokenKind::Nag(_)
            | TokenKind::Sign(_) => !token.glued,
            _ => true,
        }
    }

    fn after_move(&self) -> bool {
        matches!(self.items.last(), Some(Item { kind: ItemKind::Move { .. }, .. }))
    }

    fn continues(&self, number: u32, second: bool) -> bool {
        let wanted = if second { self.last_number } else { self.last_number.map(|last| last + 1) };
        wanted == Some(number)
    }

    /// Keeps a result or star that does not end the game.
    pub(super) fn keep_sign(&mut self, token: Token) {
        let kind = match token.kind {
            TokenKind::Result(text) => TokenKind::Comment(text),
            // 7 is the forced move, which books mark by a star.
            _ if self.after_move() => TokenKind::Nag(7),
            _ => return,
        };
        self.add(Token { kind, ..token });
    }

    /// Adds a word that ends nothing.
    pub(super) fn add(&mut self, token: Token) {
        self.size = self.size.saturating_add(token.kind.size());
        if self.size > self.limits.game {
            if !std::mem::replace(&mut self.full, true) {
                self.note(token.at, Remark::GameTooLong(self.limits.game));
            }
            return;
        }
        let stray = std::mem::replace(&mut self.stray, false);
        let at = token.at;
        match token.kind {
            TokenKind::Open => self.open_variation(at),
            TokenKind::Close => self.close_variation(at),
            _ if self.too_deep > 0 => {}
            TokenKind::Tag { name, value } => {
                let (name, value) = (plain_name(&name), plain_value(&value));
                self.add_tag(Tag { at, name, value });
            }
            TokenKind::Number { number, dots } => {
                self.last_number = Some(number.min(u32::MAX - 1));
                self.push(at, ItemKind::Number { number: Some(number), second: dots > 1 });
            }
            TokenKind::Dots(count) => self.add_dots(at, count),
            TokenKind::Move(text) => {
                self.push(at, ItemKind::Move { text, strength: String::new() })
            }
            TokenKind::Comment(text) => self.add_comment(at, text),
            TokenKind::Nag(number) => self.push(at, ItemKind::Nag(number)),
            TokenKind::Sign(text) => self.add_sign(at, text),
            TokenKind::Strength(marks) => self.add_strength(at, &marks),
            TokenKind::CloseBrace => self.close_brace(at),
            TokenKind::SetUp(text) => self.push(at, ItemKind::SetUp(text)),
            TokenKind::Stray(text) => self.add_stray(at, text, stray),
            TokenKind::Result(_) | TokenKind::Star => {}
        }
    }

    fn push(&mut self, at: Place, kind: ItemKind) {
        self.items.push(Item { at, kind });
    }

    fn add_tag(&mut self, tag: Tag) {
        match self.raw.tags.len() {
            0..MOST_TAGS => self.raw.tags.push(tag),
            _ if self.too_many_tags => {}
            _ => {
                self.too_many_tags = true;
                self.note(tag.at, Remark::TooManyTags(MOST_TAGS));
            }
        }
    }

    fn open_variation(&mut self, at: Place) {
        if self.open.len() < self.limits.depth {
            self.open.push((at, std::mem::take(&mut self.items)));
            return;
        }
        if self.too_deep == 0 {
            self.note(at, Remark::TooDeep(self.limits.depth));
        }
        self.too_deep += 1;
    }

    fn close_variation(&mut self, at: Place) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if !self.close_one() {
            self.note(at, Remark::StraySign(')'));
        }
    }

    fn close_one(&mut self) -> bool {
        let Some((at, outer)) = self.open.pop() else { return false };
        let inner = std::mem::replace(&mut self.items, outer);
        self.push(at, ItemKind::Variation(inner));
        true
    }

    /// Dots without a number, as in `1. ... 7-12`.
    fn add_dots(&mut self, at: Place, count: usize) {
        match self.items.last_mut() {
            Some(Item { kind: ItemKind::Number { second, .. }, .. }) => *second |= count > 1,
            _ if count > 1 => self.push(at, ItemKind::Number { number: None, second: true }),
            _ => self.note(at, Remark::StraySign('.')),
        }
    }

    fn add_comment(&mut self, at: Place, text: String) {
        let braces = text.matches('{').count();
        if braces > 0 {
            let (depth, index) = (self.open.len(), self.items.len());
            self.nested = Some(Nested { depth, index, braces, noted: false });
        }
        self.push(at, ItemKind::Comment(text));
    }

    /// A brace that closes nothing, unless there was one more open in the last comment.
    fn close_brace(&mut self, at: Place) {
        let depth = self.open.len();
        let nested = self.nested.take().filter(|nested| nested.depth == depth);
        let Some(mut nested) = nested.filter(|nested| nested.index < self.items.len()) else {
            self.note(at, Remark::StraySign('}'));
            return;
        };
        let rest = self.items.split_off(nested.index + 1);
        let Some(Item { at: begin, kind: ItemKind::Comment(text) }) = self.items.last_mut() else {
            return;
        };
        text.push_str("} ");
        text.push_str(&plain_text(&rest));
        // What was taken for stray text is in the comment.
        let begin = *begin;
        let notes = &mut self.raw.notes;
        while notes.pop_if(|note| note.at > begin && is_stray(note)).is_some() {}
        if !std::mem::replace(&mut nested.noted, true) {
            self.note(at, Remark::NestedComment);
        }
        nested.braces -= 1;
        self.nested = Some(nested).filter(|nested| nested.braces > 0);
    }

    /// A sign without a number. A dash where a move should stand is a move that nobody knows.
    fn add_sign(&mut self, at: Place, text: String) {
        let judges = |item: &&Item| {
            !matches!(item.kind, ItemKind::Comment(_) | ItemKind::Nag(_) | ItemKind::Variation(_))
        };
        let last = self.items.iter().rev().find(judges).map(|item| &item.kind);
        let played = matches!(last, Some(ItemKind::Move { text, .. }) if text != "-");
        if played || !text.chars().all(is_dash) {
            self.push(at, ItemKind::Comment(text));
        } else {
            self.push(at, ItemKind::Move { text: "-".to_owned(), strength: String::new() });
        }
    }

    fn add_strength(&mut self, at: Place, marks: &str) {
        if let Some(Item { kind: ItemKind::Move { strength, .. }, .. }) = self.items.last_mut() {
            strength.push_str(marks);
            strength.truncate(MOST_MARKS);
            return;
        }
        match ["!", "?", "!!", "??", "!?", "?!"].iter().position(|strength| *strength == marks) {
            Some(index) => self.push(at, ItemKind::Nag(index as u32 + 1)),
            None => self.add_stray(at, marks.to_owned(), false),
        }
    }

    fn add_stray(&mut self, at: Place, text: String, goes_on: bool) {
        // Marks of bulletin boards around a game mean nothing.
        if ["[pdn]", "[/pdn]"].contains(&text.to_ascii_lowercase().as_str()) {
            return;
        }
        self.stray = true;
        if let Some(Item { kind: ItemKind::Comment(before), .. }) = self.items.last_mut()
            && goes_on
        {
            before.push(' ');
            before.push_str(&text);
            return;
        }
        self.note(at, Remark::StrayText(damier_rules::text::shortened(&text)));
        self.push(at, ItemKind::Comment(text));
    }

    /// Sets the game's end.
    pub(super) fn end(&mut self, end: Terminator) {
        self.raw.terminator = Some(end);
    }

    /// The game.
    pub(super) fn finish(mut self) -> RawGame {
        if let Some((at, _)) = self.open.last() {
            let at = *at;
            self.note(at, Remark::Unclosed("the variation"));
        }
        while self.close_one() {}
        self.raw.items = self.items;
        take_result_like_a_move(&mut self.raw);
        self.raw
    }
}

fn is_stray(note: &Note) -> bool {
    matches!(note.remark, Remark::StrayText(_))
}

/// A result such as `4-6` looks like a move, and one glued to a move may look like its end, as in
/// `14-51-1`; that it is none is known by the tag.
fn take_result_like_a_move(raw: &mut RawGame) {
    let star = |end: &Terminator| end.result == GameResult::Unknown;
    if !raw.terminator.as_ref().is_none_or(star) {
        return;
    }
    let Some(text) = raw.tag("Result").map(|tag| tag.value.clone()) else { return };
    let Some(Item { at, kind: ItemKind::Move { text: played, .. } }) = raw.items.last_mut() else {
        return;
    };
    let Some(rest) = played.strip_suffix(&text).filter(|_| text.contains('-')) else { return };
    let (at, rest) = (*at, rest.trim_end_matches('-').to_owned());
    let result = GameResult::read(&text);
    let is_end = match rest.is_empty() {
        true => matches!(result, GameResult::Other(_)),
        false => !matches!(result, GameResult::Other(_)) && rest.contains(['-', 'x', ':']),
    };
    if !is_end {
        return;
    }
    if rest.is_empty() {
        raw.items.pop();
    } else {
        *played = rest;
    }
    raw.terminator = Some(Terminator { at, text, result });
}
