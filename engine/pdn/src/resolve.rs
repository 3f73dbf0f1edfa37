//! Which game a record is of.

use super::note::{Note, Remark};
use super::reading::{Evidence, Reading, renamed};
use super::record::{Place, Record, Tag};
use super::replay::{ReplayError, ReplayFault, Reviewing};
use damier_rules::notation::MenOnCrownRow;
use damier_rules::position::Side;
use damier_rules::rules::{self, ALL, House, RuleError, RuleSet, SquareNames};
use damier_rules::text::shortened;
use damier_rules::variant::Variant;

/// Legal moves that tell a game from others, where fewer can come about by chance.
const TELLING: usize = 6;

/// Types that other programs give to games that are played here; the standard gives them to others.
/// The moves must decide.
const CLAIMED_TWICE: [u32; 3] = [27, 31, 32];

/// The game that positions without moves are taken to be of, where the board has their squares.
pub(super) const USUAL_OF_POSITIONS: &str = "english";

/// Finds out the game of a record.
pub(super) struct Resolver<'a> {
    record: &'a Record,
    evidence: Evidence<'a>,
    told: &'a Reviewing,
    house: Vec<String>,
    house_at: Place,
    notes: Vec<Note>,
}

/// The value of a tag `GameType`.
struct GameTypeTag<'a> {
    tag: &'a Tag,
    number: u32,
    /// Who moves first.
    first: Option<Side>,
    /// Squares in a row, both ways.
    size: Option<usize>,
}

