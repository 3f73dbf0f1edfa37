//! Rule mutants: a rule changed alone must show in some position, or a rule could be wrong unseen.

use crate::common::data::{Listed, house, mutants, positions};
use crate::common::oracle;
use crate::common::plain;
use crate::common::scatter::{self, SeededRng};
use damier_rules::board::SquareSet;
use damier_rules::position::{Position, Side};
use damier_rules::rules::{ALL, House, KEYS, Key, RuleSet};
use damier_rules::variant::Variant;

const CRITERIA: [&str; 4] = ["most-pieces", "by-king", "most-kings", "earliest-king"];

const MEN_FORWARD: &str = "men that only capture forward cannot go on from the last row, so it is \
                           the same whether they must stop there";

/// Mutants that allow the same moves in every position, and why.
const EQUIVALENT: &[(&str, &str, &str)] = &[
    ("italian", "crowning=rest", MEN_FORWARD),
    ("english", "crowning=rest", MEN_FORWARD),
    ("spanish", "crowning=rest", MEN_FORWARD),
    ("portuguese", "crowning=rest", MEN_FORWARD),
    ("czech", "crowning=rest", MEN_FORWARD),
    (
        "italian",
        "precedence=most-pieces,most-kings,by-king,earliest-king",
        "men take no kings, so a capture that takes one is a king's already",
    ),
];

/// A rule set that differs from a game in one rule.
struct Mutant {
    base: &'static RuleSet,
    pair: String,
    rules: RuleSet,
}

impl Mutant {
    fn reason(&self) -> Option<&'static str> {
        let listed = |&&(game, pair, _): &&(&str, &str, &'static str)| {
            game == self.base.name && pair == self.pair
        };
        EQUIVALENT.iter().find(listed).map(|&(_, _, reason)| reason)
    }

    fn differs(&self, position: &Position) -> bool {
        let base = plain::legal(Variant::new(*self.base), position);
        base != plain::legal(Variant::new(self.rules), position)
    }

    /// Whether the file's moves of a position are not those that this mutant allows.
    fn shows_in(&self, row: &Listed) -> bool {
        let mutant = Variant::new(RuleSet { moves: self.rules.moves, ..row.rules });
        row.name == self.base.name && plain::legal(mutant, &row.position) != row.moves
    }
}

/// The other values of a key that concerns moves.
fn values(key: Key, base: &RuleSet) -> Vec<String> {
    let values = match key {
        Key::Capture => vec!["mandatory", "optional"],
        Key::BreakOff | Key::MenCaptureBackward | Key::MenCaptureKings => vec!["true", "false"],
        Key::King => vec!["short", "flying"],
        Key::Crowning => vec!["ends", "passing", "rest"],
        Key::Precedence => return precedences(&key.value(base)),
        Key::First | Key::Draws | Key::Repetition | Key::Counted(_) | Key::QuietResets => vec![],
    };
    let own = key.value(base);
    values.into_iter().filter(|&value| value != own).map(str::to_owned).collect()
}

/// The precedences one step from `own`: a criterion removed, two exchanged, one added, and none.
fn precedences(own: &str) -> Vec<String> {
    let own: Vec<&str> = own.split(',').filter(|&name| name != "none").collect();
    let mut lists = vec![Vec::new()];
    for place in 0..own.len() {
        let mut removed = own.clone();
        removed.remove(place);
        lists.push(removed);
        for other in place + 1..own.len() {
            let mut swapped = own.clone();
            swapped.swap(place, other);
            lists.push(swapped);
        }
    }
    for criterion in CRITERIA.into_iter().filter(|criterion| !own.contains(criterion)) {
        for place in 0..=own.len() {
            let mut added = own.clone();
            added.insert(place, criterion);
            lists.push(added);
        }
    }
    lists.sort_unstable();
    lists.dedup();
    lists.retain(|list| *list != own);
    let written = |list: Vec<&str>| if list.is_empty() { "none".into() } else { list.join(",") };
    lists.into_iter().map(written).collect()
}

/// Every mutant of every named game. Captures that may be broken off contradict most-pieces, and
/// that mutant is refused.
fn all() -> Vec<Mutant> {
    let mut all = Vec::new();
    for base in ALL {
        for key in KEYS {
            for value in values(key, base) {
                let pair = format!("{}={value}", key.name());
                let counts = key == Key::Precedence && base.moves.break_off
                    || key.name() == "break-off" && Key::Precedence.value(base).contains("most-p");
                if counts {
                    let refused = House::of(*base).set(&pair).and_then(House::finish);
                    assert!(refused.is_err(), "{} {pair}", base.name);
                    continue;
                }
                let rules = house(*base, &[&pair]);
                all.push(Mutant { base, pair, rules });
            }
        }
    }
    assert!(all.len() > 9 * ALL.len(), "{} mutants", all.len());
    all
}

