//! `damier rules`: the games compared, or one game's rules in words.

use std::io::Write;

use damier_report::rules::{GamesReport, RulesReport, write_comparison, write_rules};

use crate::args::{GameArgs, RulesArgs};
use crate::exit::ExitAnswer;
use crate::output::json_line;
use crate::setup;

pub fn run(args: &RulesArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let name = args.name.as_ref().or(args.game.variant.as_ref());
    let GameArgs { rules, rule, .. } = &args.game;
    if name.is_none() && rules.is_none() && rule.is_empty() {
        match args.json {
            true => json_line(out, &GamesReport::all())?,
            false => write_comparison(out)?,
        }
        return Ok(ExitAnswer::Yes);
    }
    let game = GameArgs { variant: name.cloned(), ..args.game.clone() };
    let variant = setup::variant(&game, "italian")?;
    match args.json {
        true => json_line(out, &RulesReport::of(variant.rules()))?,
        false => write_rules(variant.rules(), out)?,
    }
    Ok(ExitAnswer::Yes)
}
