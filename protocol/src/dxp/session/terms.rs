//! The game that two sides agree on, and its form on the wire.

use damier_rules::game::{Game, Outcome};
use damier_rules::notation::{
    HubPositionError, SquareOrder, read_hub_position, write_hub_position,
};
use damier_rules::position::{Move, Position, Side};
use damier_rules::rules::RuleSet;
use damier_rules::variant::Variant;

use crate::dxp::message::{EndReason, GameRequest, MoveMessage, Name, Setup};

/// What a game is played under.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The game from its first position.
    pub game: Game,
    /// The colour of this side.
    pub side: Side,
    /// Minutes for all moves, or for the number of moves below; 0 when nothing was agreed.
    pub minutes: u16,
    /// Moves of each side after which the game is adjudicated; 0 for no limit.
    pub moves: u16,
    /// The peer's name.
    pub opponent: Name,
}

impl Terms {
    /// The result by the rules, from the view of this side.
    pub(super) fn result(&self) -> Option<EndReason> {
        Some(match self.game.outcome()? {
            Outcome::Drawn(_) => EndReason::Drawn,
            Outcome::Won(winner) if winner == self.side => EndReason::Won,
            Outcome::Won(_) => EndReason::Lost,
        })
    }

    /// Whether each side has made the moves after which the game is adjudicated.
    pub(super) fn is_at_limit(&self) -> bool {
        self.moves > 0 && self.game.plies() >= 2 * usize::from(self.moves)
    }
}

/// Why a request for a game is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// The usual start of international draughts is asked for, where another game is played.
    #[error("the start of international draughts is asked for, but the game here is {0}")]
    OtherStart(&'static str),
    /// The position does not fit the board, or cannot be.
    #[error("the position is refused: {0}")]
    Position(#[from] HubPositionError),
    /// In the position there is nothing to play for.
    #[error("the game is over in the position that is asked for")]
    Over,
}

/// Whether the start of this game is the one that form A means: fifty squares, White first.
fn has_usual_start(rules: &RuleSet) -> bool {
    /// The squares of the board in the documents.
    const SQUARES: usize = 50;
    let start = rules.start_position();
    rules.moves.geometry.squares() == SQUARES && start.turn() == Side::White
}

/// The request for a game; form A wherever that is enough.
pub(super) fn request(terms: &Terms, name: &Name) -> GameRequest {
    let rules = terms.game.variant().rules();
    let position = terms.game.position();
    let usual = has_usual_start(rules) && *position == rules.start_position();
    GameRequest {
        name: name.clone(),
        follower: terms.side.opponent(),
        minutes: terms.minutes,
        moves: terms.moves,
        start: (!usual).then(|| setup(rules, position)),
    }
}

/// Hub's letters with `z` for Black's.
fn setup(rules: &RuleSet, position: &Position) -> Setup {
    let text = write_hub_position(rules, position, SquareOrder::Plain);
    let squares = text.chars().skip(1).map(|letter| match letter {
        'b' => 'z',
        'B' => 'Z',
        letter => letter,
    });
    Setup { turn: position.turn(), squares: squares.collect() }
}

/// The game that a request asks for.
pub(super) fn terms(variant: Variant, request: &GameRequest) -> Result<Terms, TermsError> {
    let rules = variant.rules();
    let game = match &request.start {
        None if has_usual_start(rules) => Game::new(variant),
        None => return Err(TermsError::OtherStart(rules.name)),
        Some(setup) => {
            let letters = setup.squares.chars().map(|letter| match letter {
                'z' => 'b',
                'Z' => 'B',
                letter => letter,
            });
            let text: String = std::iter::once(setup.turn.letter()).chain(letters).collect();
            let position = read_hub_position(rules, &text, SquareOrder::Plain)?;
            Game::from_position(variant, position)
        }
    };
    if game.outcome().is_some() {
        return Err(TermsError::Over);
    }
    let GameRequest { name, follower, minutes, moves, .. } = request;
    let (minutes, moves) = (*minutes, *moves);
    Ok(Terms { game, side: *follower, minutes, moves, opponent: name.clone() })
}

/// A move as it is sent.
pub(super) fn move_message(rules: &RuleSet, played: &Move, seconds: u64) -> MoveMessage {
    let (geometry, numbering) = (rules.moves.geometry, rules.notation.numbering);
    // No board has more than 50 squares.
    let number = |number: usize| u8::try_from(number).unwrap_or(u8::MAX);
    MoveMessage {
        seconds: u16::try_from(seconds).unwrap_or(u16::MAX),
        from: number(numbering.number(geometry, played.from)),
        to: number(numbering.number(geometry, played.to)),
        captured: numbering.numbers(geometry, played.captured).into_iter().map(number).collect(),
    }
}

/// The legal move that a message means. The captured squares may come in any order.
pub(super) fn legal_move(game: &Game, message: &MoveMessage) -> Option<Move> {
    let rules = game.variant().rules();
    let sorted = |mut message: MoveMessage| {
        message.captured.sort_unstable();
        (message.from, message.to, message.captured)
    };
    let wanted = sorted(message.clone());
    let legal = game.legal_moves();
    legal.iter().find(|legal| sorted(move_message(rules, legal, 0)) == wanted).copied()
}
