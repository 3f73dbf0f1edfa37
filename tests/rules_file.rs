//! House rules in a file: what is read, what is refused and how, and the game in every command.

mod common;

use std::fs;
use std::io::Write;
use std::process::Stdio;

use common::command::{assert_narrow, command, json, lines, output, run};
use damier_rules::rules::{self, ALL, FileFault, House, KEYS, Key, Place, RuleSet, read_file};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

const KITCHEN: &str = "tests/data/rules/kitchen.toml";
const BLITZ: &str = "tests/data/rules/blitz.toml";

/// A file of this text for the command to read.
fn written(name: &str, text: &str) -> String {
    let path = format!("{}/{name}.toml", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, text).expect("it is written");
    path
}

/// Reads rules that must be good.
fn read(text: &str) -> RuleSet {
    read_file(text.as_bytes(), "club").unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn values_may_be_words_numbers_truths_and_lists() {
    let spellings = [
        ("break-off = true\nprecedence = 'none'", "break-off='true'\nprecedence = []"),
        ("repetition = 3\nquiet-moves = 0x19", "repetition = '3'\nquiet-moves = \"25\""),
        ("precedence = ['by-king', 'most-kings']", "precedence = 'by-king, most-kings'"),
        ("king = 'flying' # far\n\"first\" = \"black\"", "first = 'black'\r\nking = 'flying'\r\n"),
    ];
    for (one, other) in spellings {
        let [one, other] = [one, other].map(|text| read(&format!("extends = 'italian'\n{text}")));
        assert_eq!(one, other);
        assert_eq!((one.name, one.title, one.extends), ("club", "club", Some("italian")));
    }
    let named = "\u{feff}title = 'Ours'\nname = 'ours-2'\nextends = 'Dama'";
    let rules = read(named);
    assert_eq!((rules.name, rules.title, rules.extends), ("ours-2", "Ours", Some("italian")));
    assert!(rules.house_rules().is_empty() && rules.aliases.is_empty());
}

#[test]
fn each_mistake_is_told_once_with_its_line() {
    let cases: &[(&str, &str, &[&str])] = &[
        ("capture = 'maybe'", "line 2, column 11: ", &["`capture`", "`maybe`", "mandatory or"]),
        (
            "captures = 'optional'",
            "line 2, column 1: ",
            &["`captures`", "meant `capture`", "king,"],
        ),
        ("huffing = true", "line 2, column 1: unknown key `huffing`; keys are", &["extends, name"]),
        ("king = true", "line 2, column 8: ", &["`king`", "`true`", "short or flying"]),
        ("king = ['short']", "line 2, column 8: ", &["the list `short`", "short or flying"]),
        ("precedence = ['by-king', 'by-king']", "line 2, column 14: ", &["without repeats"]),
        ("precedence = [1]", "line 2, column 14: ", &["other things than words"]),
        ("repetition = 1", "line 2, column 14: ", &["`1`", "2 to 255"]),
        ("\n\nquiet-moves = 1001", "line 4, column 15: ", &["`1001`", "up to 1000"]),
        ("quiet-moves = 4.5", "line 2, column 15: ", &["`4.5`"]),
        ("first = 2026-11-29", "line 2, column 9: ", &["a date", "white or black"]),
        ("[draws]\nquiet = 1", "line 2, column 1: ", &["`draws`", "a table", "fid-2025"]),
        ("name = 'Club Rules'", "line 2, column 8: ", &["`Club Rules`", "lower-case"]),
        ("name = 'shashki'", "line 2, column 8: ", &["`shashki`", "not the name of a game"]),
        ("name = 7", "line 2, column 8: ", &["`7`"]),
        ("title = ''", "line 2, column 9: ", &["`title`", "80 letters"]),
        ("break-off = true", "line 2, column 13: ", &["contradicts", "precedence=none"]),
        ("extends = 'czech'", "line 2, column 1: not TOML: ", &["duplicate", "`extends`"]),
        ("capture = optional", "line 2, column 11: not TOML: ", &["quoted", "`optional`"]),
        ("  capture", "line 2, column 10: not TOML: ", &["="]),
    ];
    for (line, front, parts) in cases {
        let error =
            read_file(format!("extends = 'italian'\n{line}").as_bytes(), "club").expect_err(line);
        assert_eq!(error.mistakes.len(), 1, "{line}: {error}");
        let text = error.to_string();
        assert!(text.starts_with(front), "{line}: {text}");
        assert!(parts.iter().all(|part| text.contains(part)), "{line}: {text}");
        assert!(!text.contains('\n'), "{text}");
    }
}

#[test]
fn what_is_missing_or_no_text_is_told_too() {
    let said = |text: &[u8], name: &str| {
        let error = read_file(text, name).expect_err(name);
        assert_eq!(error.mistakes.len(), 1, "{error}");
        error.to_string()
    };
    assert!(said(b"king = 'short'", "club").starts_with("`extends` is missing; it is the game"));
    assert!(said(b"extends = 'chess'", "club").contains("`chess`; it is one of italian, english"));
    let stem = said(b"extends = 'czech'", "Our Club");
    assert!(stem.contains("`name` is missing") && stem.contains("`Our Club`"), "{stem}");
    assert!(said(b"extends = 'czech'", "italian").contains("`italian` cannot serve"));
    assert_eq!(said(b"a = 1\nb = '\xff'", "club"), "line 2, column 6: the file is not UTF-8 text");
    assert!(said(&[b'#'; rules::MAX_FILE_BYTES + 1], "club").contains("65536 bytes"));
    assert!(
        read_file(&[b'#'; rules::MAX_FILE_BYTES], "club")
            .is_err_and(|error| { matches!(error.mistakes[0].fault, FileFault::NoGame) })
    );
}

#[test]
fn several_mistakes_are_told_in_the_order_of_the_file() {
    let text = "extends = 'chess'\nking = 'long'\nspeed = 1\nname = ''";
    let error = read_file(text.as_bytes(), "club").expect_err("it is wrong");
    let places: Vec<_> = error.mistakes.iter().map(|mistake| mistake.place).collect();
    let place = |line, column| Some(Place { line, column });
    assert_eq!(places, [place(1, 11), place(2, 8), place(3, 1), place(4, 8)]);
    let path = written("several", text);
    let ran = run(&["moves", "--rules", &path]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.starts_with(&format!("damier: {path}: line 1, column 11: ")));
    assert_eq!(ran.stderr.matches(&path).count(), 4, "{}", ran.stderr);
}

#[test]
fn later_wins_game_file_rule() {
    let settings = |args: &[&str]| json(&[&["rules", "--json"], args].concat());
    let file = settings(&["--variant", "russian", "--rules", KITCHEN]);
    assert_eq!((&file["name"], &file["extends"]), (&"kitchen".into(), &"italian".into()));
    assert_eq!(file["settings"]["king"], "flying");
    let ruled = settings(&["--rules", KITCHEN, "--rule", "king=short", "--rule", "first=black"]);
    assert_eq!(ruled["settings"]["king"], "short");
    assert_eq!(ruled["settings"]["capture"], "optional");
    let changed = ruled["house_rules"].as_array().expect("rules");
    assert!(changed.contains(&"first=black".into()) && !changed.contains(&"king=short".into()));
    let drawn = settings(&["--rules", BLITZ, "--rule", "draws=on"]);
    assert_eq!(drawn["settings"]["repetition"], settings(&["brazilian"])["settings"]["repetition"]);
    assert_eq!(drawn["house_rules"], serde_json::json!(["first=black"]));
    let ran = run(&["moves", "--rules", KITCHEN, "--rule", "break-off=true"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.stderr.contains("contradicts"), "{}", ran.stderr);
    assert!(run(&["moves", "--rules", "no.toml"]).stderr.contains("--rules no.toml: "));
}

#[test]
fn a_files_game_is_played_in_every_command() {
    fn with<'a>(args: &[&'a str]) -> Vec<&'a str> {
        [args, &["--rules", KITCHEN]].concat()
    }
    let moves = lines(&with(&["moves", "--fen", "W:W22,32:B18"]));
    assert_eq!(moves, ["22x13", "22-19", "32-28"]);
    assert!(lines(&with(&["perft", "--depth", "3"]))[2].starts_with("3 "));
    let listed = output(&with(&["rules"]));
    assert_narrow(&listed);
    assert!(listed.starts_with("Kitchen-table dama (Italian draughts with capture=optional,"));
    assert!(listed.contains("[house rule]"), "{listed}");
    let best = lines(&with(&["analyse", "--depth", "3"]));
    assert!(best.last().is_some_and(|line| line.starts_with("bestmove ")), "{best:?}");
    assert_eq!(output(&with(&["why", "22-19", "--fen", "W:W22,32:B18"])), "22-19 is legal\n");
    let refused = run(&with(&["why", "22-26", "--fen", "W:W22,32:B18"]));
    assert_eq!(refused.code, Some(1));
    assert!(output(&with(&["show"])).starts_with("Kitchen-table dama ("));
    let report = json(&with(&["moves", "--json"]));
    assert_eq!((&report["variant"], &report["extends"]), (&"kitchen".into(), &"italian".into()));
    assert!(report["house_rules"].as_array().is_some_and(|rules| rules.len() == 5), "{report}");
}

