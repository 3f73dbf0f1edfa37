//! A raw game played under the rules of its variant.

use super::comment::Comment;
use super::dialect::{Choices, Dialect, Hints};
use super::game::{Element, PdnGame, Ply};
use super::note::{Note, Place, Remark};
use super::raw_game::{Item, ItemKind, RawGame, plain_text};
use super::resolve::{ReplayError, ReplayFault, ReplayOptions, resolve};
use super::tag::GameResult;
use damier_rules::game::{Count, Game, Outcome};
use damier_rules::notation::{FenDefect, MenOnCrownRow, MoveError, write_move_full};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::DrawRule;
use damier_rules::text::shortened;
use damier_rules::variant::Variant;

/// A raw game that was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// The game.
    pub game: PdnGame,
    /// The position at its end.
    pub end: Position,
    /// What was put right or is doubtful, of reading and of replaying, in the order of the text.
    pub notes: Vec<Note>,
}

/// Replays a raw game under the rules of its variant: the one that its tags name, else `default`,
/// else the one under which most of its moves are legal.
///
/// # Errors
/// When the variant is not played here, or a position or a move of the main line is not understood or
/// not legal; what follows that is not read.
///
/// ```
/// use damier_pdn::{PdnReader, replay};
///
/// let text = "[GameType \"20\"] 1. 32-28 19-23 2. 37-32 2-0";
/// let raw = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
/// let error = replay(&raw, None).unwrap_err();
/// assert!(error.to_string().starts_with("1:35: move 2. `37-32` is illegal: a capture is"));
/// ```
pub fn replay(raw: &RawGame, default: Option<Variant>) -> Result<Replayed, ReplayError> {
    replay_with(raw, &ReplayOptions { variant: default, ..ReplayOptions::default() })
}

/// [`replay`] with more to choose.
///
/// # Errors
/// As [`replay`].
///
/// ```
/// use damier_pdn::{PdnReader, ReplayOptions, replay_with};
/// use damier_rules::notation::MenOnCrownRow;
///
/// // A man stands where it is crowned.
/// let file = "[GameType \"21\"] [FEN \"B:W3,12:B15\"] *";
/// let raw = PdnReader::new(file.as_bytes()).next().unwrap().unwrap();
/// let options = |men| ReplayOptions { men, ..ReplayOptions::default() };
/// assert!(replay_with(&raw, &options(MenOnCrownRow::Refuse)).is_err());
/// assert!(replay_with(&raw, &options(MenOnCrownRow::Crown)).is_ok());
/// ```
pub fn replay_with(raw: &RawGame, options: &ReplayOptions) -> Result<Replayed, ReplayError> {
    let (dialect, found) = resolve(raw, options)?;
    let at = raw.tag("FEN").map_or_else(|| raw.place(), |tag| tag.at);
    let (start, forgiven) = dialect
        .start(&Hints::of(raw))
        .map_err(|error| ReplayError { at, fault: ReplayFault::Fen(error) })?;
    let mut notes = raw.notes.clone();
    let mut game = PdnGame::new(dialect.variant, start);
    game.assumed = found.iter().any(|note| matches!(note.remark, Remark::Assumed(_)));
    notes.extend(found);
    let mut replayer = Replayer { dialect, notes, choices: Choices::default() };
    replayer.forgive(at, &forgiven);
    replayer.take_tags(raw, &mut game);
    let main = Some(MainLine {
        game: Game::from_position(dialect.variant, start),
        drawn: None,
        over: false,
        noted: Vec::new(),
    });
    let first = dialect.variant.rules().start.first;
    let line = replayer.line(&raw.items, LineState::new(start, main, first));
    if let Some((_, error)) = line.broken {
        return Err(error);
    }
    game.elements = line.elements;
    replayer.notes.sort_by_key(|note| note.at);
    Ok(Replayed { game, end: line.end, notes: replayer.notes })
}

/// Plays moves and collects remarks.
struct Replayer {
    dialect: Dialect,
    notes: Vec<Note>,
    choices: Choices,
}

