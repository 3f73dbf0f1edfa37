//! An illegal move text, held against one rule after the other.

use super::{Reason, Refusal, fallen, values};
use crate::board::{Square, SquareSet};
use crate::movegen::{Candidate, Generator, MoveList};
use crate::notation::hub::hub_move;
use crate::notation::moves::{Form, MoveText, write_among, write_move_full};
use crate::notation::squares::square_text;
use crate::position::{Move, Position, Side};
use crate::rules::{CaptureDuty, Crowning, KingRange, MoveRules, Precedence, RuleSet, Sources};
use crate::variant::Variant;

/// A reason, the rule's article and the moves to name instead.
struct Cause {
    reason: Reason,
    article: Option<&'static str>,
    instead: Vec<Move>,
}

/// A rule that can be relaxed.
struct RelaxedRule {
    /// The rules without it.
    loosen: fn(MoveRules) -> MoveRules,
    /// The reason, given the move that it would allow.
    reason: fn(&Diagnosis<'_>, &Move) -> Reason,
    /// Its article.
    article: fn(&Sources) -> &'static str,
}

/// Rules that forbid moves whatever else is on the board.
const RELAXED_RULES: [RelaxedRule; 5] = [
    RelaxedRule {
        loosen: |rules| MoveRules { men_capture_kings: true, ..rules },
        reason: |diagnosis, freed| {
            let kings = freed.captured & diagnosis.position.kings();
            Reason::ManTakesKing(
                kings.first().map_or_else(String::new, |king| diagnosis.name(king)),
            )
        },
        article: |sources| sources.men_capture_kings,
    },
    RelaxedRule {
        loosen: |rules| MoveRules { men_capture_backward: true, ..rules },
        reason: |_, _| Reason::ManCapturesBackward,
        article: |sources| sources.men_capture_backward,
    },
    RelaxedRule {
        loosen: |rules| MoveRules { crowning: Crowning::Passing, ..rules },
        reason: |diagnosis, _| diagnosis.crowning(),
        article: |sources| sources.crowning,
    },
    RelaxedRule {
        loosen: |rules| MoveRules { crowning: Crowning::Rest, ..rules },
        reason: |diagnosis, _| diagnosis.crowning(),
        article: |sources| sources.crowning,
    },
    RelaxedRule {
        loosen: |rules| MoveRules { king: KingRange::Flying, ..rules },
        reason: |_, _| Reason::KingMovesOneSquare,
        article: |sources| sources.king,
    },
];

/// A move text that fits no legal move.
pub(super) struct Diagnosis<'a> {
    pub variant: Variant,
    pub rules: &'a RuleSet,
    pub position: &'a Position,
    pub move_text: &'a MoveText,
    /// The legal moves.
    pub legal: MoveList,
}

