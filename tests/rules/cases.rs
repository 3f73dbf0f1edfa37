//! Faults that real programs have had, by the numbers under which they were collected.

use crate::check::{exactly, legal, moves};
use crate::common::data::rules;
use crate::common::fen;
use damier_rules::board::{Geometry, SquareSet};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

fn read(game: &str, text: &str) -> (RuleSet, Position) {
    let rules = rules(game);
    (rules, fen::read(&rules, text))
}

/// The move from one square to another, which must be the only one.
fn only(rules: &RuleSet, position: &Position, from: usize, to: usize) -> Move {
    let ends = (fen::square(rules, from), fen::square(rules, to));
    let found: Vec<Move> = legal(rules, position)
        .into_iter()
        .filter(|played| (played.from, played.to) == ends)
        .collect();
    assert_eq!(found.len(), 1, "{from} to {to} in {}", fen::write(rules, position));
    found[0]
}

#[test]
fn r1_every_king_of_the_sequence_is_compared() {
    moves("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x21x14x5");
    exactly("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x5/10,18,26");
}

#[test]
fn r2_a_king_may_end_where_it_began() {
    moves("english", "B:BK3:W7,8,15,16", "3x10x19x12x3");
    moves("italian", "W:WK6:B10,11,18,19", "6x6");
    moves("italian", "W:WK6:B10,11,18,K19", "6x15x22x13x6");
    for (game, text, square) in
        [("english", "B:BK3:W7,8,15,16", 3), ("italian", "W:WK6:B10,11,18,19", 6)]
    {
        let (rules, position) = read(game, text);
        let next = position.make(&only(&rules, &position, square, square));
        assert_eq!(next.key(), next.recomputed_key());
        assert_eq!(next.occupied(), fen::square(&rules, square).set());
        assert_eq!(next.kings(), next.occupied());
        assert_eq!(position, fen::read(&rules, text));
    }
}

#[test]
fn r3_no_quiet_move_stays_on_its_square() {
    moves(
        "international",
        "B:WK1,K2,14,16,31,37,42:BK49",
        "49-44 49-40 49-35 49-43 49-38 49-32 49-27 49-21",
    );
}

#[test]
fn r4_a_king_goes_before_a_man() {
    moves("italian", "W:W10,K22:B6,18", "22x13");
}

#[test]
fn r5_an_italian_man_neither_takes_nor_crosses_a_king() {
    moves("italian", "W:W22:BK18", "22-19");
    moves("italian", "W:W30:B26,K18", "30x21");
}

#[test]
fn r6_crowning_does_not_go_before_a_longer_capture() {
    moves("italian", "W:W10,26:B6,22,15", "26x19x12");
}

#[test]
fn r7_a_russian_capture_is_completed() {
    moves("russian", "W:Wh6:Bg7,c5,d2", "h6xf8xb4xe1");
    moves("russian", "W:W12:B8,14,26", "12x3x17x31");
}

#[test]
fn r10_crowning_in_mid_capture() {
    moves("russian", "W:Wf6:Be7,b6", "f6xd8xa5");
    exactly("russian", "W:W11:B7,9", "11x2x13/7,9=K");
    for game in ["brazilian", "czech", "pool"] {
        exactly(game, "W:W11:B7,9", "11x2/7=K");
    }
    exactly("russian", "W:W10:B7,8", "10x3x12/7,8=K");
    for game in ["brazilian", "pool"] {
        exactly(game, "W:W10:B7,8", "10x3x12/7,8");
    }
    for game in ["czech", "english"] {
        exactly(game, "W:W10:B7,8", "10x3/7=K");
    }
}

#[test]
fn r11_the_shorter_capture_is_illegal() {
    moves("international", "W:W48:B24,K31,34,K42,43", "48x39x30x19");
}

#[test]
fn r12_only_the_pieces_of_the_chosen_capture_vanish() {
    let (rules, position) = read("russian", "W:W22:B17,18,11");
    let short = position.make(&only(&rules, &position, 22, 13));
    assert_eq!(short, fen::read(&rules, "B:W13:B18,11"));
    let long = position.make(&only(&rules, &position, 22, 8));
    assert_eq!(long, fen::read(&rules, "B:W8:B17"));
}

