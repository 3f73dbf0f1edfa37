//! House rules as users write them.

use super::*;
use crate::rules::ALL;

#[test]
fn every_value_of_every_game_reads_back() {
    for set in ALL {
        for base in ALL {
            let mut house = House::of(*base);
            for key in KEYS {
                house = house.set(&format!("{}={}", key.name(), key.value(set))).unwrap();
            }
            let rules = house.finish().unwrap();
            let same_board = base.moves.geometry == set.moves.geometry;
            assert_eq!(rules.moves == set.moves, same_board, "{} {}", base.name, set.name);
            for key in KEYS {
                assert_eq!(key.value(&rules), key.value(set), "{} {key:?}", base.name);
            }
        }
    }
}

#[test]
fn errors_say_what_is_allowed() {
    let italian = House::of(crate::rules::named("italian").unwrap());
    let message = |pair: &str| italian.set(pair).and_then(House::finish).unwrap_err().to_string();
    assert!(message("captures=optional").contains("men-capture-kings"));
    assert!(message("capture").contains("KEY=VALUE"));
    assert!(message("capture=maybe").contains("mandatory or optional"));
    assert!(message("precedence=by-king,by-king").contains("without repeats"));
    assert!(message("break-off=true").contains("precedence=none"));
    let both = italian.set("break-off=true").unwrap().set("precedence=none").unwrap();
    assert!(both.finish().is_ok());
}

#[test]
fn a_house_game_lists_what_it_changed() {
    let italian = crate::rules::named("italian").unwrap();
    assert!(italian.house_rules().is_empty());
    let changed = House::of(italian).set("capture=optional").unwrap().finish().unwrap();
    assert_eq!(changed.house_rules(), ["capture=optional"]);
    assert_eq!(changed.sources.capture, "house rule");
}

#[test]
fn switching_draws_off_is_a_house_rule_and_on_brings_the_sources_back() {
    let english = crate::rules::named("english").unwrap();
    let off = House::of(english).set("draws=off").unwrap();
    assert_eq!(off.finish().unwrap().draws.repetition_source, HOUSE_RULE);
    assert_eq!(off.finish().unwrap().house_rules(), ["draws=off"]);
    let on = off.set("draws=on").and_then(House::finish).unwrap();
    assert_eq!(on, english);
}

#[test]
fn a_set_of_draw_rules_is_chosen_by_its_name() {
    let brazilian = House::of(crate::rules::named("brazilian").unwrap());
    let cbd = brazilian.set("draws=cbd").unwrap().finish().unwrap();
    assert_eq!(cbd.house_rules(), ["draws=cbd"]);
    let longer = brazilian.set("draws=cbd").and_then(|house| house.set("king-moves=25")).unwrap();
    assert_eq!(longer.finish().unwrap().house_rules(), ["draws=cbd", "king-moves=25"]);
    let alone = brazilian.set("draws=off").and_then(|house| house.set("quiet-moves=9")).unwrap();
    assert_eq!(alone.finish().unwrap().house_rules(), ["draws=off", "quiet-moves=9"]);
    let error = brazilian.set("draws=cdb").and_then(House::finish).unwrap_err().to_string();
    for set in crate::rules::draw_sets() {
        assert!(error.contains(set.name), "{error}");
    }
}

#[test]
fn every_set_has_a_name_of_its_own_and_every_rule_a_key() {
    let mut names: Vec<&str> = crate::rules::draw_sets().map(|set| set.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for counted in COUNTED {
        let rule = counted.clause.rule;
        assert_eq!(Key::named(rule.name()), Ok(Key::Counted(rule)));
        assert_eq!(DrawRule::named(rule.name()), Some(rule));
    }
}
