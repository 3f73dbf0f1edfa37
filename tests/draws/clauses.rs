//! Every clause of every set of draw rules against a count of one's own: it draws at its limit and
//! not one ply before, and starts anew where the rule says so.

use damier_rules::game::{Game, Outcome};
use damier_rules::movegen::MoveList;
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::{DrawRule, House, KEYS, Key, draw_sets, named};
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// What starts a count anew: a capture, a crowning, a quiet move of a man.
type Resets = [bool; 3];
const CAPTURE: Resets = [true, false, false];
const CROWNING: Resets = [true, true, false];
const MAN: Resets = [true, true, true];

/// Where the lone king and the others stand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Road {
    Anywhere,
    /// The lone king on the main road, and nobody else.
    Held,
    /// Anywhere but so.
    Open,
    /// One of the others on it.
    Attacked,
}
use Road::{Anywhere, Attacked, Held, Open};

/// A set, a game that is played by it, a rule; what stands against what (K, M; nothing: anything;
/// `=N`: so many pieces with a king on both sides), where, resets, moves.
type Clause = (&'static str, &'static str, &'static str, &'static str, Road, Resets, u16);

/// The decisions on draws, as the federations have them.
#[rustfmt::skip]
const CLAUSES: &[Clause] = &[
    ("italian", "italian", "quiet-moves", "", Anywhere, CROWNING, 40),
    ("fid-2025", "italian", "king-moves", "", Anywhere, MAN, 40),
    ("english", "english", "quiet-moves", "", Anywhere, MAN, 40),
    ("fmjd-64", "russian", "king-moves", "", Anywhere, MAN, 15),
    ("fmjd-64", "russian", "three-to-one", "KKK-K KKKK-K KKKKK-K", Anywhere, CAPTURE, 15),
    ("fmjd-64", "brazilian", "three-to-one-main-road", "KKK-K KKM-K KMM-K", Held, CAPTURE, 5),
    ("fmjd-64", "brazilian", "two-to-one", "KK-K KM-K K-K", Anywhere, CAPTURE, 5),
    ("fmjd-64", "russian", "balance-4-5", "=4 =5", Anywhere, CROWNING, 30),
    ("fmjd-64", "russian", "balance-6-7", "=6 =7", Anywhere, CROWNING, 60),
    ("cbd", "brazilian", "king-moves", "", Anywhere, MAN, 20),
    ("cbd", "brazilian", "one-to-one", "K-K", Anywhere, CAPTURE, 2),
    ("cbd", "brazilian", "two-to-one", "KK-K KM-K", Anywhere, CAPTURE, 5),
    ("cbd", "brazilian", "two-to-two", "KM-KM KK-KK", Anywhere, CAPTURE, 5),
    ("cbd", "brazilian", "three-to-one-main-road", "KKK-K KKM-K KMM-K", Held, CAPTURE, 5),
    ("cbd-100", "international", "king-moves", "", Anywhere, MAN, 25),
    ("cbd-100", "international", "one-to-one", "K-K", Anywhere, CAPTURE, 2),
    ("cbd-100", "international", "two-to-two", "KK-KK KM-KM", Anywhere, CAPTURE, 5),
    ("cbd-100", "international", "three-to-one", "KKK-K KKM-K KMM-K", Anywhere, CAPTURE, 15),
    ("spanish", "spanish", "quiet-moves", "", Anywhere, CROWNING, 20),
    ("spanish", "spanish", "three-to-one-main-road", "KKK-K", Attacked, CAPTURE, 12),
    ("portuguese", "portuguese", "quiet-moves", "", Anywhere, CROWNING, 20),
    ("portuguese", "portuguese", "three-to-one-main-road", "KKK-K", Attacked, CAPTURE, 12),
    ("czech", "czech", "quiet-moves", "", Anywhere, MAN, 15),
    ("czech", "czech", "three-to-one", "K-K KK-K KKK-K", Open, CAPTURE, 15),
    ("czech", "czech", "three-to-one-main-road", "KKK-K KK-K K-K", Held, CAPTURE, 5),
    ("czech", "czech", "two-to-one", "KK-K KM-K K-K", Anywhere, CAPTURE, 5),
    ("pool", "pool", "three-to-one", "KKK-K", Anywhere, CAPTURE, 13),
    ("international", "international", "king-moves", "", Anywhere, MAN, 25),
    ("international", "international", "three-to-one", "KKK-K KKM-K KMM-K", Anywhere, CAPTURE, 16),
    ("international", "international", "two-to-one", "KK-K KM-K K-K", Anywhere, CAPTURE, 5),
];

