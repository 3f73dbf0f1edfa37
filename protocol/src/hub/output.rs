//! Writes lines to the client.

use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::line::Reply;

/// The client's end of the output. Each line is written in one call and flushed.
///
/// Some clients wait for input on the descriptor but read it through a buffer: of lines that come
/// together they see the first one only, and wait for ever for the others. So lines that the
/// engine sends of its own keep a short distance.
pub(crate) struct Output<W> {
    stream: W,
    distance: Duration,
    last: Option<Instant>,
}

impl<W: Write> Output<W> {
    /// Output on a stream; `distance` is the least time between two spaced lines.
    pub(crate) fn new(stream: W, distance: Duration) -> Output<W> {
        Output { stream, distance, last: None }
    }

    /// Writes a line at once.
    pub(crate) fn write(&mut self, reply: &Reply) -> io::Result<()> {
        self.stream.write_all(format!("{reply}\n").as_bytes())?;
        self.stream.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Writes lines, each at a distance from the one before.
    pub(crate) fn write_spaced(&mut self, replies: &[Reply]) -> io::Result<()> {
        for reply in replies {
            self.keep_distance();
            self.write(reply)?;
        }
        Ok(())
    }

    /// Changes the least time between two spaced lines.
    pub(crate) fn set_distance(&mut self, distance: Duration) {
        self.distance = distance;
    }

    /// Waits until the last line is far enough back.
    pub(crate) fn keep_distance(&self) {
        if let Some(last) = self.last {
            thread::sleep(self.distance.saturating_sub(last.elapsed()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaced_lines_keep_their_distance() {
        let distance = Duration::from_millis(3);
        let mut output = Output::new(Vec::new(), distance);
        let clock = Instant::now();
        let line = Reply::new("info");
        output.write(&line).unwrap();
        output.write_spaced(&[line.clone(), line.clone()]).unwrap();
        assert!(clock.elapsed() >= distance * 2);
        assert_eq!(output.stream, b"info\ninfo\ninfo\n");
    }
}
