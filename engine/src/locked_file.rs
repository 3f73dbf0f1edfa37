//! Files that one process at a time writes.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::ops::{Deref, DerefMut};
use std::path::Path;

/// Why a file cannot be opened for this process alone.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// Another process, or another part of this one, has it open.
    #[error("another process is writing this file")]
    InUse,
    /// It is a device, a pipe or a folder: nothing can be read back from it.
    #[error("it is no regular file")]
    Irregular,
    /// Input or output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A file that is read and written, locked against other writers as long as this lives. Where a
/// file system has no locks it is open without one.
///
/// A process that is started meanwhile holds every open file between its fork and its exec, and
/// the lock with it. So the lock is given back by hand, not by closing.
///
/// ```
/// use damier_engine::locked_file::{LockError, LockedFile};
///
/// # let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games");
/// let file = LockedFile::open(&path)?;
/// assert!(matches!(LockedFile::open(&path), Err(LockError::InUse)));
/// drop(file);
/// assert!(LockedFile::open(&path).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LockedFile(File);

impl LockedFile {
    /// Opens a file, made if it is not there, at its beginning.
    ///
    /// # Errors
    /// When it is open elsewhere, is no regular file, or cannot be opened.
    pub fn open(path: &Path) -> Result<LockedFile, LockError> {
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            return Err(LockError::Irregular);
        }
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(LockError::InUse),
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                Err(LockError::Io(error))
            }
            _ => Ok(LockedFile(file)),
        }
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl DerefMut for LockedFile {
    fn deref_mut(&mut self) -> &mut File {
        &mut self.0
    }
}

impl Drop for LockedFile {
    fn drop(&mut self) {
        // Where this fails the lock ends with the last that holds the file.
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[test]
    fn a_file_is_free_at_once_whatever_is_started_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let is_done = AtomicBool::new(false);
        let failure = std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    let _ = Command::new("true").status();
                }
            });
            let failure = (0..20_000).find_map(|_| LockedFile::open(&path).err());
            is_done.store(true, Ordering::Relaxed);
            failure
        });
        assert!(failure.is_none(), "{failure:?}");
    }

    #[test]
    fn a_file_is_free_whoever_still_holds_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let open = LockedFile::open(&path).unwrap();
        let _held = open.try_clone().unwrap();
        drop(open);
        assert!(LockedFile::open(&path).is_ok());
    }
}
