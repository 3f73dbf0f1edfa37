//! How lines are read and written.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::time::Duration;

use damier_protocol::hub::{HubSettings, Parameters, serve};

use crate::hub_driver::{Engine, replay};
use crate::support::{ONE_MOVE, is_known, served};

#[test]
fn recorded_dialogues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/hub");
    let mut count = 0;
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        replay(&std::fs::read_to_string(&path).unwrap(), &path.display().to_string());
        count += 1;
    }
    assert!(count >= 5);
}

#[test]
fn p1_hub_is_an_argument_or_the_first_line() {
    for arguments in [&["hub"][..], &[]] {
        let mut engine = Engine::with_arguments(arguments, Path::new("."));
        engine.send_bytes(b"hub\r\n");
        assert!(engine.until("wait")[0].starts_with("id name=Damier "));
        engine.send_bytes(b"init\r\n");
        assert_eq!(engine.line(), "ready");
        assert!(engine.finish().is_empty());
    }
}

#[test]
fn p2_only_protocol_lines_and_none_before_hub() {
    let mut engine = Engine::start();
    assert!(engine.lines_within(Duration::from_millis(200)).is_empty());
    engine.send_all(&["hub", "init", "level depth=2", "go think", "nonsense", "quit"]);
    let lines = engine.finish();
    assert!(lines.len() > 10 && lines.iter().all(|line| is_known(line)), "{lines:?}");
}

#[test]
fn p3_each_line_is_one_write_and_is_flushed_the_declaration_at_once() {
    #[derive(Default)]
    struct Writes {
        waiting: Vec<Vec<u8>>,
        flushed: usize,
    }
    impl Write for Writes {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            assert!(self.waiting.is_empty(), "flushed before the next line");
            let lines = bytes.iter().filter(|&&b| b == b'\n').count();
            assert!(bytes.ends_with(b"\n") && (lines == 1 || bytes.starts_with(b"id ")));
            self.waiting.push(bytes.to_vec());
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            self.flushed += self.waiting.len();
            self.waiting.clear();
            Ok(())
        }
    }
    let mut writes = Writes::default();
    serve(&b"hub\ninit\nlevel depth=2\ngo\nping"[..], &mut writes, &HubSettings::default())
        .unwrap();
    assert!(writes.waiting.is_empty() && writes.flushed > 4);
}

#[test]
fn p4_any_line_end_blank_lines_and_tabs() {
    let plain = served(b"hub\ninit\nquit\nping\n");
    assert!(plain.ends_with("wait\nready\n"));
    for input in
        ["hub\r\ninit\r\nquit", "\n\r\n\thub\t\n  init\r\n\t \nquit\n", "\u{feff}hub\ninit"]
    {
        assert_eq!(served(input.as_bytes()), plain, "{input:?}");
    }
    assert_eq!(served(b"ping"), "pong\n");
}

#[test]
fn p9_unknown_names_are_ignored_and_bad_values_are_errors() {
    let mut engine = Engine::ready();
    engine.send(&format!("{ONE_MOVE} wolf=\"W12=2\" flag"));
    engine.send("set-param name=initial-time value=300 extra");
    engine.settled();
    engine.send("level handicap=1 ply=2 depth=1 infinite");
    engine.send("go think mcts");
    assert_eq!(engine.done(), "done move=39x28x33");
    engine.send("uci");
    engine.error("'uci'");
    engine.send("set-param name=variant value=chess");
    engine.error("'chess'");
    engine.send("level time=soon");
    engine.error("'soon'");
    engine.settled();
}

#[test]
fn p28_any_working_directory_will_do() {
    let mut engine = Engine::with_arguments(&["hub"], &std::env::temp_dir());
    engine.send_all(&["hub", "init", "level depth=1", "go"]);
    engine.until("ready");
    engine.done();
    assert!(engine.finish().is_empty());
}

/// A client that has read the lines together may see the first only, and looks at the others when
/// one more comes.
#[test]
fn a_client_that_is_silent_after_the_declaration_gets_the_name_again() {
    let (commands, mut client) = std::io::pipe().unwrap();
    let (answers, output) = std::io::pipe().unwrap();
    let engine = std::thread::spawn(move || {
        serve(BufReader::new(commands), output, &HubSettings::default()).unwrap();
    });
    client.write_all(b"hub\n").unwrap();
    let lines = BufReader::new(answers).lines().map(Result::unwrap);
    let received: Vec<String> = lines
        .scan(0, |names, line| {
            *names += usize::from(line.starts_with("id "));
            (*names < 2).then_some(line)
        })
        .collect();
    assert_eq!(received.last().unwrap(), "wait");
    assert_eq!(
        received.iter().filter(|line| line.starts_with("param ")).count(),
        Parameters::TABLE.len()
    );
    client.write_all(b"quit\n").unwrap();
    engine.join().unwrap();
}
