//! When a game is drawn: repetition, and counts of moves.

use super::HOUSE_RULE;

/// When a game is drawn, by rule and not by agreement.
///
/// Compared by value, sources included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The name of the set, as users write it; a set with single rules changed keeps its name.
    pub name: &'static str,
    /// Whose rules these are, in a few words.
    pub title: &'static str,
    /// How often a position with the same side to move must stand on the board for a draw; `None`
    /// when repetition is no draw.
    pub repetition: Option<u8>,
    /// Where that comes from.
    pub repetition_source: &'static str,
    /// The counts of moves, at most one of each rule.
    clauses: [Option<Clause>; COUNTED.len()],
}

/// A count of moves after which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause {
    /// The rule.
    pub rule: DrawRule,
    /// What must stand on the board for the count to begin and go on.
    pub material: Material,
    /// Where it must stand for a ply to be counted; elsewhere the count waits.
    pub road: Option<MainRoad>,
    /// Moves of each side at which the game is drawn; 0 is off.
    pub moves: u16,
    /// What starts the count anew.
    pub resets: Resets,
    /// The article of the rule book.
    pub article: &'static str,
}

/// What must stand on the board for a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Anything.
    Any,
    /// One of these pairs, the first of one side and the second of the other.
    Against(&'static [(Force, Force)]),
    /// From the first to the second number of pieces, both sides having a king.
    Balance(usize, usize),
}

/// All pieces of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Force {
    /// Kings and no men, from the first to the second number.
    Kings(usize, usize),
    /// From the first to the second number of pieces, at least one of them a king.
    WithKing(usize, usize),
    /// A king and a man.
    KingAndMan,
}

/// What the main road, the long diagonal from corner to corner, must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainRoad {
    /// Held by the lone king: it stands there, and no piece of the other side does.
    Held,
    /// Not held by the lone king.
    Open,
    /// Occupied by a piece of those who face the lone king.
    Attacked,
}

/// What starts a count anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resets {
    /// Nothing but other material.
    Nothing,
    /// A capture.
    Capture,
    /// A capture, or the crowning of a man.
    CaptureOrCrowning,
    /// A capture, or any move of a man.
    CaptureOrManMove,
}

/// A rule by which a game is drawn, compared by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRule(&'static str);

impl DrawRule {
    /// The position has stood on the board too often.
    pub const REPETITION: DrawRule = DrawRule("repetition");
    /// Moves without progress.
    pub const QUIET_MOVES: DrawRule = DrawRule("quiet-moves");
    /// Moves made by kings only, without a capture.
    pub const KING_MOVES: DrawRule = DrawRule("king-moves");
    /// Moves against a lone king.
    pub const THREE_TO_ONE: DrawRule = DrawRule("three-to-one");
    /// The same as the main road decides.
    pub const THREE_TO_ONE_MAIN_ROAD: DrawRule = DrawRule("three-to-one-main-road");
    /// Moves of two pieces, or as few as the game's rules have, against a lone king.
    pub const TWO_TO_ONE: DrawRule = DrawRule("two-to-one");
    /// Moves of two lone kings.
    pub const ONE_TO_ONE: DrawRule = DrawRule("one-to-one");
    /// Moves of two pieces against two of the same kinds.
    pub const TWO_TO_TWO: DrawRule = DrawRule("two-to-two");
    /// Moves with four or five pieces on the board.
    pub const BALANCE_4_5: DrawRule = DrawRule("balance-4-5");
    /// Moves with six or seven pieces on the board.
    pub const BALANCE_6_7: DrawRule = DrawRule("balance-6-7");

    /// The rule with this name.
    pub fn named(name: &str) -> Option<DrawRule> {
        let counted = COUNTED.iter().map(|counted| counted.clause.rule);
        [DrawRule::REPETITION].into_iter().chain(counted).find(|rule| rule.0 == name)
    }

    /// The name, which is also the key of the house rule.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A rule that counts moves, for every game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The rule in one or two words, as a table names it.
    pub label: &'static str,
    /// What is counted where a game has no such rule of its own.
    pub clause: Clause,
}

const LONE_KING: Force = Force::Kings(1, 1);
pub(super) const THREE_KINGS: Material = Material::Against(&[(Force::Kings(3, 3), LONE_KING)]);
pub(super) const KINGS_FROM_THREE: Material =
    Material::Against(&[(Force::Kings(3, usize::MAX), LONE_KING)]);
