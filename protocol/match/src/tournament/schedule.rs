//! Which games are played: who has which side, with which opening, of which game.
//!
//! Games are numbered from 1. Two consecutive games are a *pair*: one opening, sides changed. All
//! about a pair follows from its number, so that a match can be cut into shards, broken off and
//! taken up without anything changing.

use damier_rules::position::Side;
use damier_rules::variant::Variant;
use serde::{Deserialize, Serialize};

use super::openings::Opening;

pub use damier_book::ballots::Shard;

/// Who meets whom when there are more than two players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Everybody everybody else.
    #[default]
    RoundRobin,
    /// The first player everybody else.
    Gauntlet,
}

impl TournamentFormat {
    /// The name for messages.
    pub const fn name(self) -> &'static str {
        match self {
            TournamentFormat::RoundRobin => "round robin",
            TournamentFormat::Gauntlet => "gauntlet",
        }
    }

    /// The meetings of so many players, each with the one first who has White first.
    pub fn meetings(self, players: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            TournamentFormat::RoundRobin => players,
            TournamentFormat::Gauntlet => players.min(1),
        };
        (0..firsts)
            .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
            .collect()
    }
}

/// A game of draughts with its openings, as many as there are.
#[derive(Clone, Debug)]
pub struct Section {
    /// The game.
    pub variant: Variant,
    /// The openings, in the order in which they are played; at least one.
    pub openings: Vec<Opening>,
}

/// A game to be played.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<'a> {
    /// Its number in the match, from 1.
    pub game: u64,
    /// Which of the match's games of draughts.
    pub section: usize,
    /// The game of draughts.
    pub variant: Variant,
    /// How it begins.
    pub opening: &'a Opening,
    /// The player with the white pieces, from 0.
    pub white: usize,
    /// The player with the black pieces.
    pub black: usize,
}

impl Pairing<'_> {
    /// The player of a side.
    pub fn player(&self, side: Side) -> usize {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }
}

/// The numbers of a pair's two games.
pub fn games_of(pair: u64) -> [u64; 2] {
    [2 * pair + 1, 2 * pair + 2]
}

/// The pair to which a game belongs; both are numbered as in [`Pairing`], pairs from 0.
pub fn pair_of(game: u64) -> u64 {
    game.saturating_sub(1) / 2
}

/// Who met whom, and in which game of draughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Which of the match's games of draughts.
    pub section: usize,
    /// The player from whose view the pair is counted; it has White in the first game.
    pub first: usize,
    /// The other player.
    pub second: usize,
    /// How many pairs of this meeting came before.
    pub round: u64,
}

/// In what order players meet: what a pair is about follows from its number and these.
///
/// The games of draughts alternate from pair to pair. Every meeting has each opening before any
/// has the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    sections: u64,
    meetings: Vec<(usize, usize)>,
}

impl Order {
    /// The order for so many games of draughts and so many players, at least one and two.
    pub fn new(sections: usize, players: usize, pairing: TournamentFormat) -> Order {
        Order { sections: sections.max(1) as u64, meetings: pairing.meetings(players.max(2)) }
    }

    /// What a pair is about.
    pub fn meeting(&self, pair: u64) -> Meeting {
        let (section, rest) = (pair % self.sections, pair / self.sections);
        let meetings = self.meetings.len() as u64;
        let index = (rest % meetings) as usize;
        let (first, second) = self.meetings.get(index).copied().unwrap_or((0, 1));
        Meeting { section: section as usize, first, second, round: rest / meetings }
    }

    /// How many openings a match of so many pairs needs of each game of draughts.
    pub fn openings_wanted(&self, pairs: u64) -> usize {
        pairs.div_ceil(self.sections * self.meetings.len() as u64) as usize
    }

    /// How many pairs there are before one has an opening for the second time, and the game of
    /// draughts that is short of them, when the games have so many openings.
    pub fn pairs_without_repeats(&self, openings: &[usize]) -> (u64, usize) {
        let round = self.sections * self.meetings.len() as u64;
        let firsts = openings.iter().enumerate();
        let firsts =
            firsts.map(|(section, &count)| (round * count as u64 + section as u64, section));
        firsts.min().unwrap_or((0, 0))
    }
}

/// All the games of a match.
///
/// ```
/// use damier_match::tournament::openings::OpeningSource;
/// use damier_match::tournament::schedule::{Schedule, Section, TournamentFormat};
/// use damier_rules::variant::Variant;
///
/// let variant = Variant::named("english").unwrap();
/// let source: OpeningSource = "random:3".parse()?;
/// let section = Section { variant, openings: source.openings(variant, 0, 1, 10)? };
/// let schedule = Schedule::new(vec![section], 2, TournamentFormat::RoundRobin, 10).unwrap();
/// let [first, second] = [1, 2].map(|game| schedule.pairing(game).unwrap());
/// assert_eq!(first.opening, second.opening);
/// assert_eq!((first.white, first.black), (second.black, second.white));
/// assert!(schedule.pairing(21).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    sections: Vec<Section>,
    order: Order,
    pairs: u64,
}

