//! How real clients read the engine's lines, written anew from what their programs do.
//!
//! Each reader refuses a line at which its client would fail, or which it would take for something
//! that it is not. Where the clients come from stands in `tests/data/clients`.

use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;

/// What a client understood of a line.
#[derive(Debug, Default, PartialEq)]
pub struct Understood {
    /// The moves of an `info` line.
    pub line: Vec<String>,
    /// Whether it was an answer, which has no move in a finished position.
    pub done: bool,
    /// The move, and the one expected after it.
    pub moves: Vec<String>,
}

impl Understood {
    fn nothing() -> Result<Understood> {
        Ok(Understood::default())
    }

    fn line(pv: &str) -> Result<Understood> {
        Ok(Understood { line: words(pv), ..Understood::default() })
    }

    fn done(moves: impl IntoIterator<Item = String>) -> Result<Understood> {
        Ok(Understood { done: true, moves: moves.into_iter().collect(), ..Understood::default() })
    }
}

/// A client's way to read a line.
pub type ClientReader = fn(&str) -> Result<Understood>;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn number(text: &str) -> Result<f64> {
    text.parse().with_context(|| format!("`{text}` is no number"))
}

fn whole(text: &str) -> Result<u64> {
    text.parse().with_context(|| format!("`{text}` is no whole number"))
}

fn expression(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

/// lidraughts in the browser: one expression for the whole line, with single blanks and the fields
/// in this order. A line that does not fit is as if it had not come.
pub fn lidraughts(line: &str) -> Result<Understood> {
    if let Some(name) = line.strip_prefix("id name=") {
        let (name, _) = name.split_once("author=").context("the author ends the name")?;
        ensure!(name.starts_with("Damier version="), "{name}");
    }
    if line.starts_with("done") {
        return Understood::done([]);
    }
    if !line.starts_with("info") {
        return Understood::nothing();
    }
    let pattern = expression(concat!(
        r"^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) ",
        r#"(?:time=(\S+) )?(?:nps=\S+ )?pv="?([0-9\-xX\s]+)"?"#
    ));
    let found = pattern.captures(line).context("it passes the line over")?;
    for group in 1..=4 {
        number(&found[group])?;
    }
    let rest = line[found[0].len()..].trim_start();
    ensure!(rest.is_empty() || rest.starts_with("multipv="), "{rest} is lost");
    Understood::line(&found[5])
}

/// GWDGUI: a field is what follows the first blank with its name and `=`; `wait` and `ready` are
/// whole lines.
pub fn gwdgui(line: &str) -> Result<Understood> {
    let field = |name: &str| gwdgui_field(line, name).unwrap_or_default();
    match line.split(' ').next() {
        Some("info") => {
            for name in ["depth", "score", "time"] {
                number(field(name))?;
            }
            Understood::line(field("pv"))
        }
        Some("done") => Understood::done(words(field("move"))),
        Some("error") => bail!("its log shows the error"),
        Some("param") => {
            let empty = ["name", "type", "value"].iter().find(|name| field(name).is_empty());
            ensure!(empty.is_none(), "no {empty:?}");
            Understood::nothing()
        }
        Some("id") => {
            ensure!(field("name") == "Damier", "another name");
            Understood::nothing()
        }
        _ => {
            ensure!(["wait", "ready"].contains(&line), "it knows no such line");
            Understood::nothing()
        }
    }
}

/// A field of a line as GWDGUI finds it.
pub fn gwdgui_field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!(" {name}="))?;
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => rest.split(|character: char| character <= ' ').next(),
    }
}