/// What only the main line has: a game, in which draw rules count.
struct MainLine {
    game: Game,
    /// The draw rule that ended the game at the move before, with that move's place.
    drawn: Option<(Place, Count)>,
    /// Whether a draw rule has ended it; nobody asks any more, for each answer takes time that
    /// grows with the game.
    over: bool,
    /// The rules remarked on.
    noted: Vec<DrawRule>,
}

/// A line as far as it could be played.
struct ReplayedLine {
    elements: Vec<Element>,
    end: Position,
    /// Which item could not be played, and why.
    broken: Option<(usize, ReplayError)>,
}

/// Where a line stands.
struct LineState {
    /// The position before the last move.
    before: Position,
    now: Position,
    /// The next move's number, and whether it is the second player's.
    number: u32,
    second: bool,
    main: Option<MainLine>,
}

impl Replayer {
    fn note(&mut self, at: Place, remark: Remark) {
        self.notes.push(Note { at, remark });
    }

    fn forgive(&mut self, at: Place, defects: &[FenDefect]) {
        let crowned = self.dialect.men == MenOnCrownRow::Crown;
        for defect in defects {
            if let FenDefect::ManOnCrownRow { side, square } = defect {
                let (side, square) = (*side, square.clone());
                self.note(at, Remark::ManOnCrownRow { side, square, crowned });
            }
        }
    }

    fn take_tags(&mut self, raw: &RawGame, game: &mut PdnGame) {
        let mut seen: Vec<String> = Vec::new();
        let mut result = GameResult::Unknown;
        for tag in &raw.tags {
            let name = game.standard_name(&tag.name);
            if seen.contains(&name) {
                self.note(tag.at, Remark::RepeatedTag(name));
                continue;
            }
            if name.eq_ignore_ascii_case("Result") {
                result = GameResult::read(&tag.value);
            } else {
                game.set_tag(&tag.name, &tag.value);
            }
            seen.push(name);
        }
        if let Some(end) = &raw.terminator {
            if result == GameResult::Unknown {
                result = end.result.clone();
            } else if end.result != GameResult::Unknown && end.result != result {
                let rules = game.variant().rules();
                let (tag, end_text) = (result.text(rules).to_owned(), end.text.clone());
                self.note(end.at, Remark::ResultsDisagree { tag, end: end_text });
            }
        }
        game.result = result;
    }

    /// Plays a line up to the first move that cannot be played.
    fn line(&mut self, items: &[Item], mut state: LineState) -> ReplayedLine {
        let mut elements = Vec::new();
        let mut broken = None;
        for (index, item) in items.iter().enumerate() {
            let rest = items.get(index + 1..).unwrap_or_default();
            match self.element(item, rest, &mut state) {
                Ok(element) => elements.extend(element),
                Err(fault) => {
                    broken = Some((index, ReplayError { at: item.at, fault }));
                    break;
                }
            }
        }
        ReplayedLine { elements, end: state.now, broken }
    }

    /// Plays an item, `rest` being what follows it in its line.
    fn element(
        &mut self,
        item: &Item,
        rest: &[Item],
        state: &mut LineState,
    ) -> Result<Option<Element>, ReplayFault> {
        Ok(match &item.kind {
            ItemKind::Number { number, second } => {
                state.number = number.unwrap_or(state.number);
                state.second = *second;
                None
            }
            ItemKind::Move { text, strength } => {
                let played = self.meant(item.at, text, rest, state)?;
                Some(Element::Move(self.ply(item.at, played, strength, state)))
            }
            ItemKind::Comment(text) => {
                Some(Comment::read(text)).filter(|text| !text.is_empty()).map(Element::Comment)
            }
            ItemKind::Nag(number) => Some(Element::Nag(*number)),
            ItemKind::Variation(items) => {
                let elements = self.variation(item.at, items, state);
                (!elements.is_empty()).then_some(Element::Variation(elements))
            }
            ItemKind::SetUp(text) => {
                let read = self.dialect.read_fen(text).map_err(ReplayFault::Fen)?;
                let (position, forgiven) = read;
                self.forgive(item.at, &forgiven);
                (state.before, state.now) = (position, position);
                if let Some(main) = &mut state.main {
                    main.game = Game::from_position(self.dialect.variant, position);
                    (main.drawn, main.over) = (None, false);
                }
                Some(Element::SetUp(position))
            }
        })
    }

