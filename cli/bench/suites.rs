//! The positions of `damier bench`.

use anyhow::Context;
use damier_rules::notation::read_fen;
use damier_rules::position::Position;
use damier_rules::rules::{self, House, RuleSet};
use damier_rules::variant::Variant;

use crate::args::BenchArgs;
use crate::setup;

/// Plies to which a game without positions of its own is searched, from the start.
const DEFAULT_DEPTH: u32 = 10;

/// What is searched for a game, besides the start.
struct Suite {
    /// The game's name.
    game: &'static str,
    /// Plies.
    depth: u32,
    /// Middle games, then an ending with kings.
    positions: &'static [&'static str],
    /// Seven pieces and fewer, in most games one whose draw counter runs from the first move.
    endings: &'static [&'static str],
}

/// A game whose rules differ from the named one.
struct HouseSuite {
    /// The named game's name.
    game: &'static str,
    /// `KEY=VALUE`, what differs.
    rules: &'static [&'static str],
    /// Plies.
    depth: u32,
    /// What is searched besides the start.
    positions: &'static [&'static str],
}

/// Both kinds of board with optional captures and with mixed rules, and a count of moves that is
/// near its end from the start.
const HOUSES: &[HouseSuite] = &[
    HouseSuite {
        game: "english",
        rules: &["capture=optional"],
        depth: 11,
        positions: &["B:W15,20,23,25,29,30,32:B1,2,5,6,7,14,28"],
    },
    HouseSuite {
        game: "italian",
        rules: &["king=flying", "men-capture-kings=true"],
        depth: 10,
        positions: &["W:WK29,K27,21,24:BK3,K10,8,12"],
    },
    HouseSuite {
        game: "italian",
        rules: &["quiet-moves=8"],
        depth: 11,
        positions: &["W:WK29,K27,21:BK3,10,12"],
    },
    HouseSuite {
        game: "international",
        rules: &["capture=optional"],
        depth: 9,
        positions: &["W:W27,35,36,40,41,42,44,45,46:B1,2,3,4,5,10,11,13,17"],
    },
    HouseSuite {
        game: "international",
        rules: &["king=short", "precedence=none"],
        depth: 9,
        positions: &["W:WK46,31,36,40:BK5,15,16,20"],
    },
];

