//! How a Hub engine is set up: what it is started with, and the parameters that it is sent.

use std::time::Duration;

use damier_protocol::hub::client::{DeclaredParameter, Launch};
use damier_rules::rules::{self, RuleSet};

use super::player::{Dialogue, Fault, FaultKind};

/// How a Hub engine is to play.
#[derive(Clone, Debug, PartialEq)]
pub struct HubSetup {
    /// How it is started.
    pub launch: Launch,
    /// The name in results; `None` for the one by which the engine calls itself.
    pub name: Option<String>,
    /// How long it may take to start, to get ready, to stop and to quit, each.
    pub timeout: Duration,
    /// Whether it thinks in the opponent's time.
    pub ponder: bool,
    /// Whether it gets only the moves since the last irreversible one, not the whole game.
    pub short_history: bool,
    /// Parameters to set, by the engine's own names.
    pub parameters: Vec<(String, String)>,
    /// The size of the engine's table in MiB.
    pub hash: Option<usize>,
}

impl HubSetup {
    /// The time that an engine gets to start: it may load tables.
    pub const TIMEOUT: Duration = Duration::from_secs(60);

    /// An engine with its own defaults.
    pub fn new(launch: Launch) -> HubSetup {
        HubSetup {
            launch,
            name: None,
            timeout: HubSetup::TIMEOUT,
            ponder: false,
            short_history: false,
            parameters: Vec::new(),
            hash: None,
        }
    }

    /// The parameters to send to an engine that has declared these.
    pub(super) fn parameters(
        &self,
        declared: &[DeclaredParameter],
        rules: &RuleSet,
    ) -> Result<Vec<(String, String)>, Fault> {
        let declares = |name: &str| declared.iter().any(|parameter| parameter.name == name);
        let mut settings =
            variant_parameters(declared, rules).ok_or_else(|| unknown_variant(declared, rules))?;
        let ponder = self.ponder.to_string();
        // Builds of Damier before `line-interval` called it `line-distance`.
        let usual = [("line-interval", "0"), ("line-distance", "0"), ("ponder", ponder.as_str())];
        let usual = usual.iter().filter(|(name, _)| declares(name));
        settings.extend(usual.map(|&(name, value)| (name.to_owned(), value.to_owned())));
        if let Some(mib) = self.hash {
            let entries = (mib.max(1) << 20) / ENTRY_BYTES;
            let (name, value) = match declares("tt-size") {
                true => ("tt-size", entries.ilog2() as usize),
                false => ("hash", mib),
            };
            settings.push((name.to_owned(), value.to_string()));
        }
        settings.extend(self.parameters.iter().cloned());
        match settings.iter().find(|(name, _)| !declares(name)) {
            None => Ok(settings),
            Some((name, _)) => {
                let names: Vec<&str> =
                    declared.iter().map(|parameter| parameter.name.as_str()).collect();
                let names = names.join(", ");
                let detail = format!("the engine has no parameter {name}; it has: {names}");
                Err(Fault { kind: FaultKind::NoStart, detail, dialogue: Dialogue::default() })
            }
        }
    }
}

/// Bytes of an entry of the table, for `tt-size`.
const ENTRY_BYTES: usize = 16;

/// The parameters by which an engine plays these rules; `None` when it cannot. Rules about draws
/// are no matter: the referee knows them.
fn variant_parameters(
    declared: &[DeclaredParameter],
    rules: &RuleSet,
) -> Option<Vec<(String, String)>> {
    let named = rules::named(rules.name).filter(|named| named.moves == rules.moves);
    let Some(variant) = declared.iter().find(|parameter| parameter.name == "variant") else {
        let international = rules::named("international")?;
        return (international.moves == rules.moves).then(Vec::new);
    };
    let set = |value: &str| Some(vec![("variant".to_owned(), value.to_owned())]);
    let mut names = Vec::new();
    if !rules.house_rules().is_empty() {
        // So our own engine calls the rules with which it was started.
        names.push("house");
    }
    if let Some(named) = named {
        names.push(named.name);
        names.extend(named.aliases);
    } else if rules::named(rules.name).is_none() {
        names.push(rules.name);
    }
    let listed = |name: &&str| variant.values.iter().find(|value| value.eq_ignore_ascii_case(name));
    match variant.values.is_empty() {
        true => set(named?.name),
        false => set(names.iter().find_map(listed)?),
    }
}

fn unknown_variant(declared: &[DeclaredParameter], rules: &RuleSet) -> Fault {
    let variant = declared.iter().find(|parameter| parameter.name == "variant");
    let values =
        variant.map_or_else(|| "international".to_owned(), |variant| variant.values.join(", "));
    let mut game = rules.house_rules();
    game.insert(0, rules.name.to_owned());
    let detail = format!("the engine does not play {}; it plays: {values}", game.join(" "));
    Fault { kind: FaultKind::UnknownVariant, detail, dialogue: Dialogue::default() }
}

#[cfg(test)]
mod tests {
    use damier_rules::rules::House;

    use super::*;

    fn declared(values: &str) -> Vec<DeclaredParameter> {
        let values = values.split_whitespace().map(str::to_owned).collect();
        vec![DeclaredParameter {
            name: "variant".to_owned(),
            values,
            ..DeclaredParameter::default()
        }]
    }

    fn sent(declared: &[DeclaredParameter], rules: &RuleSet) -> Option<String> {
        let sent = variant_parameters(declared, rules)?;
        Some(sent.first().map_or_else(String::new, |(_, value)| value.clone()))
    }

    #[test]
    fn a_variant_is_named_as_the_engine_names_it() {
        let game = |name: &str| rules::named(name).unwrap();
        let scan = declared("normal killer bt");
        assert_eq!(sent(&scan, &game("international")).as_deref(), Some("normal"));
        assert_eq!(sent(&scan, &game("italian")), None);
        assert_eq!(sent(&[], &game("international")).as_deref(), Some(""));
        assert_eq!(sent(&[], &game("italian")), None);
        assert_eq!(sent(&declared(""), &game("english")).as_deref(), Some("english"));
        assert_eq!(sent(&declared("American"), &game("english")).as_deref(), Some("American"));
    }

    #[test]
    fn a_house_game_needs_an_engine_that_was_started_with_it() {
        let house =
            |pair| House::of(rules::named("italian").unwrap()).set(pair).unwrap().finish().unwrap();
        let (moves, draws) = (house("capture=optional"), house("repetition=5"));
        let (named, started) = (declared("italian"), declared("italian house"));
        assert_eq!(sent(&named, &moves), None);
        assert_eq!(sent(&started, &moves).as_deref(), Some("house"));
        assert_eq!(sent(&named, &draws).as_deref(), Some("italian"), "the referee draws");
        assert_eq!(sent(&started, &draws).as_deref(), Some("house"));
    }

    #[test]
    fn parameters_are_sent_only_where_they_are_declared() {
        let mut setup = HubSetup::new(Launch::parse("scan hub").unwrap());
        let international = rules::named("international").unwrap();
        let mut engine = declared("normal");
        assert_eq!(setup.parameters(&engine, &international).unwrap().len(), 1);
        setup.hash = Some(64);
        let error = setup.parameters(&engine, &international).unwrap_err();
        assert_eq!(error.detail, "the engine has no parameter hash; it has: variant");
        engine
            .push(DeclaredParameter { name: "tt-size".to_owned(), ..DeclaredParameter::default() });
        let sent = setup.parameters(&engine, &international).unwrap();
        assert_eq!(sent[1], ("tt-size".to_owned(), "22".to_owned()));
    }
}
