//! Texts that real programs got wrong, each the smallest input for a fault.

use damier_rules::board::Square;
use damier_rules::notation::{
    FenDefect, FenError, HubPositionError, MoveError, SquareOrder, hub_move, read_fen,
    read_hub_move, read_hub_position, read_move, read_square, square_text, write_fen,
    write_hub_position, write_move, write_move_full,
};
use damier_rules::position::{Move, Position};
use damier_rules::rules::{ALL, RuleSet, named};
use damier_rules::variant::Variant;

fn game(name: &str) -> RuleSet {
    named(name).unwrap()
}

fn set_up(name: &str, fen: &str) -> (Variant, Position) {
    let variant = Variant::named(name).unwrap();
    let position = read_fen(variant.rules(), fen).unwrap();
    (variant, position)
}

fn error(name: &str, fen: &str) -> FenError {
    read_fen(&game(name), fen).expect_err(fen)
}

/// The position as written once read.
fn rewritten(name: &str, fen: &str) -> String {
    let rules = game(name);
    write_fen(&rules, &read_fen(&rules, fen).unwrap())
}

fn move_error(name: &str, fen: &str, text: &str) -> String {
    let (variant, position) = set_up(name, fen);
    read_move(variant, &position, text).expect_err(text).to_string()
}

/// Every legal move, with the whole path.
fn full_texts(name: &str, fen: &str) -> Vec<String> {
    let (variant, position) = set_up(name, fen);
    let legal = variant.legal_moves(&position);
    legal.iter().map(|played| write_move_full(variant, &position, played)).collect()
}

fn texts(name: &str, fen: &str) -> Vec<String> {
    let (variant, position) = set_up(name, fen);
    let legal = variant.legal_moves(&position);
    legal.iter().map(|played| write_move(variant, &position, played)).collect()
}

#[test]
fn n1_an_ambiguous_short_form_is_refused_with_its_candidates() {
    let said = move_error("english", "B:W23,22,15,14:B11,10", "10x26");
    assert!(said.contains("10x17x26, 10x19x26"), "{said}");
    let (english, position) = set_up("english", "B:W23,22,15,14:B11,10");
    for text in ["10x17x26", "10x19x26"] {
        let played = read_move(english, &position, text).unwrap();
        assert_eq!(write_move(english, &position, &played), text);
    }
    let said = move_error("english", "B:W6,7,14,15:B2", "2x18");
    assert!(said.contains("2x9x18, 2x11x18"), "{said}");
}

#[test]
fn n2_ambiguous_captures_are_written_in_full() {
    assert_eq!(texts("english", "B:W23,22,15,14:B11,10")[..2], ["10x17x26", "10x19x26"]);
    assert_eq!(texts("italian", "W:W30:B11,19,27"), ["30x7"]);
    assert_eq!(full_texts("italian", "W:W30:B11,19,27"), ["30x23x14x7"]);
}

#[test]
fn n2_the_example_of_the_pdn_standard() {
    let fen = "W:WK47:B14,19,29,31,42";
    let pdn = ["47x38x24x13x36", "47x38x20x9x36"];
    let hub = ["47x36x19x29x31x42", "47x36x14x29x31x42"];
    let (variant, position) = set_up("international", fen);
    let written = write_hub_position(variant.rules(), &position, SquareOrder::Plain);
    assert_eq!(written, "WeeeeeeeeeeeeebeeeebeeeeeeeeebebeeeeeeeeeebeeeeWeee");
    for (path, taken) in pdn.into_iter().zip(hub) {
        let played = read_move(variant, &position, path).unwrap();
        assert_eq!(write_move(variant, &position, &played), path);
        assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), taken);
        for text in [taken, path, &taken.replace('x', ":")] {
            assert_eq!(
                read_hub_move(variant, &position, text, SquareOrder::Plain),
                Ok(played),
                "{text}"
            );
            assert_eq!(read_move(variant, &position, text), Ok(played), "{text}");
        }
    }
    let said = move_error("international", fen, "47x36");
    assert!(said.contains(pdn[0]) && said.contains(pdn[1]), "{said}");
    let said = read_hub_move(variant, &position, "47x36", SquareOrder::Plain).unwrap_err();
    assert!(said.to_string().contains("47x36x14x29x31x42, 47x36x19x29x31x42"), "{said}");
}

