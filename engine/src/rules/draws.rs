//! When a game is drawn: repetition, and counters of moves without progress.

/// When a game is drawn. Counts are moves of each side; 0 is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// How often a position with the same side to move must stand on the board for a draw; `None`
    /// when repetition is no draw.
    pub repetition: Option<u8>,
    /// Moves without progress, whatever stands on the board.
    pub quiet_moves: u16,
    /// What counts as progress for [`quiet_moves`](DrawRules::quiet_moves).
    pub quiet_resets: QuietResets,
    /// Moves made by kings only, without a capture.
    pub king_moves: u16,
    /// Moves against a lone king by as many as [`three`](DrawRules::three) says.
    pub three_to_one: u16,
    /// Who counts as three against a lone king.
    pub three: Three,
    /// The same while the main road is held as [`main_road`](DrawRules::main_road) says.
    pub three_to_one_main_road: u16,
    /// Who holds the main road.
    pub main_road: MainRoad,
    /// Moves of two pieces, a king among them, or of one king, against a lone king.
    pub two_to_one: u16,
    /// Moves with four or five pieces on the board, while both sides have a king and nothing is
    /// taken or crowned.
    pub balance_4_5: u16,
    /// The same with six or seven pieces.
    pub balance_6_7: u16,
}

/// What starts the count of quiet moves anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuietResets {
    /// A capture, or the crowning of a man.
    CaptureOrCrowning,
    /// A capture, or any move of a man.
    CaptureOrManMove,
}

/// Who counts as three against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Three {
    /// Exactly three kings.
    Kings,
    /// Three kings or more.
    KingsOrMore,
    /// Three pieces, at least one of them a king.
    Pieces,
}

/// Who holds the main road, the long diagonal from corner to corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MainRoad {
    /// The lone king, against three pieces with a king among them.
    Lone,
    /// One of three kings, against the lone one.
    Three,
}

/// A rule by which a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The position has stood on the board too often.
    Repetition,
    /// See [`DrawRules::quiet_moves`].
    QuietMoves,
    /// See [`DrawRules::king_moves`].
    KingMoves,
    /// See [`DrawRules::three_to_one`].
    ThreeToOne,
    /// See [`DrawRules::three_to_one_main_road`].
    ThreeToOneMainRoad,
    /// See [`DrawRules::two_to_one`].
    TwoToOne,
    /// See [`DrawRules::balance_4_5`].
    Balance4To5,
    /// See [`DrawRules::balance_6_7`].
    Balance6To7,
}

/// A rule that counts moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// The rule.
    pub rule: DrawRule,
    /// Plies at which the game is drawn.
    pub plies: u16,
    /// What must stand on the board for the count to begin and go on.
    pub material: Material,
    /// Where it must stand for a ply to be counted; the count is kept meanwhile.
    pub place: Option<MainRoad>,
    /// Whether crowning starts the count anew; a capture always does.
    pub crowning_resets: bool,
    /// Whether any move of a man does.
    pub man_move_resets: bool,
}

/// What must stand on the board for a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Material {
    /// Anything.
    Any,
    /// So many against a lone king.
    Three(Three),
    /// Two pieces, a king among them, or one king, against a lone king.
    Two,
    /// From the first to the second number of pieces, both sides having a king.
    Balance(usize, usize),
}

/// Where each draw rule comes from; empty where the game has no such rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawSources {
    /// Of repetition.
    pub repetition: &'static str,
    /// Of quiet moves.
    pub quiet_moves: &'static str,
    /// Of kings' moves.
    pub king_moves: &'static str,
    /// Of three against a lone king.
    pub three_to_one: &'static str,
    /// Of the same on the main road.
    pub three_to_one_main_road: &'static str,
    /// Of two, or one, against a lone king.
    pub two_to_one: &'static str,
    /// Of four or five pieces.
    pub balance_4_5: &'static str,
    /// Of six or seven pieces.
    pub balance_6_7: &'static str,
}

impl DrawSources {
    /// No source.
    pub const NONE: DrawSources = DrawSources::all("");

    /// The same source for every rule.
    pub const fn all(source: &'static str) -> DrawSources {
        DrawSources {
            repetition: source,
            quiet_moves: source,
            king_moves: source,
            three_to_one: source,
            three_to_one_main_road: source,
            two_to_one: source,
            balance_4_5: source,
            balance_6_7: source,
        }
    }

