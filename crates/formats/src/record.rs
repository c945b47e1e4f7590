//! A record, which is one entry of a file.

use minirow_core::{Candidate, CandidateSet, Cell, Digit, DigitSet, Grid, NotAPuzzle, Puzzle, Symmetry};
use minirow_text::Board;

use crate::error::ErrorKind;
use crate::fields::Fields;
use crate::table::may_be_board;

/// The fewest digits of a text that is a solution with an error, and no remark or pattern.
const FEWEST_OF_A_SOLUTION: usize = 60;

/// A board with the progress of its solver, its solution and its fields.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::Record;
/// let mut record = Record::from(Grid::EMPTY);
/// record.fields.set("author", "Ruud");
/// let placed: Grid = format!("{:.<81}", "5").parse()?;
/// record.set_progress(placed, None);
/// assert_eq!(record.state().clue_count(), 1);
/// assert_eq!(record.grid().clue_count(), 0);
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The clues, or candidates if the file does not show which digits are clues.
    pub board: Board,
    /// The digits placed and the candidates eliminated beyond the clues.
    pub progress: Option<Box<Progress>>,
    /// The solution in the file, unchecked.
    pub solution: Option<String>,
    /// The column or key of the solution: `solution`, `solutions` or `answer`. `None` if the file has none of them.
    pub solution_column: Option<&'static str>,
    /// All other values. Several forms share the names `name`, `author`, `description`, `comment`, `date`, `source`,
    /// `level` and `url`.
    pub fields: Fields,
}

/// The progress of the solver of a grid. [`Record::set_progress`] sets it.
///
/// ```
/// use minirow_core::Grid;
/// use minirow_formats::{Form, Record, Writer};
/// let mut record = Record::from(Grid::EMPTY);
/// record.set_progress(format!("{:.<81}", "57").parse()?, None);
/// let progress = record.progress.as_deref().unwrap();
/// assert_eq!((progress.placed.clue_count(), progress.candidates), (2, None));
/// assert!(Writer::new(Form::Hodoku, None).record(&record).text.starts_with(":0000:x:+5+7."));
/// # Ok::<(), minirow_core::ParseGridError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The digits placed in cells without a clue.
    pub placed: Grid,
    /// The pencilmarks. A cell with a clue or a placed digit has only that digit.
    pub candidates: Option<CandidateSet>,
}

impl From<Board> for Record {
    fn from(board: Board) -> Record {
        Record { board, progress: None, solution: None, solution_column: None, fields: Fields::NONE }
    }
}

impl From<Grid> for Record {
    fn from(grid: Grid) -> Record {
        Record::from(Board::Grid(grid))
    }
}

impl Record {
    /// Returns the size in memory in bytes, roughly.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_formats::Record;
    /// let mut record = Record::from(Grid::EMPTY);
    /// let empty = record.bytes();
    /// record.fields.set("note", "x".repeat(1000).as_str());
    /// assert!(record.bytes() > empty + 1000);
    /// ```
    pub fn bytes(&self) -> usize {
        let progress = self.progress.as_ref().map_or(0, |_| size_of::<Progress>());
        size_of::<Record>() + progress + self.solution.as_ref().map_or(0, String::len) + self.fields.bytes()
    }

    /// Returns the image of the record under a symmetry: of its board, progress and solution. A solution that is not a grid, and other
    /// fields, stay as they are.
    ///
    /// ```
    /// use minirow_core::Symmetry;
    /// use minirow_formats::Record;
    /// let grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let symmetry = Symmetry::nth(123_456_789);
    /// let image = Record::from(symmetry.grid(&grid));
    /// assert_eq!(Record::from(grid).transformed(&symmetry), image);
    /// # Ok::<(), minirow_core::ParseGridError>(())
    /// ```
    #[must_use]
    pub fn transformed(&self, symmetry: &Symmetry) -> Record {
        let board = match &self.board {
            Board::Grid(grid) => Board::Grid(symmetry.grid(grid)),
            Board::Candidates(candidates) => Board::Candidates(symmetry.candidates(candidates)),
        };
        let progress = self.progress.as_deref().map(|progress| Progress {
            placed: symmetry.grid(&progress.placed),
            candidates: progress.candidates.map(|candidates| symmetry.candidates(&candidates)),
        });
        let moved = |solution: Grid| symmetry.grid(&solution).to_string();
        // Another text is kept, as other fields are.
        let solution = self.solution.as_ref().map(|text| text.parse().map_or_else(|_| text.clone(), moved));
        Record { board, progress: progress.map(Box::new), solution, ..self.clone() }
    }

