//! Which variant a raw game is of, and why it cannot be replayed.

use super::decide::Decision;
use super::dialect::{Dialect, Hints, USUAL_OF_POSITIONS, renamed};
use super::note::{Note, Place, Remark};
use super::raw_game::RawGame;
use super::tag::{GameTypeTag, named, read_game_type};
use damier_rules::notation::{FenError, MenOnCrownRow, MoveError};
use damier_rules::position::Side;
use damier_rules::rules::{self, ALL, House, RuleError, RuleSet, SquareNames};
use damier_rules::text::shortened;
use damier_rules::variant::Variant;

/// Legal moves that decide for a variant, where fewer can come about by chance.
const DECISIVE_MOVES: usize = 6;

/// Types that other programs give to games that are played here; the standard gives them to others.
/// The moves must decide.
const CLAIMED_TWICE: [u32; 3] = [27, 31, 32];

/// Why a raw game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{at}: {fault}")]
pub struct ReplayError {
    /// Where the reason stands.
    pub at: Place,
    /// The reason.
    pub fault: ReplayFault,
}

/// The reason for which a raw game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayFault {
    /// The tag `GameType` is of a game that is not played here.
    #[error("GameType `{0}` is no game that is played here; they are {games}", games = games())]
    UnknownGame(String),
    /// The tag `HouseRules` is not understood.
    #[error("house rules: {0}")]
    HouseRules(RuleError),
    /// A position is not understood.
    #[error(transparent)]
    Fen(FenError),
    /// A move is not legal, means several, or is none.
    #[error("move {number} {error}")]
    Move {
        /// Its number as in `12.` or `12...`.
        number: String,
        /// The move as written.
        text: String,
        /// What is wrong with it.
        error: Box<MoveError>,
    },
}

impl ReplayFault {
    /// The kind in a word, for counts.
    pub fn kind(&self) -> &'static str {
        match self {
            ReplayFault::UnknownGame(_) => "unknown-game",
            ReplayFault::HouseRules(_) => "house-rules",
            ReplayFault::Fen(_) => "bad-position",
            ReplayFault::Move { error, .. } => match **error {
                MoveError::Illegal(_) => "illegal-move",
                MoveError::Ambiguous { .. } => "ambiguous-move",
                MoveError::Unreadable { .. } | MoveError::Square(_) => "unreadable-move",
            },
        }
    }
}

fn games() -> String {
    let games: Vec<String> =
        ALL.iter().map(|set| format!("{} {}", set.notation.pdn_type, set.name)).collect();
    games.join(", ")
}

/// How raw games are replayed.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReplayOptions {
    /// The variant of games whose tags do not name one.
    pub variant: Option<Variant>,
    /// Where there is none: the variant of their file.
    pub file: Option<Decision>,
    /// What is done with men where they are crowned.
    pub men: MenOnCrownRow,
}

/// Finds out the variant of a raw game.
pub(super) struct Resolver<'a> {
    raw: &'a RawGame,
    hints: Hints<'a>,
    options: &'a ReplayOptions,
    house: Vec<String>,
    house_at: Place,
    notes: Vec<Note>,
}

/// The dialect of `raw`, and what is doubtful about it.
pub(super) fn resolve(
    raw: &RawGame,
    options: &ReplayOptions,
) -> Result<(Dialect, Vec<Note>), ReplayError> {
    let tag = raw.tag("HouseRules");
    let mut resolver = Resolver {
        raw,
        hints: Hints::of(raw),
        options,
        house: tag.map(|tag| house_rules(&tag.value)).unwrap_or_default(),
        house_at: tag.map_or_else(|| raw.place(), |tag| tag.at),
        notes: Vec::new(),
    };
    let dialect = resolver.resolve()?;
    resolver.note_names(&dialect);
    Ok((dialect, resolver.notes))
}

/// `capture=optional,precedence=by-king,most-kings`: a value may have commas, too.
fn house_rules(value: &str) -> Vec<String> {
    let mut pairs: Vec<String> = Vec::new();
    for piece in value.split([',', ';']).map(str::trim).filter(|piece| !piece.is_empty()) {
        match pairs.last_mut() {
            Some(last) if !piece.contains('=') => *last = format!("{last},{piece}"),
            _ => pairs.push(piece.to_owned()),
        }
    }
    pairs
}

