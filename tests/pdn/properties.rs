//! What holds for every game and every text.

use damier_pdn::{
    Comment, Element, GameResult, PdnGame, PdnReader, Ply, ReaderLimits, replay, write_game,
    write_game_in,
};
use damier_rules::position::Position;
use damier_rules::rules::{ALL, House, SquareNames};
use damier_rules::variant::Variant;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Failures are reported, not kept in files.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases) }
}

/// Changes that make house games of a kind that no named game is.
const HOUSE: [&[&str]; 4] = [
    &[],
    &["capture=optional", "first=black", "draws=off"],
    &["precedence=by-king,most-kings", "king=flying", "crowning=passing", "repetition=5"],
    &["precedence=none", "break-off=true", "capture=optional", "king-moves=3"],
];

fn variants() -> impl Strategy<Value = Variant> {
    (select(ALL), select(&HOUSE[..])).prop_map(|(base, house)| {
        let rules = house.iter().try_fold(House::of(base), |rules, pair| rules.set(pair)).unwrap();
        Variant::new(rules.finish().unwrap())
    })
}

/// What to do next in making a game.
#[derive(Clone, Debug)]
enum Step {
    Move(usize, &'static str),
    Comment(String),
    Nag(u32),
    Variation(Vec<Step>),
    /// Go on from the start.
    SetUp,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let text = prop_oneof![
        "[a-z{}\\[\\]%;.() 0-9-]{0,30}",
        "\\PC{0,20}",
        Just("[%clk 0:10:00] good [%eval -0.5]".to_owned()),
        "[a-z]{1,120}( [a-z]{1,9}){20}",
    ];
    let leaf = prop_oneof![
        12 => (any::<usize>(), select(&["", "", "", "!", "?!", "??"][..]))
            .prop_map(|(choice, marks)| Step::Move(choice, marks)),
        2 => text.prop_map(Step::Comment),
        1 => (0..1000_u32).prop_map(Step::Nag),
        1 => Just(Step::SetUp),
    ];
    let step = leaf.prop_recursive(
        3,
        60,
        8,
        |inner| prop_oneof![8 => inner.clone(), 1 => vec(inner, 1..8).prop_map(Step::Variation)],
    );
    vec(step, 0..60)
}

/// The elements of a line from `now`, where `before` was the position before the last move.
fn line(variant: Variant, before: Position, steps: &[Step]) -> Vec<Element> {
    let (mut before, mut now) = (before, before);
    let mut elements = Vec::new();
    for step in steps {
        match step {
            Step::Move(choice, marks) => {
                let legal = variant.legal_moves(&now);
                if legal.is_empty() {
                    continue;
                }
                let played = legal[choice % legal.len()];
                let strength = (*marks).to_owned();
                elements.push(Element::Move(Ply { before: now, played, strength }));
                (before, now) = (now, now.make(&played));
            }
            Step::Comment(text) => {
                let comment = Comment::read(text);
                if !comment.is_empty() {
                    elements.push(Element::Comment(comment));
                }
            }
            Step::Nag(number) => elements.push(Element::Nag(*number)),
            Step::Variation(steps) => {
                let inner = line(variant, before, steps);
                let begins = inner.iter().any(|element| matches!(element, Element::Move(_)));
                if begins && !matches!(inner[0], Element::SetUp(_)) {
                    elements.push(Element::Variation(inner));
                }
            }
            Step::SetUp => {
                let start = variant.start_position();
                elements.push(Element::SetUp(start));
                (before, now) = (start, start);
            }
        }
    }
    elements
}

/// A game as it should be read again: strengths only where a move is.
fn pdn(variant: Variant, skip: usize, steps: &[Step], tags: &[(String, String)]) -> PdnGame {
    let mut start = variant.start_position();
    for ply in 0..skip {
        let legal = variant.legal_moves(&start);
        if let Some(played) = legal.get(ply % legal.len().max(1)) {
            start = start.make(played);
        }
    }
    let mut pdn = PdnGame::new(variant, start);
    for (name, value) in tags {
        pdn.set_tag(name, value);
    }
    pdn.elements = line(variant, start, steps);
    pdn
}

fn results() -> impl Strategy<Value = GameResult> {
    select(
        &[
            GameResult::FirstWins,
            GameResult::SecondWins,
            GameResult::Draw,
            GameResult::BothLose,
            GameResult::Unknown,
        ][..],
    )
}

fn tags() -> impl Strategy<Value = Vec<(String, String)>> {
    let names = prop_oneof![
        select(
            &["Event", "Site", "white", "Black", "Round", "Date", "FEN", "Dati", "P1", "Own"][..]
        )
        .prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    let values = prop_oneof!["[a-z\"\\\\\\]\\[ ?.]{0,12}", "\\PC{0,20}", "(.|\n){0,20}"];
    vec((names, values), 0..8)
}

/// A game whose variant nothing names: a position, a comment or a variation at most.
fn undecided() -> impl Strategy<Value = String> {
    let fen = select(&["", "[FEN \"W:W31:B20\"]", "[FEN \"W:Wa1:Bb6\"]", "[FEN \"W:W50:B1\"]"][..]);
    let body = select(&["", "{a}", "(1. 22-18)", "(c3-d4)", "/FEN \"W:W31:B5\"/", "$1"][..]);
    (fen, body).prop_map(|(fen, body)| format!("[Event \"A\"]{fen}\n{body} *"))
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn a_game_is_the_same_once_written_and_read(
        variant in variants(), skip in 0..30_usize, steps in steps(), tags in tags(),
        result in results(), letters: bool,
    ) {
        let mut pdn = pdn(variant, skip, &steps, &tags);
        pdn.result = result;
        let names = if letters { SquareNames::Algebraic } else { SquareNames::Numeric };
        for text in [write_game(&pdn), write_game_in(&pdn, names)] {
            let read: Vec<_> = PdnReader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(read.len(), 1, "{}", text);
            prop_assert!(read[0].notes.is_empty(), "{:?}\n{}", read[0].notes, text);
            let again = replay(&read[0], None).map_err(|error| {
                TestCaseError::fail(format!("{error}\n{text}"))
            })?;
            prop_assert_eq!(&again.game, &pdn, "{}", text);
            let short = text.lines().all(|line| line.chars().count() <= 80 || !line.contains(' ') || line.starts_with('['));
            prop_assert!(short, "{}", text);
        }
    }

    #[test]
    fn a_game_that_nothing_names_is_the_same_once_written_and_read(text in undecided(), letters: bool) {
        let names = if letters { SquareNames::Algebraic } else { SquareNames::Numeric };
        let read = |text: &str| PdnReader::new(text.as_bytes()).next().unwrap().unwrap();
        let Ok(parsed) = replay(&read(&text), None) else { return Ok(()) };
        for text in [write_game(&parsed.game), write_game_in(&parsed.game, names)] {
            let again = replay(&read(&text), None).unwrap();
            prop_assert_eq!(&again.game, &parsed.game, "{}", text);
        }
    }

    #[test]
    fn comments_read_back(text in "(.|\n){0,60}", odd in "[\\[\\]% {}a-c0-2:]{0,40}") {
        for text in [text, odd] {
            let comment = Comment::read(&text);
            let truncated = comment.to_string().contains(['{', '}', '\n']);
            prop_assert!(!truncated);
            prop_assert_eq!(Comment::read(&comment.to_string()), comment);
        }
    }
}

/// Words of PDN, whole and truncated.
const WORDS: [&str; 58] = [
    "[Event \"A\"]",
    "[GameType \"20\"]",
    "[GameType \"25,W,8,8,A0,0\"]",
    "[FEN \"W:W31:B20\"]",
    "[Result \"1-0\"]",
    "[",
    "]",
    "\"",
    "[X \"",
    "\"]",
    "\\\"",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "/",
    "/FEN \"W:WK1:B20\"/",
    "/FEN \"",
    "$",
    "$1",
    "$99999999999",
    "!",
    "?",
    "(?)",
    "(!",
    "*",
    "1-0",
    "1/2-1/2",
    "0-0",
    "1-1",
    "½",
    "1.",
    "1...",
    ".",
    "...",
    "2.",
    "12",
    "32-28",
    "19-23",
    "28x19",
    "14x23",
    "c3-d4",
    "d6-c5",
    "x23",
    "16 x",
    "1 -",
    "3228",
    "-",
    "word",
    "é",
    "“",
    "[%clk 1]",
    "0.5-0.5",
    "[HouseRules \"capture=optional\"]",
    "[Variant \"english\"]",
    "11-15",
];

fn soup() -> impl Strategy<Value = Vec<u8>> {
    let gaps = select(&["", " ", "\n", "\r\n\r\n", "\t"][..]);
    let words = vec((select(&WORDS[..]), gaps), 0..80).prop_map(|words| {
        words.into_iter().flat_map(|(word, gap)| format!("{word}{gap}").into_bytes()).collect()
    });
    prop_oneof![2 => words, 1 => vec(any::<u8>(), 0..300)]
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn any_text_is_read_to_its_end(bytes in soup(), small: bool) {
        let limits = ReaderLimits { comment: 8, word: 8, game: 300, depth: 2 };
        let limits = if small { limits } else { ReaderLimits::default() };
        for (count, raw) in PdnReader::with_limits(bytes.as_slice(), limits).enumerate() {
            prop_assert!(count <= bytes.len(), "as many games as bytes");
            let raw = raw.unwrap();
            let Ok(parsed) = replay(&raw, None) else { continue };
            let text = write_game(&parsed.game);
            let again: Vec<_> = PdnReader::new(text.as_bytes()).collect::<Result<_, _>>().unwrap();
            prop_assert_eq!(again.len(), 1, "{}", text);
            let again = replay(&again[0], None).map_err(|error| {
                TestCaseError::fail(format!("{error}\n{text}"))
            })?;
            prop_assert_eq!(again.game, parsed.game, "{}", text);
        }
    }
}
