//! A Hub engine that misbehaves, for the referee to find out.
//!
//! It plays the first legal move. It misbehaves once, in the way that its mode names; a marker file
//! remembers that it has, so that it plays well after a restart.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

use damier_protocol::hub::HubCommand;
use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, read_hub_move, read_hub_position};
use damier_rules::variant::Variant;

/// Moves that it answers before it misbehaves.
const GOOD_MOVES: usize = 2;

/// Longer than any test waits.
const FOR_EVER: Duration = Duration::from_secs(3_600);

struct Simulator {
    mode: String,
    marker: PathBuf,
    variant: Variant,
    game: Game,
    answered: usize,
    pondering: bool,
}

/// Plays until the input ends.
pub fn run(mode: &str, marker: &str) {
    let variant = Variant::named("international").unwrap();
    let mut simulator = Simulator {
        mode: mode.to_owned(),
        marker: PathBuf::from(marker),
        variant,
        game: Game::new(variant),
        answered: 0,
        pondering: false,
    };
    for line in io::stdin().lock().lines() {
        if let Ok(Some(command)) = HubCommand::parse(&line.unwrap()) {
            simulator.handle(&command);
        }
    }
    if mode == "ignores-quit" {
        sleep(FOR_EVER);
    }
}

fn write_line(line: &str) {
    let mut output = io::stdout().lock();
    // The other side may have had enough.
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}

fn close_output() {
    let nothing = fs::File::open("/dev/null").unwrap();
    nix::unistd::dup2_stdout(nothing).unwrap();
}

impl Simulator {
    fn handle(&mut self, command: &HubCommand) {
        match command.name() {
            "hub" => self.introduce(),
            "set-param" if command.value("name") == Some("variant") => {
                self.variant = Variant::named(command.value("value").unwrap()).unwrap();
            }
            "init" => self.init(),
            "ping" if self.mode != "deaf" => write_line("pong"),
            "pos" => self.set_position(command),
            "go" => match command.value("ponder").is_some() {
                true => self.pondering = true,
                false => self.answer(),
            },
            "ponder-hit" if self.pondering => self.answer(),
            "stop" if self.pondering => self.stop(),
            "quit" if self.mode != "ignores-quit" => exit(0),
            _ => {}
        }
    }

    /// Whether it is to misbehave in this way now; if so it will not again.
    fn now(&self, mode: &str) -> bool {
        let now = self.mode == mode && !self.marker.exists();
        if now {
            fs::write(&self.marker, "done\n").unwrap();
        }
        now
    }

    fn introduce(&mut self) {
        eprintln!("mode {}", self.mode);
        if self.now("exits-at-start") {
            exit(3);
        }
        if self.now("closes-at-start") {
            return close_output();
        }
        if self.now("garbage-at-start") {
            return (0..20_000).for_each(|_| write_line("y"));
        }
        if self.now("wrong-handshake") {
            return write_line("ready");
        }
        write_line("id name=Simulator version=1");
        write_line("param name=ponder value=false type=bool");
        let games = if self.mode == "one-game" { "normal" } else { "normal italian russian" };
        write_line(&format!("param name=variant value=normal type=enum values=\"{games}\""));
        if !self.now("no-wait") {
            write_line("wait");
        }
    }

    fn init(&mut self) {
        if self.now("exits-at-init") {
            exit(3);
        }
        if self.now("slow-init") {
            sleep(Duration::from_millis(2_500));
        }
        write_line("loading a large table");
        write_line("ready");
    }

    fn set_position(&mut self, command: &HubCommand) {
        let order = SquareOrder::Plain;
        let text = command.value("pos").unwrap();
        let start = read_hub_position(self.variant.rules(), text, order).unwrap();
        let mut game = Game::from_position(self.variant, start);
        for text in command.value("moves").unwrap_or_default().split_whitespace() {
            let played = read_hub_move(self.variant, game.position(), text, order).unwrap();
            game.play(&played).unwrap();
        }
        self.game = game;
    }

