//! Text from outside: made harmless for a terminal, cut to a length, read as a number, compared
//! with the words that were expected.

/// Whether a terminal or a page would act on the character instead of showing it: control
/// characters, marks that turn the direction of writing, and signs of no width.
///
/// ```
/// use damier_rules::text::is_hidden;
///
/// assert!(is_hidden('\u{1b}') && is_hidden('\u{202e}') && is_hidden('\u{feff}'));
/// assert!(!is_hidden('é') && !is_hidden(' '));
/// ```
pub fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(
            sign,
            '\u{ad}'
                | '\u{61c}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
                | '\u{fff9}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e007f}'
        )
}

/// The text on one line, with a blank for each hidden sign.
///
/// ```
/// assert_eq!(damier_rules::text::cleaned("\u{1b}[31mred\nblue"), " [31mred blue");
/// ```
pub fn cleaned(text: &str) -> String {
    text.chars().map(|sign| if is_hidden(sign) { ' ' } else { sign }).collect()
}

/// The beginning of a text, cleaned and without blanks around it, as a message quotes it: at most
/// `longest` characters, then `…`.
///
/// ```
/// assert_eq!(damier_rules::text::excerpt(" 22-18\n23-19", 5), "22-18…");
/// ```
pub fn excerpt(text: &str, longest: usize) -> String {
    let text = text.trim();
    let mut short: String = cleaned(text).chars().take(longest).collect();
    if text.chars().nth(longest).is_some() {
        short.push('…');
    }
    short
}

/// The text cut to a length fit for a message, on one line: its [`excerpt`] of 72 characters.
///
/// ```
/// assert_eq!(damier_rules::text::shortened(&"x".repeat(100)).chars().count(), 73);
/// ```
pub fn shortened(text: &str) -> String {
    const LONGEST: usize = 72;
    excerpt(text, LONGEST)
}

/// A decimal number; a comma is a point, as half of the world writes it. `None` for anything else,
/// also for what is no number or has no end.
///
/// ```
/// use damier_rules::text::decimal;
///
/// assert_eq!(decimal("0,5"), Some(0.5));
/// assert_eq!(decimal(" -3 "), Some(-3.0));
/// assert_eq!((decimal("1s"), decimal("1,000,000"), decimal("nan")), (None, None, None));
/// ```
pub fn decimal(text: &str) -> Option<f64> {
    let text = text.trim();
    let number: f64 = match text.split_once(',') {
        Some((whole, part)) if !part.contains([',', '.']) => format!("{whole}.{part}").parse(),
        _ => text.parse(),
    }
    .ok()?;
    number.is_finite().then_some(number)
}

/// The word that `text` is probably a slip of, if there is one. The words are in small letters.
///
/// ```
/// use damier_rules::text::nearest;
///
/// assert_eq!(nearest("movetime", ["move-time", "time"]), Some("move-time"));
/// assert_eq!(nearest("wolf", ["move-time", "time"]), None);
/// ```
pub fn nearest<'a>(text: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Longer texts are no slips; it bounds the time spent on rubbish.
    const LONGEST: usize = 40;
    let length = text.chars().take(LONGEST + 1).count();
    if length > LONGEST {
        return None;
    }
    let (distance, found) = words
        .into_iter()
        .map(|word| (strsim::levenshtein(&text.to_lowercase(), word), word))
        .min_by_key(|&(distance, _)| distance)?;
    (distance <= 1.max(length / 3)).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let words = ["capture", "king", "men-capture-kings", "king-moves"];
        for (text, found) in [
            ("captures", Some("capture")),
            ("men_capture_kings", Some("men-capture-kings")),
            ("KING", Some("king")),
            ("kign-moves", Some("king-moves")),
            ("huffing", None),
            ("", None),
        ] {
            assert_eq!(nearest(text, words), found, "{text}");
        }
    }
}
