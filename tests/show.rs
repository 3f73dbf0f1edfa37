//! Diagrams, as text and as SVG, and captures explained.

mod common;

use std::collections::BTreeSet;

use common::command::{assert_narrow, json, lines, output, run};
use roxmltree::{Document, Node};

/// An SVG diagram, given the options after `show`.
fn picture(args: &[&str]) -> String {
    output(&[&["show", "--svg", "-"], args].concat())
}

fn number(node: Node<'_, '_>, attribute: &str) -> f64 {
    let text = node.attribute(attribute).unwrap_or_else(|| panic!("{node:?} has no {attribute}"));
    text.parse().unwrap_or_else(|_| panic!("{attribute} is no number: {text}"))
}

fn of_class<'a>(picture: &'a Document<'_>, class: &str) -> Vec<Node<'a, 'a>> {
    let has = |node: &Node<'_, '_>| {
        node.attribute("class").is_some_and(|own| own.split(' ').any(|one| plain(one) == class))
    };
    picture.descendants().filter(has).collect()
}

/// A class or an id without the key of its picture.
fn plain(name: &str) -> &str {
    name.split_once('-').expect("a key").1
}

/// Row and column at which the dark square of this name is drawn, from the upper left.
fn place(picture: &Document<'_>, name: &str) -> (usize, usize) {
    let squares = of_class(picture, "dark");
    let found = squares.iter().find(|one| one.attribute("data-square") == Some(name));
    let square = *found.unwrap_or_else(|| panic!("no square {name}"));
    let side = number(square, "width");
    let light = of_class(picture, "light")[0];
    let step = |attribute| ((number(square, attribute) - number(light, attribute)) / side).round();
    (step("y") as usize, step("x") as usize)
}

/// The dark square that holds a point.
fn square_at(picture: &Document<'_>, point: &str) -> String {
    let (x, y) = point.split_once(',').expect("a point is X,Y");
    let [x, y] = [x, y].map(|one| one.parse::<f64>().expect("a number"));
    let holds = |square: &&Node<'_, '_>| {
        (0.0..number(**square, "width")).contains(&(x - number(**square, "x")))
            && (0.0..number(**square, "height")).contains(&(y - number(**square, "y")))
    };
    let squares = of_class(picture, "dark");
    let found = squares.iter().find(holds).expect("the point lies on a dark square");
    found.attribute("data-square").expect("it has a name").to_owned()
}

#[test]
fn the_board_of_a_picture_lies_as_the_federation_draws_it() {
    let cases: &[(&[&str], &str, (usize, usize))] = &[
        (&[], "1", (0, 0)),
        (&[], "32", (7, 7)),
        (&["--flip"], "1", (7, 7)),
        (&["--flip"], "29", (0, 6)),
        (&["--common-board"], "1", (0, 7)),
        (&["--common-board"], "32", (7, 0)),
        (&["--variant", "english"], "1", (0, 1)),
        (&["--variant", "spanish"], "32", (0, 0)),
        (&["--variant", "russian"], "a1", (7, 0)),
        (&["--variant", "russian", "--flip"], "a1", (0, 7)),
        (&["--variant", "international"], "50", (9, 8)),
    ];
    for (args, square, at) in cases {
        let text = picture(args);
        let picture = Document::parse(&text).expect("XML");
        assert_eq!(place(&picture, square), *at, "{args:?} {square}");
    }
}

#[test]
fn every_piece_is_drawn_on_its_square_and_kings_look_otherwise() {
    let text = picture(&["--fen", "W:W22,K6:B5,K19"]);
    let picture = Document::parse(&text).expect("XML");
    let mut shapes = Vec::new();
    for (class, square) in
        [("white man", "22"), ("white king", "6"), ("black man", "5"), ("black king", "19")]
    {
        let pieces = of_class(&picture, "piece");
        let found = pieces.iter().find(|one| one.attribute("data-square") == Some(square));
        let piece = found.expect("it is drawn");
        let classes: Vec<&str> =
            piece.attribute("class").expect("classes").split(' ').map(plain).collect();
        assert_eq!(classes.join(" "), format!("piece {class}"));
        let moved = piece.attribute("transform").expect("a place").replace(' ', ",");
        let point = moved.trim_start_matches("translate(").trim_end_matches(')');
        assert_eq!(square_at(&picture, point), square);
        let shape: Vec<&str> = piece.children().map(|node| node.tag_name().name()).collect();
        shapes.push(shape);
    }
    assert_eq!((&shapes[0], &shapes[1]), (&shapes[2], &shapes[3]));
    assert_ne!(shapes[0], shapes[1], "without colours, too");
}

