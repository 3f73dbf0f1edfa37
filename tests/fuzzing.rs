//! The bodies of the fuzz targets on seeded input: texts that mean something, spoilt a little.

#[path = "fuzz/bodies.rs"]
mod bodies;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Runs a body on spoilt copies of the seeds, the same on every run.
fn run(body: fn(&[u8]), seeds: &[&[u8]], times: usize) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut below = move |limit: usize| random.next_u32() as usize % limit.max(1);
    for _ in 0..times {
        let mut data = seeds[below(seeds.len())].to_vec();
        for _ in 0..below(6) {
            spoil(&mut data, seeds, &mut below);
        }
        body(&data);
    }
}

/// Changes, inserts or removes a byte, or splices in a piece of a seed.
fn spoil(data: &mut Vec<u8>, seeds: &[&[u8]], below: &mut impl FnMut(usize) -> usize) {
    let at = below(data.len() + 1);
    match below(5) {
        0 if at < data.len() => data[at] = below(256) as u8,
        1 => data.insert(at, b"WBKwbe0123456789,:-x.= \"\n"[below(25)]),
        2 if at < data.len() => drop(data.remove(at)),
        3 => data.truncate(at),
        _ => {
            let seed = seeds[below(seeds.len())];
            let from = below(seed.len());
            let piece = seed[from..].iter().take(below(12)).copied().collect::<Vec<_>>();
            data.splice(at..at, piece);
        }
    }
}

#[test]
fn positions() {
    let seeds: [&[u8]; 7] = [
        b"\0W:W21-32:B1-12",
        b"\x08B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29.",
        b"\x02W:Wa1,c1,Ke1:Bb6,Kd6,f6",
        b"\x81[FEN \"?:BK1-3:W20,21\"]",
        b"\0W:W:W7:B5:H3:F9",
        b"\x05Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
        b"\x08Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww",
    ];
    run(bodies::fen, &seeds, 300_000);
}

#[test]
fn moves() {
    let seeds: [&[u8]; 7] = [
        b"\0\x0021-17",
        b"\x01\x0822x15x6",
        b"\x02\x14c3:e5:g7",
        b"\x08\x1e28x19x23",
        b"\x83\x10 1- 6 !?",
        b"\x02\x283d4c5",
        b"\x08\x321x23x14x25",
    ];
    run(bodies::moves, &seeds, 100_000);
}

#[test]
fn hub_lines() {
    let seeds: [&[u8]; 6] = [
        b"hub\nset-param name=variant value=italian\ninit\n",
        b"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"\n",
        b"level depth=2\ngo think\n",
        b"level time=1 inc=0.1 moves=3\nlevel nodes=50\ngo ponder\nponder-hit\n",
        b"set-param name=capture value=optional\nset-param name=multipv value=3\nnew-game\n",
        b"level move-time=0.001\r\ngo analyze\r\nping\nstop\n",
    ];
    run(bodies::hub, &seeds, 6_000);
}
