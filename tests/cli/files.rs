//! What every option that names a file to be written does with what stands there: a device, a
//! pipe, a link, a disk that is full, and a file that has something in it.

use std::fs;
use std::os::unix::fs::{FileTypeExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use crate::common::command::{command, output};

/// An option that names a file to be written.
struct Case {
    /// The command; `OUT` stands for the file, `IN/NAME` for one that [`Scratch`] has made.
    command: &'static [&'static str],
    /// The same with input that is no good: then the file is left as it is.
    bad: &'static [&'static str],
    /// Whether the file is read again, to go on with it: only a regular one will do.
    grows: bool,
}

const fn case(command: &'static [&'static str], bad: &'static [&'static str]) -> Case {
    Case { command, bad, grows: false }
}

const fn growing(command: &'static [&'static str], bad: &'static [&'static str]) -> Case {
    Case { command, bad, grows: true }
}

#[rustfmt::skip]
const CASES: [Case; 13] = [
    case(&["show", "--svg", "OUT"], &["show", "--svg", "OUT", "--moves", "22-10"]),
    case(
        &["book", "ballots", "--plies", "1", "--nodes", "50", "--output", "OUT"],
        &["book", "ballots", "--plies", "1", "--variant", "chess", "--output", "OUT"],
    ),
    case(
        &["book", "merge", "IN/ballots", "--output", "OUT"],
        &["book", "merge", "IN/ballots", "README.md", "--output", "OUT"],
    ),
    case(
        &["train", "--data", "IN/games", "--epochs", "2", "--hidden", "0", "--output", "OUT"],
        &["train", "--data", "README.md", "--output", "OUT"],
    ),
    case(
        &["train", "--data", "IN/games", "--epochs", "2", "--hidden", "0", "--output", "IN/other", "--curve", "OUT"],
        &["train", "--data", "README.md", "--output", "IN/other", "--curve", "OUT"],
    ),
    case(
        &["match", "--player", "builtin", "--player", "builtin", "--variant", "italian", "--limit", "depth=1", "--games", "2", "--seed", "1", "--pdn", "OUT"],
        &["match", "--player", "builtin", "--player", "hub:/no/such/engine", "--variant", "italian", "--limit", "depth=1", "--games", "2", "--pdn", "OUT"],
    ),
    case(
        &["match", "merge", "IN/results", "--output", "OUT"],
        &["match", "merge", "IN/results", "README.md", "--output", "OUT"],
    ),
    case(
        &["match", "merge", "IN/results", "--pdn", "OUT"],
        &["match", "merge", "README.md", "--pdn", "OUT"],
    ),
    case(
        &["pdn", "convert", "tests/data/pdn/english_nonconforming.pdn", "--output", "OUT"],
        &["pdn", "convert", "/no/such/games", "--output", "OUT"],
    ),
    case(
        &["pdn", "filter", "tests/data/pdn/english_nonconforming.pdn", "--output", "OUT"],
        &["pdn", "filter", "/no/such/games", "--output", "OUT"],
    ),
    case(
        &["dxp", "connect", "127.0.0.1", "--pdn", "OUT"],
        &["dxp", "connect", "no.such.host.invalid", "--pdn", "OUT"],
    ),
    growing(
        &["selfplay", "--nodes", "40", "--games", "2", "--output", "OUT"],
        &["selfplay", "--nodes", "40", "--games", "2", "--variant", "chess", "--output", "OUT"],
    ),
    growing(
        &["match", "--player", "builtin", "--player", "builtin", "--variant", "italian", "--limit", "depth=1", "--games", "2", "--seed", "1", "--resume", "OUT"],
        &["match", "--player", "builtin", "--player", "hub:/no/such/engine", "--variant", "italian", "--limit", "depth=1", "--games", "2", "--resume", "OUT"],
    ),
];

/// A folder with what the commands read.
struct Scratch(tempfile::TempDir);