#[test]
fn a_picture_tells_in_words_what_it_shows() {
    let text = picture(&["--fen", "W:W22,K6:B", "--rule", "king=flying"]);
    let picture = Document::parse(&text).expect("XML");
    let root = picture.root_element();
    assert_eq!(root.attribute("role"), Some("img"));
    let said = |name: &str| {
        let found = root
            .children()
            .find(|node| node.has_tag_name((root.tag_name().namespace().unwrap_or(""), name)));
        found.and_then(|node| node.text()).expect("it is there").to_owned()
    };
    assert_eq!(said("title"), "Italian draughts (king=flying): White has won: Black has no piece");
    let words = "White to move. White: 1 king on 6; 1 man on 22. Black: no piece. FEN W:WK6,22:B.";
    assert_eq!(said("desc"), words);
    let letters = self::picture(&["--variant", "russian", "--fen", "B:Wa1,c1:BKb6"]);
    assert!(letters.contains("White: 2 men on a1, c1. Black: 1 king on b6."), "{letters}");
}

/// Every class and id that a picture defines or refers to.
fn names(text: &str) -> BTreeSet<String> {
    let picture = Document::parse(text).expect("XML");
    let mut names = BTreeSet::new();
    for node in picture.descendants() {
        for attribute in ["class", "id", "aria-labelledby"] {
            names.extend(
                node.attribute(attribute).unwrap_or("").split_whitespace().map(str::to_owned),
            );
        }
        let head = node.attribute("marker-end").and_then(|url| url.strip_prefix("url(#"));
        names.extend(head.map(|url| url.trim_end_matches(')').to_owned()));
        if node.has_tag_name(("http://www.w3.org/2000/svg", "style")) {
            let style = node.text().expect("a style");
            // What stands before each rule's brace; a rule without a class would be the page's.
            for selectors in style.split('}').filter_map(|rule| rule.split('{').next()) {
                assert!(selectors.is_empty() || selectors.starts_with('.'), "{selectors}");
                let classes = selectors.split(['.', ' ']).filter(|one| one.contains('-'));
                names.extend(classes.map(str::to_owned));
            }
        }
    }
    names
}

#[test]
fn pictures_in_one_page_have_classes_and_ids_of_their_own() {
    let pictures: [&[&str]; 6] = [
        &[],
        &["--flip"],
        &["--arrow", "22-18"],
        &["--arrow", "22-19"],
        &["--moves", "22-18"],
        &["--variant", "russian", "--arrow", "c3-d4"],
    ];
    let all = pictures.map(|args| (picture(args), picture(args)));
    for (place, (first, again)) in all.iter().enumerate() {
        assert_eq!(first, again, "the same picture every time");
        let own = names(first);
        let key = own.first().expect("names").split_once('-').expect("a key").0;
        assert!(own.iter().all(|name| name.split_once('-').expect("a key").0 == key), "{own:?}");
        assert!(own.len() > 15 && !first.contains('@'), "{own:?}");
        for (other, _) in &all[..place] {
            assert!(names(other).is_disjoint(&own), "{own:?}");
        }
    }
    let double = format!("<p>{}{}</p>", all[2].0, all[3].0);
    let page = Document::parse(&double).expect("XML");
    let arrows = of_class(&page, "arrow");
    assert_eq!(arrows.len(), 2);
    for arrow in arrows {
        let head = arrow.attribute("marker-end").expect("a head");
        let id = head.trim_start_matches("url(#").trim_end_matches(')');
        let heads: Vec<_> =
            page.descendants().filter(|one| one.attribute("id") == Some(id)).collect();
        assert_eq!(heads.len(), 1, "{id}");
        assert_eq!(heads[0].ancestors().nth(2), arrow.parent(), "its own picture's");
    }
}

#[test]
fn a_title_cannot_break_the_picture() {
    let file = format!("{}/title.toml", env!("CARGO_TARGET_TMPDIR"));
    let rules = "extends = 'czech'\ntitle = '</title>&\"\u{ffff}'\nname = 'odd'";
    std::fs::write(&file, rules).expect("it is written");
    let text = picture(&["--rules", &file]);
    assert!(Document::parse(&text).is_ok_and(|picture| !of_class(&picture, "dark").is_empty()));
}