impl Schedule {
    /// The games of `pairs` pairs; `None` when there is no game of draughts, or one without
    /// openings.
    pub fn new(
        sections: Vec<Section>,
        players: usize,
        pairing: TournamentFormat,
        pairs: u64,
    ) -> Option<Schedule> {
        let playable =
            !sections.is_empty() && sections.iter().all(|section| !section.openings.is_empty());
        let order = Order::new(sections.len(), players, pairing);
        playable.then_some(Schedule { sections, order, pairs })
    }

    /// In what order players meet.
    pub fn order(&self) -> &Order {
        &self.order
    }

    /// The pairs of the match.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The games of draughts.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The game with this number; `None` when the match has none such.
    pub fn pairing(&self, game: u64) -> Option<Pairing<'_>> {
        let pair = pair_of(game);
        if game == 0 || pair >= self.pairs {
            return None;
        }
        let meeting = self.order.meeting(pair);
        let section = self.sections.get(meeting.section)?;
        let index = meeting.round % section.openings.len() as u64;
        let opening = section.openings.get(index as usize)?;
        let (white, black) = match game % 2 {
            1 => (meeting.first, meeting.second),
            _ => (meeting.second, meeting.first),
        };
        let variant = section.variant;
        Some(Pairing { game, section: meeting.section, variant, opening, white, black })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::openings::OpeningSource;
    use super::*;

    fn schedule(
        variants: &[&str],
        players: usize,
        pairing: TournamentFormat,
        pairs: u64,
    ) -> Schedule {
        let source: OpeningSource = "random:3".parse().unwrap();
        let sections = variants.iter().enumerate().map(|(section, name)| {
            let variant = Variant::named(name).unwrap();
            Section { variant, openings: source.openings(variant, section, 1, 3).unwrap() }
        });
        Schedule::new(sections.collect(), players, pairing, pairs).unwrap()
    }

    #[test]
    fn each_opening_is_played_by_both_sides() {
        let schedule = schedule(&["italian"], 2, TournamentFormat::RoundRobin, 8);
        for pair in 0..8 {
            let [first, second] = games_of(pair).map(|game| schedule.pairing(game).unwrap());
            assert_eq!((pair_of(first.game), pair_of(second.game)), (pair, pair));
            assert_eq!((first.white, first.black), (0, 1));
            assert_eq!((second.white, second.black), (1, 0));
            assert_eq!(first.opening, second.opening);
            // Three openings, again from the first when they are used up.
            assert_eq!(*first.opening, schedule.sections()[0].openings[pair as usize % 3]);
        }
        assert!(schedule.pairing(0).is_none() && schedule.pairing(17).is_none());
    }

    #[test]
    fn openings_are_repeated_after_the_last() {
        let order = Order::new(2, 3, TournamentFormat::RoundRobin);
        let (pairs, short) = order.pairs_without_repeats(&[5, 4]);
        assert_eq!((pairs, short), (2 * 3 * 4 + 1, 1));
        let openings = [5, 4];
        let repeats = |pair| {
            let meeting = order.meeting(pair);
            meeting.round >= openings[meeting.section]
        };
        assert!(!(0..pairs).any(repeats) && repeats(pairs));
    }

    #[test]
    fn everybody_meets_with_every_opening() {
        let variants = ["italian", "russian"];
        for (pairing, meetings) in
            [(TournamentFormat::RoundRobin, 6), (TournamentFormat::Gauntlet, 3)]
        {
            let schedule = schedule(&variants, 4, pairing, 2 * meetings * 3);
            assert_eq!(schedule.order().openings_wanted(schedule.pairs()), 3);
            let mut seen = BTreeMap::new();
            for pair in 0..schedule.pairs() {
                let game = schedule.pairing(games_of(pair)[0]).unwrap();
                assert_eq!(game.section as u64, pair % 2, "the games of draughts alternate");
                let key = (game.section, game.opening.name.clone(), game.white, game.black);
                *seen.entry(key).or_insert(0) += 1;
            }
            assert_eq!(seen.len() as u64, 2 * meetings * 3);
            assert!(seen.values().all(|&times| times == 1));
            let gauntlet = seen.keys().all(|(.., white, _)| *white == 0);
            assert_eq!(gauntlet, pairing == TournamentFormat::Gauntlet);
        }
    }
}
