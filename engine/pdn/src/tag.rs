//! Tags made fit to be compared and written.

use super::comment::plain_words;

/// Tags of other languages.
const TRANSLATED: [(&str, &str); 6] = [
    ("Dati", "Event"),
    ("Anno", "Date"),
    ("Bianco", "White"),
    ("Nero", "Black"),
    ("Risultato", "Result"),
    ("Apertura", "Opening"),
];

/// The name by which the standard calls a tag, of signs that a name may have; as it is where it has
/// none of them.
pub(super) fn plain_name(name: &str) -> String {
    let plain: String = name.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    if plain.is_empty() {
        return name.to_owned();
    }
    let translated = TRANSLATED.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(&plain));
    translated.map_or(plain, |(_, standard)| (*standard).to_owned())
}

/// The value on one line, without hidden signs and with nothing behind which its end could be
/// missed or before which it could be seen.
pub(super) fn plain_value(value: &str) -> String {
    let plain = plain_words(value);
    let mut signs = plain.trim_end_matches(['\\', ' ']).chars().peekable();
    let mut fit = String::with_capacity(plain.len());
    while let Some(sign) = signs.next() {
        let closes = is_quote(sign) && signs.peek() == Some(&']');
        fit.push(if closes { '"' } else { sign });
    }
    fit
}

/// Whether the character is a quote, straight or curly.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '“' | '”' | '„' | '«' | '»')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_are_made_fit_once_and_for_all() {
        for (name, plain) in [
            ("Re\u{1}sult", "Result"),
            ("risultato", "Result"),
            ("White-Elo", "WhiteElo"),
            ("Белые", "Белые"),
        ] {
            assert_eq!(plain_name(name), plain);
            assert_eq!(plain_name(plain), plain);
        }
        for (value, plain) in [
            ("1-0\u{5}", "1-0"),
            ("\r\u{1} \r", ""),
            ("4-6\\ \\\\", "4-6"),
            ("a\\b\n\nc", "a\\b c"),
            ("a”] b“ ]", "a\"] b“ ]"),
        ] {
            assert_eq!(plain_value(value), plain);
            assert_eq!(plain_value(plain), plain);
        }
    }
}