#[test]
fn arrows_begin_and_end_on_their_squares() {
    let cases: [(&[&str], &str, &[&str]); 3] = [
        (&[], "22-18,12x19", &["22 18", "12 19"]),
        (&["--flip", "--common-board"], "1x10x3", &["1 10 3"]),
        (&["--variant", "russian"], "c3-d4 f6:b2", &["c3 d4", "f6 b2"]),
    ];
    for (options, arrows, expected) in cases {
        let text = picture(&[options, &["--arrow", arrows]].concat());
        let picture = Document::parse(&text).expect("XML");
        let drawn = of_class(&picture, "arrow");
        assert_eq!(drawn.len(), expected.len());
        for (arrow, squares) in drawn.iter().zip(expected) {
            let points = arrow.attribute("points").expect("points").split(' ');
            let names: Vec<String> = points.map(|point| square_at(&picture, point)).collect();
            assert_eq!(names.join(" "), *squares);
            assert!(arrow.attribute("marker-end").is_some());
        }
    }
    for (args, parts) in [
        (["--arrow", "22"], ["`22` is no arrow", "22-18"]),
        (["--arrow", "22-40"], ["--arrow 22-40", "1 to 32"]),
    ] {
        let ran = run(&[&["show", "--svg", "-"], &args[..]].concat());
        assert_eq!(ran.code, Some(2));
        assert!(parts.iter().all(|part| ran.stderr.contains(part)), "{}", ran.stderr);
    }
    assert_eq!(run(&["show", "--arrow", "22-18"]).code, Some(2), "there is nothing to draw on");
}

#[test]
fn the_last_move_is_marked_with_its_way_and_what_it_took() {
    let text = picture(&["--fen", "W:WK30:B10,K12,K18,20,K26,K27", "--last", "30x5"]);
    let picture = Document::parse(&text).expect("XML");
    let marks: Vec<&str> =
        of_class(&picture, "mark").iter().filter_map(|one| one.attribute("data-square")).collect();
    assert_eq!(marks, ["5", "30"]);
    let way = of_class(&picture, "path")[0].attribute("points").expect("points");
    let stops: Vec<String> = way.split(' ').map(|point| square_at(&picture, point)).collect();
    assert_eq!(stops, ["30", "21", "14", "5"]);
    let taken = of_class(&picture, "taken");
    let taken: Vec<&str> = taken
        .iter()
        .filter_map(|one| one.children().find_map(|piece| piece.attribute("data-square")))
        .collect();
    assert_eq!(taken, ["10", "18", "26"]);
    assert_eq!(of_class(&picture, "cross").len(), 3);
    assert!(text.contains("The last move was 30x5."));
}

