//! The bodies of the fuzz targets on the inputs that are kept, and on copies of them, spoilt a
//! little.

#[path = "fuzz/bodies.rs"]
mod bodies;

use std::fs;
use std::path::Path;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Runs a body on spoilt copies of the seeds, the same on every run.
fn run_spoilt(body: fn(&[u8]), seeds: &[Vec<u8>], times: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = move |limit: usize| random.next_u32() as usize % limit.max(1);
    for _ in 0..times {
        let mut data = seeds[below(seeds.len())].clone();
        for _ in 0..below(6) {
            spoil(&mut data, seeds, &mut below);
        }
        body(&data);
    }
}

/// Changes, inserts or removes a byte, or splices in a piece of a seed.
fn spoil(data: &mut Vec<u8>, seeds: &[Vec<u8>], below: &mut impl FnMut(usize) -> usize) {
    let at = below(data.len() + 1);
    match below(5) {
        0 if at < data.len() => data[at] = below(256) as u8,
        1 => data.insert(at, b"WBKwbe0123456789,:-x.= \"\n"[below(25)]),
        2 if at < data.len() => drop(data.remove(at)),
        3 => data.truncate(at),
        _ => {
            let seed = &seeds[below(seeds.len())];
            let from = below(seed.len());
            let piece = seed[from..].iter().take(below(12)).copied().collect::<Vec<_>>();
            data.splice(at..at, piece);
        }
    }
}

/// The inputs that are kept of a target, in order of their names: what it was begun with, and what
/// reached code that nothing else did.
fn kept(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).expect("the corpus is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("it is listed").path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).expect("it can be read")).collect()
}

/// Replays what is kept, then as many spoilt copies.
fn run(body: fn(&[u8]), target: &str, times: usize) {
    let kept = kept(target);
    assert!(kept.len() > 50, "the corpus of {target} has been lost");
    kept.iter().for_each(|data| body(data));
    run_spoilt(body, &kept, times);
}

#[test]
fn positions() {
    run(bodies::fen, "fen", 300_000);
}

#[test]
fn moves() {
    run(bodies::moves, "moves", 100_000);
}

#[test]
fn hub_lines() {
    run(bodies::hub, "hub", 6_000);
}

#[test]
fn games() {
    run(bodies::pdn, "pdn", 20_000);
}

#[test]
fn rule_files() {
    run(bodies::rules, "rules", 30_000);
}

#[test]
fn dxp_messages() {
    run(bodies::dxp, "dxp", 50_000);
}
