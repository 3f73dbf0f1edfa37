//! Ctrl-C, for work that can be taken up again.

use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The exit code of what was ended by an interrupt, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// A flag that the first interrupt sets; the second ends the program at once.
///
/// # Errors
/// When interrupts cannot be watched.
pub fn watch() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let set = Arc::clone(&stop);
    // Not told from the flag: the work may set that itself.
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
