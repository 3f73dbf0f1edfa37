//! What the rule books say, by game.

use crate::check::{exactly, moves, moves_under};
use crate::common::data::{house, rules};
use damier_rules::rules::{House, named};

/// Federazione Italiana Dama, through the diagrams of a page that explains its rules.
#[test]
fn italian_diagrams() {
    for (position, expected) in [
        ("W:W23:B19", "23x14"),
        ("W:W22:BK18", "22-19"),
        ("W:W30:B11,19,27", "30x23x14x7"),
        ("W:W30,22:B18,19,27", "30x14"),
        ("W:W10,K22:B6,18", "22x13"),
        ("W:WK22:BK18,27", "22x13"),
        ("W:W19:B15,7", "19x12x3"),
        ("W:WK6:B10,11,18,19", "6x6"),
        ("W:WK6:B10,11,18,K19", "6x6"),
        ("W:W10:B6,7", "10x3"),
        ("W:W10,26:B6,22,15", "26x12"),
    ] {
        moves("italian", position, expected);
    }
    exactly("italian", "W:W19:B15,7", "19x3/7,15=K");
    exactly("italian", "W:W10:B6,7", "10x3/6=K");
}

/// The official examples, articles 5 and 6.6 to 6.10, the last the case "Alioto".
#[test]
fn italian_official_examples() {
    for (position, expected) in [
        ("W:W30:B27", "30x23"),
        ("W:W31:B12,20,28", "31x8"),
        ("W:WK22:B18,19,27", "22x13 22x15 22x31"),
        ("W:WK27:B5,6,13,15,21,23", "27x25"),
        ("W:WK21,31:B10,18,27", "31x6"),
        ("W:WK23,31:B19,26,27", "23x21"),
        ("W:WK23:B19,K28", "23x32"),
        ("W:WK30:B10,12,18,K20,K26,27", "30x5"),
        ("W:WK31:B18,20,K27,K28", "31x13 31x15"),
        ("W:W30:BK26", "30-27"),
        ("W:WK24:B20,28", "24x15 24x31"),
        ("W:WK30:B10,K12,K18,20,K26,K27", "30x21x14x5"),
    ] {
        moves("italian", position, expected);
    }
}

/// WCDF 1.18 to 1.20: men take kings but never backward, any capture may be chosen.
#[test]
fn english_captures() {
    moves("english", "B:W6:BK1,11", "1x10");
    moves("english", "B:WK7,16:B2,12", "2x11x20 12x19");
    moves("english", "B:W6,7,14:B2,15", "2x9x18 2x11");
    moves("english", "B:W6,9:B14", "14-17 14-18");
    moves("english", "B:B23:W26,27", "23x30 23x32");
}

/// FMJD-64 4.6: the king goes on where it can; Kodeks 1.5.15: a man crowned on the way is a king.
#[test]
fn russian_captures() {
    moves("russian", "W:Wh6:Bg7,c5,d2", "h6xf8xb4xe1");
    moves("russian", "W:Wf6:Be7,b6", "f6xd8xa5");
    moves("russian", "W:Wd6:Be7,g7", "d6xf8xh6");
}

/// As international draughts: most pieces, and a man that passes the last row stays a man.
#[test]
fn brazilian_captures() {
    moves("brazilian", "W:Wd6:Be7,g7", "d6xf8xh6");
    moves("brazilian", "W:Wa1,f2:Bb2,e3,c5", "f2xd4xb6");
}

/// Most pieces, then most kings; men take kings, but not backward.
#[test]
fn spanish_and_portuguese_captures() {
    for game in ["spanish", "portuguese"] {
        moves(game, "W:WK29:B28,22,5", "29x19x32 29x19x1");
        moves(game, "W:W10,11:B15,K14", "10x19 11x18");
    }
}

/// ČUD 4.14: a king that can take must take.
#[test]
fn czech_captures() {
    moves("czech", "W:WKa5,c3:Bb6,d4,f6", "a5xd8xg5 a5xd8xh4");
}

/// FMJD 4.8, 4.11, 4.13, 4.15.
#[test]
fn international_captures() {
    moves("international", "W:WK41,49:B9,10,12,19,38", "41x14x3x21x43");
    moves("international", "W:W48:B24,K31,34,K42,43", "48x39x30x19");
    moves("international", "W:W12:B8,9", "12x3x14");
    exactly("international", "W:W12:B8,9", "12x3x14/8,9");
}

/// Optional capture adds quiet moves; a capture that is made is bound by precedence and completed.
#[test]
fn optional_captures() {
    let italian = named("italian").expect("a game");
    let optional = house(italian, &["capture=optional"]);
    let position = "W:W10,K22:B6,18";
    moves_under(&optional, position, "22x13 10-5 22-19 22-26 22-27");
    let free = house(italian, &["capture=optional", "precedence=none"]);
    moves_under(&free, position, "22x13 10x3 10-5 22-19 22-26 22-27");
    moves_under(&optional, "W:W30:B11,19,27", "30x7 30-26");
}

/// Breaking off is a rule of its own, and every landing square counts.
#[test]
fn captures_broken_off() {
    let italian = named("italian").expect("a game");
    let pairs = ["precedence=none", "break-off=true"];
    moves_under(&house(italian, &pairs), "W:W30:B11,19,27", "30x23 30x14 30x7");
    let russian = house(rules("russian"), &["break-off=true"]);
    moves_under(&russian, "W:WKa1:Bc3,e7", "a1xd4 a1xe5 a1xf6 a1xg7 a1xh8 a1xf6xd8");
    let refused = House::of(italian).set("break-off=true").and_then(House::finish);
    assert!(refused.is_err(), "most-pieces leaves nothing to break off");
}