    /// The end of a search in the opponent's time that was in vain.
    fn stop(&mut self) {
        self.pondering = false;
        let done = format!("done move={}", self.first_move());
        match self.mode.as_str() {
            "late-stop" => {
                sleep(Duration::from_millis(20));
                write_line(&done);
            }
            "stops-twice" if self.now("stops-twice") => {
                write_line(&done);
                write_line(&done);
            }
            "ignores-stop" if self.now("ignores-stop") => {}
            _ => write_line(&done),
        }
    }

    fn first_move(&self) -> String {
        let first = self.game.legal_moves()[0];
        hub_move(self.variant.rules(), &first, SquareOrder::Plain)
    }

    fn answer(&mut self) {
        self.pondering = false;
        self.answered += 1;
        let played = self.first_move();
        if self.answered > GOOD_MOVES && self.misbehave(&played) {
            return;
        }
        self.report(&played);
        // The same reply again and again is nearly always a miss.
        let ponder = self.expected();
        write_line(&format!("done move={played}{ponder}"));
    }

    /// Reports the search, with a line of play that is far too long for its own good.
    fn report(&self, played: &str) {
        match self.mode.as_str() {
            "boasts" => write_line("info depth=99 score=99.99 time=0 pv=\"50-45 1-1 50-45\""),
            "long-pv" => {
                let pv = [played, "1-6", "6-1", "1-6", "6-1", "1-6", "6-1"].repeat(50).join(" ");
                write_line(&format!("info depth=3 score=0.10 nodes=77 pv=\"{pv}\""));
            }
            "chatters" => write_line("= \"what\" = is this\nand this here"),
            _ => write_line(&format!("info depth=3 score=-0.29 nodes=77 pv={played}")),
        }
    }

    fn expected(&self) -> String {
        let mut game = self.game.clone();
        game.play(&game.legal_moves()[0]).unwrap();
        let order = SquareOrder::Plain;
        let reply = game.legal_moves().last().copied();
        reply.map_or_else(String::new, |reply| {
            format!(" ponder={}", hub_move(self.variant.rules(), &reply, order))
        })
    }

    /// Whether it has misbehaved instead of answering.
    fn misbehave(&self, played: &str) -> bool {
        let mode = self.mode.clone();
        let kinds = [
            "exits",
            "closes-output",
            "garbage",
            "broken-done",
            "unreadable",
            "endless-line",
            "illegal",
            "empty",
            "hidden-signs",
            "twice",
            "late",
            "late-and-empty",
            "silent",
        ];
        if !kinds.contains(&mode.as_str()) || !self.now(&mode) {
            return false;
        }
        match mode.as_str() {
            "exits" => exit(3),
            "closes-output" => close_output(),
            "garbage" => {
                (0..5).for_each(|number| write_line(&format!("\u{1}\u{7f}garbage == {number}")))
            }
            "broken-done" => write_line("done move=\"1-2"),
            "unreadable" => write_line("done move=hello"),
            "endless-line" => {
                let megabyte = vec![b'x'; 1 << 20];
                for _ in 0..4 {
                    let _ = io::stdout().write_all(&megabyte);
                }
                let _ = io::stdout().flush();
            }
            "illegal" => write_line("done move=31-13"),
            "empty" => write_line("done"),
            "hidden-signs" => {
                eprintln!("\u{1b}[32mgreen\u{202e}");
                write_line("error message=\"\u{1b}[31mred\u{202e}\u{feff}\"\ndone");
            }
            "twice" => write_line(&format!("done move={played}\ndone move={played}")),
            "late" | "late-and-empty" => {
                sleep(Duration::from_millis(400));
                let answer = if mode == "late" { format!(" move={played}") } else { String::new() };
                write_line(&format!("done{answer}"));
            }
            _ => {}
        }
        true
    }
}
