//! x
use damier_engine::{movegen::Generator, rules};
fn main() {
    for set in rules::ALL {
        let depth = std::env::args().nth(1).map_or(9, |d| d.parse().unwrap());
        let depth = if set.name == "international" { depth - 1 } else { depth };
        for generator in [Generator::new(&set.moves), Generator::at_run_time(&set.moves)] {
            let clock = std::time::Instant::now();
            let nodes = generator.perft(&set.start_position(), depth);
            let s = clock.elapsed().as_secs_f64();
            println!("{} {} {} {:.3} {:.1}", set.name, depth, nodes, s, nodes as f64 / s / 1e6);
        }
    }
}
