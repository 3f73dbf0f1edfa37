//! Games between the players that users name, judged by the referee.

use std::sync::atomic::AtomicBool;

use damier_engine::search::Limits;
use damier_rules::position::Side;

use super::runner::{Board, MatchHost};
use super::schedule::Pairing;
use crate::referee::{Fault, FaultKind, GameRecord, GameSettings, Player, PlayerSpec, play_game};

/// The players of a match and how their games are refereed.
#[derive(Clone, Debug)]
pub struct Players {
    /// The players.
    pub specs: Vec<PlayerSpec>,
    /// How games are refereed; its limits are those of players without their own.
    pub settings: GameSettings,
}

/// The players of one worker.
struct HostWorker<'a> {
    players: &'a Players,
    members: Vec<Box<dyn Player>>,
}

impl MatchHost for Players {
    fn board(&self) -> Box<dyn Board + '_> {
        let members = self.specs.iter().map(PlayerSpec::player).collect();
        Box::new(HostWorker { players: self, members })
    }
}

impl Players {
    /// A player's own limits, else those of all.
    fn limits(&self, player: usize, side: Side) -> Limits {
        let limits = self.specs.get(player).and_then(PlayerSpec::limits);
        limits.copied().unwrap_or(self.settings.limits[side.index()])
    }
}

impl Board for HostWorker<'_> {
    fn play(&mut self, pairing: &Pairing<'_>, stop: &AtomicBool) -> Option<GameRecord> {
        let mut settings = self.players.settings;
        settings.limits = Side::BOTH.map(|side| self.players.limits(pairing.player(side), side));
        let opening = pairing.opening.game(pairing.variant).ok()?;
        let pair = self.members.get_disjoint_mut([pairing.white, pairing.black]);
        let [white, black] = pair.ok()?;
        let record = play_game([white.as_mut(), black.as_mut()], &opening, &settings, stop);
        for side in Side::BOTH {
            let fault = record.faults.iter().find(|fault| fault.side == side);
            if let Some(fault) = fault {
                self.restart(pairing.player(side), fault.fault.kind);
            }
        }
        Some(record)
    }

    fn close(&mut self) -> Vec<(usize, Fault)> {
        let members = self.members.iter_mut().enumerate();
        members.filter_map(|(player, member)| Some((player, member.quit().err()?))).collect()
    }
}

impl HostWorker<'_> {
    /// Starts a player anew after a fault. A player that does not start is replaced by a new one,
    /// and the referee sees in its next game that it does not start: to try at once would only take
    /// the time of a start once more.
    fn restart(&mut self, player: usize, fault: FaultKind) {
        let Some(member) = self.members.get_mut(player) else { return };
        if (fault.is_of_start() || member.restart().is_err())
            && let Some(spec) = self.players.specs.get(player)
        {
            *member = spec.player();
        }
    }
}
