//! What a user may rely on from the search.

mod common;

#[path = "search/behaviour.rs"]
mod behaviour;
#[path = "search/endings.rs"]
mod endings;
#[path = "search/strength.rs"]
mod strength;
#[path = "search/support.rs"]
mod support;