    /// The move that a text means; of several the one that what follows fits alone.
    fn meant(
        &mut self,
        at: Place,
        text: &str,
        rest: &[Item],
        state: &LineState,
    ) -> Result<Move, ReplayFault> {
        let error = match self.dialect.read_move(&state.now, text) {
            Ok(played) => return Ok(played),
            Err(error) => error,
        };
        let shown = shortened(text);
        if matches!(error, MoveError::Ambiguous { .. })
            && let Some(chosen) = self.choices.choose(&self.dialect, &state.now, text, rest)
        {
            let taken = write_move_full(self.dialect.variant, &state.now, &chosen);
            self.note(at, Remark::Chosen { text: shown, taken });
            return Ok(chosen);
        }
        Err(ReplayFault::Move { number: state.label(), text: shown, error: Box::new(error) })
    }

    fn ply(&mut self, at: Place, played: Move, strength: &str, state: &mut LineState) -> Ply {
        let before = state.now;
        (state.before, state.now) = (before, before.make(&played));
        state.number = state.number.saturating_add(u32::from(state.second));
        state.second = !state.second;
        if let Some(main) = &mut state.main {
            if let Some((at, count)) = main.drawn.take()
                && !main.noted.contains(&count.rule)
            {
                main.noted.push(count.rule);
                let reason = count.reason(main.game.variant().rules());
                self.notes.push(Note { at, remark: Remark::Drawn(reason) });
            }
            // The move was found among the legal ones.
            let _ = main.game.play(&played);
            if !main.over
                && let Some(Outcome::Drawn(count)) = main.game.outcome()
            {
                (main.drawn, main.over) = (Some((at, count)), true);
            }
        }
        Ply { before, played, strength: strength.to_owned() }
    }

    /// A variation as far as it can be played; what cannot becomes a comment at its end.
    fn variation(&mut self, at: Place, items: &[Item], state: &LineState) -> Vec<Element> {
        let first = first_move(items);
        let fits = |position: &Position| {
            first.is_some_and(|text| self.dialect.read_move(position, text).is_ok())
        };
        let goes_on = !fits(&state.before) && fits(&state.now);
        if goes_on {
            self.note(at, Remark::ContinuingVariation);
        }
        let mut line = self.line(items, state.of_variation(goes_on));
        if let Some((index, error)) = line.broken {
            let number = index.checked_sub(1).filter(|&before| {
                matches!(items.get(before), Some(Item { kind: ItemKind::Number { .. }, .. }))
            });
            let rest = plain_text(items.get(number.unwrap_or(index)..).unwrap_or_default());
            let text = items.get(index).map(|item| item.kind.to_string()).unwrap_or_default();
            let text = shortened(&text);
            let why = error.fault.to_string();
            self.note(error.at, Remark::BrokenVariation { text, why });
            line.elements.push(Element::Comment(Comment::read(&rest)));
        }
        line.elements
    }
}

/// The move with which a variation begins, wherever it stands; none where a set-up comes before.
fn first_move(items: &[Item]) -> Option<&str> {
    for item in items {
        match &item.kind {
            ItemKind::Move { text, .. } => return Some(text),
            ItemKind::SetUp(_) => return None,
            ItemKind::Variation(inner) => {
                if let Some(first) = first_move(inner) {
                    return Some(first);
                }
            }
            _ => {}
        }
    }
    None
}

impl LineState {
    fn new(start: Position, main: Option<MainLine>, first: Side) -> LineState {
        LineState { before: start, now: start, number: 1, second: start.turn() != first, main }
    }

    /// Where a variation begins: before the last move, or after it.
    fn of_variation(&self, goes_on: bool) -> LineState {
        let now = if goes_on { self.now } else { self.before };
        let number = self.number.saturating_sub(u32::from(!goes_on && !self.second));
        LineState { before: now, now, number, second: self.second ^ !goes_on, main: None }
    }

    /// The number of the next move.
    fn label(&self) -> String {
        format!("{}{}", self.number, if self.second { "..." } else { "." })
    }
}
