//! Why a move is refused, and what is named instead.

use damier_rules::notation::{
    MoveError, Reason, Refusal, SquareOrder, Verdict, compared_captures, read_fen, read_hub_move,
    read_move, why, write_move_full,
};
use damier_rules::position::Side;
use damier_rules::rules::{House, named};
use damier_rules::variant::Variant;

fn refused_by(variant: Variant, fen: &str, text: &str) -> Refusal {
    let position = read_fen(variant.rules(), fen).unwrap();
    match why(variant, &position, text) {
        Ok(Verdict::Refused(refusal)) => *refusal,
        other => panic!("{fen} {text}: {other:?}"),
    }
}

fn refused(name: &str, fen: &str, text: &str) -> Refusal {
    refused_by(Variant::named(name).unwrap(), fen, text)
}

/// The reason, and what is legal instead.
#[track_caller]
fn check(name: &str, fen: &str, text: &str, reason: Reason, legal: &[&str]) {
    let refusal = refused(name, fen, text);
    assert_eq!(refusal.reason, reason, "{fen} {text}");
    assert_eq!(refusal.legal, legal, "{fen} {text}");
}

#[test]
fn r28_the_text_says_what_was_legal() {
    let said = refused("italian", "W:W10,26:B6,22,15", "10x3").to_string();
    assert_eq!(
        said,
        "`10x3` is illegal: it takes 1 where 2 must be taken (art. 6.6, 2025 art. 1.1.6.6); legal: 26x12"
    );
    let (italian, position) = {
        let italian = Variant::named("italian").unwrap();
        let position = read_fen(italian.rules(), "W:W10,26:B6,22,15").unwrap();
        (italian, position)
    };
    let Err(MoveError::Illegal(refusal)) = read_move(italian, &position, "10x3") else { panic!() };
    assert_eq!(refusal.to_string(), said);
}

#[test]
fn r6_most_pieces() {
    let most = |takes, must| Reason::MostPieces { takes, must };
    check("italian", "W:W10,26:B6,22,15", "10x3", most(1, 2), &["26x12"]);
    check("italian", "W:W30,22:B18,19,27", "22x13", most(1, 2), &["30x14"]);
    check("international", "W:W48:B24,K31,34,K42,43", "48x26", most(2, 3), &["48x19"]);
}

#[test]
fn r4_a_king_goes_before_a_man() {
    check("italian", "W:W10,K22:B6,18", "10x3", Reason::ByKing, &["22x13"]);
    check(
        "czech",
        "W:Wa3,Kh2:Bb4,g3",
        "a3xc5",
        Reason::ByKing,
        &["h2xb8", "h2xc7", "h2xd6", "h2xe5", "h2xf4"],
    );
}

#[test]
fn s14_most_kings() {
    let fewer = Reason::MostKings { takes: 0, must: 1 };
    check("italian", "W:WK22:BK18,27", "22x31", fewer, &["22x13"]);
}

#[test]
fn r1_the_king_met_earliest() {
    let later = Reason::EarliestKing { piece: 2 };
    check("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x7", later, &["30x21x14x5"]);
}

#[test]
fn r2_of_two_ways_round_the_one_that_meets_the_king_earlier() {
    let fen = "W:WK6:B10,11,18,K19";
    let later = Reason::EarliestKing { piece: 2 };
    check("italian", fen, "6x13x22x15x6", later.clone(), &["6x15x22x13x6"]);
    check("italian", fen, "6x13x15x6", later, &["6x15x22x13x6"]);
    let italian = Variant::named("italian").unwrap();
    let position = read_fen(italian.rules(), fen).unwrap();
    for text in ["6x6", "6x15x22x13x6"] {
        let played = read_move(italian, &position, text).expect(text);
        assert_eq!(write_move_full(italian, &position, &played), "6x15x22x13x6");
    }
}

#[test]
fn r5_a_man_cannot_take_a_king() {
    let refusal = refused("italian", "W:W22:BK18", "22x13");
    assert_eq!(refusal.reason, Reason::ManTakesKing("18".to_owned()));
    assert_eq!((refusal.article, refusal.legal), (Some("art. 5.3 b"), vec!["22-19".to_owned()]));
    let on = Reason::ManTakesKing("18".to_owned());
    check("italian", "W:W30:B26,K18", "30x21x14", on, &["30x21"]);
}

#[test]
fn r17_a_capture_is_obligatory_over_the_whole_board() {
    check("italian", "W:W19,29:B15,7", "19-14", Reason::CaptureObligatory, &["19x3"]);
    check("italian", "W:W19,29:B15,7", "29-25", Reason::CaptureObligatory, &["19x3"]);
    assert_eq!(refused("italian", "W:W19:B15,7", "19-14").article, Some("art. 5"));
}

