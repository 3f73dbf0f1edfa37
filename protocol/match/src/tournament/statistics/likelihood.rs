//! The most likely distribution of a pair's score under a hypothesis.
//!
//! Both hypotheses are solved by maximum likelihood under one constraint, whose Lagrange multiplier
//! is the root of Σ qᵢφᵢ/(1 + xφᵢ), qᵢ the frequencies seen: the distribution sought is then
//! pᵢ = qᵢ/(1 + xφᵢ). For a mean, φᵢ = aᵢ − μ. For a mean in standard deviations the constraint is
//! not linear; its linear form at the last distribution is solved again and again until nothing
//! moves (Van den Bergh, *Normalized Elo in practice*, §4.1).

use super::pentanomial::SCORES;

/// A probability for each score of a pair.
pub(super) type Distribution = [f64; 5];

/// Sum of a function over the scores.
fn sum(of: impl Fn(usize) -> f64) -> f64 {
    (0..SCORES.len()).map(of).sum()
}

/// The frequencies of the counts. A score not seen counts a thousandth of a pair, as in fishtest: a
/// hypothesis may give it a probability.
pub(super) fn frequencies(counts: [u64; 5]) -> (Distribution, f64) {
    let counts = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let total: f64 = counts.iter().sum();
    (counts.map(|count| count / total), total)
}

/// The likeliest distribution with this mean, strictly between 0 and 1.
pub(super) fn with_mean(seen: &Distribution, mean: f64) -> Distribution {
    constrained(seen, &SCORES.map(|score| score - mean)).unwrap_or(*seen)
}

/// The likeliest distribution whose mean lies `deviations` of its standard deviations above ½.
pub(super) fn with_deviations(seen: &Distribution, deviations: f64) -> Distribution {
    /// Far more than are ever needed, for the certainty of an end.
    const ROUNDS: usize = 500;
    let mut found: Distribution = [0.2; 5];
    for _ in 0..ROUNDS {
        let (mean, deviation) = mean_and_deviation(&found);
        // The constraint's linear form: mean − ½ − deviations · σ, varied.
        let terms = SCORES.map(|score| {
            let far = (score - mean) / deviation;
            score - 0.5 - deviations * deviation * (1.0 + far * far) / 2.0
        });
        let Some(next) = constrained(seen, &terms) else { break };
        let moved = sum(|index| (next[index] - found[index]).abs());
        found = next;
        if moved < 1e-12 {
            break;
        }
    }
    found
}

/// The mean of a distribution and its standard deviation.
pub(super) fn mean_and_deviation(distribution: &Distribution) -> (f64, f64) {
    let mean = sum(|index| distribution[index] * SCORES[index]);
    let variance = sum(|index| distribution[index] * (SCORES[index] - mean).powi(2));
    (mean, variance.sqrt())
}

/// The likeliest distribution under which the terms' mean is zero; `None` when they are all of one
/// sign, so that there is none.
fn constrained(seen: &Distribution, terms: &Distribution) -> Option<Distribution> {
    let least = terms.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || greatest <= 0.0 {
        return None;
    }
    let x = root(seen, terms, -1.0 / greatest, -1.0 / least);
    let raw: Distribution = std::array::from_fn(|index| seen[index] / (1.0 + x * terms[index]));
    // The sum is 1 already but for rounding.
    let total: f64 = raw.iter().sum();
    Some(raw.map(|share| share / total))
}

/// The root between `low` and `high`, where the sum runs down from +∞ to −∞: Newton's steps, and a
/// bisection whenever a step leads out of the interval that holds the root.
fn root(seen: &Distribution, terms: &Distribution, low: f64, high: f64) -> f64 {
    let (mut low, mut high) = (low, high);
    let mut x = 0.0;
    for _ in 0..200 {
        let part = |index: usize| terms[index] / (1.0 + x * terms[index]);
        let value = sum(|index| seen[index] * part(index));
        let slope = -sum(|index| seen[index] * part(index).powi(2));
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let step = x - value / slope;
        let next = if step > low && step < high { step } else { (low + high) / 2.0 };
        let done = (next - x).abs() <= 1e-14 * (1.0 + x.abs());
        x = next;
        if done {
            break;
        }
    }
    x
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    fn unit(rng: &mut impl Rng) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn any(rng: &mut impl Rng) -> Distribution {
        let raw: Distribution = std::array::from_fn(|_| unit(rng) + 1e-6);
        let total: f64 = raw.iter().sum();
        raw.map(|share| share / total)
    }

    fn likelihood(seen: &Distribution, of: &Distribution) -> f64 {
        sum(|index| seen[index] * of[index].ln())
    }

    /// A random distribution on which `excess` is zero, on the way between two others.
    fn feasible(
        rng: &mut impl Rng,
        excess: &impl Fn(&Distribution) -> f64,
    ) -> Option<Distribution> {
        let (a, b) = (any(rng), any(rng));
        if excess(&a) * excess(&b) > 0.0 {
            return None;
        }
        let between =
            |share: f64| std::array::from_fn(|index| a[index] + share * (b[index] - a[index]));
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if excess(&between(middle)) * excess(&a) > 0.0 { low = middle } else { high = middle }
        }
        Some(between(low))
    }

    /// Nothing that a random search finds under the constraint is likelier than the solution.
    fn assert_likeliest(
        seen: &Distribution,
        found: &Distribution,
        rng: &mut impl Rng,
        excess: impl Fn(&Distribution) -> f64,
    ) {
        assert!(excess(found).abs() < 1e-8, "{seen:?}: the constraint does not hold");
        assert!((found.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        let best = likelihood(seen, found);
        for _ in 0..200 {
            if let Some(candidate) = feasible(rng, &excess) {
                assert!(
                    likelihood(seen, &candidate) <= best + 1e-9,
                    "{seen:?} {found:?} {candidate:?}"
                );
            }
        }
    }

    #[test]
    fn the_solutions_are_the_likeliest() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..40 {
            let seen = any(&mut rng);
            let mean = 0.2 + 0.6 * unit(&mut rng);
            let found = with_mean(&seen, mean);
            let off = |distribution: &Distribution| mean_and_deviation(distribution).0 - mean;
            assert_likeliest(&seen, &found, &mut rng, off);

            let deviations = unit(&mut rng) - 0.5;
            let found = with_deviations(&seen, deviations);
            let off = |distribution: &Distribution| {
                let (mean, deviation) = mean_and_deviation(distribution);
                mean - 0.5 - deviations * deviation
            };
            assert_likeliest(&seen, &found, &mut rng, off);
        }
    }

    #[test]
    fn extreme_matches_are_solved_too() {
        for index in 0..5 {
            for second in 0..5 {
                for pairs in [1, 100, 1_000_000] {
                    let mut counts = [0; 5];
                    counts[index] += pairs;
                    counts[second] += 1;
                    let (seen, _) = frequencies(counts);
                    for deviations in [-0.8, -0.1, 0.0, 0.002, 0.8] {
                        let found = with_deviations(&seen, deviations);
                        let (mean, deviation) = mean_and_deviation(&found);
                        let off = mean - 0.5 - deviations * deviation;
                        assert!(off.abs() < 1e-5, "{counts:?} {deviations}: {off}");
                    }
                }
            }
        }
    }
}
