use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::likelihood::mean_and_deviation;
use super::*;

fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, model).unwrap()
}

/// The published value, rounded to two decimals.
fn assert_llr(counts: [u64; 5], (elo0, elo1): (f64, f64), model: EloModel, published: f64) {
    let llr = test(elo0, elo1, model).llr(&Pentanomial::new(counts));
    assert!((llr - published).abs() < 0.0051, "{counts:?}: {llr}, published {published}");
}

/// Results published by fishtest in pull requests of github.com/official-stockfish/Stockfish, the
/// lines `LLR` and `Ptnml(0-2)`: #3515 (both), #5686 (both), #5257 (both), #6633.
#[test]
fn agrees_with_results_of_fishtest() {
    for (counts, elos, llr) in [
        ([238, 5274, 26_761, 5326, 237], (-2.5, 0.5), 2.94),
        ([52, 4237, 60_354, 4202, 63], (-2.5, 0.5), 2.98),
        ([178, 7371, 16_478, 7641, 220], (0.0, 2.0), 2.94),
        ([96, 16_965, 43_803, 17_511, 105], (0.5, 2.5), 2.95),
        ([914, 28_467, 61_458, 29_126, 899], (0.0, 2.0), 2.99),
        ([82, 18_412, 46_354, 18_988, 89], (0.5, 2.5), 2.96),
        ([677, 25_001, 61_196, 24_940, 714], (-1.75, 0.25), 2.95),
    ] {
        assert_llr(counts, elos, EloModel::Normalised, llr);
    }
}

/// fastchess, app/tests/sprt_test.cpp, the pentanomial cases, from
/// github.com/Disservin/fastchess at 0cbac49; but for the one in which every pair is won, whose value
/// is that of the count taken for scores not seen, and has changed between versions.
#[test]
fn agrees_with_the_test_cases_of_fastchess() {
    for (counts, elos, model, llr) in [
        ([365, 16_618, 36_029 + 200, 16_974, 390], (0.0, 2.0), EloModel::Normalised, 2.25),
        ([127, 4883, 10_311 + 401, 5150, 104], (-1.75, 0.25), EloModel::Normalised, 3.01),
        ([223, 9863, 20_279 + 1000, 10_037, 246], (0.5, 2.5), EloModel::Logistic, -3.07),
        ([871, 26_175, 55_003 + 980, 26_678, 821], (0.0, 2.0), EloModel::Logistic, -4.98),
    ] {
        assert_llr(counts, elos, model, llr);
    }
}

#[test]
fn the_bounds_are_walds() {
    let (lower, upper) = test(0.0, 5.0, EloModel::Normalised).bounds();
    // ln 19; fishtest prints (-2.94,2.94).
    assert!((upper - 19f64.ln()).abs() < 1e-12 && (lower + upper).abs() < 1e-12);
    let (lower, upper) = test(0.0, 5.0, EloModel::Logistic).with_rates(0.01, 0.1).unwrap().bounds();
    assert!((lower - (0.1f64 / 0.99).ln()).abs() < 1e-12);
    assert!((upper - 90f64.ln()).abs() < 1e-12);
}

#[test]
fn nonsense_is_refused() {
    let new = |elo0, elo1| Sprt::new(elo0, elo1, EloModel::Normalised);
    assert_eq!(new(5.0, 0.0), Err(SprtError::Order(5.0, 0.0)));
    assert_eq!(new(1.0, 1.0), Err(SprtError::Order(1.0, 1.0)));
    assert_eq!(new(0.0, 500.0), Err(SprtError::Range(500.0)));
    assert!(matches!(new(f64::NAN, 5.0), Err(SprtError::Range(_))));
    assert_eq!(test(0.0, 5.0, EloModel::Logistic).with_rates(0.0, 0.1), Err(SprtError::Rate(0.0)));
}

