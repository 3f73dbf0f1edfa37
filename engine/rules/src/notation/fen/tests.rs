use super::*;
use crate::rules::{RuleSet, named};

fn game(name: &str) -> RuleSet {
    named(name).unwrap()
}

/// The text as it is written once read.
fn rewritten(name: &str, text: &str) -> String {
    let rules = game(name);
    match read_fen(&rules, text) {
        Ok(position) => {
            let written = write_fen(&rules, &position);
            assert_eq!(read_fen(&rules, &written), Ok(position), "{written}");
            written
        }
        Err(error) => panic!("{name} {text}: {error}"),
    }
}

fn defects(name: &str, text: &str) -> Vec<FenDefect> {
    read_fen(&game(name), text).expect_err(text).defects
}

#[test]
fn starts_are_written_in_the_games_own_names() {
    let start = |name| write_fen(&game(name), &game(name).start_position());
    assert_eq!(start("international"), "W:W31-50:B1-20");
    assert_eq!(start("italian"), "W:W21-32:B1-12");
    assert_eq!(start("english"), "B:W21-32:B1-12");
    assert_eq!(start("spanish"), "W:W1-12:B21-32");
    assert_eq!(
        start("russian"),
        "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"
    );
}

#[test]
fn dialects_are_understood() {
    let same = "W:W31-50:B1-20";
    for text in [
        "W:B1-20:W31-50",
        "W:W31-50:B1-20.",
        "W:W31-50.:B1-20..",
        "[FEN \"W:W31-50:B1-20.\"]",
        "[FEN “W:W31-50:B1-20”]",
        "fen \"W:W31-50:B1-20\"",
        "w:w31-50:b1-20",
        "W:W:W31-50:B1-20",
        "W31-50:B1-20",
        "?:W31-50:B1-20",
        ":W31-50:B1-20",
        "W:W31-40,41-50:B1-10:B11-20",
        "W :\u{a0}W 31 - 50 :\n B 01-05, 6-20",
        "W:W31-50:B1-20:H0:F1",
        "W:W31-50:B1-20:H3:F17:+0+2",
        "W:W31–50:B1−20",
    ] {
        assert_eq!(rewritten("international", text), same, "{text}");
    }
    assert_eq!(rewritten("international", "B:WK1-3 K5K6,7:BK9-K11"), "B:WK1-3,K5,K6,7:BK9-11");
    assert_eq!(rewritten("english", "W1:B2,3".replace("W1", "WK1").as_str()), "B:WK1:B2,3");
}

#[test]
fn letters_and_numbers_are_both_read() {
    for text in [
        "W:Wa1,Kc3:Bb6,d6",
        "w:wa1,kc3:bb6,d6",
        "W:WA1KC3:BB6D6",
        "W:W29,K22:B9,10",
        "w:w29k22:b9,10",
    ] {
        assert_eq!(rewritten("russian", text), "W:Wa1,Kc3:Bb6,d6", "{text}");
    }
    assert_eq!(defects("russian", "W:Wa1:B9"), [FenDefect::MixedNames]);
    assert!(matches!(defects("russian", "W:Wa1-c1:Bb6")[..], [FenDefect::LetterRange(_)]));
    for text in ["W:Wa1:B9", "B:Bd8,f8:Wh6,Kg3", "W:Wa1-c1:Bb8"] {
        assert_eq!(defects("italian", text), [FenDefect::Letters { squares: 32 }], "{text}");
    }
}

#[test]
fn a_side_without_pieces_is_a_finished_game() {
    assert_eq!(rewritten("italian", "W:W:B1"), "W:W:B1");
    assert_eq!(rewritten("italian", "W:B1"), "W:W:B1");
    assert_eq!(rewritten("italian", "B:W32"), "B:W32:B");
    assert_eq!(rewritten("italian", "W:W:B1.".trim()), "W:W:B1");
    for text in ["", "W", "W:W:B", ":", "[FEN \"\"]"] {
        assert_eq!(defects("italian", text), [FenDefect::NoPieces], "{text}");
    }
}

#[test]
fn every_defect_is_named_at_once() {
    let error = read_fen(&game("italian"), "W:W99,27,27,K,3,5-2,foo:B27,32,+:Z1").unwrap_err();
    let message = error.to_string();
    for part in [
        "no playing square `99` (squares are 1 to 32)",
        "square 27 is given twice",
        "K that no square follows",
        "White cannot stand on 3, where it is crowned",
        "`5-2` is reversed",
        "`foo` is not understood",
        "square 27 is given for both sides",
        "and so with Black on 32",
        "and so with `+`",
        "`Z1` begins with neither W nor B",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert_eq!(error.defects.len(), 10, "{message}");
    assert!(message.contains("(write `2-5`)"), "{message}");
    let russian = read_fen(&game("russian"), "W:Wb8:Bd6").unwrap_err().to_string();
    assert!(russian.contains("stand on b8") && russian.contains("Kb8"), "{russian}");
}

/// What is wrong in the same way many times is reported once, with what would be right.
#[test]
fn defects_of_a_kind_are_one_sentence() {
    let message = |name: &str, text: &str| {
        let error = read_fen(&game(name), text).expect_err(text).to_string();
        let start = format!("cannot read the position `{text}`: ");
        error.strip_prefix(&start).unwrap_or_else(|| panic!("{error}")).to_owned()
    };
    let numbers = "squares are named by letters, in this game they are numbers from 1 to";
    assert_eq!(message("english", "B:Bd8,f8:Wh6"), format!("{numbers} 32"));
    assert_eq!(message("international", "W:Wa1,c1,e1:Bb10,d10,j10"), format!("{numbers} 50"));
    assert_eq!(
        message("english", "W:W33,34,35,36,37,38:B1"),
        "there is no playing square `33` (squares are 1 to 32), and so with `34`, `35`, `36` and \
         2 more"
    );
    assert_eq!(
        message("italian", "W:W1,2,K3:B9"),
        "a man of White cannot stand on 1, where it is crowned (a king is K1), and so with White \
         on 2"
    );
    let rows = "it gives the board in rows, as chess programs do; write the side to move, then \
                the squares of each side, as in";
    for (name, text, example) in [
        ("english", "1m1m1m1m/m1m1m1m1/8/8/8/8/M1M1M1M1/1M1M1M1M b - - 0 1", "B:W21,K22:B1"),
        ("russian", "8/8/1b6/8/8/8/8/W7 w", "W:Wa1,Kc1:Bb6"),
    ] {
        assert_eq!(message(name, text), format!("{rows} `{example}`"));
    }
    let hub =
        defects("italian", &format!("W{}{}{}", "b".repeat(12), "e".repeat(8), "w".repeat(12)));
    assert_eq!(hub, [FenDefect::Hub { example: "W:W21,K22:B1".to_owned() }]);
    let example = "(a part is a colour and squares, as in `W21,K5`)";
    let start = format!("`startpos` begins with neither W nor B {example}");
    assert_eq!(message("italian", "startpos"), start);
}

#[test]
fn rubbish_is_bounded() {
    let long = "1,".repeat(1 << 20);
    let error = read_fen(&game("italian"), &long).unwrap_err();
    assert!(matches!(error.defects[..], [FenDefect::TooLong { .. }]));
    assert!(error.to_string().len() < 300);
    assert!(matches!(
        defects("italian", "W:W1-99999999999999999999:B2")[..],
        [FenDefect::NoSquare(_)]
    ));
}
