//! `damier show`: a position as a diagram.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use damier_report::board::{
    Arrow, BoardReport, LastMove, Signs, SvgDiagram, View, marked, numbers, pieces, svg,
};
use damier_report::parts::{state_of, title};
use damier_rules::game::Game;
use damier_rules::notation::{read_square, write_fen};
use damier_rules::rules::RuleSet;

use crate::args::ShowArgs;
use crate::exit::ExitAnswer;
use crate::output::{json_line, replace};
use crate::setup::{self, Setup};

/// Everything that a diagram shows, in whatever form.
struct Shown {
    setup: Setup,
    game: Game,
    view: View,
    last: Option<LastMove>,
}

pub fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let shown = shown(args)?;
    if let Some(path) = &args.svg {
        let picture = picture(args, &shown)?;
        if path == Path::new("-") {
            if args.common.json {
                bail!("--svg - and --json cannot both write to standard output");
            }
            write!(out, "{picture}")?;
            return Ok(ExitAnswer::Yes);
        }
        replace(path, picture.as_bytes())?;
    }
    if args.common.json {
        let Shown { setup: Setup { variant, position }, view, last, .. } = &shown;
        json_line(out, &BoardReport::of(*variant, position, *view, last.as_ref()))?;
    } else {
        write_text(args, &shown, out)?;
    }
    Ok(ExitAnswer::Yes)
}

/// Plays the moves asked for.
fn shown(args: &ShowArgs) -> anyhow::Result<Shown> {
    let mut game = setup::game(&args.common)?;
    if let Some(last) = &args.last {
        setup::play(&mut game, last).with_context(|| format!("--last {last}"))?;
    }
    let official = View::official(game.variant().rules());
    let turned = official.turned && !args.common_board;
    Ok(Shown {
        setup: Setup::at(&game),
        last: LastMove::of(&game),
        game,
        view: View { turned, flipped: args.flip },
    })
}

fn picture(args: &ShowArgs, shown: &Shown) -> anyhow::Result<String> {
    let rules = shown.setup.variant.rules();
    let arrows = match &args.arrow {
        Some(text) => read_arrows(rules, text).with_context(|| format!("--arrow {text}"))?,
        None => Vec::new(),
    };
    Ok(svg(&SvgDiagram {
        rules,
        title: format!("{}: {}", title(rules), state_of(&shown.game)),
        position: shown.game.position(),
        view: shown.view,
        last: shown.last.as_ref(),
        arrows: &arrows,
    }))
}

fn write_text(args: &ShowArgs, shown: &Shown, out: &mut impl Write) -> anyhow::Result<()> {
    let Shown { setup, view, last, .. } = shown;
    let rules = setup.variant.rules();
    let lines = if args.numbers {
        numbers(rules, *view)
    } else {
        let signs = if args.unicode { Signs::Unicode } else { Signs::Letters };
        match last {
            Some(last) => marked(rules, *view, &setup.position, signs, last),
            None => pieces(rules, *view, &setup.position, signs),
        }
    };
    writeln!(out, "{}", title(rules))?;
    for line in lines {
        writeln!(out, "{line}")?;
    }
    if let Some(last) = last {
        let taken = if last.played.is_capture() { ", x taken" } else { "" };
        writeln!(out, "last move {} ([ ] from and to{taken})", last.text)?;
    }
    writeln!(out, "{}", state_of(&shown.game))?;
    writeln!(out, "{}", write_fen(rules, &setup.position))?;
    Ok(())
}

/// Reads arrows as `22-18` or `22x15x6`, separated by commas or blanks.
fn read_arrows(rules: &RuleSet, text: &str) -> anyhow::Result<Vec<Arrow>> {
    let read_arrow = |text: &str| {
        let names = text.split(['-', 'x', 'X', ':']);
        let squares = names.map(|name| read_square(rules, name)).collect::<Result<Vec<_>, _>>()?;
        match squares.len() {
            0 | 1 => bail!("`{text}` is no arrow; it joins two squares or more, as 22-18"),
            _ => Ok(Arrow { squares }),
        }
    };
    text.split([',', ' ']).filter(|part| !part.is_empty()).map(read_arrow).collect()
}