#[test]
fn the_mirrored_test_of_the_mirrored_results_decides_the_opposite() {
    let pairs = Pentanomial::new([3, 40, 90, 55, 9]);
    for model in [EloModel::Normalised, EloModel::Logistic] {
        let llr = test(-1.0, 7.0, model).llr(&pairs);
        let mirrored = test(-7.0, 1.0, model).llr(&pairs.reversed());
        assert!((llr + mirrored).abs() < 1e-9, "{llr} {mirrored}");
        assert!(test(-5.0, 5.0, model).llr(&Pentanomial::new([4, 9, 30, 9, 4])).abs() < 1e-9);
    }
    assert_eq!(test(0.0, 5.0, EloModel::Normalised).llr(&Pentanomial::default()), 0.0);
}

/// For small differences the ratio is that of normally distributed scores: pairs × (t₁ − t₀) ×
/// (t − (t₀ + t₁)/2), t the excess over ½ in standard deviations.
#[test]
fn small_differences_are_normally_distributed() {
    let pairs = Pentanomial::new([1_000, 5_000, 9_000, 5_100, 1_050]);
    let t = (pairs.score() - 0.5) / pairs.variance().sqrt();
    let unit = ELO_PER_DEVIATION / std::f64::consts::SQRT_2;
    let (t0, t1) = (0.5 / unit, 2.5 / unit);
    let expected = pairs.pairs() as f64 * (t1 - t0) * (t - (t0 + t1) / 2.0);
    let llr = test(0.5, 2.5, EloModel::Normalised).llr(&pairs);
    assert!((llr - expected).abs() < 0.01 * expected.abs(), "{llr} {expected}");
}

/// How many of `matches` simulated matches, with pairs from `truth`, the test decides for H1.
fn share_won(test: &Sprt, truth: &Distribution, matches: u32, seed: u64) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut won = 0;
    for _ in 0..matches {
        let mut pairs = Pentanomial::default();
        let decision = loop {
            let mut at = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let score = truth.iter().position(|probability| {
                at -= probability;
                at < 0.0
            });
            pairs.record(score.unwrap_or(4) as u8);
            if let Some(decision) = test.state(&pairs).decision {
                break decision;
            }
        };
        won += u32::from(decision == Decision::Won);
    }
    f64::from(won) / f64::from(matches)
}

/// Simulated matches in which H0, then H1 is exactly true: the test errs about as often as it is
/// allowed to. A rate of 5 % in 2,000 matches has a standard deviation of 0.5 %; what a test
/// overshoots its bounds by makes it err a little less.
#[test]
fn the_test_errs_as_often_as_allowed() {
    let shape = [0.03, 0.22, 0.5, 0.22, 0.03];
    for model in [EloModel::Normalised, EloModel::Logistic] {
        let test = test(0.0, 40.0, model);
        let [h0, h1] = [0.0, 40.0].map(|elo| test.likeliest(&shape, elo));
        let false_positives = share_won(&test, &h0, 2_000, 11);
        let false_negatives = 1.0 - share_won(&test, &h1, 2_000, 12);
        for rate in [false_positives, false_negatives] {
            assert!((0.025..0.065).contains(&rate), "{model:?}: {false_positives} {rate}");
        }
    }
}

/// A pool of two games with different shares of draws, tested by the sum of their pentanomials.
#[test]
fn pooled_games_err_as_often_as_allowed() {
    let test = test(0.0, 40.0, EloModel::Normalised);
    let drawish = test.likeliest(&[0.005, 0.07, 0.85, 0.07, 0.005], 0.0);
    let sharp = test.likeliest(&[0.1, 0.2, 0.4, 0.2, 0.1], 0.0);
    assert!((mean_and_deviation(&sharp).0 - 0.5).abs() < 1e-9);
    let pool: Distribution = std::array::from_fn(|index| (drawish[index] + sharp[index]) / 2.0);
    let rate = share_won(&test, &pool, 2_000, 13);
    assert!((0.025..0.065).contains(&rate), "{rate}");
}