#[test]
fn n8_dots_at_the_end() {
    for text in [
        "W:W31-50:B1-20.",
        "[FEN \"W:W31-50:B1-20.\"]",
        "W:W31-50.:B1-20...",
        "W:W31-50 .:B1-20 . ",
    ] {
        assert_eq!(rewritten("international", text), "W:W31-50:B1-20", "{text}");
    }
}

#[test]
fn n9_ranges_and_kings() {
    assert_eq!(
        rewritten("english", "W:WK8,10,21,22,32:B2,13,14,28,K31"),
        "W:WK8,10,21,22,32:B2,13,14,28,K31"
    );
    assert_eq!(rewritten("english", "W:WK1-4,9:B5,6"), "W:WK1-4,9:B5,6");
}

#[test]
fn n10_a_doubled_turn_is_written_once() {
    let once = rewritten("italian", "W:W:W21-32:B1-12");
    assert_eq!(once, "W:W21-32:B1-12");
    assert_eq!(rewritten("italian", &once), once);
}

#[test]
fn n11_dialects_of_other_programs() {
    let start = "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8";
    for text in [
        start.to_owned(),
        start.to_lowercase(),
        start.to_uppercase(),
        start.replace(',', ", "),
        "W:W21-32:B1-12".to_owned(),
        "w:b1-12:w21-32".to_owned(),
        "[FEN \"W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1\"]"
            .to_owned(),
    ] {
        assert_eq!(rewritten("russian", &text), start, "{text}");
    }
}

#[test]
fn n12_characters_of_word_processors() {
    let latin = b"[FEN \x93W:W\xa031-50:B1-20\x94]";
    let lossy = String::from_utf8_lossy(latin);
    let mapped: String = latin.iter().copied().map(char::from).collect();
    for text in [lossy.as_ref(), &mapped, "“W:W31-50:\u{a0}B1-20”"] {
        assert_eq!(rewritten("international", text), "W:W31-50:B1-20", "{text}");
    }
}

#[test]
fn n19_single_captures_with_and_without_the_captured_square() {
    let (variant, position) = set_up("international", "W:W28,32:B23,1");
    for text in ["28x19", "28x19x23", "28-19", "28:19:23", "28x19x 23", "028x19x023"] {
        let played = read_hub_move(variant, &position, text, SquareOrder::Plain).expect(text);
        assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), "28x19x23");
    }
    for text in ["28x19x24", "28x19x23x23"] {
        let refused = read_hub_move(variant, &position, text, SquareOrder::Plain);
        assert!(matches!(refused, Err(MoveError::Illegal(_))), "{text}");
    }
}

#[test]
fn n19_captured_squares_in_any_order_and_landing_paths_on_hub() {
    let (variant, position) = set_up("italian", "W:W30:B11,19,27");
    for text in ["30x7x11x19x27", "30x7x27x11x19", "30x23x14x7", "30x7"] {
        let played = read_hub_move(variant, &position, text, SquareOrder::Plain).expect(text);
        assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), "30x7x11x19x27");
    }
}

#[test]
fn n21_the_italian_board_is_the_turned_one() {
    let italian = game("italian");
    let geometry = italian.moves.geometry;
    // A turned board is stored mirrored: its left column is the last one.
    let at =
        |row: usize, column: usize| square_text(&italian, geometry.at(row, 7 - column).unwrap());
    assert_eq!((at(0, 0), at(7, 7), at(5, 1)), ("1".into(), "32".into(), "21".into()));
}

