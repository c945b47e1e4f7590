//! Canonical forms of solution grids, as the crate `sudoku` finds them.

use minirow_core::{Solution, Symmetry, canon};
use sudoku::Sudoku;

#[test]
fn a_peer_finds_the_same_forms() {
    let most = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let datasets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/csv");
    let mut grids = vec![most.to_string()];
    for split in ["train", "validation", "test"] {
        let file = std::fs::read_to_string(format!("{datasets}/{split}.csv")).unwrap();
        let column = file.lines().next().unwrap().split(',').position(|name| name == "solution").unwrap();
        grids.extend(file.lines().skip(1).map(|row| row.split(',').nth(column).unwrap().to_string()));
    }
    assert!(grids.len() > 300);
    for (number, text) in (0..).zip(&grids) {
        let solution = Solution::new(text.parse().unwrap()).unwrap();
        let image = Symmetry::nth(number * 1_234_567_891 % Symmetry::COUNT).solution(&solution);
        let ours = canon::solution(&image);
        let (form, automorphisms) = Sudoku::from_str_line(&image.to_string()).unwrap().canonicalized().unwrap();
        assert_eq!(ours.form.to_string(), form.to_str_line().to_string(), "{image}");
        assert_eq!(ours.automorphisms, automorphisms as u64, "{image}");
    }
}
