//! Equivalence of grids: keys that grids share if they have the same text, are the same puzzle up to symmetry, or have the
//! same solution grid up to symmetry.

use minirow_core::solver::batch::Engine;
use minirow_core::{Grid, NotAPuzzle, Puzzle, Solution, Symmetry, canon};
use minirow_text::Board;
use sha2::{Digest, Sha256};
use strum::{EnumMessage, EnumString, IntoStaticStr, VariantArray};

/// The relation by which grids are equivalent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, EnumMessage, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum EquivalentBy {
    /// The same clues in the same cells. The character of an empty cell does not matter.
    Text,
    /// The same puzzle up to symmetry: digits relabelled, lines permuted, transposed.
    #[default]
    Puzzle,
    /// The same solution grid up to symmetry.
    Solution,
}

/// The equivalence class of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Equivalence {
    /// The key of the class, which no grid outside the class has.
    pub key: u128,
    /// The symmetry that takes the grid, or its solution, to the canonical form of the class.
    pub transform: Symmetry,
}

/// Returns the first 128 bits of the SHA-256 of a text.
///
/// They take a fifth of the memory of a grid. Among 100 million texts, the probability that two share a key is 10^-22.
pub fn key(text: &str) -> u128 {
    let digest = Sha256::digest(text);
    u128::from_be_bytes(digest[..16].try_into().expect("32 bytes"))
}

/// Returns the key of a puzzle, which exactly the equivalent puzzles share.
///
/// ```
/// use minirow_core::Symmetry;
/// use minirow_table::equivalence::puzzle_key;
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// assert_eq!(puzzle_key(&puzzle), puzzle_key(&Symmetry::nth(987_654_321).grid(&puzzle)));
/// ```
pub fn puzzle_key(puzzle: &Grid) -> u128 {
    self::puzzle(puzzle).key
}

/// Returns the symmetry of an index of a seed: each symmetry is equally likely.
///
/// ```
/// use minirow_table::equivalence::drawn_symmetry;
/// assert_eq!(drawn_symmetry(42, 7), drawn_symmetry(42, 7));
/// assert_ne!(drawn_symmetry(42, 7), drawn_symmetry(42, 8));
/// ```
pub fn drawn_symmetry(seed: u64, index: u64) -> Symmetry {
    let number = key(&format!("symmetry {seed} {index}")) % u128::from(Symmetry::COUNT);
    Symmetry::nth(number as u64)
}

/// Returns the first eight bytes of the SHA-256 of a salt and a canonical solution grid, in big-endian order. Rows are split
/// by this hash.
pub fn grid_hash(salt: &str, canonical: &Solution) -> u64 {
    let digest = Sha256::new().chain_update(salt).chain_update(canonical.to_string()).finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("32 bytes"))
}

impl EquivalentBy {
    /// Returns the class of a board, or the reason why it has none.
    ///
    /// ```
    /// use minirow_table::equivalence::EquivalentBy;
    /// let clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    /// let solution = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    /// let class = |by: EquivalentBy, text: &str| by.class(&minirow_text::parse(text).unwrap()).map(|class| class.key);
    /// assert_ne!(class(EquivalentBy::Puzzle, clues), class(EquivalentBy::Puzzle, solution));
    /// assert_eq!(class(EquivalentBy::Solution, clues), class(EquivalentBy::Solution, solution));
    /// ```
    pub fn class(self, board: &Board) -> Result<Equivalence, String> {
        match self {
            EquivalentBy::Text => Ok(text(board)),
            EquivalentBy::Puzzle => clues(board).map(|grid| puzzle(&grid)),
            EquivalentBy::Solution => solution(Puzzle::new(clues(board)?)),
        }
    }

    /// Returns the classes of boards in their order, or the reason why a board has none.
    pub fn classes(self, engine: &mut Engine, boards: &[Board]) -> Vec<Result<Equivalence, String>> {
        match self {
            EquivalentBy::Text | EquivalentBy::Puzzle => boards.iter().map(|board| self.class(board)).collect(),
            EquivalentBy::Solution => {
                let grids: Vec<Grid> = boards.iter().filter_map(|board| clues(board).ok()).collect();
                let mut puzzles = engine.puzzles(&grids);
                let class = |board| {
                    let grid = clues(board)?;
                    solution(puzzles.next().unwrap_or_else(|| Puzzle::new(grid)))
                };
                boards.iter().map(class).collect()
            }
        }
    }
}

/// Returns the clues of a board.
///
/// # Errors
/// Returns an error if the board has candidates instead.
pub fn clues(board: &Board) -> Result<Grid, String> {
    board.clues().copied().map_err(|error| format!("{error}: a puzzle is made of clues"))
}

/// Returns the puzzle of a board.
///
/// # Errors
/// Returns the reason why there is none: the board has candidates instead of clues, or not exactly one solution.
pub fn puzzle_of(board: &Board) -> Result<Puzzle, String> {
    Puzzle::new(clues(board)?).map_err(|why| why.to_string())
}

fn text(board: &Board) -> Equivalence {
    let text = match board {
        Board::Grid(grid) => grid.to_string(),
        Board::Candidates(candidates) => candidates.to_string(),
    };
    Equivalence { key: key(&text), transform: Symmetry::IDENTITY }
}

/// Returns the class of a puzzle up to symmetry.
pub fn puzzle(grid: &Grid) -> Equivalence {
    let canonical = canon::grid(grid);
    Equivalence { key: key(&canonical.form.to_string()), transform: canonical.transformation }
}

fn solution(puzzle: Result<Puzzle, NotAPuzzle>) -> Result<Equivalence, String> {
    let canonical = canon::solution(puzzle.map_err(|why| why.to_string())?.solution());
    Ok(Equivalence { key: key(&canonical.form.to_string()), transform: canonical.transformation })
}