#[test]
fn n22_a_board_full_of_pieces_is_a_position() {
    assert_eq!(rewritten("international", "W:W6-25:B26-45"), "W:W6-25:B26-45");
    assert_eq!(rewritten("italian", "W:WK1-16:BK17-32"), "W:WK1-16:BK17-32");
}

#[test]
fn n23_malformed_positions() {
    let defects = |text| error("italian", text).defects;
    assert!(matches!(defects("W:W99:B1")[..], [FenDefect::NoSquare(_)]));
    assert!(matches!(defects("W:W31,31:B2")[..], [FenDefect::Twice(_)]));
    assert!(matches!(defects("W:WK:B")[..], [FenDefect::KingWithoutSquare(_)]));
    assert!(matches!(defects("Z:W21:B2")[..], [FenDefect::UnknownColour(_)]));
    assert!(matches!(defects("")[..], [FenDefect::NoPieces]));
    let all = error("italian", "W:W1,1:B2").to_string();
    assert!(all.contains("given twice") && all.contains("crowned"), "{all}");
}

#[test]
fn n24_men_and_kings_are_told_apart() {
    let (variant, position) = set_up("italian", "W:WK9,10:B1,K2");
    assert_eq!(write_fen(variant.rules(), &position), "W:WK9,10:B1,K2");
    let hub = write_hub_position(variant.rules(), &position, SquareOrder::Plain);
    assert_eq!(hub, format!("WbB{}Ww{}", "e".repeat(6), "e".repeat(22)));
}

#[test]
fn r22_a_move_read_for_another_board_is_refused() {
    let (variant, position) = set_up("international", "W:WK2,25:B14,15,16");
    let played = read_move(variant, &position, "2-7").unwrap();
    let next = position.make(&played);
    let refused = read_move(variant, &next, "2-7").unwrap_err();
    assert!(refused.to_string().contains("no piece on 2"), "{refused}");
}

#[test]
fn r23_men_on_the_row_where_they_are_crowned() {
    let said = error("international", "W:W4:B49").to_string();
    assert!(said.contains("White cannot stand on 4"), "{said}");
    assert!(said.contains("and so with Black on 49"), "{said}");
    let rules = game("international");
    let text = format!("Wwe{}", "e".repeat(48));
    let refused = read_hub_position(&rules, &text, SquareOrder::Plain).unwrap_err();
    assert_eq!(refused, HubPositionError::ManOnCrownRow("1".to_owned()));
}

