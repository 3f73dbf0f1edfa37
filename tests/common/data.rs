//! The data files.

use std::collections::BTreeSet;

use damier_rules::position::Position;
use damier_rules::rules::{House, RuleSet, named};

use super::fen;
use super::plain::Plain;

const PERFT: &str = include_str!("../data/perft.tsv");
const POSITIONS: &str = include_str!("../data/positions.tsv");
const MUTANTS: &str = include_str!("../data/mutants.tsv");

/// A published count.
pub struct Count {
    pub rules: RuleSet,
    pub fen: &'static str,
    pub position: Position,
    pub depth: u32,
    pub nodes: u64,
}

/// A position with all its legal moves.
pub struct Listed {
    /// The column `RULES`.
    pub name: &'static str,
    pub rules: RuleSet,
    pub fen: &'static str,
    pub position: Position,
    pub moves: BTreeSet<Plain>,
}

/// The rules that the data files call `NAME`, `NAME+optional` or `NAME+optional-best`.
///
/// # Panics
/// When there are none: a row that is passed over proves nothing.
pub fn rules(name: &str) -> RuleSet {
    let (base, suffix) = name.split_once('+').unwrap_or((name, ""));
    let base = named(base).unwrap_or_else(|| panic!("no game is called `{base}`"));
    let pairs: &[&str] = match suffix {
        "" => &[],
        "optional-best" => &["capture=optional"],
        "optional" => &["capture=optional", "precedence=none"],
        other => panic!("`{other}` is no kind of house rules"),
    };
    house(base, pairs)
}

/// A game with rules changed.
///
/// # Panics
/// When the rules are refused.
pub fn house(base: RuleSet, pairs: &[&str]) -> RuleSet {
    let changed = pairs.iter().try_fold(House::of(base), |house, pair| house.set(pair));
    changed
        .and_then(House::finish)
        .unwrap_or_else(|error| panic!("{} {pairs:?}: {error}", base.name))
}

fn rows<const N: usize>(text: &'static str) -> Vec<[&'static str; N]> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<[&str; N]> = lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            fields.try_into().unwrap_or_else(|_| panic!("a row has {N} fields: {line}"))
        })
        .collect();
    assert!(!rows.is_empty(), "a data file without rows proves nothing");
    rows
}

/// The rows of `perft.tsv`.
pub fn counts() -> Vec<Count> {
    let read = |[name, fen, convention, depth, nodes, _]: [&'static str; 6]| {
        assert_eq!(convention, "dedup", "the engine counts captures that differ by path once");
        let rules = rules(name);
        let position = if fen == "start" { rules.start_position() } else { fen::read(&rules, fen) };
        let depth = depth.parse().expect("a depth");
        Count { rules, fen, position, depth, nodes: nodes.parse().expect("a count") }
    };
    rows(PERFT).into_iter().map(read).collect()
}

fn listed([name, fen, count, moves]: [&'static str; 4]) -> Listed {
    let rules = rules(name);
    let moves: Vec<&str> = moves.split(';').filter(|text| !text.is_empty()).collect();
    assert_eq!(moves.len().to_string(), count, "the row's own count: {fen}");
    let set: BTreeSet<Plain> = moves.iter().map(|text| Plain::read(text)).collect();
    assert_eq!(set.len(), moves.len(), "the row lists a move twice: {fen}");
    Listed { name, rules, fen, position: fen::read(&rules, fen), moves: set }
}

/// The rows of `positions.tsv`.
pub fn positions() -> Vec<Listed> {
    rows(POSITIONS).into_iter().map(listed).collect()
}

/// The rows of `mutants.tsv`.
pub fn mutants() -> Vec<Listed> {
    rows(MUTANTS).into_iter().map(listed).collect()
}