    /// The source of one rule.
    pub fn of(&self, rule: DrawRule) -> &'static str {
        let mut sources = *self;
        sources.of_mut(rule)
    }

    pub(super) fn of_mut(&mut self, rule: DrawRule) -> &mut &'static str {
        match rule {
            DrawRule::Repetition => &mut self.repetition,
            DrawRule::QuietMoves => &mut self.quiet_moves,
            DrawRule::KingMoves => &mut self.king_moves,
            DrawRule::ThreeToOne => &mut self.three_to_one,
            DrawRule::ThreeToOneMainRoad => &mut self.three_to_one_main_road,
            DrawRule::TwoToOne => &mut self.two_to_one,
            DrawRule::Balance4To5 => &mut self.balance_4_5,
            DrawRule::Balance6To7 => &mut self.balance_6_7,
        }
    }
}

impl DrawRules {
    /// No draw but by agreement.
    pub const NONE: DrawRules = DrawRules {
        repetition: None,
        quiet_moves: 0,
        quiet_resets: QuietResets::CaptureOrCrowning,
        king_moves: 0,
        three_to_one: 0,
        three: Three::KingsOrMore,
        three_to_one_main_road: 0,
        main_road: MainRoad::Lone,
        two_to_one: 0,
        balance_4_5: 0,
        balance_6_7: 0,
    };

    /// Whether there is no draw but by agreement.
    pub fn is_none(&self) -> bool {
        self.repetition.is_none() && self.counters().next().is_none()
    }

    /// The moves of each side that a rule counts; `None` for repetition, which counts none.
    pub fn moves_mut(&mut self, rule: DrawRule) -> Option<&mut u16> {
        Some(match rule {
            DrawRule::Repetition => return None,
            DrawRule::QuietMoves => &mut self.quiet_moves,
            DrawRule::KingMoves => &mut self.king_moves,
            DrawRule::ThreeToOne => &mut self.three_to_one,
            DrawRule::ThreeToOneMainRoad => &mut self.three_to_one_main_road,
            DrawRule::TwoToOne => &mut self.two_to_one,
            DrawRule::Balance4To5 => &mut self.balance_4_5,
            DrawRule::Balance6To7 => &mut self.balance_6_7,
        })
    }

    /// The counters that are on, those that ask for particular material first.
    pub fn counters(&self) -> impl Iterator<Item = Counter> {
        let any = |rule, moves, man_move_resets| Counter {
            rule,
            plies: 2 * moves,
            material: Material::Any,
            place: None,
            crowning_resets: true,
            man_move_resets,
        };
        let few = |rule, moves, material| Counter {
            material,
            crowning_resets: false,
            ..any(rule, moves, false)
        };
        let balance = |rule, moves, least, most| Counter {
            crowning_resets: true,
            ..few(rule, moves, Material::Balance(least, most))
        };
        let on_road = match self.main_road {
            MainRoad::Lone => Three::Pieces,
            MainRoad::Three => Three::Kings,
        };
        let road = few(
            DrawRule::ThreeToOneMainRoad,
            self.three_to_one_main_road,
            Material::Three(on_road),
        );
        let man_moves = self.quiet_resets == QuietResets::CaptureOrManMove;
        [
            few(DrawRule::ThreeToOne, self.three_to_one, Material::Three(self.three)),
            Counter { place: Some(self.main_road), ..road },
            few(DrawRule::TwoToOne, self.two_to_one, Material::Two),
            balance(DrawRule::Balance4To5, self.balance_4_5, 4, 5),
            balance(DrawRule::Balance6To7, self.balance_6_7, 6, 7),
            any(DrawRule::KingMoves, self.king_moves, true),
            any(DrawRule::QuietMoves, self.quiet_moves, man_moves),
        ]
        .into_iter()
        .filter(|counter| counter.plies > 0)
    }

    /// What a counter of these rules counts, in words that follow "so many moves of each side".
    pub fn condition(&self, counter: &Counter) -> String {
        match (counter.rule, counter.material) {
            (DrawRule::QuietMoves, _) => match self.quiet_resets {
                QuietResets::CaptureOrCrowning => "without a capture or a crowning".to_owned(),
                QuietResets::CaptureOrManMove => "without a capture or a move of a man".to_owned(),
            },
            (_, Material::Any) => "made by kings only, without a capture".to_owned(),
            (_, Material::Three(three)) => {
                let place = match counter.place {
                    None => "",
                    Some(MainRoad::Lone) => " that holds the main road",
                    Some(MainRoad::Three) => ", while one of them holds the main road",
                };
                format!("of {} against a lone king{place}", three_pieces(three))
            }
            (_, Material::Two) => {
                "of two pieces with a king among them, or of one king, against a lone king"
                    .to_owned()
            }
            (_, Material::Balance(least, most)) => format!(
                "with {least} or {most} pieces on the board, both sides having a king, without a \
             capture or a crowning"
            ),
        }
    }
}

const fn three_pieces(three: Three) -> &'static str {
    match three {
        Three::Kings => "three kings",
        Three::KingsOrMore => "three kings or more",
        Three::Pieces => "three pieces with a king among them",
    }
}
