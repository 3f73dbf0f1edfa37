//! What Damier shows people and programs: rules in words, diagrams, reports.
//!
//! Reports are values that serialise to the command's JSON; their text for people keeps to
//! [`layout::WIDTH`] columns and is returned as lines, or written to a writer that is passed. The
//! crate reads no options and prints nothing itself, so that a page, a library or a test can use
//! it as the command does.
//!
//! [`rules`] writes the rules of a game, [`board`] draws positions, [`moves`], [`refusal`],
//! [`analysis`] and [`perft`] report what is found in one, [`mod@matches`] what a match has come to,
//! [`weights`] what a file of weights is. [`parts`] is what these share.
//!
//! A program that reads a game, finds its worst move by the engine and draws where it was made:
//!
//! ```
//! use damier_engine::{Engine, Limits, Request, Score, Signal};
//! use damier_pdn::{PdnReader, replay};
//! use damier_report::board::{Signs, View, pieces};
//! use damier_rules::game::Game;
//! use damier_rules::notation::write_move;
//!
//! let file = "[GameType \"22\"] 1. 21-17 10-13 2. 17x10 5x14 3. 22-18 *";
//! let raw = PdnReader::new(file.as_bytes()).next().ok_or("no game")??;
//! let game = replay(&raw, None)?.game;
//! let (variant, rules) = (game.variant(), game.variant().rules());
//!
//! let mut engine = Engine::builder().table_bytes(1 << 20).build()?;
//! let mut judge = |position| -> Option<Score> {
//!     let request = Request::analysis(Limits::nodes(2_000));
//!     let game = Game::from_position(variant, position);
//!     let answer = engine.think(&game, &request, &Signal::new(), &mut |_| {});
//!     answer.lines.first().map(|line| line.score)
//! };
//! // What a move gives away: its mover's score before it, less the one after it.
//! let mut loss = |ply: &damier_pdn::Ply| {
//!     let [before, after] = [judge(ply.before), judge(ply.after())];
//!     before.zip(after).map(|(before, after)| i32::from(before.raw()) + i32::from(after.raw()))
//! };
//! let worst = game.plies().max_by_key(|ply| loss(ply)).ok_or("no move")?;
//!
//! println!("worst: {}", write_move(variant, &worst.before, &worst.played));
//! for line in pieces(rules, View::official(rules), &worst.before, Signs::Letters) {
//!     println!("{line}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod analysis;
pub mod board;
pub mod layout;
pub mod matches;
pub mod moves;
pub mod parts;
pub mod perft;
pub mod refusal;
pub mod rules;
pub mod weights;

/// The example of the README is run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
