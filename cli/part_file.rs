//! Files that are written beside their destination, as `.NAME.damier-XXXXXX.part`.
//!
//! A process that is killed cannot remove its part file; the next one that writes to the same
//! destination does. A part file in use is locked, which the system undoes when its process ends,
//! so a part file that is not locked is left over. Where a file system has no locks all are kept.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Permissions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;

use tempfile::NamedTempFile;

const SUFFIX: &str = ".part";

/// Random characters in a name.
const RANDOM: usize = 6;

/// How often a new file may be taken for one that is left over, before it is locked.
const ATTEMPTS: usize = 16;

/// A new file in the folder of `destination`, so that it can be moved there in one step. Those that
/// killed processes have left for this destination are removed.
///
/// # Errors
/// When no file can be made there.
pub fn create(destination: &Path, permissions: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = match destination.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut prefix = OsString::from(".");
    prefix.push(destination.file_name().unwrap_or_default());
    prefix.push(".damier-");
    remove_left_over(folder, &prefix);
    let file = create_locked(folder, &prefix)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    Ok(file)
}

/// Moves a file to its destination and gives its lock back. It can be written on, through another
/// handle.
///
/// # Errors
/// When it cannot be moved.
pub fn persist(file: NamedTempFile, destination: &Path) -> io::Result<()> {
    let file = file.persist(destination)?;
    // Where this fails the lock ends with the process.
    let _ = file.unlock();
    Ok(())
}

fn create_locked(folder: &Path, prefix: &OsStr) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).rand_bytes(RANDOM).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // What any new file has; the mask of the process takes from it.
        builder.permissions(Permissions::from_mode(0o666));
    }
    for _ in 0..ATTEMPTS {
        let file = builder.tempfile_in(folder)?;
        // Another process may have locked it, or removed it already, before it was locked here.
        let is_taken = matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if !is_taken && file.path().exists() {
            return Ok(file);
        }
    }
    Err(io::Error::new(ErrorKind::AlreadyExists, "its part files are removed by others"))
}

/// Removes the part files that nobody has locked. What cannot be removed stays: it is in nobody's
/// way.
fn remove_left_over(folder: &Path, prefix: &OsStr) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !is_part_name(&entry.file_name(), prefix) {
            continue;
        }
        let Ok(file) = File::open(entry.path()) else { continue };
        if file.try_lock().is_ok() {
            let _ = fs::remove_file(entry.path());
            let _ = file.unlock();
        }
    }
}

fn is_part_name(name: &OsStr, prefix: &OsStr) -> bool {
    let rest = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
    let random = rest.and_then(|rest| rest.strip_suffix(SUFFIX.as_bytes()));
    random.is_some_and(|random| random.len() == RANDOM && random.is_ascii())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_a_killed_process_has_left_is_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let destination = path("games");
        let mut running = create(&destination, None).unwrap();
        running.write_all(b"running").unwrap();
        let kept = [
            ".games.damier-.part",
            ".games.part",
            ".games.damier-abc123",
            ".other.damier-abc123.part",
        ];
        for name in kept.iter().chain(&[".games.damier-abc123.part"]) {
            fs::write(path(name), "half").unwrap();
        }
        fs::create_dir(path(".games.damier-folder.part")).unwrap();
        let second = create(&destination, None).unwrap();
        assert!(!path(".games.damier-abc123.part").exists());
        assert!(kept.iter().all(|name| path(name).exists()));
        assert!(path(".games.damier-folder.part").exists());
        persist(running, &destination).unwrap();
        assert_eq!(fs::read(&destination).unwrap(), b"running");
        assert!(File::open(&destination).unwrap().try_lock().is_ok(), "the lock is given back");
        assert!(second.path().exists());
    }

    #[test]
    fn processes_that_begin_together_leave_each_other_alone() {
        let folder = tempfile::tempdir().unwrap();
        let destination = folder.path().join("games");
        std::thread::scope(|scope| {
            for number in 0..4_u8 {
                let destination = &destination;
                scope.spawn(move || {
                    for _ in 0..200 {
                        let mut file = create(destination, None).unwrap();
                        file.write_all(&[number; 9]).unwrap();
                        persist(file, destination).unwrap();
                    }
                });
            }
        });
        let written = fs::read(&destination).unwrap();
        assert!(written.len() == 9 && written.iter().all(|byte| *byte == written[0]));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left");
    }
}
