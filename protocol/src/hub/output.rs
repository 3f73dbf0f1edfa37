//! Writes lines to the client.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

use super::line::HubLine;

/// After a block of lines the interval is this many times longer, as more has to be read.
const BLOCK: u32 = 10;

/// The client's end of the output. Each line is written in one call and flushed, but those of a
/// declaration are written together.
///
/// Some clients wait for input on the descriptor but read it through a buffer: of lines that come
/// together they see the first one only, and wait for ever for the others. So what the engine
/// sends of its own keeps a short interval: it waits in a queue until it is due, and the session
/// goes on reading meanwhile.
pub(crate) struct Output<W> {
    stream: W,
    interval: Duration,
    last: Option<Instant>,
    /// Lines that wait; those of one entry are written together.
    queue: VecDeque<Vec<HubLine>>,
}

impl<W: Write> Output<W> {
    /// Output on a stream; `interval` is the least time between two entries of the queue.
    pub(crate) fn new(stream: W, interval: Duration) -> Output<W> {
        Output { stream, interval, last: None, queue: VecDeque::new() }
    }

    /// Writes a line at once.
    pub(crate) fn write(&mut self, reply: &HubLine) -> io::Result<()> {
        self.stream.write_all(format!("{reply}\n").as_bytes())?;
        self.stream.flush()?;
        self.last = Some(Instant::now());
        Ok(())
    }

    /// Writes lines in one call, and the last one an interval later.
    pub(crate) fn write_block(&mut self, block: &[HubLine], last: &HubLine) -> io::Result<()> {
        let text: String = block.iter().map(|reply| format!("{reply}\n")).collect();
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()?;
        thread::sleep(self.interval * BLOCK);
        self.write(last)
    }

    /// Writes a line again, where lines keep an interval: a client that has it unseen in its buffer
    /// looks there once more.
    pub(crate) fn repeat(&mut self, reply: &HubLine) -> io::Result<()> {
        if self.interval.is_zero() { Ok(()) } else { self.write(reply) }
    }

    /// Queues lines in place of those that wait: they are newer.
    pub(crate) fn offer(&mut self, replies: Vec<HubLine>) -> io::Result<()> {
        if !replies.is_empty() {
            self.queue.clear();
            self.queue.push_back(replies);
        }
        self.write_due()
    }

    /// Queues a line behind those that wait.
    pub(crate) fn append(&mut self, reply: HubLine) -> io::Result<()> {
        self.queue.push_back(vec![reply]);
        self.write_due()
    }

    /// When the next lines are due, `None` when none wait.
    pub(crate) fn due(&self) -> Option<Instant> {
        self.queue.front()?;
        Some(self.last.map_or_else(Instant::now, |last| last + self.interval))
    }

    /// Writes the lines that are due.
    pub(crate) fn write_due(&mut self) -> io::Result<()> {
        while self.due().is_some_and(|due| due <= Instant::now()) {
            self.write_next()?;
        }
        Ok(())
    }

    /// Writes everything that waits, at once.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        while !self.queue.is_empty() {
            self.write_next()?;
        }
        Ok(())
    }

    fn write_next(&mut self) -> io::Result<()> {
        let replies = self.queue.pop_front().unwrap_or_default();
        replies.iter().try_for_each(|reply| self.write(reply))
    }

    /// Changes the least time between two entries of the queue.
    pub(crate) fn set_interval(&mut self, interval: Duration) {
        self.interval = interval;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_one_write_and_its_last_line_keeps_its_interval() {
        #[derive(Default)]
        struct Writes(Vec<(Instant, String)>);
        impl Write for Writes {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0.push((Instant::now(), String::from_utf8_lossy(bytes).into_owned()));
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let interval = Duration::from_millis(1);
        let mut output = Output::new(Writes::default(), interval);
        let line = HubLine::new("param");
        output.write_block(&[line.clone(), line], &HubLine::new("wait")).unwrap();
        let [(before, block), (after, last)] = &output.stream.0[..] else { panic!("two writes") };
        assert_eq!((block.as_str(), last.as_str()), ("param\nparam\n", "wait\n"));
        assert!(*after - *before >= interval * BLOCK);
    }

    #[test]
    fn newer_lines_replace_those_that_wait() {
        let mut output = Output::new(Vec::new(), Duration::from_secs(3_600));
        let line = |depth: u32| HubLine::new("info").with("depth", depth);
        output.offer(vec![line(1)]).unwrap();
        output.offer(vec![line(2)]).unwrap();
        output.offer(vec![line(3), line(4)]).unwrap();
        output.append(HubLine::new("done")).unwrap();
        assert_eq!(output.stream, b"info depth=1\n");
        output.flush().unwrap();
        let written = "info depth=1\ninfo depth=3\ninfo depth=4\ndone\n";
        assert_eq!(output.stream, written.as_bytes());
        assert_eq!(output.due(), None);
    }
}
