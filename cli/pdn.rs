//! `damier pdn`: files of games.

mod check;
mod input;
mod output;

use std::io::Write;

use crate::Answer;
use crate::args::{PdnArgs, PdnCommand};

pub fn run(args: &PdnArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    match &args.command {
        PdnCommand::Check(args) => check::run(args, out),
        PdnCommand::Convert(args) => output::convert(args, out),
        PdnCommand::Filter(args) => output::filter(args, out),
        PdnCommand::Split(args) => output::split(args, out),
    }
}