fn rows() -> Vec<Listed> {
    positions().into_iter().chain(mutants()).collect()
}

#[test]
fn every_mutant_is_noticed_or_known_to_be_equivalent() {
    let rows = rows();
    let mut unnoticed = Vec::new();
    for mutant in all().iter().filter(|mutant| mutant.reason().is_none()) {
        if !rows.iter().any(|row| mutant.shows_in(row)) {
            unnoticed.push(format!("{} {}", mutant.base.name, mutant.pair));
        }
    }
    assert!(unnoticed.is_empty(), "{} unnoticed:\n{}", unnoticed.len(), unnoticed.join("\n"));
}

/// A position at random: scattered or loose, with men and kings or kings alone.
fn random(rng: &mut SeededRng, rules: &RuleSet) -> Position {
    let geometry = rules.moves.geometry;
    match rng.below(3) {
        0 => {
            let (movers, targets) = (1 + rng.below(4), 2 + rng.below(10));
            let position = scatter::loose(rng, geometry, movers, targets);
            let [white, black] = Side::BOTH.map(|side| position.side(side));
            let kept: SquareSet =
                position.kings().into_iter().filter(|_| rng.below(3) > 0).collect();
            let crowned =
                white & Side::White.crown_row(geometry) | black & Side::Black.crown_row(geometry);
            Position::new(geometry, white, black, kept | crowned, Side::White)
                .expect("pieces that may stand so")
        }
        _ => {
            let (pieces, kings) = (2 + rng.below(14), rng.below(100));
            scatter::position(rng, geometry, pieces, kings)
        }
    }
}

#[test]
fn equivalent_mutants_never_differ() {
    let rows = rows();
    let all = all();
    for (game, pair, reason) in EQUIVALENT {
        let mutant = all.iter().find(|mutant| mutant.base.name == *game && mutant.pair == *pair);
        let mutant = mutant.unwrap_or_else(|| panic!("{game} {pair} is no mutant"));
        let own = mutant.base.moves.geometry;
        for row in rows.iter().filter(|row| row.rules.moves.geometry == own) {
            assert!(!mutant.differs(&row.position), "{game} {pair} ({reason}): {}", row.fen);
        }
        let mut rng = SeededRng::new(7);
        let mut compared = 0;
        for _ in 0..4_000 {
            let position = random(&mut rng, mutant.base);
            let base = oracle::legal(&mutant.base.moves, &position);
            let other = oracle::legal(&mutant.rules.moves, &position);
            let (Some(base), Some(other)) = (base, other) else { continue };
            assert_eq!(base, other, "{game} {pair} ({reason})");
            assert!(!mutant.differs(&position), "{game} {pair} ({reason})");
            compared += 1;
        }
        assert!(compared > 3_900, "only {compared} positions were few enough paths");
    }
}

#[test]
fn who_begins_is_a_rule_of_the_start_position() {
    for base in ALL {
        for (value, first) in [("white", Side::White), ("black", Side::Black)] {
            let rules = house(*base, &[&format!("first={value}")]);
            assert_eq!(rules.start_position(), base.start_position().with_turn(first));
            assert_eq!(rules.moves, base.moves);
        }
    }
}

/// Prints rows for `mutants.tsv`: for each mutant that no position notices a small one that does.
#[test]
#[ignore = "a search for new rows, to be read by people; run with --ignored --nocapture"]
fn find_positions_for_unnoticed_mutants() {
    let rows = rows();
    let mut rng = SeededRng::new(2);
    for mutant in all().iter().filter(|mutant| mutant.reason().is_none()) {
        if rows.iter().any(|row| mutant.shows_in(row)) {
            continue;
        }
        let mut tries = (0..300_000).map(|_| random(&mut rng, mutant.base));
        let found = tries.find(|position| mutant.differs(position));
        let found = found.unwrap_or_else(|| panic!("{} {}", mutant.base.name, mutant.pair));
        println!("{}", row_of(mutant, reduced(mutant, found)));
    }
}

/// The position with every piece taken off that does not matter.
fn reduced(mutant: &Mutant, mut position: Position) -> Position {
    while let Some(smaller) = position
        .occupied()
        .into_iter()
        .map(|square| position.without(square.set()))
        .find(|smaller| mutant.differs(smaller))
    {
        position = smaller;
    }
    position
}

fn row_of(mutant: &Mutant, position: Position) -> String {
    let moves = crate::check::legal(mutant.base, &position);
    let mut moves: Vec<_> =
        moves.iter().map(|played| plain::Plain::of(mutant.base, played)).collect();
    moves.sort();
    let fen = crate::common::fen::write(mutant.base, &position);
    format!("{}\t{fen}\t{}\t{}", mutant.base.name, moves.len(), plain::text(&moves))
}
