//! Files of any length are read in bounded memory.

use std::io::{self, BufReader, Read};

use damier_pdn::{PdnReader, ReaderLimits, replay};

/// A file that is made while it is read.
struct Generated {
    games: usize,
    made: usize,
    rest: Vec<u8>,
}

impl Read for Generated {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() && self.made < self.games {
            self.made += 1;
            self.rest = format!(
                "[Event \"Game {0}\"]\n[GameType \"20\"]\n[Result \"1-1\"]\n\n1. 32-28 19-23 \
                 2. 28x19 14x23 {{move {0}}} 3. 37-32 ({{or}} 3. 33-28) 10-14 1-1\n\n",
                self.made
            )
            .into_bytes();
        }
        let count = into.len().min(self.rest.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

#[test]
fn a_hundred_thousand_games_are_held_one_at_a_time() {
    let input = Generated { games: 100_000, made: 0, rest: Vec::new() };
    let mut reader = PdnReader::new(BufReader::new(input));
    let mut count = 0;
    while let Some(raw) = reader.next() {
        let raw = raw.unwrap();
        count += 1;
        assert_eq!(raw.tags[0].value, format!("Game {count}"));
        assert_eq!(raw.moves().count(), 6);
        assert!(
            reader.buffered() < 4096,
            "{} bytes are kept after game {count}",
            reader.buffered()
        );
        if count % 1000 == 0 {
            assert!(replay(&raw, None).unwrap().notes.is_empty());
        }
    }
    assert_eq!(count, 100_000);
}

/// The same bytes again and again.
struct Endless {
    left: usize,
    bytes: &'static [u8],
}

impl Read for Endless {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = into.len().min(self.left).min(self.bytes.len());
        into[..count].copy_from_slice(&self.bytes[..count]);
        self.left -= count;
        Ok(count)
    }
}

/// The size of the texts of a game, roughly.
fn size(text: &'static str, limits: ReaderLimits) -> usize {
    let input = Endless { left: 1 << 19, bytes: text.as_bytes() };
    let mut most = 0;
    for raw in PdnReader::with_limits(BufReader::new(input), limits) {
        most = most.max(format!("{:?}", raw.unwrap()).len());
    }
    most
}

#[test]
fn nothing_in_a_file_makes_a_game_grow_without_bound() {
    let limits = ReaderLimits { comment: 1000, word: 100, game: 10_000, depth: 8 };
    for text in [
        "{",
        "a",
        "1",
        "1.",
        "x",
        "(",
        ")",
        "[",
        "[A \"",
        "[A \"b\"] ",
        "[Aa ",
        "\"",
        "32-28 ",
        "32-28x",
        "{}",
        "; ",
        "% ",
        "/FEN",
        "$1 ",
        "! ",
        "? ",
        ". ",
        "} ",
        "½ (",
        "12 ",
        "b4",
        "* (",
        "é",
        "[FEN]",
        "(32-28 1-0)",
        "[B \"\\",
        "- ",
        "{ { } ",
    ] {
        let size = size(text, limits);
        assert!(size < 400_000, "{text}: {size}");
    }
}

#[test]
fn no_text_takes_longer_than_its_length_asks() {
    for (head, again) in [
        ("{", "[%"),
        ("{", "{"),
        ("{ {{{{ } 1. 32-28 ", "a } "),
        ("", "{{{{{{{{ } "),
        ("{ { { } ", "a } b { { } "),
        ("", "("),
        ("", "(32-28 "),
        ("", "!? "),
        ("[A \"", "\\\" "),
        ("", "32-28 x"),
    ] {
        let text = format!("{head}{}", again.repeat(300_000 / again.len()));
        for raw in PdnReader::new(text.as_bytes()) {
            // Only that it comes to an end is of interest.
            let _ = replay(&raw.unwrap(), None);
        }
    }
    let tags: String = (0..20_000).map(|n| format!("[Tag{n} \"x\"]\n")).collect();
    let mut reader = PdnReader::new(tags.as_bytes());
    let raw = reader.next().unwrap().unwrap();
    assert_eq!((raw.tags.len(), raw.notes.len()), (1000, 1));
}

#[test]
fn errors_of_the_input_are_passed_on() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is gone"))
        }
    }
    let begun = (&b"[Event \"A\"] 1. 32-28 * 1. 31-27"[..]).chain(Broken);
    let ended = (&b"[Event \"A\"] 1. 32-28 *"[..]).chain(Broken);
    let readers: [Box<dyn Read>; 2] = [Box::new(begun), Box::new(ended)];
    for input in readers {
        let mut reader = PdnReader::new(BufReader::new(input));
        assert_eq!(reader.next().unwrap().unwrap().moves().count(), 1);
        assert_eq!(reader.next().unwrap().unwrap_err().to_string(), "the disk is gone");
        assert!(reader.next().is_none());
    }
}

#[test]
fn a_very_long_game_is_replayed() {
    let turns = 30_000;
    let text = format!(
        "[GameType \"22\"][FEN \"W:WK22:BK1\"]\n{} *",
        "22-18 1-5 18-22 5-1 ".repeat(turns)
    );
    let raw = PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
    let parsed = replay(&raw, None).unwrap();
    assert_eq!(parsed.game.plies().count(), 4 * turns);
    let kinds: Vec<&str> = parsed.notes.iter().map(|note| note.remark.kind()).collect();
    assert_eq!(kinds, ["drawn-before"]);
}
