//! `damier hub`: a Hub engine on standard input and output.

use std::io::{self, BufReader, Cursor, IsTerminal, Read};

use anyhow::{Context, ensure};
use damier_protocol::hub::{HubSettings, Parameters, serve};

use crate::args::{EngineArgs, HubArgs};
use crate::exit::{ExitAnswer, complain};
use crate::setup;

/// Serves one client until it quits or its end is closed. `taken` is what was already read from
/// standard input, lines with their ends.
///
/// # Errors
/// When an option is not understood, standard output fails, or memory or threads cannot be had.
pub fn run(taken: String, args: &HubArgs) -> anyhow::Result<ExitAnswer> {
    let settings = settings(args)?;
    if io::stdin().is_terminal() {
        complain(
            "this is a Hub engine, which a graphical board or a match program starts; `quit` ends it",
        );
    }
    let input = Cursor::new(taken).chain(io::stdin());
    serve(BufReader::new(input), io::stdout().lock(), &settings)?;
    Ok(ExitAnswer::Yes)
}

/// The settings that the options give.
fn settings(args: &HubArgs) -> anyhow::Result<HubSettings> {
    check(&args.engine)?;
    let mut settings = HubSettings {
        game: *setup::variant(&args.game, "international")?.rules(),
        threads: usize::from(args.engine.threads),
        table_bytes: args.engine.table_bytes(),
        weights: setup::weights(&args.engine)?,
        ..HubSettings::default()
    };
    let mut parameters = Parameters::new(&settings)?;
    for preset in &args.presets.0 {
        let set = parameters.preset(&preset.name, &preset.value);
        set.with_context(|| preset.option.clone())?;
        settings.presets.push((preset.name.clone(), preset.value.clone()));
    }
    Ok(settings)
}

/// What Hub's parameters cannot hold is refused rather than cut down.
fn check(engine: &EngineArgs) -> anyhow::Result<()> {
    let (hash, most_mib) = (engine.hash, Parameters::MAX_TABLE_MIB);
    ensure!(hash <= most_mib, "--hash {hash}: expected from 1 to {most_mib} MiB for Hub");
    Ok(())
}