/// The named games.
const SUITES: &[Suite] = &[
    Suite {
        game: "italian",
        depth: 12,
        positions: &[
            "W:W17,22,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,12,14,15",
            "W:W17,18,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,19",
            "W:WK29,K27,21,24:BK3,K10,8,12",
        ],
        endings: &["W:WK29,K27,21:BK3,10,12", "B:WK30,K23,18:BK7,K1,9"],
    },
    Suite {
        game: "english",
        depth: 12,
        positions: &[
            "B:W19,21,23,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,11,12,13,14",
            "W:W15,20,23,25,29,30,32:B1,2,5,6,7,14,28",
            "W:WK8,19,25,28:B9,14,21,K26",
        ],
        endings: &["B:WK8,25,28:B9,21,K26", "W:WK15,K18:BK1,K7,K28"],
    },
    Suite {
        game: "russian",
        depth: 11,
        positions: &[
            "B:W17,21,22,23,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,12,13,15",
            "W:W12,20,25,29,30,31,32:B1,2,3,4,5,6,15",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
        endings: &["W:WK29,21,24:BK4,8,12", "B:WK5,K30,K12:BK25"],
    },
    Suite {
        game: "brazilian",
        depth: 11,
        positions: &[
            "W:W17,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,12,15,16",
            "B:W16,20,24,25,28,29,30,31:B1,3,4,5,7,8,15,21",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
        endings: &["B:WK29,24,30:BK4,12,13", "W:WK30,K31,20:BK2"],
    },
    Suite {
        game: "spanish",
        depth: 11,
        positions: &[
            "B:W1,2,3,4,5,6,8,9,11,12,13,15:B18,19,22,24,25,26,27,28,29,30,31,32",
            "W:W1,2,3,4,5,8,9,10,12,14:B20,21,22,25,26,27,28,29,30,32",
            "W:W1,7,8,12,14,K25:BK3,20,21,27,28,32",
        ],
        endings: &["W:W7,12,K25:BK3,21,28", "W:WK14,K25,K30:BK4"],
    },
    Suite {
        game: "portuguese",
        depth: 11,
        positions: &[
            "W:W1,2,6,7,8,10,11,12:B17,18,20,24,25,28,30,32",
            "W:W1,2,3,4,5,6,8,13:B19,21,24,25,27,29,31,32",
            "W:W3,7,K31,K32:BK1,5,26,29",
        ],
        endings: &["W:W3,K31:BK1,26,29", "W:WK14,K25,K30:BK20"],
    },
    Suite {
        game: "czech",
        depth: 11,
        positions: &[
            "W:W19,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,16",
            "W:W15,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,12,18",
            "W:WK7,15,30,31:B1,4,13,K32",
        ],
        endings: &["W:WK7,15,31:B4,13,K32", "W:WK7,K31:BK28"],
    },
    Suite {
        game: "pool",
        depth: 11,
        positions: &[
            "B:W19,20,21,22,25,26,27,29,30,31,32:B1,2,3,4,5,6,7,8,11,12,13",
            "W:W15,21,24,28,29,30,32:B2,3,4,8,12,14,16",
            "W:WK29,21,24,30:BK4,8,12,13",
        ],
        endings: &["W:WK29,21,30:BK4,12,13", "W:WK29,K30,K31:BK5"],
    },
    Suite {
        game: "international",
        depth: 11,
        positions: &[
            "W:W26,32,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:\
             B1,2,3,4,5,6,7,8,9,10,11,12,13,15,16,17,18,29",
            "W:W27,35,36,40,41,42,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,9,10,11,13,15,17",
            "W:WK46,31,36,40:BK5,15,16,20",
        ],
        endings: &["W:WK46,36,40:BK5,15,20", "W:WK46,K47,40:BK5"],
    },
];

/// The games asked for.
pub fn games(args: &BenchArgs) -> anyhow::Result<Vec<RuleSet>> {
    Ok(match &args.variant {
        Some(name) => vec![setup::named(name)?],
        None => rules::ALL.to_vec(),
    })
}

/// What is searched for a game.
pub struct Problems {
    pub variant: Variant,
    /// The start, then those of the suite.
    pub positions: Vec<Position>,
    /// Plies.
    pub depth: u32,
}

impl Problems {
    fn of(rules: &RuleSet, fens: &[&str], depth: u32) -> anyhow::Result<Problems> {
        let variant = Variant::new(*rules);
        let mut positions = vec![variant.start_position()];
        for fen in fens {
            let position = read_fen(rules, fen);
            positions.push(position.with_context(|| format!("bench of {}", rules.name))?);
        }
        Ok(Problems { variant, positions, depth })
    }
}

/// The games asked for, then their house rules.
pub fn all_problems(args: &BenchArgs) -> anyhow::Result<Vec<Problems>> {
    let games = games(args)?;
    let mut all = games.iter().map(problems).collect::<Result<Vec<_>, _>>()?;
    for suite in HOUSES {
        if let Some(base) = games.iter().find(|rules| rules.name == suite.game) {
            all.push(house_problems(suite, *base)?);
        }
    }
    Ok(all)
}

/// Everything that is searched for a game.
pub fn problems(rules: &RuleSet) -> anyhow::Result<Problems> {
    match suite(rules) {
        Some(suite) => Problems::of(rules, &[suite.positions, suite.endings].concat(), suite.depth),
        None => Problems::of(rules, &[], DEFAULT_DEPTH),
    }
}

/// Without the endings, most of which are too small for many threads.
pub fn large_problems(rules: &RuleSet) -> anyhow::Result<Problems> {
    match suite(rules) {
        Some(suite) => Problems::of(rules, suite.positions, suite.depth),
        None => Problems::of(rules, &[], DEFAULT_DEPTH),
    }
}

fn suite(rules: &RuleSet) -> Option<&'static Suite> {
    SUITES.iter().find(|suite| suite.game == rules.name)
}

fn house_problems(suite: &HouseSuite, base: RuleSet) -> anyhow::Result<Problems> {
    let mut house = House::of(base);
    for change in suite.rules {
        house = house.set(change)?;
    }
    Problems::of(&house.finish()?, suite.positions, suite.depth)
}