#[test]
fn hub_starts_of_every_game() {
    let start = |rules: &RuleSet, order| write_hub_position(rules, &rules.start_position(), order);
    let (men, empty) = (12, "e".repeat(8));
    let (white, black) = ("w".repeat(men), "b".repeat(men));
    for rules in ALL.iter().filter(|rules| rules.moves.geometry.size() == 8) {
        let expected = match rules.name {
            "spanish" | "portuguese" => format!("W{white}{empty}{black}"),
            "english" | "pool" => format!("B{black}{empty}{white}"),
            _ => format!("W{black}{empty}{white}"),
        };
        assert_eq!(start(rules, SquareOrder::Plain), expected, "{}", rules.name);
    }
    for name in ["english", "italian", "russian", "brazilian"] {
        let own = start(&game(name), SquareOrder::Pydraughts);
        assert_eq!(own, "Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "{name}");
    }
    let international = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
    assert_eq!(start(&game("international"), SquareOrder::Plain), international);
}

#[test]
fn moves_of_pydraughts() {
    let first = |name| {
        let variant = Variant::named(name).unwrap();
        let start = variant.start_position();
        let legal = variant.legal_moves(&start);
        legal
            .iter()
            .map(|played| hub_move(variant.rules(), played, SquareOrder::Pydraughts))
            .collect::<Vec<String>>()
    };
    assert!(first("english").contains(&"11-15".to_owned()));
    let russian = Variant::named("russian").unwrap();
    let start = russian.start_position();
    let played = read_move(russian, &start, "a3-b4").unwrap();
    assert_eq!(hub_move(russian.rules(), &played, SquareOrder::Pydraughts), "9-13");
    assert_eq!(hub_move(russian.rules(), &played, SquareOrder::Plain), "21-17");
    assert_eq!(read_hub_move(russian, &start, "09-13", SquareOrder::Pydraughts), Ok(played));
    assert_eq!(read_hub_move(russian, &start, "21-17", SquareOrder::Plain), Ok(played));
}

#[test]
fn hub_positions_that_cannot_be() {
    let italian = game("italian");
    let read = |text: &str| read_hub_position(&italian, text, SquareOrder::Plain);
    let ten = format!("W{}", "e".repeat(50));
    let said = read(&ten).unwrap_err().to_string();
    assert_eq!(said, "a position of italian has 33 characters, this one 51");
    assert!(matches!(read(""), Err(HubPositionError::Length { got: 0, .. })));
    let one = |first: char, then: &str| format!("{first}{then}{}", "e".repeat(32 - then.len()));
    assert_eq!(read(&one('w', "B")), Err(HubPositionError::Turn('w')));
    assert_eq!(read(&one('W', "Bx")), Err(HubPositionError::Piece { number: 3, got: 'x' }));
    assert_eq!(read(&one('W', "")), Err(HubPositionError::NoPieces));
    assert!(read(&one('W', "B")).is_ok(), "a side without pieces is a finished game");
}

#[test]
fn moves_in_every_spelling() {
    let (variant, position) = set_up("international", "W:W31-50:B1-20");
    let wanted = read_move(variant, &position, "32-28").unwrap();
    for text in [
        "32x28",
        "32:28",
        " 32 - 28 ",
        "032-028",
        "3228",
        "32 28",
        "32–28",
        "32-28!",
        "32-28?!",
        "32X28",
    ] {
        assert_eq!(read_move(variant, &position, text), Ok(wanted), "{text}");
    }
    for text in ["", "32", "32-", "-32-28", "32--28", "32-28*", "322", "foo", "32-28-", "1. 32-28"]
    {
        let refused = read_move(variant, &position, text);
        assert!(matches!(refused, Err(MoveError::Unreadable { .. })), "{text} {refused:?}");
    }
    let said = move_error("international", "W:W31-50:B1-20", "foo");
    assert!(said.contains("`foo`") && said.contains("31-26"), "{said}");
    let said = move_error("international", "W:W31-50:B1-20", "32-51");
    assert!(said.contains("`51` (squares are 1 to 50)"), "{said}");
}

#[test]
fn moves_in_letters_and_numbers() {
    let (variant, position) = set_up("russian", "W:Wh6:Bg7,c5,d2");
    let wanted = read_move(variant, &position, "h6xf8xb4xe1").unwrap();
    for text in ["h6:e1", "h6e1", "H6F8B4E1", "12x31", "12x3x17x31", "1231", "h6-e1", "h6xf8xe1"] {
        assert_eq!(read_move(variant, &position, text), Ok(wanted), "{text}");
    }
    assert_eq!(write_move(variant, &position, &wanted), "h6:e1");
    assert_eq!(write_move_full(variant, &position, &wanted), "h6:f8:b4:e1");
    assert!(matches!(read_move(variant, &position, "h6x31"), Err(MoveError::Unreadable { .. })));
}

#[test]
fn r2_a_circular_capture_has_equal_ends() {
    let (variant, position) = set_up("italian", "W:WK6:B10,11,18,19");
    let played: Move = read_move(variant, &position, "6x6").unwrap();
    let six: Square = read_square(variant.rules(), "6").unwrap();
    assert_eq!((played.from, played.to), (six, six));
    assert_eq!(hub_move(variant.rules(), &played, SquareOrder::Plain), "6x6x10x11x18x19");
    let read = read_hub_move(variant, &position, "6x6x19x18x11x10", SquareOrder::Plain);
    assert_eq!(read, Ok(played));
}