#[test]
fn hub_offers_a_files_game_as_one_more_value() {
    let mut child = command(&["hub", "--rules", BLITZ]).stdin(Stdio::piped()).spawn().expect("hub");
    let mut input = child.stdin.take().expect("piped");
    let lines = "hub\ninit\nset-param name=variant value=italian\n\
                 set-param name=variant value=blitz-64\nlevel depth=2\ngo think\n";
    input.write_all(lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let declared = said.lines().find(|line| line.starts_with("param name=variant "));
    assert!(
        declared
            .is_some_and(|line| line.contains("value=blitz-64 ") && line.ends_with(" blitz-64\"")),
        "{said}"
    );
    assert!(!said.contains("error") && said.contains("\ndone move="), "{said}");
}

#[test]
fn the_example_files_are_good() {
    for entry in fs::read_dir("tests/data/rules").expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let rules = read_file(&fs::read(&path).expect("it is read"), &name);
        let rules = rules.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(!rules.house_rules().is_empty(), "{name}");
    }
    let shown = fs::read_to_string(KITCHEN).expect("it is read");
    assert!(include_str!("../README.md").contains(&format!("```toml\n{shown}```")));
}

/// A value of a key as options write it.
fn value(key: Key) -> BoxedStrategy<String> {
    let words = |words: &'static [&'static str]| select(words).prop_map(str::to_owned).boxed();
    match key {
        Key::Capture => words(&["mandatory", "optional"]),
        Key::BreakOff | Key::MenCaptureBackward | Key::MenCaptureKings => words(&["true", "false"]),
        Key::King => words(&["short", "flying"]),
        Key::Crowning => words(&["ends", "passing", "rest"]),
        Key::First => words(&["white", "black"]),
        Key::Draws => words(&["on", "off", "fid-2025", "cbd", "international"]),
        Key::QuietResets => {
            words(&["capture-or-crowning", "capture-or-man-move", "capture", "nothing"])
        }
        Key::Repetition => {
            prop_oneof![Just("off".to_owned()), (2..=255_u32).prop_map(|n| n.to_string())].boxed()
        }
        Key::Counted(_) => (0..=1000_u32).prop_map(|count| count.to_string()).boxed(),
        Key::Precedence => {
            let all = vec!["most-pieces", "by-king", "most-kings", "earliest-king"];
            let list = subsequence(all, 0..=4).prop_shuffle();
            list.prop_map(|list| if list.is_empty() { "none".to_owned() } else { list.join(",") })
                .boxed()
        }
    }
}

