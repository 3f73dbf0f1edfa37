//! Games of the engine against itself: how they are played, their files, and the command.

#[path = "selfplay/command.rs"]
mod command;
#[path = "selfplay/files.rs"]
mod files;
#[path = "selfplay/games.rs"]
mod games;
#[path = "selfplay/support.rs"]
mod support;
