//! A DXP peer as a player.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use damier_protocol::dxp::{
    ConnectionError, EndReason, Ended, Event, Link, Name, PeerMove, Role, SessionFault,
    SessionSettings, Terms, connect,
};
use damier_protocol::journal::{Journal, append};
use damier_rules::game::Game;
use damier_rules::position::Side;
use damier_rules::variant::Variant;

use super::player::{Declared, Dialogue, Fault, FaultKind, Player, Reply, Situation};
use super::record::GameResult;

/// Where a DXP peer is, and how it is asked to play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpSetup {
    /// The host: a name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The name in results; `None` for the one by which the peer calls itself.
    pub name: Option<String>,
    /// Minutes for a game in the request to it; `None` for 1.
    pub minutes: Option<u16>,
    /// How long it is tried to connect, and waited for an answer.
    pub timeout: Duration,
    /// The file to which the dialogue is added.
    pub dialogue: Option<PathBuf>,
}

impl DxpSetup {
    /// Reads `HOST:PORT`, an IPv6 address in brackets; `None` when the text is nothing of the kind.
    pub fn parse(text: &str) -> Option<DxpSetup> {
        let (host, port) = text.rsplit_once(':')?;
        let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
        let host = match bare {
            Some(host) => host,
            None if host.contains(':') => return None,
            None => host,
        };
        let port = port.parse().ok().filter(|&port| port > 0)?;
        let timeout = Duration::from_secs(10);
        let host = (!host.is_empty()).then(|| host.to_owned())?;
        let (name, minutes, dialogue) = (None, None, None);
        Some(DxpSetup { host, port, name, minutes, timeout, dialogue })
    }
}

/// A DXP peer. It is connected to when its first game begins, and asked for each game with the
/// position in which it is first on turn: the protocol knows no openings.
///
/// The peer does not know the positions before its first turn: a draw that depends on them reaches
/// it as the end of the game. It is believed when it gives up; see [`Declared`] for draws.
pub struct DxpPlayer {
    setup: DxpSetup,
    name: String,
    /// The session, and the game that is played in it.
    link: Option<(Variant, Link)>,
    variant: Option<Variant>,
    /// The plies of the referee's game before the peer's began.
    base: Option<usize>,
}

impl DxpPlayer {
    /// A player that is not connected yet.
    pub fn new(setup: DxpSetup) -> DxpPlayer {
        let address = format!("dxp:{}:{}", setup.host, setup.port);
        let name = setup.name.clone().unwrap_or(address);
        DxpPlayer { setup, name, link: None, variant: None, base: None }
    }

    /// A connection for games of this variant.
    fn begin(&mut self, variant: Variant) -> Result<(), Fault> {
        self.variant = Some(variant);
        self.base = None;
        self.link = None;
        let DxpSetup { host, port, timeout, dialogue, .. } = &self.setup;
        let file = dialogue.as_deref().map(append).transpose();
        let file = file.map_err(|error| bare(FaultKind::NoStart, &error.to_string()))?;
        let journal = file.map(|file| Journal::new(file, &self.name));
        let connection = connect(host, *port, *timeout).map_err(|error| no_start(&error))?;
        let name = Name::new(concat!("Damier ", env!("CARGO_PKG_VERSION")));
        let settings = SessionSettings {
            takebacks: false,
            answer_wait: *timeout,
            ..SessionSettings::new(name, Role::Initiator, variant)
        };
        self.link = Some((variant, Link::new(connection, settings).with_journal(journal)));
        Ok(())
    }

    fn link(&mut self) -> Result<&mut Link, Fault> {
        let link = self.link.as_mut().map(|(_, link)| link);
        link.ok_or_else(|| bare(FaultKind::NoStart, "the peer is not connected"))
    }

    fn fault(&self, kind: FaultKind, detail: &str) -> Fault {
        Fault { dialogue: self.dialogue(), ..bare(kind, detail) }
    }

    /// Asks for a game from this position, in which the peer is on turn.
    fn request(&mut self, game: &Game) -> Result<(), Fault> {
        let position = *game.position();
        let terms = Terms {
            game: Game::from_position(game.variant(), position),
            side: position.turn().opponent(),
            minutes: self.setup.minutes.unwrap_or(1),
            moves: 0,
            opponent: Name::default(),
        };
        let until = Instant::now() + self.setup.timeout;
        let link = self.link()?;
        link.request(terms);
        loop {
            let event = link.next(Some(until));
            match event {
                Some(Event::Begun(terms)) => {
                    self.base = Some(game.plies());
                    let name = terms.opponent.as_str();
                    if self.setup.name.is_none() && !name.is_empty() {
                        self.name = name.to_owned();
                    }
                    return Ok(());
                }
                Some(Event::Refused(code)) => {
                    return Err(self.fault(FaultKind::UnknownVariant, &code.to_string()));
                }
                Some(Event::Closed) => {
                    return Err(self.fault(FaultKind::Crash, "the connection was closed"));
                }
                Some(Event::Faulted(fault)) => return Err(self.failed(&fault)),
                Some(_) => {}
                None => {
                    let detail = "the request for a game was not answered in time";
                    return Err(self.fault(FaultKind::Silence, detail));
                }
            }
        }
    }

