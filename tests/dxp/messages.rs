//! Messages to the byte, and their framing.

use damier_protocol::dxp::{
    AnswerCode, BackCode, ChatText, EndReason, FrameError, Framing, Message, MessageError, Name,
};
use damier_rules::position::Side;

/// A message with `·` for blanks, as the documents print them.
fn bytes(text: &str) -> Vec<u8> {
    text.replace('·', " ").into_bytes()
}

fn parse(text: &str) -> Message {
    Message::parse(&bytes(text)).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn examples_are_read_and_printed_to_the_byte() {
    for (text, length) in [
        ("R01Damiano·0.1·····················Z005075A", 43),
        (
            "R01Damiano·0.1·····················W010000BZeeeeeezeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeweeeeeZeeeeee",
            94,
        ),
        ("AScan·3.1························0", 34),
        ("M0012061100", 11),
        ("M000744220128", 13),
        ("M013047360419293142", 19),
        ("E30", 3),
        ("E00", 3),
        ("Chello", 6),
        ("B005Z", 5),
        ("K0", 2),
        ("R01Tornado voor Windows 4.0        W060065A", 43),
        ("M001205250422122320", 19),
    ] {
        let expected = bytes(text);
        assert_eq!(expected.len(), length, "{text}");
        let message = parse(text);
        assert_eq!(message.to_string().as_bytes(), expected, "{text}");
        assert_eq!(message.to_bytes(), [expected.as_slice(), &[0]].concat(), "{text}");
    }
    assert_eq!(parse("M0012061100").to_bytes(), b"\x4d\x30\x30\x31\x32\x30\x36\x31\x31\x30\x30\0");
}

#[test]
fn fields_mean_what_they_should() {
    let Message::GameRequest(request) = parse(
        "R01Damiano·0.1·····················W010000BZeeeeeezeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeweeeeeZeeeeee",
    ) else {
        panic!("a request")
    };
    assert_eq!((request.name.as_str(), request.follower), ("Damiano 0.1", Side::White));
    assert_eq!((request.minutes, request.moves), (10, 0));
    let start = request.start.unwrap();
    assert_eq!((start.turn, start.squares.len()), (Side::Black, 50));
    let Message::Move(played) = parse("M013047360419293142") else { panic!("a move") };
    assert_eq!((played.seconds, played.from, played.to), (130, 47, 36));
    assert_eq!(played.captured, [19, 29, 31, 42]);
    let end = Message::GameEnd { reason: EndReason::Won, stop: true };
    assert_eq!(parse("E31"), end);
    assert_eq!(parse("B005Z"), Message::BackRequest { number: 5, turn: Side::Black });
    for (code, text) in
        [(BackCode::Agreed, "K0"), (BackCode::Unsupported, "K1"), (BackCode::Refused, "K2")]
    {
        assert_eq!(Message::BackAnswer(code).to_string(), text);
    }
    let answer = Message::GameAnswer { name: Name::new("x"), code: AnswerCode::AnyGame };
    assert!(answer.to_string().ends_with("   3"));
}

#[test]
fn what_comes_behind_the_last_field_is_left_alone() {
    for text in [
        "M0012061100 and more",
        "E30\r\n",
        "K0  ",
        "B005Z?",
        "AScan·3.1························0!!",
    ] {
        let read = parse(text).to_string();
        assert!(bytes(text).starts_with(read.as_bytes()), "{text}");
    }
}

#[test]
fn what_is_no_message_is_an_error() {
    let error = |text: &str| Message::parse(&bytes(text)).unwrap_err();
    assert_eq!(error(""), MessageError::Empty);
    assert_eq!(error("X1"), MessageError::Kind('X'));
    assert_eq!(error("\u{7}"), MessageError::Kind('?'));
    assert_eq!(error("E3").to_string(), "GAMEEND is too short: the stop code is missing");
    assert_eq!(error("E40").to_string(), "GAMEEND has `4` as the reason");
    assert_eq!(
        error("M001206110"),
        MessageError::Short { message: "MOVE", field: "the number of captures" }
    );
    assert!(matches!(error("M0012061102220"), MessageError::Short { .. }), "a capture is missing");
    assert!(matches!(error("M001206112107"), MessageError::Field { .. }), "21 captures");
    assert!(matches!(error("M0012001100"), MessageError::Field { .. }), "square 00");
    assert!(matches!(error("M-012061100"), MessageError::Field { .. }));
    assert!(matches!(error("C"), MessageError::Short { .. }));
    let version = error("R02Damiano·0.1·····················Z005075A");
    assert_eq!(version, MessageError::Version("02".to_owned()));
    assert!(version.is_request() && error("R01short").is_request() && !error("E3").is_request());
}

#[test]
fn names_and_chat_are_made_harmless() {
    let mut text = bytes("A································0");
    text[1..8].copy_from_slice(b"\x1b[2J\x07\xc3\xa9");
    let Message::GameAnswer { name, .. } = Message::parse(&text).unwrap() else { panic!("A") };
    assert_eq!(name.as_str(), "?[2J???");
    let Message::Chat(chat) = Message::parse(b"Ca\nb\x1b]0;x\x7f").unwrap() else { panic!("C") };
    assert_eq!(chat.as_str(), "a?b?]0;x?");
    assert_eq!(Name::new("  Damiano l'Été, un nome troppo lungo davvero ").as_str().len(), 32);
    assert_eq!(Name::new("Été").as_str(), "?t?");
    assert_eq!(ChatText::new(""), None);
    assert_eq!(ChatText::new(&"x".repeat(300)).unwrap().as_str().len(), 126);
}

fn frames(packets: &[&[u8]]) -> Vec<Result<String, FrameError>> {
    let mut framing = Framing::default();
    let mut frames = Vec::new();
    for packet in packets {
        framing.read(packet, |frame| frames.push(frame));
    }
    frames.extend(framing.finish());
    frames.into_iter().map(|frame| frame.map(|bytes| String::from_utf8(bytes).unwrap())).collect()
}

#[test]
fn messages_are_cut_out_of_the_stream() {
    let ok = |text: &str| Ok(text.to_owned());
    assert_eq!(frames(&[b"E0", b"0", b"\0"]), [ok("E00")], "one in several packets");
    assert_eq!(frames(&[b"E00\0Chi\0"]), [ok("E00"), ok("Chi")], "two in one");
    assert_eq!(frames(&[b"E00\0Chi"]), [ok("E00"), ok("Chi")], "no NUL at the end");
    assert_eq!(frames(&[b"\0\0E00\0\0"]), [ok("E00")], "nothing between NULs");
    assert_eq!(frames(&[b""]), []);
}

#[test]
fn messages_that_are_too_long_are_skipped() {
    let long = [b'C'; 127];
    let text = String::from_utf8(long.to_vec()).unwrap();
    assert_eq!(frames(&[&long, b"\0E00\0"]), [Ok(text), Ok("E00".to_owned())]);
    let flood = vec![b'C'; 1 << 20];
    let expected = [Err(FrameError::TooLong), Ok("E00".to_owned())];
    assert_eq!(frames(&[&long, b"C\0E00\0"]), expected);
    assert_eq!(frames(&[&flood, b"\0E00\0"]), expected);
    assert_eq!(frames(&[&flood]), [Err(FrameError::TooLong)]);
}
