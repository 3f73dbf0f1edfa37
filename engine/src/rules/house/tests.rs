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
    let said = |pair: &str| italian.set(pair).and_then(House::finish).unwrap_err().to_string();
    assert!(said("captures=optional").contains("men-capture-kings"));
    assert!(said("capture").contains("KEY=VALUE"));
    assert!(said("capture=maybe").contains("mandatory or optional"));
    assert!(said("precedence=by-king,by-king").contains("without repeats"));
    assert!(said("break-off=true").contains("precedence=none"));
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
    assert_eq!(off.finish().unwrap().sources.draws.repetition, HOUSE_RULE);
    let on = off.set("draws=on").and_then(House::finish).unwrap();
    assert_eq!(on, english);
}
