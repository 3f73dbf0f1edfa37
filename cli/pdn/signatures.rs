//! What a file is by its first bytes.

use anyhow::bail;

/// How a file begins that must be unpacked first.
const ARCHIVES: [(&[u8], &str); 9] = [
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "a zip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a rar archive"),
    (b"\xfd7zXZ\0", "packed by xz"),
    (b"\x04\x22\x4d\x18", "packed by lz4"),
    (b"LZIP\x01", "packed by lzip"),
    (b"\x1f\x9d", "packed by compress"),
    (b"\x1f\xa0", "packed by compress"),
];

/// How a file begins that has no games as text.
const OTHERS: [(&[u8], &str); 11] = [
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a document in RTF"),
    (b"\xd0\xcf\x11\xe0", "a document of Microsoft Office"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"\x7fELF", "a program (ELF)"),
    (b"\xca\xfe\xba\xbe", "a Java class"),
    (b"\0asm", "a WebAssembly module"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"\xff\xfe\0\0", "UTF-32 text"),
    (b"\0\0\xfe\xff", "UTF-32 text"),
];

/// The same for signatures that could be words, were there not a null somewhere behind them.
const WORDS: [(&[u8], &str); 5] = [
    (b"MZ", "a program for Windows"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a RIFF file"),
    (b"OggS", "an Ogg file"),
    (b"ID3", "an MP3 file"),
];

/// How a file is packed that is read all the same.
pub enum Packing {
    Gzip,
    Zstd,
}

/// How a file is packed that begins so.
pub fn packing(head: &[u8]) -> Option<Packing> {
    /// The signatures of frames that zstd skips differ in half a byte.
    const SKIPPED: &[u8] = b"\x2a\x4d\x18";
    let is_skipped = || match head.split_first() {
        Some((first, rest)) => first & 0xf0 == 0x50 && rest.starts_with(SKIPPED),
        None => false,
    };
    if head.starts_with(b"\x1f\x8b") {
        return Some(Packing::Gzip);
    }
    (head.starts_with(b"\x28\xb5\x2f\xfd") || is_skipped()).then_some(Packing::Zstd)
}

/// Refuses what is no text.
///
/// # Errors
/// When it is none, with the name of what it is.
pub fn refuse(head: &[u8]) -> anyhow::Result<()> {
    if let Some(name) = archive(head) {
        bail!("it is {name}; unpack it first");
    }
    if let Some(name) = not_games(head) {
        bail!("it is {name}; games must be text, best in UTF-8");
    }
    let is_marked = head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff");
    if is_marked || !is_binary(head) {
        return Ok(());
    }
    if is_unmarked_utf_16(head) {
        bail!("it looks like UTF-16 without a byte order mark; save it with the mark, or as UTF-8");
    }
    bail!("it is binary data; games must be text, best in UTF-8")
}

fn archive(head: &[u8]) -> Option<&'static str> {
    // The letters alone may be a word.
    let has_level = head.get(3).is_some_and(u8::is_ascii_digit);
    let is_tar = head.get(257..).is_some_and(|rest| rest.starts_with(b"ustar"));
    named(&ARCHIVES, head)
        .or((head.starts_with(b"BZh") && has_level).then_some("packed by bzip2"))
        .or(is_tar.then_some("a tar archive"))
}

fn not_games(head: &[u8]) -> Option<&'static str> {
    named(&OTHERS, head).or(named(&WORDS, head).filter(|_| head.contains(&0)))
}

fn named(names: &[(&[u8], &'static str)], head: &[u8]) -> Option<&'static str> {
    names.iter().find(|(signature, _)| head.starts_with(signature)).map(|&(_, name)| name)
}

/// Whether there is more of what no text has than nonconforming input would have.
fn is_binary(head: &[u8]) -> bool {
    // Old systems fill the last block of a file up.
    let filled = head.iter().rev().take_while(|&&byte| byte == 0).count();
    let text = head.get(..head.len() - filled).unwrap_or_default();
    let count = |wanted: fn(u8) -> bool| text.iter().filter(|&&byte| wanted(byte)).count();
    let nulls = count(|byte| byte == 0);
    let controls = count(|byte| byte.is_ascii_control() && !b"\t\n\r\x0c\x1a".contains(&byte));
    text.is_empty() && filled > 0
        || nulls >= 4 && nulls * 16 > text.len()
        || nulls > 0 && nulls * 2 >= text.len()
        || controls >= 8 && controls * 8 > text.len()
}

/// Whether every other byte is mostly null and the others are not.
fn is_unmarked_utf_16(head: &[u8]) -> bool {
    let nulls = |odd: usize| head.iter().skip(odd).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (nulls(0), nulls(1));
    let (few, many) = (even.min(odd), even.max(odd));
    few * 8 <= many && many * 4 >= head.len() / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> String {
        refuse(bytes).map_or_else(|error| error.to_string(), |()| "read".to_owned())
    }

    #[test]
    fn what_is_no_text_is_refused_by_name() {
        for (bytes, name) in [
            (&b"PK\x03\x04abc"[..], "a zip archive; unpack"),
            (b"BZh91AY&SY", "bzip2"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"%PDF-1.7", "a PDF document"),
            (b"\x89PNG\r\n", "a PNG"),
            (b"MZ\x90\0\x03\0", "Windows"),
            (b"\x7fELF\x02", "ELF"),
            (b"ID3\x04\0", "MP3"),
            (b"SQLite format 3\0", "SQLite"),
            (b"\x01\x02\x03\x04\x05\x06\x07\x08\x01", "binary data"),
            (b"\0\x01\0\0\0\0", "binary data"),
            (b"\0\0\0", "binary data"),
            (b"\xff\xfe\0\x001\0\0\0", "UTF-32"),
            (b"1\0.\0 \x002\x002\0-\x001\x008\0", "UTF-16 without a byte order mark"),
            (b"\x001\0.\0 \x002\x002\0-\x001\x008", "UTF-16 without a byte order mark"),
        ] {
            assert!(refusal(bytes).contains(name), "{bytes:?}: {}", refusal(bytes));
        }
        let mut tar = vec![b'a'; 512];
        tar.splice(257..262, *b"ustar");
        assert!(refusal(&tar).contains("a tar archive"));
    }

    #[test]
    fn slightly_nonconforming_text_is_read() {
        for bytes in [
            &b""[..],
            b"1. 22-18 10-13 *",
            b"[Result \"1-0\x05\"] 1. 22-18 \0 *",
            b"1. 22-18 *\x1a\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            b"MZ is not a program",
            b"BZh is not packed",
            b"RIFF and OggS",
            b"\xff\xfe1\0.\0 \0",
            b"\x1b[31m1. 22-18 *",
        ] {
            assert_eq!(refusal(bytes), "read", "{bytes:?}");
        }
    }
}
