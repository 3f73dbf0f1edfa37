use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use damier_engine::eval::features::Features;
use damier_engine::eval::model::{
    ACTIVATION, HIDDEN_STEP, Model, Network, OUTPUT_UNIT, Patterns, UNITS,
};
use damier_engine::eval::{Evaluation, Weights as GivenWeights};
use damier_engine::score::Score;
use damier_rules::game::Game;
use damier_rules::notation::read_fen;
use damier_rules::position::{Position, Side};
use damier_rules::variant::Variant;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::gradient::{BatchPart, WeightsView, logistic};
use super::split::{Targets, split};
use super::trainer::{Fitted, Trainer};
use super::weights::{FloatWeights, Shape};
use super::{FitError, FitSettings, Loss, Quantisation, drop_threatened};
use crate::samples::Sample;

/// What the side to move is ahead by, a king counting three men, in centi-men.
fn planted(position: &Position) -> i32 {
    let worth = |side: Side| {
        100 * position.men_of(side).len() as i32 + 300 * position.kings_of(side).len() as i32
    };
    worth(position.turn()) - worth(position.turn().opponent())
}

/// Positions of games at random, with planted scores and results drawn by them.
fn samples(variant: Variant, games: u32) -> Vec<Sample> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut samples = Vec::new();
    for game in 0..games {
        let mut played = Game::new(variant);
        for _ in 0..60 {
            let moves = variant.legal_moves(played.position());
            if moves.is_empty() || played.outcome().is_some() {
                break;
            }
            let choice = rng.next_u64() as usize % moves.len();
            played.play(&moves[choice]).unwrap();
            let position = *played.position();
            let score = planted(&position);
            let chance = logistic(score as f32 / 100.0);
            let wins = (rng.next_u64() >> 40) as f32 / ((1 << 24) as f32) < chance;
            let result = if wins { 1 } else { -1 };
            samples.push(Sample { position, score: Score::evaluation(score), result, game });
        }
    }
    samples
}

fn settings() -> FitSettings {
    FitSettings {
        hidden: HIDDEN_STEP,
        epochs: 4,
        batch: 512,
        lambda: 0.0,
        score_scale: Some(100.0),
        rate: 0.01,
        validation: 0.1,
        ..FitSettings::default()
    }
}

/// The last validation loss, and the model.
fn fitted(
    variant: Variant,
    samples: &[Sample],
    settings: FitSettings,
    from: Option<&Model>,
) -> (f64, Fitted) {
    let mut trainer = Trainer::new(variant, samples, settings, from).unwrap();
    let mut loss = f64::INFINITY;
    while !trainer.is_finished() {
        loss = trainer.epoch(&AtomicBool::new(false), &mut |_| {}).validation;
    }
    (loss, trainer.model().unwrap())
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    const STEP: f32 = 1e-3;
    let variant = Variant::named("russian").unwrap();
    let samples: Vec<Sample> = samples(variant, 4).into_iter().step_by(13).collect();
    let order: Vec<u32> = (0..samples.len() as u32).collect();
    let targets = Targets { lambda: 0.5, scale: 100.0 };
    let features = Features::new(variant.rules().moves.geometry);
    let shape = Shape::new(features, HIDDEN_STEP, true);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let weights = FloatWeights::random(shape, &mut rng);
    for loss in [Loss::CrossEntropy, Loss::Squared] {
        let learn = |dense: &[f32]| {
            let mut part = BatchPart::new(&shape);
            let view = WeightsView::of(features, &weights, dense);
            part.learn(&view, &samples, &order, &targets, loss, 1.0);
            part
        };
        let part = learn(&weights.dense);
        let kinds = [shape.columns(), shape.biases(), shape.output(), shape.output_biases()];
        for range in kinds.into_iter().chain([shape.terms()]) {
            let step = (range.len() / 40).max(1);
            for at in range.step_by(step) {
                let moved = |by: f32| {
                    let mut dense = weights.dense.clone();
                    dense[at] += by;
                    learn(&dense).loss
                };
                let slope = (moved(STEP) - moved(-STEP)) / f64::from(2.0 * STEP);
                let found = f64::from(part.gradient[at]);
                let error = (found - slope).abs();
                assert!(error < 5e-3 + 0.02 * slope.abs(), "{at}: {found} for {slope}");
            }
        }
    }
}