#[test]
fn r13_taken_pieces_stay_until_the_end() {
    moves("international", "W:WK41,49:B9,10,12,19,38", "41x14x3x21x43");
    moves("international", "W:WK33:B12,28,44", "33x17x3 33x17x8");
    moves("russian", "W:WK8:B9,15,23", "8x18x5 8x18x27 8x18x32");
    moves("brazilian", "W:WK6:B10,11,22", "6x15x4 6x15x8 6x15x25 6x15x29");
    moves("spanish", "W:WK29:B28,22,5", "29x19x32 29x19x1");
    moves("czech", "W:WK23:B7,18,27", "23x14x3 23x32");
}

#[test]
fn r14_an_english_king_moves_one_square() {
    let game = "24-20 12-16 28-24 8-12 32-28 4-8 24-19 9-13 28-24 10-14 22-18 6-10 18-9 5-14 \
                25-22 1-5 22-18 5-9 18-15 11-18 20-4 3-8";
    let rules = rules("english");
    // White began in that game.
    let mut position = rules.start_position().with_turn(Side::White);
    for written in game.split_whitespace() {
        let (from, to) = written.split_once('-').expect("two squares");
        let (from, to) = (from.parse().expect("a square"), to.parse().expect("a square"));
        position = position.make(&only(&rules, &position, from, to));
    }
    let king = fen::square(&rules, 4);
    assert!(position.kings().contains(king));
    let mut reached: Vec<usize> = legal(&rules, &position)
        .iter()
        .filter(|played| played.from == king)
        .map(|played| rules.notation.numbering.number(rules.moves.geometry, played.to))
        .collect();
    reached.sort_unstable();
    assert!(!reached.contains(&22), "{reached:?}");
    assert!(reached.iter().all(|to| [8, 11].contains(to)), "{reached:?}");
}

#[test]
fn r17_one_piece_that_can_capture_binds_all() {
    moves("italian", "W:W23,32,24:B19", "23x14");
    moves("english", "W:WK22,31,32:B18", "22x15");
}

#[test]
fn r18_no_jump_onto_or_over_a_piece_in_the_way() {
    moves("english", "W:W22,15:B18", "22-17 15-10 15-11");
    moves("english", "W:W22,18:B1", "22-17 18-14 18-15");
    moves("russian", "W:WK29,25:B15,11", "25-21 25-22");
    moves("russian", "W:WK29:B22,18", "29-25");
}

#[test]
fn r19_a_kings_capture_stands_beside_a_mans() {
    moves("english", "W:WK22,31:B18,10,27", "22x15x6 31x24");
}

#[test]
fn r22_an_old_move_is_not_legal_in_the_next_position() {
    let (rules, position) = read("english", "W:WK2,25:B14,15,16");
    let played = only(&rules, &position, 2, 7);
    let next = position.make(&played);
    assert!(!legal(&rules, &next).contains(&played));
    let back = next.with_turn(position.turn());
    assert!(!legal(&rules, &back).contains(&played), "nothing stands on 2 any more");
}

#[test]
fn r23_men_on_the_last_row_make_no_position() {
    let geometry = Geometry::Ten;
    let set = |number: usize| geometry.all().into_iter().nth(number - 1).unwrap().set();
    for turn in Side::BOTH {
        let refused = Position::new(geometry, set(4), set(49), SquareSet::EMPTY, turn);
        let defects = refused.expect_err("a man is crowned there");
        assert_eq!(defects.men_on_crown_row, [set(4), set(49)]);
        assert_eq!(defects.to_string(), "men where they are crowned: 2");
        assert!(Position::new(geometry, set(4), set(49), set(4) | set(49), turn).is_ok());
    }
}

#[test]
fn r24_captures_whose_paths_explode_are_listed_once_each() {
    // What is bounded is counted, not timed: an explosion of paths would list thousands, or hang.
    moves(
        "english",
        "B:W6,7,8,14,15,16,22,23,24:BK2",
        "2x2 2x2 2x4 2x4 2x4 2x4 2x25 2x25 2x25 2x25",
    );
    let (rules, position) = read(
        "international",
        "W:WK5,K15,K26,K36,K45,K46,K47,K48,K49:\
         BK8,K9,K18,K19,K22,K24,K27,K30,K37,K40,K42,K43,K44",
    );
    assert_eq!(legal(&rules, &position).len(), 334);
    let (rules, position) =
        read("international", "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47");
    let variant = Variant::new(rules);
    assert!(variant.count(&position) > 0);
    assert_eq!(variant.count(&position), legal(&rules, &position).len());
}
