//! Whether a move is legal, and if not, by which rule.

use damier_rules::notation::{Refusal, Verdict, read_move};
use damier_rules::position::Position;
use damier_rules::rules::{HOUSE_RULE, RuleSet};
use damier_rules::variant::Variant;
use serde::Serialize;

use crate::layout::{WIDTH, wrapped};
use crate::parts::{MoveText, Subject};

/// The verdict on a move.
#[derive(Clone, Debug, Serialize)]
pub struct WhyReport {
    /// The game and the position.
    #[serde(flatten)]
    pub subject: Subject,
    /// The move: in both notations where it is legal, as it was given where it is not.
    #[serde(rename = "move")]
    pub played: GivenMove,
    /// Whether it is legal.
    pub legal: bool,
    /// Why it is not legal.
    pub reason: Option<String>,
    /// The article of the rule; `None` where the board itself forbids the move.
    pub source: Option<&'static str>,
    /// What is legal instead.
    pub instead: Vec<MoveText>,
}

/// A move that was asked about.
#[derive(Clone, Debug, Serialize)]
pub struct GivenMove {
    /// Hub's notation, `None` where the move is not legal.
    pub hub: Option<String>,
    /// The game's own, or what was given.
    pub text: String,
}

impl WhyReport {
    /// The report of a verdict on a move of `position`.
    ///
    /// ```
    /// use damier_report::refusal::WhyReport;
    /// use damier_rules::notation::why;
    /// use damier_rules::variant::Variant;
    ///
    /// let italian = Variant::named("italian").expect("it is a game");
    /// let start = italian.start_position();
    /// let verdict = why(italian, &start, "22-18").expect("it is a move");
    /// let report = WhyReport::of(italian, &start, &verdict);
    /// assert_eq!(report.lines(italian.rules()), ["22-18 is legal"]);
    /// ```
    pub fn of(variant: Variant, position: &Position, verdict: &Verdict) -> WhyReport {
        match verdict {
            Verdict::Legal(played) => {
                let MoveText { hub, text } = MoveText::of(variant, position, played);
                WhyReport {
                    subject: Subject::of(variant, position),
                    played: GivenMove { hub: Some(hub), text },
                    legal: true,
                    reason: None,
                    source: None,
                    instead: Vec::new(),
                }
            }
            Verdict::Refused(refusal) => WhyReport::refused(variant, position, refusal),
        }
    }

    fn refused(variant: Variant, position: &Position, refusal: &Refusal) -> WhyReport {
        let instead = refusal
            .legal
            .iter()
            .filter_map(|text| {
                let played = read_move(variant, position, text).ok()?;
                let hub = MoveText::of(variant, position, &played).hub;
                Some(MoveText { hub, text: text.clone() })
            })
            .collect();
        WhyReport {
            subject: Subject::of(variant, position),
            played: GivenMove { hub: None, text: refusal.text.clone() },
            legal: false,
            reason: Some(refusal.reason.to_string()),
            source: refusal.article,
            instead,
        }
    }

    /// The report in words; `rules` are those of its game.
    pub fn lines(&self, rules: &RuleSet) -> Vec<String> {
        let text = &self.played.text;
        let Some(reason) = &self.reason else { return vec![format!("{text} is legal")] };
        let instead: Vec<&str> = self.instead.iter().map(|legal| legal.text.as_str()).collect();
        lines(rules, text, reason, self.source, &instead)
    }
}

/// A refused move in words: the reason, its article and what is legal instead.
///
/// ```
/// use damier_report::refusal::refusal_lines;
/// use damier_rules::notation::{Verdict, why};
/// use damier_rules::variant::Variant;
///
/// let italian = Variant::named("italian").expect("it is a game");
/// let verdict = why(italian, &italian.start_position(), "21-16").expect("it is a move");
/// let Verdict::Refused(refusal) = verdict else { panic!("no man goes there") };
/// assert!(refusal_lines(italian.rules(), &refusal)[0].starts_with("21-16 is illegal: "));
/// ```
pub fn refusal_lines(rules: &RuleSet, refusal: &Refusal) -> Vec<String> {
    let instead: Vec<&str> = refusal.legal.iter().map(String::as_str).collect();
    let reason = refusal.reason.to_string();
    lines(rules, &refusal.text, &reason, refusal.article, &instead)
}

fn lines(
    rules: &RuleSet,
    text: &str,
    reason: &str,
    article: Option<&str>,
    instead: &[&str],
) -> Vec<String> {
    let mut lines = wrapped(&format!("{text} is illegal: {reason}"), WIDTH);
    if let Some(article) = article {
        let document = rules.sources.document;
        let rule = match article {
            HOUSE_RULE => format!("rule: {article}"),
            article => format!("rule: {article} ({document})"),
        };
        lines.extend(wrapped(&rule, WIDTH));
    }
    if !instead.is_empty() {
        lines.extend(wrapped(&format!("legal instead: {}", instead.join(", ")), WIDTH));
    }
    lines
}
