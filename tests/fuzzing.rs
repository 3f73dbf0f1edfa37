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
    let seeds: [&[u8]; 7] = [
        b"hub\nset-param name=variant value=italian\ninit\n",
        b"pos pos=Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww moves=\"32-28 19-23\"\n",
        b"level depth=2\ngo think\n",
        b"level time=1 inc=0.1 moves=3\nlevel nodes=50\ngo ponder\nponder-hit\n",
        b"set-param name=capture value=optional\nset-param name=multipv value=3\nnew-game\n",
        b"level move-time=0.001\r\ngo analyze\r\nping\nstop\n",
        b"start\npos bbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww\nmove 19-23\nlevel 0 2 0\ngo\n",
    ];
    run(bodies::hub, &seeds, 6_000);
}

#[test]
fn games() {
    let seeds: [&[u8]; 6] = [
        b"[Event \"A\"]\n[GameType \"22\"]\n[Result \"1-0\"]\n1. 21-17 10-13 2. 17x10 5x14 {good [%clk 0:10:00]} *\n",
        b"[GameType \"20\"][FEN \"W:W31-50:B1-20.\"] 1.32-28 19-23 2. 28x19 14x23 1-1 [Event \"B\"]",
        b"[GameType \"25\"] 1. c3-d4 d6-c5 (1. ... b6-a5 $2 2. d4-e5) 2. b2-c3 ; rest\n 1/2-1/2",
        b"[Setup \"1\"]\r\n[FEN \"B:W18,24:BK10,15\"]\r\n1. ... 10-14! 2. 24-20? 0-1",
        b"1. 11-15 23-19 2. 8-11 22-17 /FEN \"W:W30:B1\"/ 30-26 *",
        b"[Variant \"italian\"] [HouseRules \"capture=optional\"] 1. 23-19 {x} (1. 22-18) 12-16 *",
    ];
    run(bodies::pdn, &seeds, 20_000);
}

#[test]
fn rule_files() {
    let seeds: [&[u8]; 3] = [
        b"extends = \"italian\"\ncapture = \"optional\"\nking = \"flying\"\n",
        b"extends = \"russian\"\nname = \"mine\"\nprecedence = [\"most-pieces\", \"by-king\"]\n",
        b"extends = 'english'\nbreak-off = true\nrepetition = 4\nquiet-moves = 25\ndraws = 'on'\n",
    ];
    run(bodies::rules, &seeds, 30_000);
}

#[test]
fn dxp_messages() {
    let seeds: [&[u8]; 6] = [
        b"\0R01Peer                            Z005002A\0M0000322800\0B001Z\0M0000312700\0",
        b"\x01APeer                            0\0M0000322800\0E00\0R01Peer",
        b"\x02R01Peer                            W005000BWzzzzzzzzzzzzeeeeeeeewwwwwwwwwwww\0",
        b"\x05R01Peer                            W005000A\0E10\0E10\0E00\0Chello\0K0",
        b"\x08R02\0M013047360419293142\0B005Z\0K0\0E31\0APeer                            2\0",
        b"\0R01Peer                            W010000BZeeeeeezeeeeeeeeeeeeeeeeeeeeWeeeeeeeeeweeeeeZeeeeee\0",
    ];
    run(bodies::dxp, &seeds, 50_000);
}
