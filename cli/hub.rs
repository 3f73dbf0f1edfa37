//! `damier hub`: a Hub engine on standard input and output.

use std::io::{self, BufReader, Cursor, Read};

use damier_protocol::hub::{Settings, serve};

/// Serves one client until it quits or its end is closed. `taken` is what was already read from
/// standard input, lines with their ends.
///
/// # Errors
/// When standard output fails, or memory or threads cannot be had.
pub fn run(taken: String, settings: &Settings) -> io::Result<()> {
    let input = Cursor::new(taken).chain(io::stdin());
    serve(BufReader::new(input), io::stdout().lock(), settings)
}
