//! `damier why`: whether a move is legal, and if not, by which rule.

use std::io::Write;

use damier_rules::notation::{Refusal, Verdict, read_move, why};
use damier_rules::rules::{HOUSE_RULE, RuleSet};
use serde::Serialize;

use crate::Answer;
use crate::args::WhyArgs;
use crate::report::{MoveText, Subject, WIDTH, json_line};
use crate::setup::Setup;
use crate::show::table::wrapped;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    subject: Subject,
    /// The move: in both notations where it is legal, as it was given where it is not.
    #[serde(rename = "move")]
    played: MoveGiven,
    legal: bool,
    /// Why it is not legal.
    reason: Option<String>,
    /// The article of the rule; `null` where the board itself forbids the move.
    source: Option<&'static str>,
    /// What is legal instead.
    instead: Vec<MoveText>,
}

#[derive(Serialize)]
struct MoveGiven {
    hub: Option<String>,
    text: String,
}

pub fn run(args: &WhyArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let setup = Setup::of(&args.common)?;
    let verdict = why(setup.variant, &setup.position, &args.played)?;
    let report = match &verdict {
        Verdict::Legal(played) => {
            let MoveText { hub, text } = MoveText::of(setup.variant, &setup.position, played);
            Report {
                subject: Subject::of(&setup),
                played: MoveGiven { hub: Some(hub), text },
                legal: true,
                reason: None,
                source: None,
                instead: Vec::new(),
            }
        }
        Verdict::Refused(refusal) => refused(&setup, refusal),
    };
    if args.common.json {
        json_line(out, &report)?;
    } else {
        write_text(&setup, &report, out)?;
    }
    Ok(if report.legal { Answer::Yes } else { Answer::No })
}

fn refused(setup: &Setup, refusal: &Refusal) -> Report {
    let instead = refusal
        .legal
        .iter()
        .filter_map(|text| {
            let played = read_move(setup.variant, &setup.position, text).ok()?;
            let hub = MoveText::of(setup.variant, &setup.position, &played).hub;
            Some(MoveText { hub, text: text.clone() })
        })
        .collect();
    Report {
        subject: Subject::of(setup),
        played: MoveGiven { hub: None, text: refusal.text.clone() },
        legal: false,
        reason: Some(refusal.reason.to_string()),
        source: refusal.article,
        instead,
    }
}

fn write_text(setup: &Setup, report: &Report, out: &mut impl Write) -> anyhow::Result<()> {
    let text = &report.played.text;
    let Some(reason) = &report.reason else {
        writeln!(out, "{text} is legal")?;
        return Ok(());
    };
    let texts: Vec<&str> = report.instead.iter().map(|one| one.text.as_str()).collect();
    for line in refusal_lines(setup.variant.rules(), text, reason, report.source, &texts) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// A refused move in words: the reason, its article and what is legal instead.
pub fn refusal_text(rules: &RuleSet, refusal: &Refusal) -> Vec<String> {
    let instead: Vec<&str> = refusal.legal.iter().map(String::as_str).collect();
    let reason = refusal.reason.to_string();
    refusal_lines(rules, &refusal.text, &reason, refusal.article, &instead)
}

fn refusal_lines(
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