impl Resolver<'_> {
    fn resolve(&mut self) -> Result<Dialect, ReplayError> {
        if let Some(rules) = self.by_name() {
            let variant = self.with_house(rules)?;
            if self.hints.fits(variant.rules()) {
                return Ok(self.dialect_of(variant));
            }
        }
        let game_type = self.raw.tag("GameType").and_then(read_game_type);
        if let Some(game_type) = game_type {
            return self.by_type(&game_type);
        }
        if let Some(default) = &self.options.variant {
            let variant = self.with_house(*default.rules())?;
            return Ok(self.dialect_of(variant));
        }
        let (dialect, remark) = match self.dialect_of_file()? {
            Some(found) => found,
            None => self.dialect_of_game()?,
        };
        self.notes.push(Note { at: self.raw.place(), remark });
        Ok(dialect)
    }

    /// The dialect by the raw game alone.
    fn dialect_of_game(&self) -> Result<(Dialect, Remark), ReplayError> {
        let (dialect, _) = self.guess()?;
        let title = dialect.variant.rules().title;
        let remark = match self.raw.moves().next() {
            Some(_) => Remark::Guessed(title),
            None => Remark::Assumed(title),
        };
        Ok((dialect, remark))
    }

    /// The dialect by the raw game's file; none where the raw game is surely of another variant, which
    /// has its squares or in which it is legal to the end.
    fn dialect_of_file(&self) -> Result<Option<(Dialect, Remark)>, ReplayError> {
        let Some(decision) = self.options.file else { return Ok(None) };
        let rules = *decision.variant.rules();
        if !self.hints.fits(&rules) {
            return Ok(None);
        }
        let dialect = self.dialect_of(self.with_house(rules)?);
        let moves = self.raw.moves().count();
        if self.legal(&dialect, DECISIVE_MOVES) < DECISIVE_MOVES.min(moves) {
            let (_, legal) = self.guess()?;
            if legal == moves {
                return Ok(None);
            }
        }
        let supported = decision.supported || moves > 0;
        let remark = if supported { Remark::OfFile } else { Remark::Assumed };
        Ok(Some((dialect, remark(rules.title))))
    }

    /// The game that a tag names.
    fn by_name(&mut self) -> Option<RuleSet> {
        for name in ["Rules", "Variant"] {
            let Some(tag) = self.raw.tag(name) else { continue };
            match named(&tag.value) {
                Some(rules) => return Some(rules),
                None => {
                    let value = shortened(&tag.value);
                    self.notes.push(Note { at: tag.at, remark: Remark::UnknownVariant(value) });
                }
            }
        }
        None
    }

    fn by_type(&mut self, given: &GameTypeTag) -> Result<Dialect, ReplayError> {
        let unknown = || ReplayError {
            at: given.tag.at,
            fault: ReplayFault::UnknownGame(shortened(&given.tag.value)),
        };
        let of_type = ALL.iter().find(|rules| u32::from(rules.notation.pdn_type) == given.number);
        let Some(rules) = of_type else {
            if !CLAIMED_TWICE.contains(&given.number) || given.size.is_some_and(|size| size > 10) {
                return Err(unknown());
            }
            let (dialect, legal) = self.guess()?;
            if legal < DECISIVE_MOVES.min(self.raw.moves().count().max(1)) {
                return Err(unknown());
            }
            self.disagrees(given, &dialect, "the standard gives this number to another game");
            return Ok(dialect);
        };
        let variant = self.with_house(*rules)?;
        let dialect = self.dialect_of(self.with_first_mover(variant, given));
        let right_size = given.size.is_none_or(|size| size == rules.moves.geometry.size());
        let moves = self.raw.moves().count();
        let begins = moves == 0 || self.legal(&dialect, 1) == 1;
        if right_size && self.hints.fits(rules) && begins {
            self.note_difference(given, &dialect);
            return Ok(dialect);
        }
        let (guessed, legal) = self.guess()?;
        let fits = match moves {
            0 => guessed.start(&self.hints).is_ok(),
            _ => legal >= DECISIVE_MOVES,
        };
        if fits {
            self.disagrees(given, &guessed, "its moves fit another game");
            return Ok(guessed);
        }
        Ok(dialect)
    }

    /// The variant, begun by the side in the tag if its first move needs that.
    fn with_first_mover(&self, variant: Variant, given: &GameTypeTag) -> Variant {
        let usual_first = variant.rules().start.first;
        let Some(first) = given.first.filter(|&first| first != usual_first) else { return variant };
        let pair = if first == Side::White { "first=white" } else { "first=black" };
        let turned = House::of(*variant.rules()).set(pair).and_then(House::finish);
        let Ok(turned) = turned.map(Variant::new) else { return variant };
        let legal = |variant| self.legal(&Dialect::new(variant, &self.hints, self.options.men), 1);
        if legal(turned) > legal(variant) { turned } else { variant }
    }

    /// The dialect under which most moves are legal, and how many are; the earlier in the list of
    /// games where several are equal, the caller's own first.
    fn guess(&self) -> Result<(Dialect, usize), ReplayError> {
        let names = if self.hints.letters { SquareNames::Algebraic } else { SquareNames::Numeric };
        let (usual, unusual): (Vec<&RuleSet>, Vec<&RuleSet>) =
            ALL.iter().partition(|rules| rules.notation.names == names);
        let default = self.options.variant.as_ref().map(|game| game.rules());
        let of_position = self.raw.moves().next().is_none();
        let first = usual.iter().find(|rules| of_position && rules.name == USUAL_OF_POSITIONS);
        let first = first.copied();
        let all = default.into_iter().chain(first).chain(usual).chain(unusual);
        let (fitting, smaller): (Vec<&RuleSet>, Vec<&RuleSet>) =
            all.partition(|rules| self.hints.fits(rules));
        let mut best: Option<(Dialect, usize)> = None;
        let mut refused = None;
        for rules in fitting.into_iter().chain(smaller) {
            let variant = match self.with_house(*rules) {
                Ok(variant) => variant,
                // House rules may contradict the rules of other games than their own.
                Err(error) => {
                    refused.get_or_insert(error);
                    continue;
                }
            };
            let dialect = self.dialect_of(variant);
            let legal = self.legal(&dialect, usize::MAX);
            if best.as_ref().is_none_or(|&(_, most)| legal > most) {
                best = Some((dialect, legal));
            }
        }
        best.ok_or_else(|| {
            refused.unwrap_or_else(|| ReplayError {
                at: self.raw.place(),
                fault: ReplayFault::UnknownGame(String::new()),
            })
        })
    }

    fn legal(&self, dialect: &Dialect, most: usize) -> usize {
        dialect.legal_moves(self.raw, &self.hints, most)
    }

    /// The game with the house rules of its tag; with the caller's where the raw game has none and is
    /// of the same game.
    fn with_house(&self, rules: RuleSet) -> Result<Variant, ReplayError> {
        if self.house.is_empty() {
            return Ok(match &self.options.variant {
                Some(default) if default.rules().name == rules.name => *default,
                _ => Variant::new(rules),
            });
        }
        let base = rules::named(rules.name).unwrap_or(rules);
        let house = self.house.iter().try_fold(House::of(base), |house, pair| house.set(pair));
        let changed = house.and_then(House::finish).map_err(|error: RuleError| ReplayError {
            at: self.house_at,
            fault: ReplayFault::HouseRules(error),
        })?;
        Ok(Variant::new(changed))
    }

    fn dialect_of(&self, variant: Variant) -> Dialect {
        Dialect::of(variant, self.raw, &self.hints, self.options.men)
    }

    fn note_names(&mut self, dialect: &Dialect) {
        let at = self.raw.place();
        let rules = dialect.variant.rules();
        let declared = self.raw.tag("GameType").is_some_and(|tag| tag.value.contains(",A"));
        if self.hints.letters && rules.notation.names == SquareNames::Numeric && !declared {
            self.notes.push(Note { at, remark: Remark::Letters(rules.title) });
        }
        if dialect.turned {
            self.notes.push(Note { at, remark: Remark::TurnedLetters });
        }
        if dialect.other_numbers {
            self.notes.push(Note { at, remark: Remark::OtherNumbers });
        }
    }

    fn disagrees(&mut self, given: &GameTypeTag, dialect: &Dialect, why: &str) {
        let remark = Remark::GameTypeDisagrees {
            tag: shortened(&given.tag.value),
            game: dialect.variant.rules().title,
            why: why.to_owned(),
        };
        self.notes.push(Note { at: given.tag.at, remark });
    }

    /// Remarks when the tag's full form is neither the standard's, nor that of before 2014 (letters
    /// from the corner A1), nor the same with letters for numbers.
    fn note_difference(&mut self, given: &GameTypeTag, dialect: &Dialect) {
        let text: String = given.tag.value.chars().filter(|c| !c.is_whitespace()).collect();
        let text = text.to_ascii_uppercase();
        if !text.contains(',') {
            return;
        }
        let forms = [SquareNames::Numeric, SquareNames::Algebraic].map(|names| {
            renamed(dialect.variant, Some(names), None).rules().game_type().to_string()
        });
        let old = forms.iter().any(|form| form.replace(",A0,", ",A1,") == text);
        if !old && !forms.iter().any(|form| form.starts_with(&text)) {
            let standard = dialect.variant.rules().game_type();
            self.disagrees(given, dialect, &format!("that would be `{standard}`"));
        }
    }
}
