//! The files of games in folders.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use walkdir::{DirEntry, WalkDir};

use super::open::shown;

/// How the names of files end that are taken from a folder.
const ENDS: [&str; 3] = [".pdn", ".pdn.gz", ".pdn.zst"];

/// The files that are meant, in their order: those of a folder by name, hidden ones and links to
/// folders left out. What cannot be read, or has nothing, is an error in its place.
pub fn files(given: &[PathBuf]) -> Vec<anyhow::Result<PathBuf>> {
    let mut all = Vec::new();
    for path in given {
        match path.is_dir() {
            true => all.extend(inside(path)),
            false => all.push(Ok(path.clone())),
        }
    }
    all
}

fn inside(folder: &Path) -> Vec<anyhow::Result<PathBuf>> {
    let (mut found, mut others) = (Vec::new(), 0_u64);
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for entry in walk.filter_entry(|entry| entry.depth() == 0 || !begins_with_dot(entry)) {
        match entry.with_context(|| format!("cannot walk through {}", shown(folder))) {
            Err(error) => found.push(Err(error)),
            Ok(entry) if !entry.path().is_file() => {}
            Ok(entry) if is_pdn(entry.path()) => found.push(Ok(entry.into_path())),
            Ok(_) => others += 1,
        }
    }
    if found.is_empty() {
        let ends = ENDS.map(|end| format!("*{end}")).join(", ");
        let passed = match others {
            0 => String::new(),
            _ => format!("; other files passed over: {others}"),
        };
        found.push(Err(anyhow!("{}: there is no {ends} in it{passed}", shown(folder))));
    }
    found
}

fn begins_with_dot(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_pdn(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    ENDS.iter().any(|end| name.ends_with(end))
}
