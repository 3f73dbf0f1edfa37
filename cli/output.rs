//! What the command writes to: standard output, and files. A file keeps what it has until something
//! complete takes its place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Serialize;
use tempfile::NamedTempFile;

use crate::part_file;

/// Standard output, whose errors say so.
pub struct Stdout(pub StdoutLock<'static>);

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(cannot_write_stdout)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(cannot_write_stdout)
    }
}

fn cannot_write_stdout(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot write to standard output: {error}"))
}

/// Whether standard output shows colours: on a terminal, where the environment does not forbid them.
pub fn has_colours() -> bool {
    let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stdout().is_terminal() && !forbidden && std::env::var_os("TERM").is_none_or(|it| it != "dumb")
}

/// Writes a report as one line of JSON.
///
/// # Errors
/// When it cannot be written.
pub fn json_line(out: &mut impl Write, report: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer(&mut *out, report)?;
    writeln!(out)?;
    Ok(())
}

/// An output file. A regular one is written beside its destination, and moved there by
/// [`Output::finish`] or [`Output::publish`]; if it is dropped before, all stays as it was. A
/// device or a pipe is written into, and a symbolic link keeps its target.
pub struct Output {
    name: PathBuf,
    to: OutputTarget,
}

enum OutputTarget {
    /// Not yet at its destination.
    Beside { file: BufWriter<NamedTempFile>, destination: PathBuf },
    /// At its destination.
    There(BufWriter<File>),
}

impl Output {
    /// Begins a file; one that is there is left as it is.
    ///
    /// # Errors
    /// When it could not be written: a folder, no permission, no such folder.
    pub fn create(path: &Path) -> anyhow::Result<Output> {
        let to = open_target(path).with_context(|| cannot_write(path))?;
        Ok(Output { name: path.to_owned(), to })
    }

    /// Puts what is written so far in its place; what follows is added to it there. For files that
    /// grow for a long time.
    ///
    /// # Errors
    /// When it cannot be written; what was there is there still.
    pub fn publish(&mut self) -> anyhow::Result<()> {
        self.settle().with_context(|| cannot_write(&self.name))
    }

    /// Puts the whole in its place.
    ///
    /// # Errors
    /// When it cannot be written; what was there is there still.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.publish()
    }

    fn settle(&mut self) -> io::Result<()> {
        self.flush()?;
        if let OutputTarget::Beside { file, destination } = &mut self.to {
            file.get_ref().as_file().sync_all()?;
            // The destination is written through a second handle, since persisting takes the first.
            let rest = file.get_ref().as_file().try_clone()?;
            let empty = BufWriter::new(rest);
            let destination = destination.clone();
            let written = std::mem::replace(&mut self.to, OutputTarget::There(empty));
            if let OutputTarget::Beside { file, .. } = written {
                let file = file.into_inner().map_err(|error| error.into_error())?;
                part_file::persist(file, &destination)?;
            }
        }
        Ok(())
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.to {
            OutputTarget::Beside { file, .. } => file.write(bytes),
            OutputTarget::There(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.to {
            OutputTarget::Beside { file, .. } => file.flush(),
            OutputTarget::There(file) => file.flush(),
        }
    }
}

/// Writes a whole file in one step: whoever reads it finds all of it or what was there before.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes).with_context(|| cannot_write(path))?;
    output.finish()
}

/// Whether what is written there stays written, as in a device or a pipe: there can be one version
/// of it alone, and no file can be kept beside it.
pub fn is_stream(path: &Path) -> bool {
    is_device(path) || fs::metadata(path).is_ok_and(|found| !found.is_file())
}

/// `/dev/stdout` may lead to a regular file that others write into, too.
fn is_device(path: &Path) -> bool {
    path.starts_with("/dev")
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn open_target(path: &Path) -> anyhow::Result<OutputTarget> {
    let destination = linked(path)?;
    let found = match fs::metadata(&destination) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    if found.as_ref().is_some_and(fs::Metadata::is_dir) {
        bail!("it is a folder, not a file");
    }
    if let Some(found) = &found {
        // Asks for the permission that moving a file over another does not need.
        let file = OpenOptions::new().append(true).open(path)?;
        if is_device(path) || !found.is_file() {
            return Ok(OutputTarget::There(BufWriter::new(file)));
        }
    }
    let file = part_file::create(&destination, found.map(|found| found.permissions()))?;
    Ok(OutputTarget::Beside { file: BufWriter::new(file), destination })
}

/// Where the symbolic links of a path end, whether anything is there or not.
fn linked(path: &Path) -> anyhow::Result<PathBuf> {
    /// As the kernel has it.
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    bail!("its symbolic links lead in a circle")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_keeps_what_it_has_until_another_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept");
        fs::write(&path, "old").unwrap();
        let mut dropped = Output::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        dropped.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        drop(dropped);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn a_file_that_grows_is_there_from_its_first_part() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mut growing = Output::create(&path).unwrap();
        assert!(!path.exists());
        for (part, whole) in [("one ", "one "), ("two", "one two")] {
            growing.write_all(part.as_bytes()).unwrap();
            growing.publish().unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), whole);
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_into() {
        use std::fs::Permissions;
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let [file, link, hanging] =
            ["file", "link", "hanging"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink("file", &link).unwrap();
        symlink("nowhere", &hanging).unwrap();
        replace(&link, b"new").unwrap();
        replace(&hanging, b"there").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(folder.path().join("nowhere")).unwrap(), "there");
        replace(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        symlink("circle", folder.path().join("circle")).unwrap();
        let error = replace(&folder.path().join("circle"), b"").unwrap_err();
        assert!(format!("{error:#}").contains("in a circle"), "{error:#}");
    }

    #[test]
    fn what_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let error = format!("{:#}", replace(folder.path(), b"").unwrap_err());
        assert!(error.starts_with("cannot write ") && error.ends_with("not a file"), "{error}");
        assert!(replace(&folder.path().join("none/file"), b"").is_err());
    }
}