    /// Sends the peer the moves that it has not got yet.
    fn forward(&mut self, game: &Game) -> Result<(), Fault> {
        let base = self.base.unwrap_or_default();
        let link = self.link()?;
        let Some(sent) = link.session().game().map(|game| base + game.moves().len()) else {
            return Ok(());
        };
        for played in game.moves().iter().skip(sent) {
            // What the peer cannot follow shows in its next answer.
            if link.play(played, Duration::ZERO).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn failed(&self, fault: &SessionFault) -> Fault {
        let kind = match fault {
            SessionFault::NoRequest | SessionFault::NoAnswer | SessionFault::NoMove => {
                FaultKind::Silence
            }
            SessionFault::IllegalMove(_) => FaultKind::IllegalMove,
            SessionFault::Garbage(_) => FaultKind::Garbage,
            SessionFault::Gone => FaultKind::Crash,
        };
        self.fault(kind, &fault.to_string())
    }

    /// What an end means that the peer has declared.
    fn declared(&self, ended: Ended) -> Result<Reply, Fault> {
        let declared = match ended.reason {
            EndReason::Won => Declared::Lost,
            EndReason::Drawn => Declared::Drawn,
            EndReason::Lost | EndReason::Unknown => {
                let detail = "the peer has ended the game, which is not over";
                return Err(self.fault(FaultKind::NoMove, detail));
            }
        };
        let played = Err("the peer has ended the game".to_owned());
        Ok(Reply { declared: Some(declared), ..reply(played) })
    }

    /// Waits until another game can begin.
    fn settle(&mut self) {
        let until = Instant::now() + self.setup.timeout;
        let Some((_, link)) = &mut self.link else { return };
        while !link.session().is_idle() && !link.session().is_closed() {
            if link.next(Some(until)).is_none() {
                break;
            }
        }
    }
}

impl Player for DxpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, variant: Variant) -> Result<(), Fault> {
        self.rest()?;
        let usable = self.link.as_ref().is_some_and(|(linked, link)| {
            linked.rules() == variant.rules() && link.session().is_idle()
        });
        if usable { Ok(()) } else { self.begin(variant) }
    }

    fn prepare(&mut self, game: &Game) -> Result<(), Fault> {
        if self.base.is_some() { Ok(()) } else { self.request(game) }
    }

    fn think(&mut self, situation: &Situation) -> Result<Reply, Fault> {
        let patience = situation.patience;
        self.link()?.set_move_wait(patience.saturating_duration_since(Instant::now()));
        self.forward(situation.game)?;
        loop {
            match self.link()?.next(Some(patience)) {
                Some(Event::Moved(PeerMove { played, time })) => {
                    return Ok(Reply { claimed: Some(time), ..reply(Ok(played)) });
                }
                Some(Event::Ended(ended)) => return self.declared(ended),
                Some(Event::Faulted(SessionFault::IllegalMove(text))) => {
                    return Ok(reply(Err(format!("the move {text} is not legal here"))));
                }
                Some(Event::Faulted(fault)) => return Err(self.failed(&fault)),
                Some(Event::Closed) => return Err(self.failed(&SessionFault::Gone)),
                Some(_) => {}
                None => return Err(self.failed(&SessionFault::NoMove)),
            }
        }
    }

    fn conclude(&mut self, game: &Game, result: GameResult) -> Result<(), Fault> {
        if self.base.is_some() && self.link.is_some() {
            self.forward(game)?;
            let link = self.link()?;
            // Where its rules have ended the game the peer itself ends it.
            if let Some(terms) = link.session().terms()
                && terms.game.outcome().is_none()
            {
                let reason = reason_for(terms.side, result);
                link.end(reason);
            }
        }
        self.rest()
    }

    fn rest(&mut self) -> Result<(), Fault> {
        if self.base.take().is_some() {
            let over =
                |link: &Link| link.session().game().is_none_or(|game| game.outcome().is_some());
            if let Some((_, link)) = &mut self.link
                && !over(link)
            {
                link.end(EndReason::Unknown);
            }
            self.settle();
        }
        Ok(())
    }

    fn dialogue(&self) -> Dialogue {
        let lines = self.link.as_ref().map(|(_, link)| link.dialogue()).unwrap_or_default();
        Dialogue { lines, ..Dialogue::default() }
    }

    fn restart(&mut self) -> Result<(), Fault> {
        match self.variant {
            Some(variant) => self.begin(variant),
            None => Ok(()),
        }
    }

    fn quit(&mut self) -> Result<(), Fault> {
        self.rest()?;
        self.link = None;
        Ok(())
    }
}

/// A result as this side sees it.
fn reason_for(side: Side, result: GameResult) -> EndReason {
    match result {
        GameResult::None => EndReason::Unknown,
        GameResult::Drawn => EndReason::Drawn,
        result if result == GameResult::won_by(side) => EndReason::Won,
        _ => EndReason::Lost,
    }
}

/// An answer with nothing but the move.
fn reply(played: Result<damier_rules::position::Move, String>) -> Reply {
    let (expected, score, depth, nodes) = (None, None, None, None);
    Reply { played, declared: None, expected, score, depth, nodes, claimed: None }
}

fn bare(kind: FaultKind, detail: &str) -> Fault {
    Fault { kind, detail: detail.to_owned(), dialogue: Dialogue::default() }
}

fn no_start(error: &ConnectionError) -> Fault {
    bare(FaultKind::NoStart, &error.to_string())
}