/// The reading of `record`, and what is doubtful about it.
pub(super) fn resolve(
    record: &Record,
    told: &Reviewing,
) -> Result<(Reading, Vec<Note>), ReplayError> {
    let tag = record.tag("HouseRules");
    let mut resolver = Resolver {
        record,
        evidence: Evidence::of(record),
        told,
        house: tag.map(|tag| house_rules(&tag.value)).unwrap_or_default(),
        house_at: tag.map_or_else(|| record.place(), |tag| tag.at),
        notes: Vec::new(),
    };
    let reading = resolver.reading()?;
    resolver.note_names(&reading);
    Ok((reading, resolver.notes))
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
    fn reading(&mut self) -> Result<Reading, ReplayError> {
        if let Some(rules) = self.by_name() {
            let variant = self.with_house(rules)?;
            if self.evidence.fits(variant.rules()) {
                return Ok(self.seen(variant));
            }
        }
        let game_type = self.record.tag("GameType").and_then(read_game_type);
        if let Some(game_type) = game_type {
            return self.by_type(&game_type);
        }
        if let Some(default) = &self.told.game {
            let variant = self.with_house(*default.rules())?;
            return Ok(self.seen(variant));
        }
        let (reading, remark) = match self.of_file()? {
            Some(found) => found,
            None => self.alone()?,
        };
        self.notes.push(Note { at: self.record.place(), remark });
        Ok(reading)
    }

    /// The reading as the record by itself tells it.
    fn alone(&self) -> Result<(Reading, Remark), ReplayError> {
        let (reading, _) = self.guess()?;
        let title = reading.game.rules().title;
        let remark = match self.record.moves().next() {
            Some(_) => Remark::Guessed(title),
            None => Remark::Assumed(title),
        };
        Ok((reading, remark))
    }

    /// The reading as the record's file tells it; none where the record is surely of another game,
    /// which has its squares or in which it is legal to the end.
    fn of_file(&self) -> Result<Option<(Reading, Remark)>, ReplayError> {
        let Some(decision) = self.told.file else { return Ok(None) };
        let rules = *decision.game.rules();
        if !self.evidence.fits(&rules) {
            return Ok(None);
        }
        let reading = self.seen(self.with_house(rules)?);
        let moves = self.record.moves().count();
        if self.legal(&reading, TELLING) < TELLING.min(moves) {
            let (_, legal) = self.guess()?;
            if legal == moves {
                return Ok(None);
            }
        }
        let told = decision.told || moves > 0;
        let remark = if told { Remark::OfFile } else { Remark::Assumed };
        Ok(Some((reading, remark(rules.title))))
    }

    /// The game that a tag names.
    fn by_name(&mut self) -> Option<RuleSet> {
        for name in ["Rules", "Variant"] {
            let Some(tag) = self.record.tag(name) else { continue };
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

    fn by_type(&mut self, given: &GameTypeTag) -> Result<Reading, ReplayError> {
        let unknown = || ReplayError {
            at: given.tag.at,
            fault: ReplayFault::UnknownGame(shortened(&given.tag.value)),
        };
        let known = ALL.iter().find(|rules| u32::from(rules.notation.pdn_type) == given.number);
        let Some(rules) = known else {
            if !CLAIMED_TWICE.contains(&given.number) || given.size.is_some_and(|size| size > 10) {
                return Err(unknown());
            }
            let (reading, legal) = self.guess()?;
            if legal < TELLING.min(self.record.moves().count().max(1)) {
                return Err(unknown());
            }
            self.disagrees(given, &reading, "the standard gives this number to another game");
            return Ok(reading);
        };
        let variant = self.with_house(*rules)?;
        let reading = self.seen(self.with_first_mover(variant, given));
        let right_size = given.size.is_none_or(|size| size == rules.moves.geometry.size());
        let moves = self.record.moves().count();
        let begins = moves == 0 || self.legal(&reading, 1) == 1;
        if right_size && self.evidence.fits(rules) && begins {
            self.note_difference(given, &reading);
            return Ok(reading);
        }
        let (other, legal) = self.guess()?;
        let fits = match moves {
            0 => other.start(&self.evidence).is_ok(),
            _ => legal >= TELLING,
        };
        if fits {
            self.disagrees(given, &other, "its moves fit another game");
            return Ok(other);
        }
        Ok(reading)
    }

    /// The variant, begun by the side that the tag says if its first move needs that.
    fn with_first_mover(&self, variant: Variant, given: &GameTypeTag) -> Variant {
        let own = variant.rules().start.first;
        let Some(first) = given.first.filter(|&first| first != own) else { return variant };
        let pair = if first == Side::White { "first=white" } else { "first=black" };
        let turned = House::of(*variant.rules()).set(pair).and_then(House::finish);
        let Ok(turned) = turned.map(Variant::new) else { return variant };
        let legal = |variant| self.legal(&Reading::new(variant, &self.evidence, self.told.men), 1);
        if legal(turned) > legal(variant) { turned } else { variant }
    }

    /// The reading under which most moves are legal, and how many are; the earlier in the list of
    /// games where several are equal, the caller's own first.
    fn guess(&self) -> Result<(Reading, usize), ReplayError> {
        let own = if self.evidence.letters { SquareNames::Algebraic } else { SquareNames::Numeric };
        let (usual, others): (Vec<&RuleSet>, Vec<&RuleSet>) =
            ALL.iter().partition(|rules| rules.notation.names == own);
        let default = self.told.game.as_ref().map(|game| game.rules());
        let of_position = self.record.moves().next().is_none();
        let first = usual.iter().find(|rules| of_position && rules.name == USUAL_OF_POSITIONS);
        let first = first.copied();
        let all = default.into_iter().chain(first).chain(usual).chain(others);
        let (fitting, smaller): (Vec<&RuleSet>, Vec<&RuleSet>) =
            all.partition(|rules| self.evidence.fits(rules));
        let mut best: Option<(Reading, usize)> = None;
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
            let reading = self.seen(variant);
            let legal = self.legal(&reading, usize::MAX);
            if best.as_ref().is_none_or(|&(_, most)| legal > most) {
                best = Some((reading, legal));
            }
        }
        best.ok_or_else(|| {
            refused.unwrap_or_else(|| ReplayError {
                at: self.record.place(),
                fault: ReplayFault::UnknownGame(String::new()),
            })
        })
    }

    fn legal(&self, reading: &Reading, most: usize) -> usize {
        reading.legal_moves(self.record, &self.evidence, most)
    }

    /// The game with the house rules of its tag; with the caller's where the record has none and is
    /// of the same game.
    fn with_house(&self, rules: RuleSet) -> Result<Variant, ReplayError> {
        if self.house.is_empty() {
            return Ok(match &self.told.game {
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

    fn seen(&self, variant: Variant) -> Reading {
        seen(variant, self.record, &self.evidence, self.told.men)
    }

    fn note_names(&mut self, reading: &Reading) {
        let at = self.record.place();
        let rules = reading.game.rules();
        let declared = self.record.tag("GameType").is_some_and(|tag| tag.value.contains(",A"));
        if self.evidence.letters && rules.notation.names == SquareNames::Numeric && !declared {
            self.notes.push(Note { at, remark: Remark::Letters(rules.title) });
        }
        if reading.turned {
            self.notes.push(Note { at, remark: Remark::TurnedLetters });
        }
        if reading.other_numbers {
            self.notes.push(Note { at, remark: Remark::OtherNumbers });
        }
    }

    fn disagrees(&mut self, given: &GameTypeTag, reading: &Reading, why: &str) {
        let remark = Remark::GameTypeDisagrees {
            tag: shortened(&given.tag.value),
            game: reading.game.rules().title,
            why: why.to_owned(),
        };
        self.notes.push(Note { at: given.tag.at, remark });
    }

    /// Remarks when the tag's full form is neither the standard's, nor that of before 2014 (letters
    /// from the corner A1), nor the same with letters for numbers.
    fn note_difference(&mut self, given: &GameTypeTag, reading: &Reading) {
        let text: String = given.tag.value.chars().filter(|c| !c.is_whitespace()).collect();
        let text = text.to_ascii_uppercase();
        if !text.contains(',') {
            return;
        }
        let forms = [SquareNames::Numeric, SquareNames::Algebraic]
            .map(|names| renamed(reading.game, Some(names), None).rules().game_type().to_string());
        let old = forms.iter().any(|form| form.replace(",A0,", ",A1,") == text);
        if !old && !forms.iter().any(|form| form.starts_with(&text)) {
            let own = reading.game.rules().game_type();
            self.disagrees(given, reading, &format!("that would be `{own}`"));
        }
    }
}

/// How a record names the squares of this game: letters from Black's side only where the first
/// move tells.
pub(super) fn seen(
    variant: Variant,
    record: &Record,
    evidence: &Evidence,
    men: MenOnCrownRow,
) -> Reading {
    let reading = Reading::new(variant, evidence, men);
    if evidence.letters && reading.legal_moves(record, evidence, 1) == 0 {
        let turned = Reading { turned: true, ..reading };
        if turned.legal_moves(record, evidence, 1) == 1 {
            return turned;
        }
    }
    reading
}

/// Whether tags tell the game of a record.
pub(super) fn tells_game(record: &Record) -> bool {
    let value = |name| record.tag(name).map(|tag| tag.value.as_str());
    ["Rules", "Variant"].into_iter().filter_map(value).any(|name| named(name).is_some())
        || record.tag("GameType").and_then(read_game_type).is_some()
}

/// The game of this name or title, with or without a word for draughts behind it.
fn named(value: &str) -> Option<RuleSet> {
    let value = value.trim();
    let short = ["draughts", "checkers"].iter().find_map(|word| {
        let cut = value.len().checked_sub(word.len())?;
        let (name, end) = value.split_at_checked(cut)?;
        end.eq_ignore_ascii_case(word).then_some(name.trim_end())
    });
    let by_title = || ALL.iter().find(|rules| rules.title.eq_ignore_ascii_case(value)).copied();
    rules::named(value).or_else(by_title).or_else(|| short.and_then(rules::named))
}

fn read_game_type(tag: &Tag) -> Option<GameTypeTag<'_>> {
    let mut fields = tag.value.split(',').map(str::trim);
    let number = fields.next()?.parse().ok()?;
    let first = match fields.next() {
        Some("W" | "w") => Some(Side::White),
        Some("B" | "b") => Some(Side::Black),
        _ => None,
    };
    let sizes: Vec<usize> = fields.take(2).filter_map(|field| field.parse().ok()).collect();
    let size = sizes.iter().copied().max();
    Some(GameTypeTag { tag, number, first, size })
}
