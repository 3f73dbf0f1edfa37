//! `damier book`: the openings from which matches begin.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use damier_book::ballots::{BallotSet, BallotSettings, Checkpoint, Generation, merge};
use damier_rules::variant::Variant;
use indicatif::{ProgressBar, ProgressStyle};

use crate::args::{BallotsArgs, BookArgs, BookCommand, MergeArgs};
use crate::exit::{ExitAnswer, complain};
use crate::output::{is_stream, replace};
use crate::{bench, setup};

pub fn run(args: &BookArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    match &args.command {
        BookCommand::Ballots(args) => ballots(args, out),
        BookCommand::Merge(args) => merge_shards(args, out),
    }
}

fn ballots(args: &BallotsArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let variant = setup::variant(&args.game, "italian")?;
    let settings = BallotSettings {
        plies: args.plies,
        eleven_man: args.eleven_man,
        nodes: args.nodes,
        min: args.min,
        max: args.max,
        count: args.count,
        seed: args.seed,
        shard: args.shard,
    };
    let mut generation = Generation::new(variant, settings)?;
    let signature = bench::signature(variant.rules())?;
    let mut kept = match args.output.as_deref().filter(|path| !is_stream(path)) {
        Some(path) => Some(CheckpointFile::open(path, &mut generation, signature)?),
        None => None,
    };
    search(&mut generation, kept.as_mut())?;
    let set = generation.finish(signature);
    write(&set, variant, args.output.as_deref(), out)?;
    kept.map_or(Ok(()), CheckpointFile::remove)?;
    Ok(ExitAnswer::Yes)
}

/// Searches what is left, and shows how far it is.
fn search(
    generation: &mut Generation,
    mut kept: Option<&mut CheckpointFile>,
) -> anyhow::Result<()> {
    let style = ProgressStyle::with_template(
        "{pos}/{len} positions, {msg} ballots [{wide_bar}] {elapsed}, {eta} left",
    )?;
    // Draws nothing where stderr is no terminal.
    let bar = ProgressBar::new(generation.total() as u64).with_style(style);
    bar.set_position(generation.searched() as u64);
    bar.reset_eta();
    while !generation.is_finished() {
        let before = generation.searched();
        let scores = generation.step()?;
        if let Some(kept) = &mut kept {
            kept.append(&Checkpoint::lines(before, scores))?;
        }
        bar.set_message(generation.kept().to_string());
        bar.set_position(generation.searched() as u64);
    }
    bar.finish_and_clear();
    Ok(())
}

/// The checkpoint beside the output.
struct CheckpointFile {
    path: PathBuf,
    file: File,
}

impl CheckpointFile {
    /// Goes on with the checkpoint of `output` where there is one.
    fn open(
        output: &Path,
        generation: &mut Generation,
        signature: u64,
    ) -> anyhow::Result<CheckpointFile> {
        let path = with_ending(output, ".partial");
        let name = || path.display().to_string();
        let fresh = generation.checkpoint(signature);
        match fs::read(&path) {
            Ok(bytes) => {
                // What is no text is damaged, and named by its line.
                let text = String::from_utf8_lossy(&bytes);
                let found = Checkpoint::parse(&text).with_context(name)?;
                if (&found.command, found.signature) != (&fresh.command, fresh.signature) {
                    bail!(
                        "{}: left by other settings or another version; delete it, or write to \
                         another file",
                        name()
                    );
                }
                if !found.is_sealed {
                    complain(&format!(
                        "{}: left by an earlier version, without checksums: damage in it goes \
                         unnoticed",
                        name()
                    ));
                }
                generation.resume(&found.scores).with_context(name)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error).with_context(name),
        }
        // Written afresh: the last line may have been cut off.
        let text = generation.checkpoint(signature).to_string();
        replace(&path, text.as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path).with_context(name)?;
        Ok(CheckpointFile { file, path })
    }

    fn append(&mut self, text: &str) -> anyhow::Result<()> {
        self.file.write_all(text.as_bytes()).with_context(|| self.path.display().to_string())
    }

    fn remove(self) -> anyhow::Result<()> {
        fs::remove_file(&self.path).with_context(|| self.path.display().to_string())
    }
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

fn write(
    set: &BallotSet,
    variant: Variant,
    output: Option<&Path>,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let text = set.text(variant);
    match output {
        Some(path) => replace(path, text.as_bytes()),
        None => Ok(out.write_all(text.as_bytes())?),
    }
}

fn merge_shards(args: &MergeArgs, out: &mut impl Write) -> anyhow::Result<ExitAnswer> {
    let variant = setup::variant(&args.game, "italian")?;
    let mut sets = Vec::new();
    for path in &args.files {
        let name = || path.display().to_string();
        let text = fs::read_to_string(path).with_context(name)?;
        sets.push(BallotSet::parse(variant, &text).with_context(name)?);
    }
    write(&merge(variant, sets)?, variant, args.output.as_deref(), out)?;
    Ok(ExitAnswer::Yes)
}
