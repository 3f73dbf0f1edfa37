//! The file of a set: what is refused, and where.

use damier_book::ballots::{
    BallotKind, BallotSet, BallotSettings, Checkpoint, generate, shipped_text,
};
use damier_rules::variant::Variant;
use proptest::prelude::*;

fn italian() -> Variant {
    Variant::named("italian").expect("a game")
}

fn text() -> String {
    let settings =
        BallotSettings { plies: 2, nodes: 200, count: Some(5), ..BallotSettings::default() };
    generate(italian(), settings, 5).expect("ballots").text(italian())
}

/// The error of the set with its line `number`, from 1, changed.
fn refused(number: usize, change: impl Fn(&str) -> String) -> String {
    let text = text();
    let lines = text.lines().enumerate();
    let changed: Vec<String> = lines
        .map(|(before, line)| if before + 1 == number { change(line) } else { line.to_owned() })
        .collect();
    BallotSet::parse(italian(), &changed.join("\n")).expect_err("refused").to_string()
}

/// A line, what becomes of it, and the message.
type Case<'a> = (usize, &'a dyn Fn(&str) -> String, &'static str);

#[test]
fn errors_carry_their_line() {
    let first = 1 + text().lines().position(|line| !line.starts_with('#')).expect("a ballot");
    let cases: [Case; 14] = [
        (1, &|_| "# Ballots".to_owned(), "begins with"),
        (2, &|line| line.replace("italian", "english"), "the variant `english`, not `italian`"),
        (3, &|line| line.replace("king=short", "king=flying"), "king=flying"),
        (4, &|line| line.replace("--nodes 200", "--nodes many"), "`--nodes` is not understood"),
        (4, &|line| line.replace("--min 0", "--min 90"), "no score is at least 90"),
        (5, &|_| "# searched: all".to_owned(), "`searched` is as 20 of 300"),
        (6, &|_| "# signature: mine".to_owned(), "`signature` is a whole number"),
        (first, &|line| line.replace(';', ""), "ends with its score"),
        (first, &|line| format!("{}; 99", line.split(';').next().unwrap_or("")), "+99 is outside"),
        (first, &|line| line.replace(" ;", " 1-2 ;"), "1-2"),
        (first + 1, &|line| line.replacen(":W", ":W99,", 1), "99"),
        (first + 1, &|line| line.replacen(":W", " ", 1), "no piece"),
        (first + 2, &|line| line.replacen(' ', " -1 ", 1), "written -W,B"),
        (first + 2, &|line| line.replacen(' ', " -31,30 ", 1), "written -W,B"),
    ];
    for (number, change, expected) in cases {
        let error = refused(number, change);
        assert!(error.starts_with(&format!("line {number}: ")), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    let error = refused(6, |_| "# nothing".to_owned());
    assert!(error.ends_with("lack `# signature: ...`"), "{error}");
}

#[test]
fn a_position_that_the_moves_do_not_reach_is_refused_and_so_is_one_met_before() {
    let text = text();
    let ballots: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let first = 1 + text.lines().count() - ballots.len();
    let fen = ballots[1].split(' ').next().unwrap_or_default();
    let error = refused(first, |line| {
        let rest = line.split_once(' ').map_or("", |(_, rest)| rest);
        format!("{fen} {rest}")
    });
    assert!(error.starts_with(&format!("line {first}: the moves lead to W:W")), "{error}");
    let error = refused(first + 2, |_| ballots[0].to_owned());
    assert_eq!(error, format!("line {}: the position stands in line {first} already", first + 2));
}

#[test]
fn blanks_and_comments_between_ballots_do_no_harm() {
    let loose = text().replace("\nW:", "\n\n# Here is one.\nW:").replace('\n', "\r\n");
    assert_eq!(BallotSet::parse(italian(), &loose), BallotSet::parse(italian(), &text()));
}

proptest! {
    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let noise = String::from_utf8_lossy(&bytes);
        let _ = BallotSet::parse(italian(), &noise);
        let _ = Checkpoint::parse(&noise);
        // Behind a good header, where ballots are read.
        let header: String =
            text_header().lines().map(|line| format!("{line}\n")).collect();
        let _ = BallotSet::parse(italian(), &format!("{header}{noise}"));
    }

    #[test]
    fn a_damaged_file_never_panics(index in 0..30_000_usize, byte in any::<char>()) {
        let whole = shipped_text("italian", BallotKind::Balanced).unwrap_or_default();
        let mut damaged: Vec<char> = whole.chars().take(3_000).collect();
        let index = index % damaged.len();
        damaged[index] = byte;
        let damaged: String = damaged.into_iter().collect();
        let _ = BallotSet::parse(italian(), &damaged);
    }
}

fn text_header() -> String {
    let whole = shipped_text("italian", BallotKind::Balanced).unwrap_or_default();
    whole.lines().take_while(|line| line.starts_with('#')).collect::<Vec<_>>().join("\n")
}