#[test]
fn s5_a_capture_must_be_finished() {
    let all = ["30x23x14x7"];
    check("italian", "W:W30:B11,19,27", "30x23", Reason::Unfinished, &all);
    check("italian", "W:W30:B11,19,27", "30x14", Reason::Unfinished, &all);
    check("italian", "W:W30:B11,19,27", "30x23x14", Reason::Unfinished, &all);
    check("italian", "W:W19:B15,7", "19x12", Reason::Unfinished, &["19x12x3"]);
    check("russian", "W:Wh6:Bg7,c5,d2", "h6:f8", Reason::Unfinished, &["h6:f8:b4:e1"]);
}

/// Where finishing it would not help, the reason is the one against the finished capture.
#[test]
fn s5_a_capture_that_would_be_illegal_when_finished_too() {
    let kings = ["a5xg5", "a5xh4"];
    check("czech", "W:WKa5,c3:Bb6,d4,f6", "c3xe5", Reason::ByKing, &kings);
    check("czech", "W:WKa5,c3:Bb6,d4,f6", "c3xg7", Reason::ByKing, &kings);
    let later = Reason::EarliestKing { piece: 2 };
    check("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x23", later, &["30x21x14x5"]);
    let fewer = Reason::MostPieces { takes: 2, must: 3 };
    check("italian", "W:W29,31:B12,18,20,26,28", "29x22", fewer, &["31x8"]);
}

#[test]
fn r7_a_flying_king_lands_where_it_can_go_on() {
    let wrong = Reason::LandsWrong("a3".to_owned());
    check("russian", "W:Wh6:Bg7,c5,d2", "h6:f8:a3", wrong, &["h6:e1"]);
}

#[test]
fn s10_a_man_that_is_crowned_stops() {
    check("italian", "W:W10:B6,7", "10x3x12", Reason::CrownedStops, &["10x3"]);
    check("italian", "W:W10:B6,7", "10x12", Reason::CrownedStops, &["10x3"]);
    check("brazilian", "W:Wf6:Be7,b6", "f6xd8xa5", Reason::GoesOnAsMan, &["f6xd8"]);
}

#[test]
fn s3_a_short_king() {
    let one = Reason::KingMovesOneSquare;
    check("italian", "W:WK30:B1", "30-23", one.clone(), &["30-26", "30-27"]);
    assert_eq!(refused("italian", "W:WK30:B1", "30-23").article, Some("art. 4.7"));
    check("english", "W:WK29:B18", "29x15", one, &["29-25"]);
}

#[test]
fn s6_men_look_forward() {
    let fen = "W:W22:B1";
    let moves = ["22-18", "22-19"];
    check("italian", fen, "22-26", Reason::ManMovesBackward, &moves);
    check("italian", fen, "22-15", Reason::ManMovesOneSquare, &moves);
    check("italian", "W:W22:B26", "22x29", Reason::ManCapturesBackward, &moves);
    check("italian", "W:W22:BK26", "22x29", Reason::ManCapturesBackward, &moves);
    assert_eq!(refused("italian", "W:W22:BK26", "22x29").article, Some("art. 5.3 a"));
}

#[test]
fn the_wrong_piece() {
    let start = "W:W21-32:B1-12";
    let all = refused("italian", start, "18-14");
    assert_eq!(all.reason, Reason::EmptySquare("18".to_owned()));
    assert_eq!(all.legal.len(), 7);
    let other = refused("italian", start, "12-16").reason;
    assert_eq!(other, Reason::OtherSide { square: "12".to_owned(), turn: Side::White });
    let blocked = refused("italian", "W:W21:BK17,K18,K13,K14", "21-17");
    assert_eq!(blocked.reason, Reason::Finished(Side::White));
    assert!(blocked.legal.is_empty());
    let won = refused("italian", "W:W22,21:B", "22-18");
    assert_eq!((&won.reason, won.legal.len()), (&Reason::Won(Side::White), 0));
    assert_eq!(
        won.reason.to_string(),
        "White has won, Black has no piece left: the game is finished"
    );
}

#[test]
fn r18_what_is_in_the_way() {
    let start = "W:W21-32:B1-12";
    let text = |text: &str| text.to_owned();
    let reason = |fen, attempt| refused("italian", fen, attempt).reason;
    assert_eq!(reason(start, "25-21"), Reason::Occupied(text("21")));
    assert_eq!(reason(start, "21-19"), Reason::NotDiagonal { from: text("21"), to: text("19") });
    assert_eq!(reason("W:WK11:B1", "11-11"), Reason::NoSuchMove(text("11")));
    assert_eq!(reason(start, "26x17"), Reason::OwnPieceInTheWay(text("21")));
    assert_eq!(reason(start, "21x14"), Reason::NothingToTake { from: text("21"), to: text("14") });
    assert_eq!(reason("W:W26:B18,22,1", "26x13"), Reason::NoSuchMove(text("26")));
    assert_eq!(
        refused("international", "W:WK46:B37,32", "46x28").reason,
        Reason::TwoInTheWay { from: text("46"), to: text("28") }
    );
}

