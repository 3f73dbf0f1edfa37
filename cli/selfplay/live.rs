//! How far the games are.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use damier_train::selfplay::{Target, Totals};
use indicatif::{ProgressBar, ProgressStyle};

use crate::exit::complain;

/// Time between two lines where stderr is no terminal.
const PAUSE: Duration = Duration::from_secs(30);

/// A bar on a terminal, else a line now and then.
pub struct Live {
    target: Target,
    before: Totals,
    started: Instant,
    told: Instant,
    bar: Option<ProgressBar>,
}

impl Live {
    /// With what the file has already.
    pub fn new(target: Target, before: Totals) -> Live {
        let bar = stderr().is_terminal().then(|| {
            let template = "{bar:12} {wide_msg} {elapsed}";
            let style = ProgressStyle::with_template(template);
            let bar = ProgressBar::new(1_000);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        let now = Instant::now();
        Live { target, before, started: now, told: now, bar }
    }

    /// A game has been written.
    pub fn tell(&mut self, totals: Totals) {
        if let Some(bar) = &self.bar {
            bar.set_position((1_000.0 * self.share(totals)) as u64);
            bar.set_message(self.text(totals));
        } else if self.told.elapsed() >= PAUSE {
            self.told = Instant::now();
            complain(&self.text(totals));
        }
    }

    /// Which part of the way to the target is done, 0 where there is none.
    fn share(&self, totals: Totals) -> f64 {
        let part = |done: u64, all: Option<u64>| all.map_or(0.0, |all| done as f64 / all as f64);
        let games = part(totals.games, self.target.games);
        games.max(part(totals.positions, self.target.positions)).min(1.0)
    }

    fn text(&self, totals: Totals) -> String {
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let new = (totals.positions - self.before.positions) as f64;
        let (before, now) = (self.share(self.before), self.share(totals));
        let left = match now > before {
            true => format!(", {} left", duration(seconds * (1.0 - now) / (now - before))),
            false => String::new(),
        };
        let speed = new / seconds;
        format!("{} games, {} positions, {speed:.0}/s{left}", totals.games, totals.positions)
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// As `2 h 05 min` or `3 min 20 s`.
fn duration(seconds: f64) -> String {
    let seconds = seconds as u64;
    match seconds / 3600 {
        0 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        hours => format!("{hours} h {:02} min", seconds % 3600 / 60),
    }
}
