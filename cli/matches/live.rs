//! The line on which one sees how a match goes.

use std::time::Duration;

use damier_match::tournament::score::Ledger;
use damier_report::matches::{elo_text, wins_text};
use indicatif::{ProgressBar, ProgressStyle};

use super::plan::Plan;

/// How often the line is drawn anew, so that one sees that the match is alive.
const TICK: Duration = Duration::from_millis(500);

/// A line on stderr; nothing where that is no terminal.
pub struct Live {
    bar: ProgressBar,
}

impl Live {
    /// The line of a match of which nothing has been played.
    pub fn new(plan: &Plan) -> Live {
        let bar = ProgressBar::new(2 * plan.own_pairs());
        let template = "{bar:12} {pos}/{len} games {wide_msg} {elapsed}, {eta} left";
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        // Until the first game has ended there is nothing else to tell.
        bar.set_message(format!("waiting for {}", plan.names().join(", ")));
        bar.enable_steady_tick(TICK);
        Live { bar }
    }

    /// A game has ended.
    pub fn game(&self) {
        self.bar.inc(1);
    }

    /// A pair counts.
    pub fn pair(&self, ledger: &Ledger, resumed: bool) {
        if resumed {
            self.bar.inc(2);
        }
        let first = ledger.score().first();
        let mut text = format!("{}, Elo {}", wins_text(&first), elo_text(first.pairs.elo()));
        if let Some(state) = ledger.test() {
            text.push_str(&format!(", LLR {:.2}", state.llr));
        }
        self.bar.set_message(text);
    }

    /// Says something beside the line.
    pub fn say(&self, text: &str) {
        self.bar.suspend(|| {
            crate::exit::complain(text);
        });
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