#[test]
fn what_cells_get_is_what_terms_get() {
    // A position's terms and windows have the same slope, so their gradients add up alike.
    let variant = Variant::named("russian").unwrap();
    let samples = samples(variant, 1);
    let features = Features::new(variant.rules().moves.geometry);
    let shape = Shape::new(features, 0, true);
    let weights = FloatWeights::random(shape, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    let mut part = BatchPart::new(&shape);
    let view = WeightsView::of(features, &weights, &weights.dense);
    let targets = Targets { lambda: 0.0, scale: 100.0 };
    part.learn(&view, &samples, &[0], &targets, Loss::CrossEntropy, 1.0);
    let touch = part.touches[0];
    let start = &samples[0].position;
    let term = features.own_terms(start.turn(), start).next().unwrap();
    let found = part.gradient[shape.terms()][2 * term];
    assert!((found - touch.slope * touch.fullness).abs() < 1e-6);
    let windows: Vec<usize> = features.picked(start.turn(), start).iter().collect();
    assert_eq!(touch.mover.iter().collect::<Vec<usize>>(), windows);
}

#[test]
fn a_planted_evaluation_is_learnt() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 700);
    let entropy = |sample: &Sample| {
        let chance = f64::from(logistic(f32::from(sample.score.raw()) / 100.0)).clamp(1e-9, 1.0);
        let missed = (1.0 - chance).max(1e-9);
        -chance * chance.ln() - missed * missed.ln()
    };
    let least = samples.iter().map(entropy).sum::<f64>() / samples.len() as f64;
    let features = Features::new(variant.rules().moves.geometry);
    let ahead = read_fen(variant.rules(), "W:W21,22,23,24,27:B5,6,9,10").unwrap();
    for (hidden, patterns) in [(HIDDEN_STEP, true), (HIDDEN_STEP, false), (0, true)] {
        let settings = FitSettings { hidden, patterns, ..settings() };
        let (loss, Fitted { model, quantisation }) = fitted(variant, &samples, settings, None);
        assert!(loss < least + 0.03, "{hidden} {patterns}: {loss}, at least {least}");
        assert!(quantisation.mean <= Quantisation::BOUND);
        assert!(units(&model, features, &ahead) > 300, "{hidden} {patterns}");
        assert!(units(&model, features, &ahead.with_turn(Side::Black)) < -300);
        let scale = model.calibration.scale;
        assert!((70.0..150.0).contains(&scale), "{hidden} {patterns}: {scale}");
        let spread = model.calibration.spread[5];
        assert!((50.0..200.0).contains(&spread), "{hidden} {patterns}: {spread}");
        assert_eq!(Model::read(&model.write()).unwrap(), model);
        plays_by(variant, &model, &samples[..500]);
    }
}

/// The engine values positions as the definition of the model has it.
fn plays_by(variant: Variant, model: &Model, samples: &[Sample]) {
    let rules = &variant.rules().moves;
    let evaluation = Evaluation::new(rules, &GivenWeights::Given(Arc::new(model.clone())));
    let features = Features::new(rules.geometry);
    for Sample { position, .. } in samples {
        let units = units(model, features, position) as f32;
        let centimen = (units * model.calibration.scale / UNITS as f32) as i32;
        assert_eq!(evaluation.value(position), Score::evaluation(centimen));
    }
}

#[test]
fn the_model_does_not_depend_on_the_threads() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 100);
    let settings = FitSettings { epochs: 2, ..settings() };
    let [single, double] = [1, 2].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fitted(variant, &samples, settings, None))
    });
    assert_eq!(single, double);
}

#[test]
fn fitting_goes_on_from_a_model_of_the_same_shape() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 200);
    let (first, Fitted { model, .. }) = fitted(variant, &samples, settings(), None);
    let settings = FitSettings { epochs: 1, rate: 1e-4, ..settings() };
    let (second, _) = fitted(variant, &samples, settings, Some(&model));
    assert!((second - first).abs() < 0.02, "{first}, then {second}");
    let refused = |variant: Variant, settings: FitSettings| {
        Trainer::new(variant, &samples, settings, Some(&model)).err()
    };
    let changed = FitSettings { hidden: 2 * HIDDEN_STEP, ..settings };
    assert!(matches!(refused(variant, changed), Some(FitError::Shape(_))));
    let changed = FitSettings { patterns: false, ..settings };
    assert!(matches!(refused(variant, changed), Some(FitError::Shape(_))));
    let russian = Variant::named("russian").unwrap();
    assert_eq!(refused(russian, settings), Some(FitError::Shape("game")));
}

