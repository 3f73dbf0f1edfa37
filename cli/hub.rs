//! `damier hub`: a Hub engine on standard input and output.

use std::io::{self, BufReader, Cursor, Read};

use anyhow::ensure;
use damier_protocol::hub::{Parameters, Settings, serve};

use crate::args::Engine;

/// What Hub's parameters cannot say is refused rather than cut down.
///
/// # Errors
/// When there is more than Hub's parameters can say.
pub fn check(engine: &Engine) -> anyhow::Result<()> {
    let (hash, most_mib) = (engine.hash, Parameters::MAX_TABLE_MIB);
    ensure!(hash <= most_mib, "--hash {hash}: expected from 1 to {most_mib} MiB for Hub");
    Ok(())
}

/// Serves one client until it quits or its end is closed. `taken` is what was already read from
/// standard input, lines with their ends.
///
/// # Errors
/// When standard output fails, or memory or threads cannot be had.
pub fn run(taken: String, settings: &Settings) -> io::Result<()> {
    let input = Cursor::new(taken).chain(io::stdin());
    serve(BufReader::new(input), io::stdout().lock(), settings)
}