impl Diagnosis<'_> {
    pub(super) fn name(&self, square: Square) -> String {
        square_text(self.rules, square)
    }

    pub(super) fn refusal(&self) -> Refusal {
        let Cause { reason, article, instead } = self
            .wrong_piece()
            .or_else(|| self.precedence())
            .or_else(|| self.duty())
            .or_else(|| self.unfinished())
            .or_else(|| self.relaxed())
            .or_else(|| self.as_king())
            .or_else(|| self.taken_already())
            .or_else(|| self.other_way())
            .unwrap_or_else(|| self.of_the_board(self.geometry()));
        let (variant, position) = (self.variant, self.position);
        let text = |played: &Move| match (self.move_text.form, &reason) {
            (Form::Hub(order), _) => hub_move(self.rules, played, order),
            (_, Reason::Unfinished | Reason::OtherWay | Reason::EarliestKing { .. }) => {
                write_move_full(variant, position, played)
            }
            _ => write_among(variant, position, &self.legal, played),
        };
        let legal = instead.iter().map(text).collect();
        Refusal { text: self.move_text.text.clone(), reason, article, legal }
    }

    /// The moves of the attempted piece, or all where it has none.
    fn of_this_piece(&self) -> Vec<Move> {
        let moves: Vec<Move> = self
            .legal
            .iter()
            .filter(|played| played.from == self.move_text.from)
            .copied()
            .collect();
        if moves.is_empty() { self.legal.to_vec() } else { moves }
    }

    /// A reason that lies in the board, not in a rule of the game.
    fn of_the_board(&self, reason: Reason) -> Cause {
        Cause { reason, article: None, instead: self.of_this_piece() }
    }

    fn wrong_piece(&self) -> Option<Cause> {
        let from = self.move_text.from;
        let reason = if !self.position.occupied().contains(from) {
            Reason::EmptySquare(self.name(from))
        } else if self.position.enemy().contains(from) {
            Reason::OtherSide { square: self.name(from), turn: self.position.turn() }
        } else if self.position.enemy().is_empty() {
            Reason::Won(self.position.turn())
        } else if self.legal.is_empty() {
            Reason::Finished(self.position.turn())
        } else {
            return None;
        };
        Some(self.of_the_board(reason))
    }

    fn precedence(&self) -> Option<Cause> {
        let precedence = &self.rules.moves.precedence;
        let candidates = self.candidates();
        let captures: Vec<Move> = candidates.iter().map(|candidate| candidate.capture).collect();
        // A path that meets kings too late is one of the rules without precedence.
        let generator = Generator::at_run_time(&self.free(false));
        let meant = self.move_text.fits(&generator, self.position, &captures);
        let strongest = candidates
            .iter()
            .filter(|candidate| meant.contains(&candidate.capture))
            .max_by_key(|candidate| values(precedence, candidate))?;
        let reason = fallen(precedence, &candidates, strongest).or_else(|| {
            let path = generator.path(self.position, &strongest.capture, self.move_text.stops())?;
            let unlike = strongest.order ^ self.order(&path, &strongest.capture);
            (unlike != 0).then(|| Reason::EarliestKing { piece: unlike.leading_zeros() + 1 })
        })?;
        Some(self.of_precedence(reason))
    }

    fn candidates(&self) -> Vec<Candidate> {
        self.variant.generator().candidates(self.position)
    }

    /// A reason for which another capture must be made.
    fn of_precedence(&self, reason: Reason) -> Cause {
        Cause {
            article: reason.criterion().map(|by| self.rules.source_of(by)),
            reason,
            instead: self.legal.iter().filter(|played| played.is_capture()).copied().collect(),
        }
    }

    /// The criterion by which the strongest capture of these falls, if there is one.
    fn outdone(&self, is_meant: impl Fn(&Move) -> bool) -> Option<Cause> {
        let precedence = &self.rules.moves.precedence;
        let candidates = self.candidates();
        let strongest = candidates
            .iter()
            .filter(|candidate| is_meant(&candidate.capture))
            .max_by_key(|candidate| values(precedence, candidate))?;
        Some(self.of_precedence(fallen(precedence, &candidates, strongest)?))
    }

    /// The [order](crate::movegen::Candidate::order) in which a path takes kings.
    fn order(&self, path: &[Square], capture: &Move) -> u32 {
        let mut order = 0;
        let legs = path.iter().zip(path.iter().skip(1));
        for (highest, (&from, &to)) in (0..32).rev().zip(legs) {
            let between = self.between(from, to).unwrap_or_default();
            let taken: SquareSet = between.into_iter().collect();
            let king = taken & capture.captured & self.position.kings();
            order |= u32::from(king.any()) << highest;
        }
        order
    }

    fn duty(&self) -> Option<Cause> {
        if self.rules.moves.capture == CaptureDuty::Optional {
            return None;
        }
        let mut quiet = MoveList::new();
        self.variant.generator().quiet_moves(self.position, &mut quiet);
        let meant = self.move_text.fits(self.variant.generator(), self.position, &quiet);
        (!meant.is_empty()).then(|| Cause {
            reason: Reason::CaptureObligatory,
            article: Some(self.rules.sources.capture),
            instead: self.legal.to_vec(),
        })
    }

    /// The rules with nothing that makes one capture depend on another.
    fn free(&self, break_off: bool) -> MoveRules {
        MoveRules {
            precedence: Precedence::NONE,
            capture: CaptureDuty::Optional,
            break_off,
            ..self.rules.moves
        }
    }

    /// The move that the move text becomes under other rules; what is written as a capture must
    /// take something.
    fn under(&self, rules: &MoveRules, position: &Position) -> Option<Move> {
        let generator = Generator::at_run_time(rules);
        let moves = generator.legal_moves(position);
        let captures_only = self.move_text.capture == Some(true);
        self.move_text
            .fits(&generator, position, &moves)
            .into_iter()
            .find(|freed| freed.is_capture() || !captures_only)
    }

    fn unfinished(&self) -> Option<Cause> {
        let broken = self.under(&self.free(true), self.position).filter(Move::is_capture)?;
        let goes_on = |whole: &Move| {
            whole.from == broken.from
                && whole.captured != broken.captured
                && broken.captured.without(whole.captured).is_empty()
                && self.passes(whole, broken.to)
        };
        let completions: Vec<Move> =
            self.legal.iter().filter(|whole| goes_on(whole)).copied().collect();
        if !completions.is_empty() {
            return Some(Cause {
                reason: Reason::Unfinished,
                article: Some(self.rules.sources.break_off),
                instead: completions,
            });
        }
        // To finish it would not help where another capture goes before every completion.
        self.outdone(goes_on).or_else(|| {
            Some(Cause {
                reason: Reason::LandsWrong(self.name(broken.to)),
                article: Some(self.rules.sources.king),
                instead: self.of_this_piece(),
            })
        })
    }

    /// Whether a capture can go by the move text's stops and then `square`.
    fn passes(&self, whole: &Move, square: Square) -> bool {
        let generator = self.variant.generator();
        let by = |through: &[Square]| generator.path(self.position, whole, through).is_some();
        let mut through = self.move_text.stops().to_vec();
        through.push(square);
        by(&through) || by(&[square])
    }

    fn relaxed(&self) -> Option<Cause> {
        [false, true].into_iter().find_map(|break_off| {
            let free = self.free(break_off);
            RELAXED_RULES.iter().find_map(|rule| {
                let freed = self.under(&(rule.loosen)(free), self.position)?;
                Some(Cause {
                    reason: (rule.reason)(self, &freed),
                    article: Some((rule.article)(&self.rules.sources)),
                    instead: self.of_this_piece(),
                })
            })
        })
    }

    fn crowning(&self) -> Reason {
        match self.rules.moves.crowning {
            Crowning::Ends => Reason::CrownedStops,
            Crowning::Passing => Reason::GoesOnAsKing,
            Crowning::Rest => Reason::GoesOnAsMan,
        }
    }

    /// What a man could do if it were a king.
    fn as_king(&self) -> Option<Cause> {
        let from = self.move_text.from.set();
        let [white, black] = Side::BOTH.map(|side| self.position.side(side));
        let kings = self.position.kings() | from;
        if kings == self.position.kings() {
            return None;
        }
        let crowned = Position::unchecked(white, black, kings, self.position.turn());
        let under = |king| self.under(&MoveRules { king, ..self.free(true) }, &crowned);
        let backward = self.rules.sources.men_capture_backward;
        let (reason, article) = match under(KingRange::Short) {
            Some(near) if near.is_capture() => (Reason::ManCapturesBackward, Some(backward)),
            Some(_) => (Reason::ManMovesBackward, None),
            None => under(KingRange::Flying).map(|_| (Reason::ManMovesOneSquare, None))?,
        };
        Some(Cause { article, ..self.of_the_board(reason) })
    }

    /// A way that meets again what it has taken.
    fn taken_already(&self) -> Option<Cause> {
        let reason = self.geometry();
        let met_again = matches!(reason, Reason::JumpedTwice(_) | Reason::TakenInTheWay(_));
        let article = Some(self.rules.sources.break_off);
        met_again.then(|| Cause { article, ..self.of_the_board(reason) })
    }

    fn other_way(&self) -> Option<Cause> {
        let ends = (self.move_text.from, self.move_text.to());
        let instead: Vec<Move> =
            self.legal.iter().filter(|played| (played.from, played.to) == ends).copied().collect();
        (!instead.is_empty()).then_some(Cause { reason: Reason::OtherWay, article: None, instead })
    }
}
