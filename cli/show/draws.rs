//! The draw rules in words.

use damier_engine::rules::{DrawRule, RuleSet};

use super::words::{Article, ordinal};

/// Every draw rule of the game.
pub fn articles(rules: &RuleSet) -> Vec<Article> {
    let draws = &rules.draws;
    let article =
        |text, rule| Article { topic: "Draw", text, source: rules.sources.draws.of(rule) };
    let repetition = match draws.repetition {
        Some(count) => format!(
            "A game is drawn when the same position with the same side to move stands on the board \
             for the {} time.",
            ordinal(count)
        ),
        None => "Repetition of a position is no draw.".to_owned(),
    };
    let counters = draws.counters().map(|counter| {
        let text = format!(
            "A game is drawn after {} moves of each side {}.",
            counter.plies / 2,
            draws.condition(&counter)
        );
        article(text, counter.rule)
    });
    std::iter::once(article(repetition, DrawRule::Repetition)).chain(counters).collect()
}
