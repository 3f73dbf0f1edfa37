//! x
use damier_engine::{game::Game, rules, search::*, variant::Variant};
fn main() {
    let secs: f64 = std::env::args().nth(1).map_or(1.0, |d| d.parse().unwrap());
    let threads: usize = std::env::args().nth(2).map_or(1, |d| d.parse().unwrap());
    for set in rules::ALL {
        let game = Game::new(Variant::new(*set));
        let mut searcher = Searcher::new(64 << 20).unwrap();
        let request = Request {
            limits: Limits {
                move_time: Some(std::time::Duration::from_secs_f64(secs)),
                ..Default::default()
            },
            threads,
            ..Default::default()
        };
        let mut last = None;
        let answer =
            searcher.search(&game, &request, &Signal::new(), &mut |line| last = Some(line.clone()));
        let line = &answer.lines[0];
        println!(
            "{} depth {} mean {:.1} score {} nodes {} nps {:.2}M fill {} pv {}",
            set.name,
            line.depth,
            line.mean_depth,
            line.score,
            answer.nodes,
            line.speed() / 1e6,
            line.table_fill,
            line.moves.len()
        );
    }
}