/// The pieces of both sides as letters, kings first, the longer side first.
fn forces(position: &Position) -> String {
    let of = |side| {
        let kings = position.kings_of(side).len();
        "K".repeat(kings) + &"M".repeat(position.side(side).len() - kings)
    };
    let mut sides = Side::BOTH.map(of);
    sides.sort_by_key(|side| std::cmp::Reverse((side.len(), side.clone())));
    sides.join("-")
}

fn material_fits(wanted: &str, position: &Position) -> bool {
    let here = forces(position);
    let sides: Vec<&str> = here.split('-').collect();
    let kings = sides.iter().all(|side| side.starts_with('K'));
    let other_order = format!("{}-{}", sides[1], sides[0]);
    wanted.is_empty()
        || wanted.split(' ').any(|one| match one.strip_prefix('=') {
            Some(count) => kings && count.parse() == Ok(here.len() - 1),
            None => one == here || one == other_order,
        })
}

/// Whether this ply counts where it may stand only at some places.
fn road_fits(road: Road, position: &Position, variant: Variant) -> bool {
    let geometry = variant.rules().moves.geometry;
    let road_squares: Vec<_> = (0..geometry.size())
        .filter_map(|row| {
            let column = geometry.size() - 1 - row;
            geometry.all().into_iter().find(|&square| {
                (geometry.row_of(square), geometry.column_of(square)) == (row, column)
            })
        })
        .collect();
    assert_eq!(road_squares.len(), geometry.size());
    let on = |side: Side| road_squares.iter().any(|&square| position.side(side).contains(square));
    let lone: Vec<Side> =
        Side::BOTH.into_iter().filter(|&side| position.side(side).len() == 1).collect();
    let held = lone.iter().any(|&side| on(side) && !on(side.opponent()));
    match road {
        Anywhere => true,
        Held => held,
        Open => lone.iter().any(|&side| !on(side) || on(side.opponent())),
        Attacked => lone.iter().any(|&side| on(side.opponent())),
    }
}

/// What the clause has counted after the last move, by its words, if it had counted so much before.
fn counted(clause: &Clause, before: u16, game: &Game) -> u16 {
    let &(_, _, _, wanted, road, [capture, crowning, man], _) = clause;
    let (Some(played), Some(earlier)) = (game.moves().last(), game.earlier_positions().last())
    else {
        return 0;
    };
    let was_man = !earlier.kings().contains(played.from);
    let reset = capture && played.is_capture() || crowning && played.crowned || man && was_man;
    let now = game.position();
    // The move that makes the ending is not counted.
    let new = !material_fits(wanted, earlier) && forces(earlier) != forces(now);
    if reset || new || !material_fits(wanted, now) {
        return 0;
    }
    before + u16::from(road_fits(road, now, game.variant()))
}

/// A game of the set in which this clause alone draws.
fn variant(&(set, game, rule, ..): &Clause) -> Variant {
    let house = House::of(named(game).unwrap()).set(&format!("draws={set}")).unwrap();
    let alone = KEYS.into_iter().filter(|key| matches!(key, Key::Counted(_)) && key.name() != rule);
    let house = alone.fold(house, |house, key| house.set(&format!("{}=0", key.name())).unwrap());
    Variant::new(house.set("repetition=off").unwrap().finish().unwrap())
}

