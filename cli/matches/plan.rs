//! From the options to the match that they mean.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use damier_match::referee::{
    Adjudication, DrawAgreement, GameSettings, PlayerSpec, ResignRule, read_limits,
};
use damier_match::tournament::openings::{OpeningSource, OpeningsError, checksum};
use damier_match::tournament::players::Players;
use damier_match::tournament::results::{MatchSettings, PlayerSettings, ResultsHeader};
use damier_match::tournament::schedule::{Order, Schedule, Section, TournamentFormat};
use damier_match::tournament::statistics::Sprt;
use damier_rules::text::cleaned;
use damier_rules::variant::Variant;

use crate::args::{GameArgs, MatchArgs};
use crate::exit::complain;
use crate::pdn;
use crate::setup;

/// Games where none are asked for: without and with a test.
const GAMES: (u64, u64) = (100, 100_000);

/// A match to be played.
pub struct Plan {
    pub players: Players,
    pub header: ResultsHeader,
    pub schedule: Schedule,
}

impl Plan {
    /// The match that the options mean.
    ///
    /// # Errors
    /// When an option's value is not understood, or they contradict each other.
    pub fn of(args: &MatchArgs) -> anyhow::Result<Plan> {
        let (specs, players) = players(args)?;
        let variants = variants(args)?;
        let pairing =
            if args.gauntlet { TournamentFormat::Gauntlet } else { TournamentFormat::RoundRobin };
        let sprt = sprt(args)?;
        let default = if sprt.is_some() { GAMES.1 } else { GAMES.0 };
        let pairs = args.games.unwrap_or(default) / 2;
        let limits = read_limits(&args.limit).with_context(|| format!("--limit {}", args.limit))?;
        let order = Order::new(variants.len(), players.len(), pairing);
        let (sections, openings) = sections(args, &variants, order.openings_wanted(pairs))?;
        let is_timed = |spec: &PlayerSpec| {
            let player_limits = spec.limits().unwrap_or(&limits);
            player_limits.clock.is_some() || player_limits.move_time.is_some()
        };
        let pairs = match specs.iter().any(is_timed) {
            true => pairs,
            false => distinct_pairs(args, &order, &sections, pairs)?,
        };
        let settings = MatchSettings {
            variants: variants.iter().map(variant_text).collect(),
            pairing,
            pairs,
            seed: args.seed,
            openings,
            sprt,
            conditions: conditions(args),
            players,
        };
        let schedule = Schedule::new(sections, specs.len(), pairing, pairs)
            .context("--variant: no game is left to be played")?;
        let mut game = GameSettings::new(limits);
        game.adjudication = adjudication(args);
        Ok(Plan {
            players: Players { specs, settings: game },
            header: ResultsHeader::new(settings, args.shard),
            schedule,
        })
    }

    /// The names of the players.
    pub fn names(&self) -> Vec<String> {
        self.header.settings.players.iter().map(|player| player.name.clone()).collect()
    }

    /// The pairs of the match, or of the part of it that is played.
    pub fn pairs_to_play(&self) -> u64 {
        (0..self.header.settings.pairs).filter(|&pair| self.header.has_pair(pair)).count() as u64
    }
}

/// The players with their settings, no two of the same name.
fn players(args: &MatchArgs) -> anyhow::Result<(Vec<PlayerSpec>, Vec<PlayerSettings>)> {
    if args.players.len() < 2 {
        bail!("--player is needed twice or more: nobody plays alone");
    }
    let count = args.players.len();
    if let Some(wrong) = args.settings.iter().find(|setting| setting.player > count) {
        bail!("--set {}:{}: there are {count} players", wrong.player, wrong.pair);
    }
    let mut specs = Vec::new();
    let mut all: Vec<PlayerSettings> = Vec::new();
    for (before, text) in args.players.iter().enumerate() {
        let mut spec = PlayerSpec::parse(text).with_context(|| format!("--player {text}"))?;
        let player_settings = args.settings.iter().filter(|setting| setting.player == before + 1);
        let settings: Vec<String> = player_settings.map(|setting| setting.pair.clone()).collect();
        for pair in &settings {
            spec.set(pair).with_context(|| format!("--set {}:{pair}", before + 1))?;
        }
        let mut name = cleaned(spec.player().name());
        if all.iter().any(|player| player.name == name) {
            name = format!("{name} {}", before + 1);
        }
        // So that games and failures have the name of the tables, not the engine's own, by which
        // two builds of one engine would look the same.
        spec.set(&format!("name={name}"))?;
        specs.push(spec);
        // Where its words are written down is nothing to the games.
        let settings = settings.into_iter().filter(|pair| !is_of_files(pair)).collect();
        all.push(PlayerSettings { name, spec: text.clone(), settings });
    }
    Ok((specs, all))
}

fn is_of_files(pair: &str) -> bool {
    ["log=", "dialogue="].iter().any(|key| pair.starts_with(key))
}

