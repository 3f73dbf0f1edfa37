//! The Hub protocol as a client meets it.

mod common;
mod hub_driver;

#[path = "hub/clients.rs"]
mod clients;
#[path = "hub/fuzz.rs"]
mod fuzz;
#[path = "hub/levels.rs"]
mod levels;
#[path = "hub/lines.rs"]
mod lines;
#[path = "hub/parameters.rs"]
mod parameters;
#[path = "hub/positions.rs"]
mod positions;
#[path = "hub/reachable.rs"]
mod reachable;
#[path = "hub/readers.rs"]
mod readers;
#[path = "hub/searching.rs"]
mod searching;
#[path = "hub/support.rs"]
mod support;
