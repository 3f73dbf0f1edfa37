//! How a command ends: its exit code, its messages on stderr, and Ctrl-C.

use std::io::{self, Write};
use std::process::{ExitCode, exit};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, anyhow};
use damier_report::layout::{WIDTH, fitted};
use damier_rules::text::cleaned;

/// The exit code of bad usage, bad input and failed input or output.
pub const FAILED: u8 = 2;

/// The exit code of what was ended by an interrupt, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// How a command that ran has ended.
pub enum ExitAnswer {
    /// It did what was asked, or the answer is yes.
    Yes,
    /// The answer is no.
    No,
    /// It did a part; what failed has been reported.
    Part,
    /// It was interrupted before the end, which has been reported.
    Interrupted,
}

impl From<ExitAnswer> for ExitCode {
    fn from(answer: ExitAnswer) -> ExitCode {
        match answer {
            ExitAnswer::Yes => ExitCode::SUCCESS,
            ExitAnswer::No => ExitCode::from(1),
            ExitAnswer::Part => ExitCode::from(FAILED),
            ExitAnswer::Interrupted => ExitCode::from(INTERRUPTED),
        }
    }
}

/// Writes a message to stderr, in the form of all messages. What is quoted in it comes from anywhere.
pub fn complain(message: &str) {
    let lines: Vec<String> = message.lines().map(cleaned).collect();
    let text = fitted(&format!("damier: {}", lines.join("\n")), WIDTH);
    // A closed stderr has no reader who could miss it.
    let _ = writeln!(io::stderr(), "{text}");
}

/// The error of work that was to go on: there it is no success that whoever read has gone.
pub fn cut_off(error: anyhow::Error) -> anyhow::Error {
    match is_broken_pipe(&error) {
        true => anyhow!("broken off, as the output was closed: {error:#}"),
        false => error,
    }
}

/// Whether the reader of the output has gone.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind()));
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}

/// A flag that the first interrupt sets; the second ends the program at once.
///
/// # Errors
/// When interrupts cannot be watched.
pub fn watch_interrupts() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    // Not read from the flag: the work may set that itself.
    let again = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        set.store(true, Ordering::Relaxed);
        if again.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED.into());
        }
    })
    .context("cannot watch for interrupts")?;
    Ok(stop)
}
