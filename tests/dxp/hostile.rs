//! A peer that wants to do harm, at random from a seed: whatever it does, the games of the next
//! peer are played.

use std::time::{Duration, Instant};

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::command::command;
use crate::support::{Peer, REQUEST_BLACK, REQUEST_WHITE};

/// Peers that come one after the other.
const PEERS: usize = 40;

struct Hostile {
    random: Xoshiro256PlusPlus,
}

impl Hostile {
    fn below(&mut self, limit: usize) -> usize {
        self.random.next_u32() as usize % limit
    }

    /// Something that might be a message.
    fn words(&mut self) -> Vec<u8> {
        const KNOWN: [&str; 12] = [
            REQUEST_WHITE,
            REQUEST_BLACK,
            "M0000322800",
            "M0000312700",
            "M0000182300",
            "E00",
            "E20",
            "B001W",
            "K0",
            "Chello",
            "APeer                            0",
            "R02",
        ];
        let mut bytes = KNOWN[self.below(KNOWN.len())].as_bytes().to_vec();
        match self.below(6) {
            0 => bytes.truncate(self.below(bytes.len().max(1))),
            1 => {
                let at = self.below(bytes.len());
                bytes[at] = self.below(256) as u8;
            }
            2 => bytes = (0..self.below(400)).map(|_| self.below(256) as u8).collect(),
            _ => {}
        }
        bytes.push(0);
        bytes
    }

    /// One visit: fragments, floods, silence, garbage, and the end at any time.
    fn visit(&mut self, mut peer: Peer) {
        for _ in 0..self.below(12) {
            let mut bytes = self.words();
            match self.below(8) {
                0 => bytes = bytes.repeat(200),
                1 => bytes = vec![b'C'; 100_000],
                2 => std::thread::sleep(Duration::from_millis(30)),
                _ => {}
            }
            let cut = self.below(bytes.len() + 1);
            let (first, second) = bytes.split_at(cut);
            if !peer.send_bytes(first) || !peer.send_bytes(second) {
                break;
            }
        }
    }
}

#[test]
fn after_hostile_peers_the_next_game_is_played() {
    let mut hostile = Hostile { random: Xoshiro256PlusPlus::seed_from_u64(5) };
    let started = Instant::now();
    for visit in 0..PEERS {
        let (port, mut child) = listener();
        hostile.visit(Peer::connect(port));
        let mut peer = accepted(port, visit);
        for game in 0..2 {
            // Garbage in the first game, and the next is played on the same connection.
            peer.send("M0000322800");
            assert!(peer.receive_kind('M').is_some(), "visit {visit}, game {game}");
            let bytes = hostile.words();
            peer.send_bytes(&bytes);
            peer.send("E00");
            peer.send("B");
            peer.send(REQUEST_BLACK);
            let accepted =
                std::iter::from_fn(|| peer.receive_kind('A')).find(|text| text.ends_with('0'));
            assert!(accepted.is_some(), "visit {visit}, game {game}");
        }
        let _ = child.kill();
        child.wait().unwrap();
    }
    assert!(started.elapsed() < Duration::from_secs(120));
}

/// A peer whose game is accepted. Who connects while the last one is seen off is cut off too.
fn accepted(port: u16, visit: usize) -> Peer {
    for _ in 0..50 {
        let mut peer = Peer::connect(port);
        if peer.send(REQUEST_BLACK)
            && peer.receive_kind('A').is_some_and(|text| text.ends_with('0'))
        {
            return peer;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("nobody plays after visit {visit}");
}

/// Our side, listening for as many games as come.
fn listener() -> (u16, std::process::Child) {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let text = port.to_string();
    let words = ["dxp", "listen", "--quiet", "--hash", "1", "--limit", "depth=1", "--games", "9"];
    let mut command = command(&[&words[..], &["--port", &text]].concat());
    // Nobody reads what it writes: it must not wait for that.
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    (port, command.spawn().unwrap())
}
