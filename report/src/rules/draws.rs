//! The draw rules in words.

use damier_rules::rules::RuleSet;

use super::articles::{Article, ordinal};

/// Every draw rule of the game.
pub fn articles(rules: &RuleSet) -> Vec<Article> {
    let draws = &rules.draws;
    let article = |text, source| Article { topic: "Draw", text, source };
    let repetition = match draws.repetition {
        Some(count) => format!(
            "A game is drawn when the same position with the same side to move stands on the board \
             for the {} time.",
            ordinal(count)
        ),
        None => "Repetition of a position is no draw.".to_owned(),
    };
    let counts = draws.clauses().map(|clause| {
        let (moves, condition) = (clause.moves, clause.condition());
        let text = format!("A game is drawn after {moves} moves of each side {condition}.");
        article(text, clause.article)
    });
    std::iter::once(article(repetition, draws.repetition_source)).chain(counts).collect()
}
