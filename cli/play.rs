//! `damier play`: a game in the terminal.

mod actions;
mod command;
mod file;
mod session;
mod state;
mod text;
mod thinker;

use std::io::{self, BufRead, IsTerminal, Read, Write};

use anyhow::Context;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::args::PlayArgs;
use crate::exit::ExitAnswer;
use command::PlayCommand;
use session::{Flow, Session};

pub fn run(args: &PlayArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut lines = InputLines::open(args.plain)?;
    let mut session = Session::new(args, out)?;
    session.greet()?;
    loop {
        session.catch_up()?;
        let line = match lines.next(&session.prompt(), session.out())? {
            Entry::Line(line) => line,
            Entry::Interrupted => {
                session.write_sentence("`quit` ends the program.")?;
                continue;
            }
            Entry::End => return Ok(ExitAnswer::Yes),
        };
        let flow = match PlayCommand::read(&line) {
            Ok(command) => session.execute(command)?,
            Err(wrong) => {
                session.write_sentence(&format!("{wrong}; `help` lists the commands."))?;
                Flow::On
            }
        };
        if flow == Flow::Quit {
            return Ok(ExitAnswer::Yes);
        }
    }
}

/// What comes from the player.
enum Entry {
    /// A line, without its end.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The input has ended.
    End,
}

/// Where lines come from.
enum InputLines {
    /// A terminal, with editing and history.
    Editor(Box<DefaultEditor>),
    /// A terminal without, or a pipe.
    Plain {
        /// Whether somebody waits to be asked.
        prompts: bool,
    },
}

/// Bytes of a line; longer ones are taken apart.
const LONGEST: u64 = 1 << 16;

impl InputLines {
    /// With editing where standard input is a terminal and `plain` does not forbid it.
    ///
    /// # Errors
    /// When the terminal cannot be used.
    fn open(plain: bool) -> anyhow::Result<InputLines> {
        let terminal = io::stdin().is_terminal();
        if terminal && !plain {
            let editor = DefaultEditor::new().context("cannot use the terminal; try --plain")?;
            return Ok(InputLines::Editor(Box::new(editor)));
        }
        Ok(InputLines::Plain { prompts: terminal })
    }

    /// The next line.
    ///
    /// # Errors
    /// When reading fails.
    fn next(&mut self, prompt: &str, out: &mut impl Write) -> anyhow::Result<Entry> {
        match self {
            InputLines::Editor(editor) => edited(editor, prompt, out),
            InputLines::Plain { prompts } => {
                if *prompts {
                    write!(out, "{prompt}")?;
                }
                out.flush()?;
                let mut line = Vec::new();
                let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut line);
                if read.context("cannot read standard input")? == 0 {
                    // The next prompt on this terminal is not ours.
                    if *prompts {
                        writeln!(out)?;
                    }
                    return Ok(Entry::End);
                }
                Ok(Entry::Line(String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

fn edited(editor: &mut DefaultEditor, prompt: &str, out: &mut impl Write) -> anyhow::Result<Entry> {
    out.flush()?;
    match editor.readline(prompt) {
        Ok(line) => {
            // A line that is not remembered is still a line.
            let _ = editor.add_history_entry(line.as_str());
            Ok(Entry::Line(line))
        }
        Err(ReadlineError::Eof) => {
            writeln!(out)?;
            Ok(Entry::End)
        }
        Err(ReadlineError::Interrupted) => Ok(Entry::Interrupted),
        // A window of another size, or bytes that are no text: nothing was typed.
        Err(ReadlineError::Signal(_)) => Ok(Entry::Line(String::new())),
        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            Ok(Entry::Line(String::new()))
        }
        Err(error) => Err(error).context("cannot read the terminal"),
    }
}