/// A game, and values for some keys in the order of [`KEYS`].
fn changes() -> impl Strategy<Value = (RuleSet, Vec<(Key, String)>)> {
    let pairs = subsequence(KEYS.to_vec(), 0..=KEYS.len()).prop_flat_map(|keys| {
        keys.into_iter().map(|key| (Just(key), value(key))).collect::<Vec<_>>()
    });
    (select(ALL), pairs)
}

/// A value as TOML writes it, in quotes or without.
fn in_toml(value: &str, bare: bool) -> String {
    let is_bare = value.parse::<u32>().is_ok() || value.parse::<bool>().is_ok();
    match (bare, value.split_once(',')) {
        (true, None) if is_bare => value.to_owned(),
        (true, Some(_)) => format!("['{}']", value.replace(',', "', '")),
        _ => format!("'{value}'"),
    }
}

/// Bytes that look like rules more often than not.
fn scribble() -> impl Strategy<Value = Vec<u8>> {
    const PIECES: &[&str] = &[
        "extends",
        "capture",
        "precedence",
        " = ",
        "'italian'",
        "[",
        "]",
        "{",
        "}",
        "\n",
        "\"",
        "#",
        "1",
        ".",
        ",",
        "true",
        "é",
        "\u{0}",
    ];
    let text =
        proptest::collection::vec(select(PIECES), 0..40).prop_map(|all| all.concat().into_bytes());
    prop_oneof![text, proptest::collection::vec(any::<u8>(), 0..80)]
}

proptest! {
    #[test]
    fn rules_written_to_a_file_read_back(
        (base, pairs) in changes(),
        bare in any::<bool>(),
        reversed in any::<bool>(),
    ) {
        let mut house = House::of(base);
        let mut rows = vec![format!("extends = '{}'", base.name), "title = 'The \"club\"'".to_owned()];
        for (key, value) in &pairs {
            house = house.set(&format!("{}={value}", key.name())).expect("the value is allowed");
            rows.push(format!("{} = {}", key.name(), in_toml(value, bare)));
        }
        // The order in a file does not matter.
        if reversed {
            rows.reverse();
        }
        let text = rows.join("\n");
        let read = read_file(text.as_bytes(), "club");
        match house.finish() {
            Ok(rules) => {
                let expected =
                    RuleSet { name: "club", title: "The \"club\"", extends: Some(base.name), aliases: &[], ..rules };
                prop_assert_eq!(read, Ok(expected));
                prop_assert_eq!(expected.house_rules(), rules.house_rules());
                prop_assert_eq!(expected.base(), Some(base));
            }
            Err(error) => {
                let mistakes = read.expect_err("they contradict each other").mistakes;
                prop_assert_eq!(mistakes.len(), 1);
                prop_assert_eq!(&mistakes[0].fault, &FileFault::Contradiction(error));
            }
        }
    }

    #[test]
    fn nothing_that_a_file_holds_makes_the_reader_panic(text in scribble(), name in ".{0,12}") {
        if let Err(error) = read_file(&text, &name) {
            prop_assert!(!error.mistakes.is_empty());
            prop_assert_eq!(error.to_string().lines().count(), error.mistakes.len());
        }
    }
}