pub(super) const THREE_PIECES: Material = Material::Against(&[(Force::WithKing(3, 3), LONE_KING)]);
pub(super) const UP_TO_THREE_KINGS: Material =
    Material::Against(&[(Force::Kings(1, 3), LONE_KING)]);
pub(super) const TWO_PIECES: Material = Material::Against(&[(Force::WithKing(2, 2), LONE_KING)]);
pub(super) const UP_TO_TWO_PIECES: Material =
    Material::Against(&[(Force::WithKing(1, 2), LONE_KING)]);
pub(super) const TWO_KINGS_ALONE: Material = Material::Against(&[(LONE_KING, LONE_KING)]);
pub(super) const TWO_OF_A_KIND: Material = Material::Against(&[
    (Force::Kings(2, 2), Force::Kings(2, 2)),
    (Force::KingAndMan, Force::KingAndMan),
]);

/// Every rule that counts moves, in the order in which they are shown: one line adds one.
#[rustfmt::skip]
pub const COUNTED: [Counted; 9] = [
    counted("quiet moves", DrawRule::QUIET_MOVES, Material::Any, None, Resets::CaptureOrCrowning),
    counted("king moves", DrawRule::KING_MOVES, Material::Any, None, Resets::CaptureOrManMove),
    counted("three to one", DrawRule::THREE_TO_ONE, KINGS_FROM_THREE, None, Resets::Capture),
    counted("  on main road", DrawRule::THREE_TO_ONE_MAIN_ROAD, THREE_PIECES, Some(MainRoad::Held), Resets::Capture),
    counted("two to one", DrawRule::TWO_TO_ONE, UP_TO_TWO_PIECES, None, Resets::Capture),
    counted("one to one", DrawRule::ONE_TO_ONE, TWO_KINGS_ALONE, None, Resets::Capture),
    counted("two to two", DrawRule::TWO_TO_TWO, TWO_OF_A_KIND, None, Resets::Capture),
    counted("4-5 pieces", DrawRule::BALANCE_4_5, Material::Balance(4, 5), None, Resets::CaptureOrCrowning),
    counted("6-7 pieces", DrawRule::BALANCE_6_7, Material::Balance(6, 7), None, Resets::CaptureOrCrowning),
];

const fn counted(
    label: &'static str,
    rule: DrawRule,
    material: Material,
    road: Option<MainRoad>,
    resets: Resets,
) -> Counted {
    Counted {
        label,
        clause: Clause { rule, material, road, moves: 0, resets, article: HOUSE_RULE },
    }
}

impl DrawRules {
    /// A set with these counts, at most one of each rule.
    ///
    /// # Panics
    /// When there are more counts than [`COUNTED`] has rules.
    pub(super) const fn of(
        name: &'static str,
        title: &'static str,
        (repetition, repetition_source): (Option<u8>, &'static str),
        given: &[Clause],
    ) -> DrawRules {
        let mut clauses = [None; COUNTED.len()];
        let mut index = 0;
        while index < given.len() {
            clauses[index] = Some(given[index]);
            index += 1;
        }
        DrawRules { name, title, repetition, repetition_source, clauses }
    }

    /// The same rules as another set, with its own articles in the order of the counts.
    ///
    /// # Panics
    /// When there are more articles than counts.
    pub(super) const fn cited(
        mut self,
        name: &'static str,
        title: &'static str,
        repetition: &'static str,
        counts: &[&'static str],
    ) -> DrawRules {
        (self.name, self.title, self.repetition_source) = (name, title, repetition);
        let mut index = 0;
        while index < counts.len() {
            match &mut self.clauses[index] {
                Some(clause) => clause.article = counts[index],
                None => panic!("more articles than counts"),
            }
            index += 1;
        }
        self
    }

    /// The counts that are on; a game is drawn by the first that is full.
    pub fn clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().flatten().filter(|clause| clause.moves > 0)
    }

    /// The count of a rule, if it is on.
    pub fn clause(&self, rule: DrawRule) -> Option<&Clause> {
        self.clauses().find(|clause| clause.rule == rule)
    }

    /// What starts the count of a rule anew, even when it is off.
    pub(super) fn resets(&self, rule: DrawRule) -> Resets {
        { *self }.clause_mut(rule).map_or(Resets::Nothing, |clause| clause.resets)
    }

    /// The count of a rule, even when it is off; one that the set lacks is added as [`COUNTED`] has
    /// it, `None` when it lacks it, too.
    pub(super) fn clause_mut(&mut self, rule: DrawRule) -> Option<&mut Clause> {
        let is_it = |clause: &Option<Clause>| clause.is_some_and(|clause| clause.rule == rule);
        let index = self.clauses.iter().position(is_it);
        let index = index.or_else(|| self.clauses.iter().position(Option::is_none))?;
        let default = COUNTED.iter().find(|counted| counted.clause.rule == rule)?;
        Some(self.clauses.get_mut(index)?.get_or_insert(default.clause))
    }

    /// Where a rule comes from; empty where the set has no such rule.
    pub fn source(&self, rule: DrawRule) -> &'static str {
        if rule == DrawRule::REPETITION {
            return self.repetition_source;
        }
        self.clause(rule).map_or("", |clause| clause.article)
    }
}