/// The Turkish strike: what is taken stays on the board until the move ends.
#[test]
fn pieces_already_taken_are_not_jumped_again() {
    let twice = |square: &str| Reason::JumpedTwice(square.to_owned());
    let in_the_way = |square: &str| Reason::TakenInTheWay(square.to_owned());
    for (name, fen, attempt, reason) in [
        ("international", "W:WK33:B12,28,44", "33x17x3x21", twice("12")),
        ("international", "W:WK33:B12,28,44", "33x17x3x12", in_the_way("12")),
        ("russian", "W:WKa1:Bc3,g5,f2,d2", "a1:f6:h4:e1:b4", in_the_way("c3")),
        ("russian", "W:Wc3:Bd4,f6", "c3:e5:g7:e5", twice("f6")),
    ] {
        let refusal = refused(name, fen, attempt);
        assert_eq!(refusal.reason, reason, "{name} {fen} {attempt}");
        assert_eq!(refusal.article, Some(named(name).unwrap().sources.break_off));
    }
    let taken = "the piece on 12 is already taken; it stays on the board until the move ends and";
    assert_eq!(twice("12").to_string(), format!("{taken} cannot be jumped twice"));
    assert_eq!(in_the_way("12").to_string(), format!("{taken} stands in the way"));
}

#[test]
fn hub_moves_are_refused_in_hub_texts() {
    let russian = Variant::named("russian").unwrap();
    let position = read_fen(russian.rules(), "W:Wh6:Bg7,c5,d2").unwrap();
    for (order, text, legal) in [
        (SquareOrder::Plain, "12x3x8", "12x31x8x14x26"),
        (SquareOrder::Pydraughts, "24x31x28", "24x3x6x18x28"),
    ] {
        let Err(MoveError::Illegal(refusal)) = read_hub_move(russian, &position, text, order)
        else {
            panic!("{text}")
        };
        assert_eq!((refusal.reason, refusal.legal), (Reason::Unfinished, vec![legal.to_owned()]));
    }
}

#[test]
fn another_way_with_the_same_ends() {
    let fen = "W:W30:B11,19,27";
    check("italian", fen, "30x21x7", Reason::OtherWay, &["30x23x14x7"]);
}

#[test]
fn house_rules_are_named_as_any_other() {
    let house = |pairs: &[&str]| {
        let base = House::of(named("italian").unwrap());
        let rules = pairs.iter().try_fold(base, |house, pair| house.set(pair)).unwrap();
        Variant::new(rules.finish().unwrap())
    };
    let optional = house(&["capture=optional"]);
    let position = read_fen(optional.rules(), "W:W19:B15,7").unwrap();
    assert!(matches!(why(optional, &position, "19-14"), Ok(Verdict::Legal(_))));
    // A capture that is made must still be finished.
    let refusal = refused_by(optional, "W:W19:B15,7", "19x12");
    assert_eq!(refusal.reason, Reason::Unfinished);
    let broken = house(&["precedence=none", "break-off=true"]);
    let position = read_fen(broken.rules(), "W:W19:B15,7").unwrap();
    assert!(matches!(why(broken, &position, "19x12"), Ok(Verdict::Legal(_))));
    let short = house(&["men-capture-kings=false", "capture=mandatory"]);
    assert_eq!(refused_by(short, "W:W22:BK18", "22x13").article, Some("house rule"));
}

#[test]
fn every_capture_is_listed_with_the_criterion_at_which_it_fell() {
    let italian = Variant::named("italian").unwrap();
    let position = read_fen(italian.rules(), "W:W10,K22:B6,18").unwrap();
    let listed: Vec<(String, Option<Reason>)> = compared_captures(italian, &position)
        .into_iter()
        .map(|(one, fell)| (write_move_full(italian, &position, &one.capture), fell))
        .collect();
    assert_eq!(listed, [("10x3".to_owned(), Some(Reason::ByKing)), ("22x13".to_owned(), None)]);
}

#[test]
fn r24_reasons_are_found_where_captures_explode() {
    let many = "W:WK5,K15,K26,K36,K45,K46,K47,K48,K49:\
                BK8,K9,K18,K19,K22,K24,K27,K30,K37,K40,K42,K43,K44";
    let knot = "W:WK50:B7,8,9,10,12,13,14,17,19,20,21,23,30,32,34,36,38,39,41,43";
    for fen in [many, knot] {
        for text in ["50-45", "50x1", "46x6", "47x2", "49x50"] {
            let international = Variant::named("international").unwrap();
            let position = read_fen(international.rules(), fen).unwrap();
            if let Ok(Verdict::Refused(refusal)) = why(international, &position, text) {
                assert!(refusal.to_string().len() < 1000, "{refusal}");
            }
        }
    }
}