    /// Returns the clues. For a board of candidates, returns the cells with one candidate that no peer has.
    pub fn clues(&self) -> Grid {
        let Board::Candidates(candidates) = &self.board else { return self.grid() };
        let mut clues = candidates.singles();
        for cell in Cell::ALL {
            if clues.get(cell).is_some_and(|digit| candidates.cells(digit).intersects(cell.peers())) {
                clues.set(cell, None);
            }
        }
        clues
    }

    /// Returns the clues. For a board of candidates, returns all cells with one candidate.
    pub fn grid(&self) -> Grid {
        self.board.grid()
    }

    /// Returns the clues with the placed digits.
    pub fn state(&self) -> Grid {
        let mut state = self.grid();
        for (cell, digit) in self.placed().clues() {
            state.set(cell, Some(digit));
        }
        state
    }

    /// Returns the pencilmarks of the file, or otherwise the candidates that the clues and the placed digits leave.
    pub fn candidates(&self) -> CandidateSet {
        match &self.board {
            Board::Candidates(candidates) => *candidates,
            Board::Grid(_) => self.marks().unwrap_or_else(|| CandidateSet::from(&self.state())),
        }
    }

    /// Returns the pencilmarks of a cell in addition to clues. The set is empty if there are none.
    pub fn pencilmarks(&self, cell: Cell) -> DigitSet {
        self.marks().map_or(DigitSet::EMPTY, |marks| marks.digits(cell))
    }

    /// Solves the clues.
    ///
    /// For a board of candidates whose [`clues`](Record::clues) are no puzzle, all cells with one candidate are clues.
    ///
    /// # Errors
    /// [`NotAPuzzle`] is the reason why the clues do not have exactly one solution.
    pub fn puzzle(&self) -> Result<Puzzle, NotAPuzzle> {
        match self.board {
            Board::Grid(grid) => Puzzle::new(grid),
            Board::Candidates(candidates) => Puzzle::new(self.clues()).or_else(|_| Puzzle::new(candidates.singles())),
        }
    }

    /// Returns the digits of a field `state` that is not progress, because it does not have every clue.
    pub fn unread_state(&self) -> Option<Grid> {
        match minirow_text::parse(&self.fields.text("state")?) {
            Ok(Board::Grid(state)) if self.placed_in(&state).is_err() => Some(state),
            _ => None,
        }
    }

    /// Returns the error of a solution that has nearly the cells of a grid, and cannot be read.
    ///
    /// ```
    /// use minirow_core::Grid;
    /// use minirow_formats::Record;
    /// let record = Record { solution: Some("123456789".repeat(9)[1..].into()), ..Record::from(Grid::EMPTY) };
    /// assert_eq!(record.damaged_solution().unwrap().to_string(), "found a solution of 80 digits, expected 81");
    /// ```
    pub fn damaged_solution(&self) -> Option<ErrorKind> {
        let text = self.solution.as_deref()?;
        let digits = text.bytes().filter(|byte| matches!(byte, b'1'..=b'9')).count();
        let is_word = digits == 81 && text.len() == 81;
        let is_full = || is_word || minirow_text::parse(text).is_ok_and(|board| board.grid().is_full());
        let is_damaged = digits >= FEWEST_OF_A_SOLUTION && may_be_board(text) && !is_full();
        is_damaged.then(|| ErrorKind::form(format!("a solution of {digits} digits"), "81"))
    }

    /// Returns the pencilmarks in addition to clues.
    pub(crate) fn marks(&self) -> Option<CandidateSet> {
        self.progress.as_ref()?.candidates
    }

    /// Returns the digits placed in cells without a clue.
    pub(crate) fn placed(&self) -> Grid {
        self.progress.as_ref().map_or(Grid::EMPTY, |progress| progress.placed)
    }

    /// Returns `true` if digits were placed.
    pub(crate) fn has_placed(&self) -> bool {
        self.placed() != Grid::EMPTY
    }