/// DraughtsOne: each field by an expression that looks for its name at the beginning of a word, so
/// `mean-depth` must not come before `depth`. An answer without a move is waited for further.
pub fn draughtsone(line: &str) -> Result<Understood> {
    let line = line.trim();
    let find = |pattern: String| Some(expression(&pattern).captures(line)?[1].to_owned());
    let field = |name: &str| {
        find(format!(r"\b{name}=(-?\d+(?:\.\d+)?)")).with_context(|| format!("no {name}"))
    };
    if line.starts_with("info ") {
        let depth = field("depth")?;
        ensure!(line.contains(&format!(" depth={depth} ")), "{depth} is another depth");
        for name in ["mean-depth", "score", "nodes", "time", "nps"] {
            number(&field(name)?)?;
        }
        let quoted = find(r#"\bpv="([^"]*)""#.to_owned());
        let line = quoted.or_else(|| find(r"\bpv=(\S+)".to_owned()));
        return Understood::line(&line.context("no pv")?);
    }
    if !line.starts_with("done ") {
        return Understood::nothing();
    }
    let move_of = |name: &str| find(format!(r"\b{name}=([0-9]+(?:[-x][0-9]+)+)\b"));
    let best = move_of("move").context("no move")?;
    Understood::done([best].into_iter().chain(move_of("ponder")))
}

/// Tabulon: a field is what follows its name and `=` at the beginning of a word. An error of any
/// kind ends the search.
pub fn tabulon(line: &str) -> Result<Understood> {
    let field = |name: &str| {
        let sign = format!("{name}=");
        let mut indices = line.match_indices(&sign).map(|(index, _)| index);
        let index = indices.find(|&index| line[..index].ends_with(' '))?;
        let rest = &line[index + sign.len()..];
        match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next(),
            None => rest.split_whitespace().next(),
        }
    };
    match line.split(' ').next() {
        Some("error") => bail!("it gives the search up"),
        Some("done") => Understood::done(field("move").map(str::to_owned)),
        Some("info") => Understood::line(field("pv").context("no pv")?),
        _ => Understood::nothing(),
    }
}

/// JoclyBoard: the first line that holds `move` and a blank has the answer, whatever line it is, and
/// no other is looked at. It sorts the squares taken as text, in its own list of moves too.
pub fn joclyboard(line: &str) -> Result<Understood> {
    let Some(found) = expression(r"move\s+(\S+)").captures(line) else {
        return Understood::nothing();
    };
    ensure!(found[1].starts_with(|sign: char| sign.is_ascii_digit()), "{} is no move", &found[1]);
    Understood::done([found[1].to_owned()])
}

/// pydraughts, which lidraughts-bot uses: blanks outside quotes part the items, each of which must
/// have exactly one `=`; depth and nodes are whole numbers, the others decimals.
pub fn pydraughts(line: &str) -> Result<Understood> {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    if !["id", "param", "info", "done"].contains(&command) {
        return Understood::nothing();
    }
    let mut understood = Understood { done: command == "done", ..Understood::default() };
    for item in expression(r#"(?:[^ "]|"[^"]*")+"#).find_iter(rest) {
        let parts: Vec<&str> = item.as_str().split('=').collect();
        let [name, value] = parts[..] else { bail!("`{}` is no pair", item.as_str()) };
        match (command, name) {
            ("info", "depth" | "nodes") => drop(whole(value)?),
            ("info", "mean-depth" | "time" | "nps" | "score") => drop(number(value)?),
            ("info", "pv") => understood.line = words(value.trim_matches('"')),
            ("done", _) => understood.moves.push(value.to_owned()),
            _ => {}
        }
    }
    // It takes the first item's value, and the second's where there are two, whatever they are.
    let names = !understood.done || rest.starts_with("move=") && understood.moves.len() <= 2;
    ensure!(names, "no move where it looks for one");
    Ok(understood)
}

/// draughtsnet: a value that begins with a quote goes on to the next piece that ends with one,
/// which is never the piece itself.
pub fn draughtsnet(line: &str) -> Result<Understood> {
    let mut pieces = line.split_whitespace();
    match pieces.next() {
        Some("info" | "id") => {}
        Some("done") => {
            let first = pieces.next().and_then(|piece| piece.split_once('='));
            return Understood::done(first.map(|(_, value)| value.to_owned()));
        }
        _ => return Understood::nothing(),
    }
    let mut understood = Understood::default();
    while let Some(piece) = pieces.next() {
        let Some((name, value)) = piece.split_once('=') else { continue };
        let value = match value.strip_prefix('"') {
            Some(opened) => to_the_quote(opened, &mut pieces)?,
            None => value.to_owned(),
        };
        ensure!(!value.contains('"'), "{name} swallows what follows");
        match name {
            "depth" | "nodes" => drop(whole(&value)?),
            "score" | "time" | "nps" => drop(number(&value)?),
            "pv" => understood.line = words(&value),
            _ => {}
        }
    }
    Ok(understood)
}

fn to_the_quote<'a>(opened: &str, pieces: &mut impl Iterator<Item = &'a str>) -> Result<String> {
    let mut value = opened.to_owned();
    loop {
        let piece = pieces.next().context("the list ends within quotes")?;
        value.push(' ');
        match piece.strip_suffix('"') {
            Some(last) => return Ok(value + last),
            None => value.push_str(piece),
        }
    }
}
