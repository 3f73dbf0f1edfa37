//! Work on many files at once, whose outcome is handed over in their order and in bounded memory.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use parking_lot::Mutex;

/// Lots of a file that wait to be taken before its reading stops.
const LOTS: usize = 2;

/// The files that nobody reads yet, and where the outcome of the next one is announced.
struct Queue<F, T> {
    files: std::vec::IntoIter<F>,
    announce: SyncSender<Receiver<Vec<T>>>,
}

impl<F, T> Queue<F, T> {
    /// The next file, with the way back for what it has; none when all are taken or nobody
    /// takes them.
    fn take(&mut self) -> Option<(F, SyncSender<Vec<T>>)> {
        let file = self.files.next()?;
        let (send, receive) = sync_channel(LOTS);
        self.announce.send(receive).ok()?;
        Some((file, send))
    }
}

/// Reads files by several threads. `read` hands lots over to the function it is given, until that
/// returns that nobody takes them any more; `each` gets all that is in them, in the order of the files.
///
/// # Errors
/// When `each` fails; what is still to be read is left.
///
/// # Panics
/// When `read` does.
pub fn in_order<F: Send, T: Send>(
    files: Vec<F>,
    read: impl Fn(F, &dyn Fn(Vec<T>) -> bool) + Sync,
    mut each: impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(files.len());
    let (announce, announced) = sync_channel(threads);
    let queue = Arc::new(Mutex::new(Queue { files: files.into_iter(), announce }));
    let read = &read;
    thread::scope(|scope| {
        for _ in 0..threads {
            let queue = Arc::clone(&queue);
            scope.spawn(move || {
                loop {
                    let next = queue.lock().take();
                    let Some((file, send)) = next else { return };
                    read(file, &|lot| send.send(lot).is_ok());
                }
            });
        }
        // The announcements end with the last thread.
        drop(queue);
        // Consumed here, so that after an error no thread waits for it to be taken.
        announced.into_iter().flatten().flatten().try_for_each(&mut each)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands over a file's number so many times.
    fn repeated((number, times): (u32, usize), send: &dyn Fn(Vec<u32>) -> bool) {
        let all = vec![number; times];
        all.chunks(7).take_while(|lot| send(lot.to_vec())).count();
    }

    #[test]
    fn what_files_have_comes_in_their_order() {
        let files: Vec<(u32, usize)> = (0..200).map(|n| (n, (n as usize * 37) % 100)).collect();
        let wanted: Vec<u32> = files.iter().flat_map(|&(n, times)| vec![n; times]).collect();
        let mut got = Vec::new();
        let take = |number| {
            got.push(number);
            Ok(())
        };
        in_order(files, repeated, take).unwrap();
        assert_eq!(got, wanted);
        in_order(Vec::<(u32, usize)>::new(), repeated, |_| panic!("nothing was read")).unwrap();
    }

    #[test]
    fn an_error_ends_all_reading() {
        let files: Vec<(u32, usize)> = (0..1000).map(|n| (n, 1000)).collect();
        let mut taken = 0;
        let fails = |number| {
            taken += 1;
            anyhow::ensure!(number < 3, "the disk is full");
            Ok(())
        };
        let error = in_order(files, repeated, fails).unwrap_err();
        assert_eq!((error.to_string().as_str(), taken), ("the disk is full", 3001));
    }
}
