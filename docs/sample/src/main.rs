//! Prints the legal moves of a position: `cargo run -- russian "W:Wa1,c3:Bf6,g7"`.

use std::error::Error;

use damier_rules::notation::{read_fen, write_move};
use damier_rules::variant::Variant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let variant: Variant = words.next().as_deref().unwrap_or("italian").parse()?;
    let position = match words.next() {
        Some(fen) => read_fen(variant.rules(), &fen)?,
        None => variant.start_position(),
    };
    for played in variant.legal_moves(&position) {
        println!("{}", write_move(variant, &position, &played));
    }
    Ok(())
}