    /// Sets the progress. If no digit is placed and there are no pencilmarks, there is no progress. A filled cell has
    /// only its digit as a candidate.
    pub fn set_progress(&mut self, placed: Grid, candidates: Option<CandidateSet>) {
        self.progress = None;
        if placed == Grid::EMPTY && candidates.is_none() {
            return;
        }
        self.progress = Some(Box::new(Progress { placed, candidates: None }));
        let state = self.state();
        let with_state = |mut candidates: CandidateSet| {
            state.clues().for_each(|(cell, digit)| set_digits(&mut candidates, cell, digit.into()));
            candidates
        };
        // The candidates that the digits leave anyway are not pencilmarks.
        let left = with_state(CandidateSet::from(&state));
        let candidates = candidates.map(with_state).filter(|candidates| *candidates != left);
        let is_any = placed != Grid::EMPTY || candidates.is_some();
        self.progress = is_any.then(|| Box::new(Progress { placed, candidates }));
    }

    /// Converts the fields `state` and `candidates` of a table to progress. Fields with other texts stay.
    pub(crate) fn take_progress(&mut self) {
        let Board::Grid(_) = self.board else { return };
        let board = |name: &str| self.fields.text(name).and_then(|text| minirow_text::parse(&text).ok());
        let placed = match board("state") {
            Some(Board::Grid(state)) => self.placed_in(&state).ok(),
            _ => None,
        };
        let candidates = match board("candidates") {
            Some(Board::Candidates(candidates)) => Some(candidates),
            _ => None,
        };
        if placed.is_some() {
            self.fields.remove("state");
        }
        if candidates.is_some() {
            self.fields.remove("candidates");
        }
        self.set_progress(placed.unwrap_or(Grid::EMPTY), candidates);
    }

    /// Returns the digits of a state that are not clues.
    ///
    /// # Errors
    /// A cell where the state does not have the clue, and that clue.
    pub(crate) fn placed_in(&self, state: &Grid) -> Result<Grid, (Cell, Digit)> {
        let mut placed = *state;
        for (cell, clue) in self.grid().clues() {
            if state.get(cell) != Some(clue) {
                return Err((cell, clue));
            }
            placed.set(cell, None);
        }
        Ok(placed)
    }

    /// Adds a board that is the progress of the record: the clues with more digits, or candidates that agree with its digits. Returns
    /// `false` for another board, and if there is such progress already.
    pub(crate) fn join(&mut self, board: &Board) -> bool {
        let Board::Grid(_) = self.board else { return false };
        if self.marks().is_some() {
            return false;
        }
        match board {
            Board::Grid(state) => match self.placed_in(state) {
                Ok(placed) if placed != Grid::EMPTY && !self.has_placed() => {
                    self.set_progress(placed, None);
                    true
                }
                _ => false,
            },
            Board::Candidates(candidates) => {
                let agrees = self.state().clues().all(|(cell, digit)| candidates.digits(cell).single() == Some(digit));
                if agrees {
                    self.set_progress(self.placed(), Some(*candidates));
                }
                agrees
            }
        }
    }

    /// Converts candidates to [`clues`](Record::clues) and pencilmarks, for forms that need clues. A record with clues stays as it
    /// is.
    pub fn with_clues(&self) -> Record {
        let Board::Candidates(candidates) = self.board else { return self.clone() };
        let mut record = Record { board: Board::Grid(self.clues()), ..self.clone() };
        record.set_progress(Grid::EMPTY, Some(candidates));
        record
    }
}

/// Parses a text that has digits and no candidates.
pub(crate) fn digits(text: &str) -> Result<Grid, ErrorKind> {
    match minirow_text::parse(text)? {
        Board::Grid(grid) => Ok(grid),
        Board::Candidates(_) => Err(ErrorKind::form("candidates", "81 digits")),
    }
}

/// Sets the candidates of a cell.
pub(crate) fn set_digits(candidates: &mut CandidateSet, cell: Cell, digits: DigitSet) {
    for digit in Digit::ALL {
        let candidate = Candidate { cell, digit };
        if digits.contains(digit) { candidates.insert(candidate) } else { candidates.remove(candidate) }
    }
}
