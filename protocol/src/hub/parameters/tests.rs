//! Setting and declaring parameters.

use super::*;

fn parameters() -> Parameters {
    Parameters::new(&HubSettings::default()).unwrap()
}

#[test]
fn the_declarations_are_as_clients_expect_them() {
    let lines: Vec<String> = parameters().declarations().iter().map(ToString::to_string).collect();
    let games: Vec<&str> =
        rules::ALL.iter().map(|set| set.name).filter(|name| *name != "international").collect();
    assert_eq!(
        lines[0],
        format!("param name=variant value=normal type=enum values=\"normal {}\"", games.join(" "))
    );
    assert_eq!(
        lines[1..],
        [
            "param name=threads value=1 type=int min=1 max=64",
            "param name=tt-size value=22 type=int min=12 max=30",
            "param name=move-overhead value=0.03 type=real min=0.0 max=10.0",
            "param name=ponder value=false type=bool",
            "param name=multipv value=1 type=int min=1 max=64",
            "param name=strength value=3 type=int min=1 max=3",
            "param name=capture value=mandatory type=enum values=\"mandatory optional\"",
            "param name=draws value=on type=enum values=\"on italian english fmjd-64 spanish \
             portuguese czech pool international off fid-2025 cbd cbd-100\"",
            "param name=square-order value=auto type=enum values=\"auto plain pydraughts\"",
            "param name=line-interval value=0.0015 type=real min=0.0 max=0.1",
        ]
    );
}

#[test]
fn every_game_and_alias_can_be_set() {
    let mut parameters = parameters();
    for set in rules::ALL {
        for name in set.aliases.iter().chain([&set.name]) {
            parameters.set("variant", &name.to_uppercase()).unwrap();
            assert_eq!(parameters.rules().unwrap(), *set, "{name}");
        }
    }
    parameters.set("variant", "normal").unwrap();
    let error = parameters.set("variant", "chess").unwrap_err().to_string();
    assert!(error.contains("'chess'") && error.contains("normal, italian"), "{error}");
    assert_eq!(parameters.variant_name(), "normal");
}

#[test]
fn a_house_game_is_one_more_value_and_the_default() {
    let italian = House::of(rules::named("italian").unwrap());
    let game = italian.set("king=flying").unwrap().finish().unwrap();
    let mut parameters = Parameters::new(&HubSettings { game, ..HubSettings::default() }).unwrap();
    let line = parameters.declarations().remove(0).to_string();
    assert!(line.starts_with("param name=variant value=house type=enum values=\"normal "));
    assert!(line.ends_with(" house\""), "{line}");
    parameters.set("variant", "italian").unwrap();
    assert_eq!(parameters.rules().unwrap(), rules::named("italian").unwrap());
    parameters.set("variant", "house").unwrap();
    assert_eq!(parameters.rules().unwrap(), game);
}

#[test]
fn the_duty_to_capture_stays_when_the_game_changes() {
    let mut parameters = parameters();
    parameters.set("capture", "optional").unwrap();
    parameters.set("variant", "italian").unwrap();
    assert_eq!(parameters.rules().unwrap().house_rules(), ["capture=optional"]);
    parameters.set("capture", "mandatory").unwrap();
    assert_eq!(parameters.rules().unwrap(), rules::named("italian").unwrap());
}

#[test]
fn numbers_are_clamped_with_an_error() {
    let mut parameters = parameters();
    for (value, taken) in [("0", 1), ("10000", 64), ("inf", 64), ("-1e99", 1)] {
        let error = parameters.set("threads", value).unwrap_err().to_string();
        assert!(error.contains("from 1 to 64") && error.contains(value), "{error}");
        assert_eq!(parameters.threads, taken);
    }
    parameters.set("threads", "8").unwrap();
    for value in ["", "four", "nan", "4.5", "4 4"] {
        let error = parameters.set("threads", value).unwrap_err();
        assert!(matches!(error, ParameterError::BadValue { .. }), "{error}");
        assert_eq!(parameters.threads, 8);
    }
    for value in ["0.125", "0,125"] {
        parameters.set("move-overhead", value).unwrap();
        assert_eq!(parameters.overhead, 0.125, "{value}");
    }
}

#[test]
fn words_are_read_in_any_case_and_unknown_names_ignored() {
    let mut parameters = parameters();
    parameters.set("ponder", "TRUE").unwrap();
    assert!(parameters.ponder);
    assert!(parameters.set("ponder", "none").is_err());
    parameters.set("square-order", "pydraughts").unwrap();
    assert_eq!(parameters.order, Some(SquareOrder::Pydraughts));
    assert_eq!(parameters.set("bb-size", "whatever"), Ok(()));
}

#[test]
fn an_older_name_sets_the_parameter_and_is_not_declared() {
    let mut parameters = parameters();
    let (alias, name) = ("line-distance", "line-interval");
    parameters.set(alias, "0.05").unwrap();
    assert_eq!(parameters.line_interval, 0.05);
    let error = parameters.set(alias, "1").unwrap_err().to_string();
    assert!(error.starts_with(&format!("got '1' for {name};")), "{error}");
    assert_eq!(Parameters::expected(alias), Parameters::expected(name));
    assert!(Parameters::names().all(|declared| declared != alias));
    assert_eq!(preset(&[(alias, "0.01")]).unwrap().line_interval, 0.01);
}

fn preset(given: &[(&str, &str)]) -> Result<Parameters, ParameterError> {
    let pair = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
    let presets = given.iter().map(pair).collect();
    Parameters::new(&HubSettings { presets, ..HubSettings::default() })
}

#[test]
fn presets_are_the_declared_values() {
    let given = [("strength", "1"), ("variant", "russian"), ("move-overhead", "0,5")];
    let lines = preset(&given).unwrap().declarations();
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    for start in ["variant value=russian ", "strength value=1 ", "move-overhead value=0.5 "] {
        let start = format!("param name={start}");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{start}: {lines:?}");
    }
    let error = preset(&[("strenght", "1")]).unwrap_err().to_string();
    assert!(error.contains("(meant strength?)") && error.contains("square-order"), "{error}");
    assert!(preset(&[("ponder", "3")]).is_err());
    let error = preset(&[("strength", "9")]).unwrap_err().to_string();
    assert_eq!(error, "got '9' for strength; it should be a whole number from 1 to 3");
}

#[test]
fn every_parameter_is_declared_under_its_name_and_says_what_it_takes() {
    let declared = parameters().declarations();
    assert_eq!(declared.len(), Parameters::TABLE.len());
    for (line, name) in declared.iter().zip(Parameters::names()) {
        assert!(line.to_string().starts_with(&format!("param name={name} ")), "{line}");
        assert!(Parameters::expected(name).is_some(), "{name}");
    }
    assert_eq!(Parameters::expected("bb-size"), None);
}

#[test]
fn a_set_of_draw_rules_is_chosen_beside_the_duty_to_capture() {
    let mut parameters = parameters();
    parameters.set("variant", "brazilian").unwrap();
    parameters.set("draws", "CBD").unwrap();
    parameters.set("capture", "optional").unwrap();
    assert_eq!(parameters.rules().unwrap().house_rules(), ["capture=optional", "draws=cbd"]);
    let line = parameters.declarations()[8].to_string();
    assert!(line.starts_with("param name=draws value=cbd type=enum "), "{line}");
    assert!(parameters.set("draws", "xyz").is_err());
    parameters.set("draws", "on").unwrap();
    parameters.set("capture", "mandatory").unwrap();
    assert_eq!(parameters.rules().unwrap(), rules::named("brazilian").unwrap());
}
