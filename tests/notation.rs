//! Squares, positions and moves as text, case by case and by properties.

mod notation {
    mod cases;
    mod properties;
    mod reasons;
}
