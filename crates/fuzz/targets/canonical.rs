//! Canonical forms: equal for equivalent grids, smallest, and reached by the transformation.
#![no_main]

use libfuzzer_sys::arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use minirow_core::{Grid, Solution, canon, solver};
use minirow_fuzz::{AnyGrid, any_symmetry};

fuzz_target!(|data: &[u8]| {
    let mut bytes = Unstructured::new(data);
    let (Ok(AnyGrid(grid)), Ok(symmetry)) = (bytes.arbitrary(), any_symmetry(&mut bytes)) else { return };
    check(&grid, &symmetry.grid(&grid));
    if let Some(solution) = solver::solve(&grid) {
        let equivalent = Solution::new(symmetry.grid(solution.grid())).expect("symmetries keep solutions");
        let (one, other) = (canon::solution(&solution), canon::solution(&equivalent));
        assert_eq!((one.form, one.automorphisms), (other.form, other.automorphisms), "{grid}");
        assert_eq!(canon::grid(solution.grid()).form, *one.form.grid(), "{grid}");
    }
});

fn check(grid: &Grid, equivalent: &Grid) {
    let (one, other) = (canon::grid(grid), canon::grid(equivalent));
    assert_eq!((one.form, one.automorphisms), (other.form, other.automorphisms), "{grid} and {equivalent}");
    assert_eq!(one.transformation.grid(grid), one.form, "{grid}");
    assert_eq!(other.transformation.grid(equivalent), one.form, "{equivalent}");
    assert!(one.form <= *grid && one.form <= *equivalent, "{grid}");
}
