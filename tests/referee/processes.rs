//! What engines leave behind, and what is written down of them.

use std::fs;
use std::io::Read;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use damier_match::referee::{FaultKind, GameResult, Reason};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::command::{match_command, new_file, run, text};
use crate::{builtin, damier, play, player, settings, simulator_spec, start};

pub const TESTS: &[(&str, fn())] = &[
    ("one_sees_what_a_match_waits_for", waits),
    ("an_echo_is_known_as_no_engine_within_seconds", echo),
    ("a_crash_is_no_silence_whoever_holds_the_output", crash),
    ("whoever_quits_takes_its_children_along", quits),
    ("nothing_outlives_a_match_that_is_ended_from_outside", ended_from_outside),
    ("the_output_of_an_engine_is_cleaned", cleaned),
    ("a_player_has_its_own_folder", folder),
    ("a_dialogue_is_written_down", dialogue),
    ("a_peers_dialogue_is_written_down", peers_dialogue),
];

/// An engine that has left a child behind which holds its output, and the child's mark.
fn with_child(spec: &str, number: u32) -> (String, String) {
    let mark = format!("{}.{}", 70_000 + number, std::process::id());
    let line = spec.strip_prefix("hub:").unwrap().replace('\'', "\"");
    (format!("hub:sh -c 'sleep {mark} & exec {line}'"), mark)
}

/// Whether a process runs whose arguments have this mark; one that is dead has none.
fn lives(mark: &str) -> bool {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let mut lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
    lines.any(|line| {
        let mut words = line.split(|&byte| byte == 0);
        words.next().is_some_and(|name| name.ends_with(b"sleep"))
            && words.next() == Some(mark.as_bytes())
    })
}

/// Waits until it is so.
fn until(what: &str, mut so: impl FnMut() -> bool) {
    let patience = Instant::now() + Duration::from_secs(20);
    while !so() {
        assert!(Instant::now() < patience, "{what}");
        sleep(Duration::from_millis(10));
    }
}

