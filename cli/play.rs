//! `damier play`: a game in the terminal.

mod actions;
mod command;
mod draw;
mod file;
mod input;
mod session;
mod state;
mod text;
mod thinker;

use std::io::Write;

use crate::args::PlayArgs;
use crate::exit::ExitAnswer;
use command::Command;
use input::{Entry, Lines};
use session::{Flow, Session};

pub fn run(args: &PlayArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut lines = Lines::open(args.plain)?;
    let mut session = Session::new(args, out)?;
    session.greet()?;
    loop {
        session.catch_up()?;
        let line = match lines.next(&session.prompt(), session.out())? {
            Entry::Line(line) => line,
            Entry::Interrupted => {
                session.say("`quit` ends the program.")?;
                continue;
            }
            Entry::End => return Ok(ExitAnswer::Yes),
        };
        let flow = match Command::read(&line) {
            Ok(command) => session.execute(command)?,
            Err(wrong) => {
                session.say(&format!("{wrong}; `help` lists the commands."))?;
                Flow::On
            }
        };
        if flow == Flow::Quit {
            return Ok(ExitAnswer::Yes);
        }
    }
}