impl Scratch {
    fn new() -> Scratch {
        let scratch = Scratch(tempfile::tempdir().expect("a folder"));
        let made: [&[&str]; 3] = [
            &[
                "book",
                "ballots",
                "--plies",
                "1",
                "--nodes",
                "50",
                "--shard",
                "1/1",
                "--output",
                "IN/ballots",
            ],
            &["selfplay", "--nodes", "40", "--games", "20", "--output", "IN/games"],
            &[
                "match",
                "--player",
                "builtin",
                "--player",
                "builtin",
                "--variant",
                "italian",
                "--limit",
                "depth=1",
                "--games",
                "2",
                "--seed",
                "1",
                "--resume",
                "IN/results",
            ],
        ];
        for args in made {
            let args = scratch.placed(args, Path::new(""));
            output(&args.iter().map(String::as_str).collect::<Vec<_>>());
        }
        scratch
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The arguments with the names of files put in.
    fn placed(&self, args: &[&str], out: &Path) -> Vec<String> {
        let placed_argument = |arg: &&str| match arg.strip_prefix("IN/") {
            Some(name) => self.path(name).display().to_string(),
            None if *arg == "OUT" => out.display().to_string(),
            None => (*arg).to_owned(),
        };
        args.iter().map(placed_argument).collect()
    }

    fn run(&self, args: &[&str], out: &Path) -> Output {
        let args = self.placed(args, out);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        command(&args).output().expect("it starts")
    }

    /// Runs the command where no regular file can be written, as on a full disk.
    fn run_on_a_full_disk(&self, args: &[&str], out: &Path) -> Output {
        let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
        Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_damier")])
            .args(self.placed(args, out))
            .output()
            .expect("sh starts")
    }

    /// Everything in the folder but what is there from the beginning.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
        let mut names: Vec<String> = names.map(|name| name.expect("UTF-8")).collect();
        names.retain(|name| !["ballots", "games", "results", "other"].contains(&name.as_str()));
        names
    }

    /// A new file with something in it.
    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("it is written");
        path
    }
}

/// The code and the messages.
fn ended(ran: &Output) -> (Option<i32>, String) {
    (ran.status.code(), String::from_utf8_lossy(&ran.stderr).replace('\n', " "))
}

/// The cases that work without another program.
fn alone() -> impl Iterator<Item = &'static Case> {
    CASES.iter().filter(|case| case.command[0] != "dxp")
}

#[test]
fn a_link_keeps_its_place_and_its_target_is_written() {
    let scratch = Scratch::new();
    for case in alone() {
        let (link, target) = (scratch.path("link"), scratch.path("target"));
        if !case.grows {
            fs::write(&target, "old").expect("it is written");
        }
        symlink("target", &link).expect("a link");
        let ran = scratch.run(case.command, &link);
        assert_eq!(ended(&ran).0, Some(0), "{:?}: {:?}", case.command, ended(&ran));
        assert!(fs::symlink_metadata(&link).expect("there").is_symlink(), "{:?}", case.command);
        let written = fs::read(&target).expect("it is there");
        assert!(!written.is_empty() && written != b"old", "{:?}", case.command);
        let names = scratch.names();
        assert_eq!(names.len(), 2, "{:?} leaves {names:?}", case.command);
        for path in [link, target] {
            fs::remove_file(path).expect("it is there");
        }
    }
}