#[test]
fn moves_are_played_first_in_any_notation() {
    let played = lines(&["show", "--moves", "1. 21-17 10-13 2. 17x10 5x14x10"]);
    assert_eq!(played[3], "  5 |  [.]  b   b   b | 8");
    assert_eq!(played[4], "  9 | b   x   b   b   | 12");
    assert_eq!(played[5], " 13 |   .  [b]  .   . | 16");
    assert_eq!(
        played[11..],
        [
            "last move 5x14 ([ ] from and to, x taken)",
            "White to move",
            "W:W22-32:B1-4,6-9,11,12,14"
        ]
    );
    let same = ["--moves", "21-17,10-13", "--last", "17x10"];
    let report = json(&[&["show", "--json"], &same[..]].concat());
    assert_eq!(report["last"]["hub"], "17x10x13");
    assert_eq!(report["last"]["path"], serde_json::json!(["17", "10"]));
    assert_eq!(report["fen"], "B:W10,22-32:B1-9,11,12");
    let ran = run(&["show", "--moves", "21-17 9-13 17-14"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    for part in ["--moves", "move 3", "17-14", "legal"] {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
    let shuffle = "22-18 1-5 18-22 5-1 22-18 1-5 18-22 5-1 22-18 1-5 18-22 5-1";
    let drawn = output(&["show", "--fen", "W:WK22:BK1", "--moves", shuffle]);
    assert!(drawn.contains("the game is drawn: the position has stood on the board 4 times"));
}

#[test]
fn a_picture_is_written_beside_the_text_or_the_json() {
    let file = format!("{}/board.svg", env!("CARGO_TARGET_TMPDIR"));
    let text = output(&["show", "--svg", &file]);
    assert_eq!(text, output(&["show"]));
    let written = std::fs::read_to_string(&file).expect("it is written");
    assert_eq!(written, picture(&[]));
    assert_eq!(json(&["show", "--json", "--svg", &file])["turn"], "white");
    let both = run(&["show", "--json", "--svg", "-"]);
    assert_eq!((both.code, both.stdout.as_str()), (Some(2), ""));
    let nowhere = run(&["show", "--svg", "/no/such/folder/board.svg"]);
    assert_eq!((nowhere.code, nowhere.stdout.as_str()), (Some(2), ""));
    assert!(
        nowhere.stderr.contains("cannot write /no/such/folder/board.svg"),
        "{}",
        nowhere.stderr
    );
}

/// A capture, and the criterion by which it falls.
type Fall = (&'static str, Option<&'static str>);

/// Checks that the text tells of each capture whether it is legal, and by which article if not.
fn assert_told(fen: &str, captures: &[serde_json::Value]) {
    let text = output(&["moves", "--explain", "--fen", fen]);
    assert_narrow(&text);
    for one in captures {
        let legal = one["criterion"].is_null();
        assert_eq!(one["legal"], legal);
        let article = one["criterion"].as_str().map(|by| match by {
            "most-pieces" => "art. 6.6, 2025 art. 1.1.6.6",
            "by-king" => "art. 6.7, 2025 art. 1.1.6.7",
            "most-kings" => "art. 6.8, 2025 art. 1.1.6.8",
            _ => "art. 6.9, 2025 art. 1.1.6.9",
        });
        assert_eq!(one["source"].as_str(), article);
        let verdict =
            one["criterion"].as_str().map_or("legal".to_owned(), |by| format!("no, {by}:"));
        let row = text.lines().find(|line| line.starts_with(one["text"].as_str().unwrap_or("?")));
        assert!(row.is_some_and(|row| row.contains(&verdict)), "{fen}: {text}");
    }
}

/// The Italian examples of the rule books: the criterion by which each capture falls.
#[test]
fn captures_are_explained_by_the_criterion_at_which_they_fall() {
    let cases: [(&str, &[Fall]); 9] = [
        ("W:WK21,31:B10,18,27", &[("21x14x5", Some("most-pieces")), ("31x22x13x6", None)]),
        ("W:W10,26:B6,22,15", &[("10x3", Some("most-pieces")), ("26x19x12", None)]),
        (
            "W:WK23,31:B19,26,27",
            &[("23x14", Some("most-pieces")), ("23x30x21", None), ("31x22x15", Some("by-king"))],
        ),
        ("W:W10,K22:B6,18", &[("10x3", Some("by-king")), ("22x13", None)]),
        ("W:WK23:B19,K28", &[("23x14", Some("most-kings")), ("23x32", None)]),
        ("W:WK22:BK18,27", &[("22x13", None), ("22x31", Some("most-kings"))]),
        (
            "W:WK30:B10,12,18,K20,K26,27",
            &[("30x21x14x5", None), ("30x23x16x7", Some("earliest-king"))],
        ),
        ("W:WK31:B18,20,K27,K28", &[("31x22x13", None), ("31x24x15", None)]),
        ("W:W30:BK26", &[]),
    ];
    for (fen, expected) in cases {
        let report = json(&["moves", "--explain", "--json", "--fen", fen]);
        let captures = report["captures"].as_array().expect("captures");
        let got: Vec<_> = captures
            .iter()
            .map(|one| (one["text"].as_str().expect("a text"), one["criterion"].as_str()))
            .collect();
        assert_eq!(got, expected, "{fen}");
        assert_told(fen, captures);
        let hubs = |key: &str| -> Vec<String> {
            let all = report[key].as_array().expect("moves");
            let legal = all.iter().filter(|one| one["legal"] != false);
            legal.map(|one| one["hub"].as_str().expect("a text").to_owned()).collect()
        };
        if !expected.is_empty() {
            assert_eq!(hubs("moves"), hubs("captures"), "{fen}");
        }
    }
}

#[test]
fn an_explanation_tells_what_becomes_of_quiet_moves() {
    let last = |args: &[&str]| lines(&[&["moves", "--explain"], args].concat()).pop();
    let capture = ["--fen", "W:W22,32:B18"];
    assert_eq!(
        last(&capture).as_deref(),
        Some("Quiet moves: none, a capture must be made [art. 5].")
    );
    let optional = last(&[&capture[..], &["--rule", "capture=optional"]].concat());
    assert_eq!(optional.as_deref(), Some("Quiet moves, legal too [house rule]: 22-19, 32-28."));
    let none = last(&["--fen", "W:W22:B1"]);
    assert_eq!(none.as_deref(), Some("No capture is possible. Quiet moves: 22-18, 22-19."));
    let over = last(&["--fen", "W:W:B1"]);
    assert_eq!(over.as_deref(), Some("No move is possible: the game is over."));
    let hub = lines(&["moves", "--explain", "--notation", "hub", "--fen", "W:WK22:BK18,27"]);
    assert!(hub[0].starts_with("22x13x18  legal: a king takes 1, kings: 1"), "{hub:?}");
}
