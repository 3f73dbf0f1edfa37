//! Ballots: the sets that come with the program, and the making of new ones.

#[path = "ballots/command.rs"]
mod command;
#[path = "ballots/file.rs"]
mod file;
#[path = "ballots/generation.rs"]
mod generation;
#[path = "ballots/shipped.rs"]
mod shipped;
