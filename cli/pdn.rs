//! `damier pdn`: files of games.

mod check;
mod input;
mod open;
mod output;
mod parallel;
mod reading;
mod signatures;

use std::io::Write;

pub use open::open;

use crate::args::{PdnArgs, PdnCommand};
use crate::exit::ExitAnswer;

pub fn run(args: &PdnArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    match &args.command {
        PdnCommand::Check(args) => check::run(args, out),
        PdnCommand::Convert(args) => output::convert(args, out),
        PdnCommand::Filter(args) => output::filter(args, out),
        PdnCommand::Split(args) => output::split(args, out),
    }
}
