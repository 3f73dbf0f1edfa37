//! The command line of `damier rules`.

use clap::Args;
use damier_report::layout::{WIDTH, wrapped};
use damier_rules::rules::KEYS;

use super::Game;

/// Compare the games, or tell the rules of one with their sources
#[derive(Args, Debug)]
#[command(after_help = help())]
pub struct RulesArgs {
    /// The game; without one all are compared
    #[arg(value_name = "GAME", conflicts_with = "variant")]
    pub name: Option<String>,

    #[command(flatten)]
    pub game: Game,

    /// Write JSON
    #[arg(long)]
    pub json: bool,
}

/// Where the values of keys begin in the help.
const KEYS_INDENT: usize = 25;

/// What stands below the options in the help: examples and keys.
fn help() -> String {
    let mut help = "Examples:\n  damier rules\n  damier rules italian\n  \
                    damier rules english --rule capture=optional --rule king=flying\n  \
                    damier rules brazilian --rule draws=cbd\n  \
                    damier rules --rules kitchen.toml\n\n\
                    A file has a line `extends = \"GAME\"`, lines `KEY = VALUE` as for --rule,\n\
                    and may give the new game a `name` and a `title`.\n\n\
                    Keys of --rule:\n"
        .to_owned();
    for key in KEYS {
        let allowed = wrapped(&key.allowed(), WIDTH - KEYS_INDENT);
        let gaps = std::iter::once(format!("  {:<1$}", key.name(), KEYS_INDENT - 2));
        let gaps = gaps.chain(std::iter::repeat(" ".repeat(KEYS_INDENT)));
        let lines: Vec<String> = gaps.zip(allowed).map(|(gap, line)| gap + &line).collect();
        help.push_str(&lines.join("\n"));
        help.push('\n');
    }
    help.push_str(
        "\nJSON: a game {\"name\", \"title\", \"settings\", ..., \"rules\": [{\"topic\", \"text\",\n\
         \"source\"}, ...]}; without one {\"games\": [...]}.",
    );
    help
}
