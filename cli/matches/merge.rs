//! `damier match merge`: shards put together.

use std::io::Write;

use anyhow::Context;
use damier_match::tournament::results::{merge, read, write};
use damier_match::tournament::score::Ledger;
use damier_report::matches::MatchReport;

use super::pdn::Games;
use crate::args::MatchMergeArgs;
use crate::exit::{ExitAnswer, complain};
use crate::output::Output;

pub fn run(args: &MatchMergeArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let mut files = Vec::new();
    for path in &args.files {
        let name = path.display().to_string();
        let contents = read(path).with_context(|| name.clone())?;
        if !contents.header.is_sealed() {
            complain(&format!("{name}: {}", super::UNSEALED));
        }
        files.push((name, contents));
    }
    let merged = merge(files)?;
    if let Some(path) = &args.output {
        let written = || -> anyhow::Result<()> {
            let mut output = Output::create(path)?;
            write(&merged, &mut output)?;
            output.finish()
        };
        written().context("--output")?;
    }
    let mut games = args.pdn.as_deref().map(Games::create).transpose()?;
    let mut ledger = Ledger::new(&merged.header);
    for played in merged.games {
        ledger.add(played);
    }
    while let Some(settled) = ledger.settle().or_else(|| ledger.settle_beyond_gaps()) {
        if let Some(games) = &mut games {
            games.add(&settled.games).context("--pdn")?;
        }
    }
    super::print(&MatchReport::of(&merged.header, &ledger, &[]), args.json, out)?;
    if !ledger.is_over() {
        complain("games are missing: shards are not complete, or not all there");
    }
    Ok(super::answer(&ledger))
}