#[test]
fn settings_that_make_no_model_are_refused() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 20);
    let refused = |settings, samples: &[Sample]| {
        Trainer::new(variant, samples, settings, None).err().unwrap()
    };
    assert_eq!(refused(FitSettings { hidden: 20, ..settings() }, &samples), FitError::Hidden(20));
    let nothing = FitSettings { hidden: 0, patterns: false, ..settings() };
    assert_eq!(refused(nothing, &samples), FitError::Nothing);
    let none = FitError::TooFew { training: 0, validation: 0 };
    assert_eq!(refused(settings(), &[]), none);
}

#[test]
fn no_game_is_learnt_from_and_validated() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 200);
    let [training, validation] = split(&samples, 0.2, 3);
    assert_eq!(training.len() + validation.len(), samples.len());
    let games = |part: &[u32]| {
        let games = part.iter().map(|&at| samples[at as usize].game);
        games.collect::<std::collections::BTreeSet<u32>>()
    };
    assert!(games(&training).is_disjoint(&games(&validation)));
    assert!((20..60).contains(&games(&validation).len()));
}

#[test]
fn an_interrupt_ends_the_round_after_a_batch() {
    let variant = Variant::named("italian").unwrap();
    let samples = samples(variant, 100);
    let mut trainer = Trainer::new(variant, &samples, settings(), None).unwrap();
    let epoch = trainer.epoch(&AtomicBool::new(true), &mut |_| {});
    assert!(epoch.samples < 1100 && epoch.best);
    assert!(epoch.training.is_finite());
}

#[test]
fn threatened_positions_can_be_dropped() {
    let variant = Variant::named("italian").unwrap();
    let sample = |fen: &str| Sample {
        position: read_fen(variant.rules(), fen).unwrap(),
        score: Score::DRAW,
        result: 0,
        game: 0,
    };
    let quiet = sample("W:W32:B1");
    let mut samples = vec![sample("W:W22,31:B18"), quiet];
    drop_threatened(&mut samples, variant);
    assert_eq!(samples, [quiet]);
}

/// The value of a position as the side to move sees it, in 1/[`UNITS`] of a logit, in integers
/// straight from the model's definition; the engine computes it in another way.
fn units(model: &Model, features: &Features, position: &Position) -> i32 {
    let network = model.network.as_ref().map_or(0, |of| network(of, features, position));
    let patterns = model.patterns.as_ref().map_or(0, |of| patterns(of, features, position));
    network + patterns
}

fn sides(position: &Position) -> [Side; 2] {
    [position.turn(), position.turn().opponent()]
}

fn network(network: &Network, features: &Features, position: &Position) -> i32 {
    let hidden = network.hidden;
    let bucket = features.bucket(position);
    let output = network.output[2 * hidden * bucket..].chunks(hidden);
    let mut sum = 0;
    for (side, output) in sides(position).into_iter().zip(output) {
        let mut sums = network.biases.clone();
        for input in features.active(side, position) {
            let column = &network.columns[input * hidden..][..hidden];
            sums.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
        }
        for (at, weight) in sums.iter().zip(output) {
            let active = i32::from((*at).clamp(0, ACTIVATION));
            sum += active * active * i32::from(*weight);
        }
    }
    let unit = i64::from(ACTIVATION) * i64::from(ACTIVATION) * i64::from(OUTPUT_UNIT);
    let units = i64::from(sum) * i64::from(UNITS / i32::from(OUTPUT_UNIT));
    (units / (unit / i64::from(OUTPUT_UNIT))) as i32 + i32::from(network.output_biases[bucket])
}

fn patterns(patterns: &Patterns, features: &Features, position: &Position) -> i32 {
    let [mover, opponent] = sides(position).map(|side| {
        let cells = features.picked(side, position);
        let cells = cells.iter().map(|cell| patterns.cells[cell]);
        let terms = features.own_terms(side, position).map(|term| patterns.terms[term]);
        cells.chain(terms).fold([0, 0], |[full, empty], add| {
            [full + i32::from(add[0]), empty + i32::from(add[1])]
        })
    });
    let (fullness, pieces) = (features.fullness(position) as i32, features.pieces() as i32);
    let (full, empty) = (mover[0] - opponent[0], mover[1] - opponent[1]);
    (full * fullness + empty * (pieces - fullness)) / pieces
}