fn echo() {
    let begun = Instant::now();
    let output = run(["hub:cat", "builtin"], &["--set=2:hash=1"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    let printed = text(&output.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(printed.contains("player 1 cannot play"), "{printed}");
    assert!(printed.contains("it only repeats what it is told: it is no Hub engine"), "{printed}");
    // A terminal may stand between that repeats, too.
    let script = "while read -r line; do echo \"$line\"; echo \"$line\" >&3; done";
    let line = format!(
        "hub:sh -c 'mkfifo \"$0\"; \"{}\" hub <\"$0\" & exec 3>\"$0\"; {script}' '{}'",
        env!("CARGO_BIN_EXE_damier"),
        new_file("echo-pipe").display()
    );
    let mut engine = player(&line, &["timeout=20", "hash=1"]);
    let record = play(&mut *engine, &mut *builtin(), &start("italian"), &settings("nodes=50"));
    assert!(record.faults.is_empty(), "{:?}", record.faults);
}

fn waits() {
    let terminal = nix::pty::openpty(None, None).unwrap();
    let mut child = match_command(["hub:sleep 100", "builtin"], &["--set=1:name=Slow"])
        .stdout(Stdio::null())
        .stderr(terminal.slave)
        .spawn()
        .unwrap();
    let mut screen = fs::File::from(terminal.master);
    let (mut seen, mut part) = (Vec::new(), [0; 1_000]);
    until("the line names who is waited for", || {
        let length = screen.read(&mut part).unwrap();
        seen.extend_from_slice(&part[..length]);
        text(&seen).contains("0/2 games waiting for Slow, builtin")
    });
    child.kill().unwrap();
    child.wait().unwrap();
}

fn crash() {
    for (number, (mode, kind)) in
        [("exits", FaultKind::Crash), ("exits-at-init", FaultKind::NoStart)].into_iter().enumerate()
    {
        let (spec, mark) = with_child(&simulator_spec(mode, "child"), number as u32);
        let mut engine = player(&spec, &["timeout=20"]);
        let begun = Instant::now();
        let game = start("international");
        let record = play(&mut *engine, &mut *builtin(), &game, &settings("nodes=50"));
        let reason = Reason::Fault { side: damier_rules::position::Side::White, fault: kind };
        assert_eq!((record.result, record.reason), (GameResult::BlackWins, reason), "{record:?}");
        assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
        until("the child outlives the crash", || !lives(&mark));
        drop(engine);
    }
}

fn quits() {
    let (spec, mark) = with_child(&format!("hub:'{}' hub", env!("CARGO_BIN_EXE_damier")), 10);
    let output = run([&spec, "builtin"], &["--set=1:hash=1", "--set=2:hash=1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    until("the child outlives the match", || !lives(&mark));
}

fn ended_from_outside() {
    use Signal::{SIGHUP, SIGINT, SIGKILL, SIGTERM};
    for (number, signals) in
        [&[SIGINT, SIGINT][..], &[SIGTERM], &[SIGHUP], &[SIGKILL]].into_iter().enumerate()
    {
        let test = format!("outside-{number}");
        let (spec, mark) = with_child(&simulator_spec("silent", &test), 20 + number as u32);
        let marker = new_file(&format!("{test}-silent"));
        let mut child = match_command([&spec, "builtin"], &["--set=2:hash=1"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until("the engine has its move to make", || marker.exists());
        assert!(lives(&mark), "the child has begun");
        for signal in signals {
            kill(Pid::from_raw(child.id() as i32), *signal).unwrap();
            sleep(Duration::from_millis(200));
        }
        let mut status = None;
        until("the match ends", || {
            status = child.try_wait().unwrap();
            status.is_some()
        });
        use std::os::unix::process::ExitStatusExt;
        let status = status.unwrap();
        let by_signal = (signals.len() == 1).then(|| signals[0] as i32);
        assert_eq!(
            (status.signal(), status.code()),
            match by_signal {
                Some(signal) => (Some(signal), None),
                None => (None, Some(130)),
            }
        );
        until(&format!("the child outlives {signals:?}"), || !lives(&mark));
    }
}

fn cleaned() {
    let (log, pdn) = (new_file("cleaned-log"), new_file("cleaned.pdn"));
    let spec = simulator_spec("hidden-signs", "cleaned");
    let (log_file, pdn_file) =
        (format!("--set=1:log={}", log.display()), format!("--pdn={}", pdn.display()));
    let args = ["--set=2:hash=1", "--set=2:name=\u{202e}red\u{1b}[31m", &log_file, &pdn_file];
    for json in [&[][..], &["--json"]] {
        let output = run([&spec, "builtin"], &[&args[..], json].concat());
        let files = [&log, &pdn].map(|file| fs::read_to_string(file).unwrap());
        let printed = text(&output.stderr);
        assert_eq!(printed.contains("no move"), json.is_empty(), "it fails once: {printed}");
        for shown in [printed, text(&output.stdout), files.concat()] {
            let hidden = |sign: char| {
                sign != '\n' && damier_rules::text::is_hidden(sign) || shown.contains("\\u001b")
            };
            assert!(!shown.contains(hidden), "{shown:?}");
        }
    }
}

fn folder() {
    let directory = tempfile::tempdir().unwrap();
    let folder = directory.path().to_str().unwrap();
    let engine = env!("CARGO_BIN_EXE_damier");
    let (name, directory_of_engine) =
        (engine.rsplit('/').next().unwrap(), engine.rsplit_once('/').unwrap().0);
    // A relative path of the program is meant from where the match is, not from the folder.
    let spec = format!("hub:sh -c 'pwd >place; exec \"{engine}\" hub'");
    let mut command = Command::new(engine);
    command.args(["match", "--player", &format!("hub:./{name} hub"), "--player", &spec]);
    command.args(["--set", "1:dir=/", "--set", &format!("2:dir={folder}"), "--games=2"]);
    command.args(["--set=1:hash=1", "--set=2:hash=1", "--limit=nodes=50", "--max-moves=5"]);
    let output = command.current_dir(directory_of_engine).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(directory.path().join("place")).unwrap().trim(), folder);
    let output = run([&spec, "builtin"], &["--set=1:dir=/no/such/folder"]);
    assert_eq!(output.status.code(), Some(2));
    let printed = text(&output.stderr);
    assert!(printed.contains("its folder /no/such/folder is not there"), "{printed}");
}

fn dialogue() {
    let file = new_file("dialogue");
    let setting = format!("dialogue={}", file.display());
    let mut engine = damier(&["hash=1", "name=Own", &setting]);
    let record = play(&mut *engine, &mut *builtin(), &start("italian"), &settings("nodes=50"));
    assert!(record.faults.is_empty(), "{:?}", record.faults);
    engine.quit().unwrap();
    let written = fs::read_to_string(&file).unwrap();
    let lines: Vec<Vec<&str>> = written.lines().map(|line| line.splitn(4, ' ').collect()).collect();
    assert!(lines.iter().all(|line| line[0].ends_with('Z') && line[1].starts_with("Own[")));
    let dialogue: Vec<String> = lines.iter().map(|line| line[2..].join(" ")).collect();
    for part in ["> hub", "< wait", "> init", "< ready", "> go think", "> quit"] {
        assert!(dialogue.iter().any(|line| line == part), "{part}: {written}");
    }
    assert!(dialogue.iter().any(|line| line.starts_with("< done move=")), "{written}");
    let times: Vec<&str> = lines.iter().map(|line| line[0]).collect();
    assert!(times.is_sorted(), "{written}");
}

fn peers_dialogue() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let file = new_file("dialogue-dxp");
    let words = ["dxp", "listen", "--quiet", "--hash=1", "--limit=depth=1", "--games=2", "--port"];
    let mut peer = Command::new(env!("CARGO_BIN_EXE_damier"))
        .args(words)
        .arg(port.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let dialogue = format!("--set=1:dialogue={}", file.display());
    let output = run([&format!("dxp:localhost:{port}"), "builtin"], &[&dialogue, "--set=2:hash=1"]);
    peer.kill().unwrap();
    peer.wait().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = fs::read_to_string(&file).unwrap();
    for part in [" > R01Damier ", " < A", " > M", " < M", " > E"] {
        assert!(written.contains(part), "{part}: {written}");
    }
}
