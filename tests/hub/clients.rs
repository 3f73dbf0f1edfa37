//! Dialogues of real clients, and what those make of the answers.

use std::path::Path;

use damier_protocol::hub::HubCommand;
use damier_rules::game::Game;
use damier_rules::notation::{SquareOrder, hub_move, read_hub_move, read_hub_position};
use damier_rules::variant::Variant;

use crate::hub_driver::{Engine, Exchange, replay_with};
use crate::readers::{self, ClientReader, Understood};

/// What each client understands of a line; JoclyBoard of an answer only.
pub const READERS: [(&str, ClientReader); 7] = [
    ("draughtsnet", readers::draughtsnet),
    ("draughtsone", readers::draughtsone),
    ("gwdgui", readers::gwdgui),
    ("joclyboard", readers::joclyboard),
    ("lidraughts", readers::lidraughts),
    ("lidraughts-bot", readers::pydraughts),
    ("tabulon", readers::tabulon),
];

fn dialogue(client: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/clients");
    std::fs::read_to_string(folder.join(format!("{client}.session"))).unwrap()
}

/// The game that a client shows, from the positions that it sends.
struct Shown {
    game: Game,
    lines: usize,
    answers: usize,
}

impl Shown {
    fn new() -> Shown {
        let variant = Variant::named("international").unwrap();
        Shown { game: Game::new(variant), lines: 0, answers: 0 }
    }

    fn follow(&mut self, sent: &str) {
        let command = HubCommand::parse(sent).unwrap().unwrap();
        let first = command.arguments().first().map_or("", |argument| argument.name.as_str());
        match command.name() {
            "start" => *self = Shown { game: Game::new(self.game.variant()), ..*self },
            "move" => self.play(first),
            "pos" => {
                let position = command.value("pos").filter(|position| !position.is_empty());
                self.set_up(position.unwrap_or(&version_2_board(first)));
                let moves = command.value("moves").unwrap_or_default();
                moves.split_whitespace().for_each(|text| self.play(text));
            }
            _ => {}
        }
    }

    fn set_up(&mut self, position: &str) {
        let variant = self.game.variant();
        let position = read_hub_position(variant.rules(), position, SquareOrder::Plain).unwrap();
        self.game = Game::from_position(variant, position);
    }

    fn play(&mut self, text: &str) {
        let (variant, position) = (self.game.variant(), *self.game.position());
        let played = read_hub_move(variant, &position, text, SquareOrder::Plain).unwrap();
        self.game.play(&played).unwrap();
    }

    /// Every move that the client understood must be legal after the one before.
    fn judge(&mut self, understood: &Understood) {
        self.lines += usize::from(!understood.line.is_empty());
        self.answers += usize::from(understood.done);
        for line in [&understood.line, &understood.moves] {
            let mut game = self.game.clone();
            for text in line {
                let variant = game.variant();
                let found = read_hub_move(variant, game.position(), text, SquareOrder::Plain);
                let played = found.unwrap_or_else(|error| panic!("{text} of {line:?}: {error}"));
                assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), *text);
                game.play(&played).unwrap();
            }
        }
    }
}

/// The board of a line of version 1, which may leave out the side to move.
fn version_2_board(text: &str) -> String {
    let board = text.replace('z', "b");
    if board.len().is_multiple_of(2) {
        format!("W{board}")
    } else {
        board[..1].to_uppercase() + &board[1..]
    }
}

#[test]
fn clients_understand_the_answers_to_their_dialogues() {
    for (client, reader) in READERS {
        let mut shown = Shown::new();
        let dialogue = dialogue(client);
        replay_with(&dialogue, client, |exchange| match exchange {
            Exchange::Sent(line) => shown.follow(line),
            Exchange::Got(line) => match reader(line) {
                Ok(understood) => shown.judge(&understood),
                Err(error) => panic!("{client} does not understand `{line}`: {error:#}"),
            },
        });
        let searches = dialogue.lines().filter(|line| line.starts_with("> go")).count();
        assert_eq!(shown.answers, searches, "{client}");
        let shows = client != "joclyboard";
        assert!(shown.lines >= searches - 1 || !shows, "{client}: {} lines", shown.lines);
    }
}

#[test]
fn every_dialogue_has_a_reader() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/clients");
    let count = folder.read_dir().unwrap().count();
    assert_eq!(count, READERS.len());
}

/// Each reader must find what is wrong for its client, or it proves nothing.
#[test]
fn readers_refuse_what_their_clients_do_not_understand() {
    let faults: [(ClientReader, &str); 12] = [
        (readers::joclyboard, "error message=\"bad move 'x'\""),
        (readers::lidraughts, "info depth=3 mean-depth=3.0 nodes=5 score=0.01 pv=32-28"),
        (readers::lidraughts, "info depth=3 mean-depth=3.0 score=0.01 nodes=5 multipv=1 pv=32-28"),
        (readers::lidraughts, "info depth=3 mean-depth=3.0 score=0.01 nodes=5 pv=b6-a5"),
        (readers::gwdgui, "info depth=3 score=0,01 time=0.1 pv=32-28"),
        (
            readers::draughtsone,
            "info mean-depth=3.0 depth=3 score=0.01 nodes=5 time=0 nps=1 pv=32-28",
        ),
        (readers::tabulon, "error message=\"anything\""),
        (readers::pydraughts, "info depth=1.0"),
        (readers::pydraughts, "id name=Damier author=\"a=b\""),
        (readers::pydraughts, "done"),
        (readers::draughtsone, "done move=b6-a5"),
        (readers::draughtsnet, "info depth=1 pv=\"32-28\""),
    ];
    for (reader, line) in faults {
        assert!(reader(line).is_err(), "{line}");
    }
}

/// GWDGUI sends back what was declared, whatever it is.
#[test]
fn declared_parameters_can_be_sent_back() {
    let mut engine = Engine::start();
    engine.send("hub");
    let declared = engine.until("wait");
    let mut count = 0;
    for line in declared.iter().filter(|line| line.starts_with("param ")) {
        let field = |name| readers::gwdgui_field(line, name).unwrap();
        let (name, value) = (field("name"), field("value"));
        let quotes = if value.contains([' ', '=']) { "\"" } else { "" };
        engine.send(&format!("set-param name={name} value={quotes}{value}{quotes}"));
        engine.settled();
        count += 1;
    }
    assert!(count >= 10);
    engine.send("init");
    assert_eq!(engine.line(), "ready");
}
