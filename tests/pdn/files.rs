//! Files and folders as the command meets them: packed, of no text, many at once.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

use super::program::{Folder, damier};

/// A game of so many moves of each player.
fn game(moves: usize) -> String {
    let pairs = ["1-5 22-18", "5-1 18-22"];
    let all: Vec<&str> = (0..moves).map(|number| pairs[number % 2]).collect();
    format!("[GameType \"22\"]\n[FEN \"B:WK22:BK1\"]\n{} *\n\n", all.join(" "))
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

fn counts(games: usize, moves: usize) -> String {
    format!("games    {games}\nmoves    {moves}\nbroken   0\n")
}

#[test]
fn packed_files_are_read_whatever_their_names() {
    let folder = Folder::new("packed");
    let games = game(3).repeat(2000);
    let skipped = b"\x5a\x2a\x4d\x18\x03\0\0\0abc";
    for (name, bytes) in [
        ("one.pdn.gz", gzip(games.as_bytes())),
        ("two.pdn", [gzip(game(3).repeat(1999).as_bytes()), gzip(game(3).as_bytes())].concat()),
        ("three.pdn.zst", zstd(games.as_bytes())),
        (
            "four",
            [
                skipped,
                &zstd(game(3).repeat(1999).as_bytes())[..],
                skipped,
                &zstd(game(3).as_bytes()),
            ]
            .concat(),
        ),
    ] {
        let file = folder.file(name, bytes);
        let (code, out, err) = damier(&["check", &file], "");
        assert_eq!((code, err.as_str()), (Some(0), ""), "{name}");
        assert!(out.starts_with(&counts(2000, 12_000)), "{name}: {out}");
    }
}

#[test]
fn what_a_damaged_file_has_before_the_damage_is_read() {
    let folder = Folder::new("damaged");
    let mut changed = zstd(game(3).as_bytes());
    *changed.last_mut().unwrap() ^= 1;
    let cut = |mut bytes: Vec<u8>| {
        bytes.truncate(bytes.len() - 6);
        bytes
    };
    let two = [gzip(game(3).as_bytes()), cut(gzip(game(3).as_bytes()))].concat();
    for (name, bytes, games, why) in [
        ("cut.gz", two, 2, "its gzip data is cut off"),
        (
            "cut.zst",
            [zstd(game(3).as_bytes()), cut(zstd(game(3).as_bytes()))].concat(),
            1,
            "its zstd data is cut off",
        ),
        ("changed.zst", changed, 1, "its zstd data is damaged: the checksum is another"),
        ("twice.gz", gzip(&gzip(b"*")), 0, "it is packed twice"),
        ("archive.gz", gzip(b"PK\x03\x04"), 0, "unpacked by gzip: it is a zip archive"),
    ] {
        let file = folder.file(name, bytes);
        let (code, out, err) = damier(&["check", &file], "");
        let err = err.replace('\n', " ");
        assert!(err.starts_with(&format!("damier: cannot read {file}: ")), "{name}: {err}");
        assert!(err.contains(why), "{name}: {err}");
        assert_eq!(code, Some(2), "{name}");
        assert!(out.starts_with(&format!("games    {games}\n")), "{name}: {out}");
    }
}

#[test]
fn files_that_are_no_text_are_refused_and_the_others_read() {
    let folder = Folder::new("no-text");
    let good = folder.file("good.pdn", game(1));
    for (name, bytes, what) in [
        ("a.pdn", &b"PK\x03\x04\x14\0games.pdn"[..], "a zip archive; unpack it first"),
        ("b.pdn", b"%PDF-1.4\n%\xe2\xe3", "a PDF document; games must be text"),
        ("c.pdn", b"1\0.\0 \x002\x002\0-\x001\x008\0", "UTF-16 without a byte order mark"),
    ] {
        let file = folder.file(name, bytes);
        let (code, out, err) = damier(&["check", &file, &good], "");
        assert_eq!(code, Some(2));
        assert!(err.replace('\n', " ").contains(what), "{name}: {err}");
        assert!(out.starts_with(&counts(1, 2)), "{name}: {out}");
    }
}

#[test]
fn folders_are_walked_and_what_they_have_comes_in_order() {
    let folder = Folder::new("walked");
    let event = |name: &str, games: usize| format!("[Event \"{name}\"]\n{}", game(1)).repeat(games);
    // The first are the longest, so that the others are read before.
    for (name, games) in [("a/2", 900), ("a/10", 500), ("b", 300), ("c", 1), ("d/e/f", 2)] {
        folder.file(&format!("{name}.pdn"), event(name, games));
    }
    folder.file("packed.PDN.gz", gzip(event("packed", 3).as_bytes()));
    folder.file("notes.txt", "1. 22-18 *");
    folder.file(".hidden/g.pdn", event("hidden", 1));
    folder.file("b.pdn.bak", event("bak", 1));
    let (code, out, err) = damier(&["convert", &folder.path("")], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let mut events: Vec<&str> = out
        .lines()
        .filter_map(|line| line.strip_prefix("[Event \"")?.strip_suffix("\"]"))
        .collect();
    assert_eq!(events.len(), 900 + 500 + 300 + 1 + 2 + 3);
    events.dedup();
    assert_eq!(events, ["a/10", "a/2", "b", "c", "d/e/f", "packed"]);
    let twice = [&folder.path("c.pdn"), &folder.path("a"), &folder.path("c.pdn")];
    let (_, out, _) = damier(&["check", twice[0], twice[1], twice[2]], "");
    assert!(out.starts_with(&counts(1402, 2804)), "{out}");
}

#[test]
fn a_folder_without_games_is_a_fault_and_so_is_input_given_twice() {
    let folder = Folder::new("empty");
    folder.file("notes.txt", "none");
    let (code, _, err) = damier(&["check", &folder.path("")], "");
    assert_eq!(code, Some(2));
    let err = err.replace('\n', " ");
    assert!(err.contains("there is no *.pdn, *.pdn.gz, *.pdn.zst in it"), "{err}");
    assert!(err.contains("other files passed over: 1"), "{err}");
    let (code, _, err) = damier(&["check", "-", "-"], "*");
    assert_eq!((code, err.contains("standard input can be read only once")), (Some(2), true));
}

#[cfg(unix)]
#[test]
fn names_of_files_cannot_command_a_terminal() {
    let folder = Folder::new("escape");
    let file =
        folder.file("\u{1b}[31m.pdn", "[GameType \"22\"] 1. 22-19 *\n\n[GameType \"22\"] 9-9 *");
    for command in ["check", "convert"] {
        let (code, out, err) = damier(&[command, &file, &folder.path("\u{1b}no")], "");
        assert_eq!(code, Some(2));
        assert!(!format!("{out}{err}").contains('\u{1b}'), "{out}{err}");
    }
}