#[test]
fn devices_and_pipes_are_written_into_or_refused_and_stay_what_they_are() {
    let scratch = Scratch::new();
    for case in alone() {
        let ran = scratch.run(case.command, Path::new("/dev/null"));
        let found = fs::metadata("/dev/null").expect("there").file_type();
        assert!(found.is_char_device(), "{:?}", case.command);
        let expected = if case.grows { Some(2) } else { Some(0) };
        assert_eq!(ended(&ran).0, expected, "{:?}: {:?}", case.command, ended(&ran));

        let pipe = scratch.path("pipe");
        mkfifo(&pipe, Mode::S_IRWXU).expect("a pipe");
        if case.grows {
            let (code, message) = ended(&scratch.run(case.command, &pipe));
            assert_eq!(code, Some(2), "{:?}: {message}", case.command);
            assert!(message.contains("it is no regular file"), "{:?}: {message}", case.command);
        } else {
            let end = pipe.clone();
            let reader = thread::spawn(move || fs::read(end).expect("it can be read"));
            let ran = scratch.run(case.command, &pipe);
            assert_eq!(ended(&ran).0, Some(0), "{:?}: {:?}", case.command, ended(&ran));
            let piped = reader.join().expect("it reads to the end");
            let plain = scratch.path("plain");
            scratch.run(case.command, &plain);
            let written = fs::read(&plain).expect("it is written");
            // Games that are played anew take other times.
            let same = piped == written || case.command[..2] == ["match", "--player"];
            assert!(same && !piped.is_empty(), "{:?}", case.command);
            fs::remove_file(plain).expect("it is there");
        }
        let found = fs::symlink_metadata(&pipe).expect("there").file_type();
        assert!(found.is_fifo(), "{:?}", case.command);
        fs::remove_file(pipe).expect("it is there");
        assert_eq!(scratch.names(), [""; 0], "{:?}", case.command);
        assert!(!Path::new("/dev/null.partial").exists());
    }
}

#[test]
fn a_full_disk_is_reported_and_what_was_there_is_kept() {
    let scratch = Scratch::new();
    for case in alone() {
        if !case.grows {
            let ran = scratch.run(case.command, Path::new("/dev/full"));
            let (code, message) = ended(&ran);
            assert_eq!(code, Some(2), "{:?}: {message}", case.command);
            assert!(message.contains("No space left on device"), "{:?}: {message}", case.command);
        }
        let kept = scratch.file("kept", if case.grows { "" } else { "old" });
        let ran = scratch.run_on_a_full_disk(case.command, &kept);
        let (code, message) = ended(&ran);
        assert_eq!(code, Some(2), "{:?}: {message}", case.command);
        assert!(message.contains("File too large"), "{:?}: {message}", case.command);
        let left = fs::read_to_string(&kept).expect("it is there");
        assert_eq!(left, if case.grows { "" } else { "old" }, "{:?}", case.command);
        assert_eq!(scratch.names(), ["kept"], "{:?}", case.command);
    }
}

#[test]
fn bad_input_leaves_a_file_as_it_is() {
    let scratch = Scratch::new();
    let old = fs::read(scratch.path("results")).expect("results");
    for case in &CASES {
        let kept = scratch.path("kept");
        fs::write(&kept, &old).expect("it is written");
        let ran = scratch.run(case.bad, &kept);
        assert_eq!(ended(&ran).0, Some(2), "{:?}: {:?}", case.bad, ended(&ran));
        assert!(fs::read(&kept).expect("it is there") == old, "{:?} changes the file", case.bad);
        assert_eq!(scratch.names(), ["kept"], "{:?}", case.bad);
        assert!(!ran.stderr.is_empty());
    }
}

#[test]
fn a_game_is_saved_over_another_only_when_it_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = folder.path().join("kept");
    let saved = |limit: &str| {
        fs::write(&kept, "old").expect("it is written");
        let script = format!("{limit} printf 'save! kept\\n' | \"$0\" play --plain --side both");
        let ran = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_damier")])
            .current_dir(folder.path())
            .output()
            .expect("sh starts");
        (
            String::from_utf8_lossy(&ran.stdout).into_owned(),
            fs::read_to_string(&kept).expect("there"),
        )
    };
    let (message, left) = saved("trap '' XFSZ; ulimit -f 0;");
    assert!(message.contains("cannot write kept: File too large"), "{message}");
    assert_eq!(left, "old");
    let (message, left) = saved("");
    assert!(message.contains("The game is in kept.") && left.starts_with("[Event "), "{message}");
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}
