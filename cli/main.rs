//! The `damier` command.

mod hub;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use damier_protocol::hub::Settings;

fn main() -> ExitCode {
    let asked = std::env::args().nth(1).as_deref() == Some("hub");
    let mut first = String::new();
    if !asked && !io::stdin().is_terminal() && io::stdin().read_line(&mut first).is_err() {
        return ExitCode::from(2);
    }
    if !asked && first.trim() != "hub" {
        eprintln!("damier: got no command; it should be `damier hub`");
        return ExitCode::from(2);
    }
    match hub::run(first, &Settings::default()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("damier: {error}");
            ExitCode::from(2)
        }
    }
}
