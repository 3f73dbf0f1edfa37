//! Reads the client's lines in a thread of its own.

use std::io::{self, BufRead, Read};
use std::thread;

use crossbeam::channel::{Receiver, bounded};
use damier_engine::running::Stopper;

use super::line::{HubCommand, LineError};

/// What a line of input was; blank lines are none.
pub(crate) type Input = Result<HubCommand, LineError>;

/// The longest line that is read, in bytes: a game of thousands of moves.
const LONGEST_LINE: usize = 1 << 20;

/// Lines read ahead; a client that sends more waits.
const READ_AHEAD: usize = 1_024;

/// Reads `input` until it ends or the receiver is dropped; the channel closes at the end.
///
/// A `stop` stops the search at once, before its line is received: where the workers keep all
/// processors busy, waking another thread for it takes the longer part of the time to the answer.
/// The search that runs while a line is read is the one meant, as any line that begins another
/// ends this one.
///
/// # Errors
/// When no thread can be had.
pub(crate) fn read<R>(mut input: R, stopper: Stopper) -> io::Result<Receiver<Input>>
where
    R: BufRead + Send + 'static,
{
    let (lines, receiver) = bounded(READ_AHEAD);
    thread::Builder::new().name("hub input".to_owned()).spawn(move || {
        while let Ok(Some(line)) = next_line(&mut input) {
            let Some(line) = line.transpose() else { continue };
            if line.as_ref().is_ok_and(|command| command.name() == "stop") {
                stopper.stop();
            }
            if lines.send(line).is_err() {
                return;
            }
        }
    })?;
    Ok(receiver)
}

/// The next line; `None` at the end of the input. The last line need not end in a newline.
fn next_line(
    input: &mut impl BufRead,
) -> io::Result<Option<Result<Option<HubCommand>, LineError>>> {
    match next_text(input)? {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(HubCommand::parse(&text))),
        Some(Err(error)) => {
            skip_line(input)?;
            Ok(Some(Err(error)))
        }
    }
}

/// The text of the next line, as [`next_line`] reads it. Of one that is too long the rest is still
/// to come.
pub(super) fn next_text(input: &mut impl BufRead) -> io::Result<Option<Result<String, LineError>>> {
    let mut bytes = Vec::new();
    input.by_ref().take(LONGEST_LINE as u64).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() == LONGEST_LINE && !bytes.ends_with(b"\n") {
        return Ok(Some(Err(LineError::TooLong(LONGEST_LINE))));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&bytes).into_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, end) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if end {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use damier_engine::{Engine, Limits, Request};
    use damier_rules::game::Game;
    use damier_rules::variant::Variant;

    use super::*;
    use damier_engine::running::{Mode, Running};

    fn names(text: impl Into<Vec<u8>>) -> Vec<String> {
        let lines = read(Cursor::new(text.into()), Stopper::default()).unwrap();
        let name = |line: Input| {
            line.map_or_else(|error| error.to_string(), |line| line.name().to_owned())
        };
        lines.iter().map(name).collect()
    }

    #[test]
    fn lines_are_read_with_any_line_end_and_blank_ones_skipped() {
        assert_eq!(names("hub\r\n\n \t\r\n\tinit\nquit"), ["hub", "init", "quit"]);
        assert_eq!(names(""), Vec::<String>::new());
        assert_eq!(names(b"a\xff\xfe b\n\0\n\"".to_vec()).len(), 2);
    }

    #[test]
    fn a_line_without_end_is_dropped() {
        let long = format!("ping\n{}\nping", "x".repeat(3 * LONGEST_LINE));
        let names = names(long);
        assert_eq!((names[0].as_str(), names[2].as_str(), names.len()), ("ping", "ping", 3));
        assert!(names[1].contains("1048576 bytes"));
    }

    #[test]
    fn stop_ends_the_search_before_anybody_takes_its_line() {
        let engine = Engine::builder().table_bytes(1 << 16).build().unwrap();
        let game = Game::new(Variant::named("italian").unwrap());
        let running =
            Running::start(engine, game, Request::analysis(Limits::infinite()), Mode::Analyse)
                .unwrap();
        let stopper = Stopper::default();
        stopper.watch(&running);
        let lines = read(&b"ping\nstop\n"[..], stopper).unwrap();
        // It would search for ever.
        assert!(running.finish().unwrap().1.best.is_some());
        assert_eq!(lines.iter().count(), 2);
    }
}