/// Kings and men anywhere, as many as one of the forces wants, or one man more of each side.
fn place(clause: &Clause, variant: Variant, random: &mut Xoshiro256PlusPlus) -> Position {
    let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
    let wanted: Vec<&str> = clause.3.split(' ').collect();
    let mut pieces = match wanted[below(wanted.len())] {
        "" => ["KKM", "KK-KKM", "KM-KK", "KKMM-KKM"][below(4)].replace("KKM", "KM-KM"),
        "=4" => "KK-KK".to_owned(),
        "=5" => "KKM-KK".to_owned(),
        "=6" => "KKM-KKM".to_owned(),
        "=7" => "KKKM-KKM".to_owned(),
        forces => forces.to_owned(),
    };
    if below(3) == 0 {
        pieces.push('M');
    }
    let rules = variant.rules();
    let geometry = rules.moves.geometry;
    let squares: Vec<_> = geometry.all().into_iter().collect();
    let middle: Vec<_> = squares
        .iter()
        .copied()
        .filter(|&square| (1..geometry.size() - 1).contains(&geometry.row_of(square)))
        .collect();
    let (mut sides, mut kings) = ([damier_rules::board::SquareSet::EMPTY; 2], Default::default());
    let mut side = below(2);
    for letter in pieces.chars() {
        if letter == '-' {
            side = 1 - side;
            continue;
        }
        let free = if letter == 'K' { &squares } else { &middle };
        let square = free[below(free.len())].set();
        if ((sides[0] | sides[1]) & square).any() {
            continue;
        }
        sides[side] |= square;
        if letter == 'K' {
            kings |= square;
        }
    }
    let turn = Side::BOTH[below(2)];
    Position::new(geometry, sides[0], sides[1], kings, turn).expect("pieces that may stand so")
}

/// A move after which nothing can be taken, most of the time; of a king, most of the time.
fn choose(game: &Game, random: &mut Xoshiro256PlusPlus) -> Option<Move> {
    let all = game.legal_moves();
    let kings = game.position().kings();
    let quiet =
        |one: &Move| !one.is_capture() && !game.variant().has_capture(&game.position().make(one));
    let mut moves: MoveList = all.clone();
    match random.next_u64() % 60 {
        0 => {}
        1 => moves.retain(|one| quiet(one)),
        _ => moves.retain(|one| quiet(one) && kings.contains(one.from)),
    }
    let moves = if moves.is_empty() { all } else { moves };
    (!moves.is_empty()).then(|| moves[random.next_u64() as usize % moves.len()])
}

#[test]
fn every_clause_counts_as_its_words_say_and_draws_at_its_limit() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(14);
    for clause in CLAUSES {
        let (variant, limit) = (variant(clause), 2 * clause.6);
        let rule = DrawRule::named(clause.2).unwrap();
        let (mut full, mut anew, mut games) = (0, 0, 0);
        while full < 3 || anew < 3 {
            games += 1;
            assert!(games < 20_000, "{clause:?}: {full} games full, {anew} counts anew");
            let position = place(clause, variant, &mut random);
            let mut game = Game::from_position(variant, position);
            let mut before = 0;
            for _ in 0..400 {
                let counts = *game.counts();
                let count = game.counters().running(&counts).find(|count| count.rule == rule);
                let count = count.map_or(0, |count| count.plies);
                assert_eq!(count, counted(clause, before, &game), "{clause:?}");
                anew += usize::from(before > 0 && count == 0);
                before = count;
                match game.outcome() {
                    None => assert!(count < limit),
                    Some(Outcome::Won(_)) => break,
                    Some(Outcome::Drawn(drawn)) => {
                        assert_eq!((drawn.rule, drawn.plies, drawn.limit), (rule, limit, limit));
                        assert_eq!(count, limit);
                        full += 1;
                        break;
                    }
                }
                let Some(played) = choose(&game, &mut random) else { break };
                game.play(&played).unwrap();
            }
        }
    }
}

#[test]
fn every_clause_of_every_set_is_listed() {
    for set in draw_sets() {
        for clause in set.clauses() {
            let listed = CLAUSES.iter().any(|known| {
                (known.0, known.2, known.6) == (set.name, clause.rule.name(), clause.moves)
            });
            assert!(listed, "{} {}", set.name, clause.rule.name());
        }
    }
    for (name, game, rule, ..) in CLAUSES {
        let set = draw_sets().find(|set| set.name == *name).unwrap();
        assert!(set.clause(DrawRule::named(rule).unwrap()).is_some(), "{name} {rule}");
        assert!(named(game).is_some());
    }
}
