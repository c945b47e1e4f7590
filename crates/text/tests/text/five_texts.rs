//! Five classic tasks as library calls.

use minirow_core::{Cell, Grid, House, Solution, singles, solver};
use minirow_text::{GridForm, parse_grid, pencilmarks};

/// Fills an empty board.
#[test]
fn the_empty_board_is_filled() {
    let filled = solver::smallest(&Grid::EMPTY).unwrap();
    assert_eq!(
        GridForm::Grid.write(filled.grid(), None),
        "123456789\n456789123\n789123456\n214365897\n365897214\n897214365\n531642978\n642978531\n978531642"
    );
}

/// Completes a partial board with its smallest solution: nine lines in, nine lines out.
#[test]
fn nine_lines_in_nine_lines_out() {
    let half_done =
        "530070000\n600195000\n098000060\n800060003\n400803001\n700020006\n060000280\n000419005\n000080079\n";
    let grid = parse_grid(half_done).unwrap();
    assert_eq!(
        GridForm::Grid.write(solver::smallest(&grid).unwrap().grid(), None),
        "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n345286179"
    );
    let several = parse_grid(&("987654321\n".to_string() + &"000000000\n".repeat(8))).unwrap();
    assert_eq!(
        GridForm::Grid.write(solver::smallest(&several).unwrap().grid(), None),
        "987654321\n123789456\n456123789\n214365897\n365897142\n798241563\n532416978\n641978235\n879532614"
    );
}

/// Propagates candidates, and searches if cells are left open.
#[test]
fn one_grid_needs_propagation_only_the_other_a_search() {
    let easy: Grid =
        "003020600900305001001806400008102900700000008006708200002609500800203009005010300".parse().unwrap();
    let left = singles::propagate(&easy).unwrap();
    let solution = Solution::new(left.singles()).expect("right row by row, column by column, box by box");
    assert_eq!(
        solution.to_string(),
        "483921657967345821251876493548132976729564138136798245372689514814253769695417382"
    );

    let hard: Grid =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse().unwrap();
    let left = singles::propagate(&hard).unwrap();
    assert_eq!(
        pencilmarks(&left),
        "\
4     1679  12679   | 139   2369   269    | 8     1239  5
26789 3     1256789 | 14589 24569  245689 | 12679 1249  124679
2689  15689 125689  | 7     234569 245689 | 12369 12349 123469
--------------------+---------------------+-------------------
3789  2     15789   | 3459  34579  4579   | 13579 6     13789
3679  15679 15679   | 359   8      25679  | 4     12359 12379
36789 4     56789   | 359   1      25679  | 23579 23589 23789
--------------------+---------------------+-------------------
289   89    289     | 6     459    3      | 1259  7     12489
5     6789  3       | 2     479    1      | 69    489   4689
1     6789  4       | 589   579    5789   | 23569 23589 23689"
    );
    let solution = solver::solve(&hard).unwrap();
    assert_eq!(
        solution.to_string(),
        "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
    );
    assert_eq!(Solution::new(*solution.grid()), Ok(solution));
}

/// Reads and writes nested arrays.
#[test]
fn nested_arrays_in_and_out() {
    let mut board = [[0; 9]; 9];
    board[0] = [5, 3, 0, 0, 7, 0, 0, 0, 0];
    let grid = Grid::from_rows(board).unwrap();
    let completed = solver::smallest(&grid).unwrap().grid().to_rows();
    assert_eq!(completed[0], [5, 3, 1, 2, 7, 4, 6, 8, 9]);
    assert!(completed.iter().all(|row| (1..=9).all(|number| row.contains(&number))));
    board[8][8] = 10;
    assert_eq!(Grid::from_rows(board), None);
}

/// Lists houses and peers.
#[test]
fn there_are_27_houses_and_each_cell_has_20_peers() {
    assert_eq!(House::all().count(), 27);
    assert!(Cell::ALL.into_iter().all(|cell| cell.peers().len() == 20));
    let c2 = Cell::at(2, 1);
    assert_eq!(c2.houses().map(|house| house.to_string()), ["row 3", "column 2", "box 1"]);
}