fn variants(args: &MatchArgs) -> anyhow::Result<Vec<Variant>> {
    let rule = || args.rule.clone();
    let named = args.variants.iter();
    let named =
        named.map(|name| GameArgs { variant: Some(name.clone()), rules: None, rule: rule() });
    let files = args.rules.iter();
    let files =
        files.map(|file| GameArgs { variant: None, rules: Some(file.clone()), rule: rule() });
    let mut games: Vec<GameArgs> = named.chain(files).collect();
    if games.is_empty() {
        games.push(GameArgs { variant: None, rules: None, rule: rule() });
    }
    let mut variants: Vec<Variant> = Vec::new();
    for game in &games {
        let variant = setup::variant(game, "italian")?;
        let name = variant.rules().name;
        if variants.iter().any(|variant| variant.rules().name == name) {
            bail!("the game {name} is there twice");
        }
        variants.push(variant);
    }
    Ok(variants)
}

/// The game with its house rules, for comparison.
fn variant_text(variant: &Variant) -> String {
    let rules = variant.rules();
    let words = std::iter::once(rules.name.to_owned()).chain(rules.house_rules());
    words.collect::<Vec<String>>().join(" ")
}

fn sprt(args: &MatchArgs) -> anyhow::Result<Option<Sprt>> {
    let Some((elo0, elo1)) = args.sprt else { return Ok(None) };
    if args.players.len() != 2 {
        bail!("--sprt tests two players, there are {}", args.players.len());
    }
    let sprt = Sprt::new(elo0, elo1, args.sprt_model.into());
    Ok(Some(sprt.with_context(|| format!("--sprt {elo0},{elo1}"))?))
}

/// The pairs when no two may have the same opening: without a time limit a game with it would be
/// the same again, and a test would take copies for evidence.
fn distinct_pairs(
    args: &MatchArgs,
    order: &Order,
    sections: &[Section],
    pairs: u64,
) -> anyhow::Result<u64> {
    let counts: Vec<usize> = sections.iter().map(|section| section.openings.len()).collect();
    let (most, short) = order.pairs_without_repeats(&counts);
    if pairs <= most {
        return Ok(pairs);
    }
    let count = counts.get(short).copied().unwrap_or_default();
    let game = sections.get(short).map_or("", |section| section.variant.rules().name);
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let text = format!(
        "--openings: {count} opening{} of {game} make{} {most} pair{}; without a time limit more \
         would only repeat them",
        plural(count as u64),
        if count == 1 { "s" } else { "" },
        plural(most)
    );
    if args.games.is_some() {
        bail!(text);
    }
    complain(&text);
    Ok(most)
}

/// The games of draughts with their openings, and the text that identifies these.
fn sections(
    args: &MatchArgs,
    variants: &[Variant],
    wanted: usize,
) -> anyhow::Result<(Vec<Section>, String)> {
    let source = source(&args.openings)?;
    let kind = if matches!(source, OpeningSource::File { .. }) {
        "file".into()
    } else {
        source.to_string()
    };
    let mut sections = Vec::new();
    let mut sums = Vec::new();
    let mut reported = BTreeSet::new();
    for (section, variant) in variants.iter().enumerate() {
        let mut skip = |error: OpeningsError| {
            // A match of several games reads the file for each.
            let text = format!("--openings: {error}; this game is skipped");
            if reported.insert(text.clone()) {
                complain(&text);
            }
        };
        let openings = source.openings_skipping(*variant, section, args.seed, wanted, &mut skip);
        let openings = openings.context("--openings")?;
        sums.push(format!("{:08x}", checksum(*variant, &openings)));
        sections.push(Section { variant: *variant, openings });
    }
    Ok((sections, format!("{kind} {}", sums.join(" "))))
}

fn source(text: &str) -> anyhow::Result<OpeningSource> {
    match text.parse() {
        Ok(source) => Ok(source),
        Err(error) if text.starts_with("random") || text.starts_with("ballots") => {
            Err(error).context("--openings")
        }
        Err(_) => {
            let mut bytes = Vec::new();
            pdn::open(Path::new(text))
                .and_then(|mut file| Ok(file.read_to_end(&mut bytes)?))
                .with_context(|| format!("--openings {text}"))?;
            Ok(OpeningSource::File { name: text.to_owned(), bytes })
        }
    }
}

fn adjudication(args: &MatchArgs) -> Adjudication {
    Adjudication {
        resign: args.resign.map(|rule| ResignRule { score: rule.score, moves: rule.moves }),
        draw: args.draw.map(|rule| DrawAgreement {
            score: rule.score,
            moves: rule.moves,
            after: rule.after,
        }),
        longest: Some(args.max_moves),
    }
}

/// By what games are limited, as text for comparison.
fn conditions(args: &MatchArgs) -> BTreeMap<String, String> {
    let none = || "none".to_owned();
    let resign = args.resign.map(|rule| format!("{},{}", rule.score, rule.moves));
    let draw = args.draw.map(|rule| format!("{},{},{}", rule.score, rule.moves, rule.after));
    BTreeMap::from([
        ("limit".to_owned(), args.limit.clone()),
        ("resign".to_owned(), resign.unwrap_or_else(none)),
        ("draw".to_owned(), draw.unwrap_or_else(none)),
        ("max-moves".to_owned(), args.max_moves.to_string()),
    ])
}
