//! DamExchange: messages to the byte, the session in each state, peers of every kind, whole series.

#[path = "common/command.rs"]
#[allow(dead_code)]
mod command;
#[path = "dxp/faults.rs"]
mod faults;
#[path = "dxp/hostile.rs"]
mod hostile;
#[path = "dxp/messages.rs"]
mod messages;
#[path = "dxp/players.rs"]
mod players;
#[path = "dxp/series.rs"]
mod series;
#[path = "dxp/session.rs"]
mod session;
#[path = "dxp/support.rs"]
mod support;