impl Clause {
    /// Plies at which the game is drawn.
    pub const fn plies(&self) -> u16 {
        self.moves.saturating_mul(2)
    }

    /// What is counted, in words that follow "so many moves of each side".
    pub fn condition(&self) -> String {
        let road = match self.road {
            None => "",
            Some(MainRoad::Held) => " that holds the main road",
            Some(MainRoad::Open) => " that does not hold the main road",
            Some(MainRoad::Attacked) => ", while one of them holds the main road",
        };
        let without = match self.resets {
            Resets::Nothing | Resets::Capture if self.material != Material::Any => "",
            Resets::Nothing => " whatever they are",
            Resets::Capture => " without a capture",
            Resets::CaptureOrCrowning => " without a capture or a crowning",
            Resets::CaptureOrManMove => " without a capture or a move of a man",
        };
        match self.material {
            Material::Any => without.trim_start().to_owned(),
            Material::Against(pairs) => {
                let pairs = pairs.iter().map(|(first, second)| {
                    format!("of {} against {}", first.words(), second.words())
                });
                pairs.collect::<Vec<_>>().join(", or ") + road + without
            }
            Material::Balance(least, most) => format!(
                "with {least} or {most} pieces on the board, both sides having a king,{without}"
            ),
        }
    }
}

impl Material {
    /// The most pieces with which it can stand on the board, `None` for any number.
    pub fn most_pieces(&self) -> Option<usize> {
        match self {
            Material::Any => None,
            Material::Against(pairs) => pairs
                .iter()
                .map(|(first, second)| {
                    Some(first.most_pieces()?.saturating_add(second.most_pieces()?))
                })
                .try_fold(0, |most, pieces| Some(pieces?.max(most))),
            Material::Balance(_, most) => Some(*most),
        }
    }
}

impl Force {
    /// Whether a side with so many kings and men is this.
    pub fn is(self, kings: usize, men: usize) -> bool {
        match self {
            Force::Kings(least, most) => men == 0 && (least..=most).contains(&kings),
            Force::WithKing(least, most) => kings > 0 && (least..=most).contains(&(kings + men)),
            Force::KingAndMan => (kings, men) == (1, 1),
        }
    }

    fn most_pieces(self) -> Option<usize> {
        match self {
            Force::Kings(_, most) | Force::WithKing(_, most) => {
                Some(most).filter(|&most| most < usize::MAX)
            }
            Force::KingAndMan => Some(2),
        }
    }

    fn words(self) -> String {
        const NUMBERS: [&str; 5] = ["no", "one", "two", "three", "four"];
        let number = |count: usize| {
            NUMBERS.get(count).map_or_else(|| count.to_string(), |word| (*word).to_owned())
        };
        match self {
            Force::Kings(1, 1) => "a lone king".to_owned(),
            Force::Kings(least, most) if least == most => format!("{} kings", number(least)),
            Force::Kings(1, most) => format!("at most {} kings", number(most)),
            Force::Kings(least, _) => format!("{} kings or more", number(least)),
            Force::WithKing(1, most) => {
                format!("at most {} pieces with a king among them", number(most))
            }
            Force::WithKing(least, _) => format!("{} pieces with a king among them", number(least)),
            Force::KingAndMan => "a king and a man".to_owned(),
        }
    }
}
