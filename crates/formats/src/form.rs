//! The forms that can be written, their names and the endings of their files.

use std::path::Path;

/// A file format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// 81 characters a line.
    Line,
    /// Nine lines of nine characters.
    Grid,
    /// Nine lines with the boxes drawn in `|`, `+` and `-`.
    Boxed,
    /// A JSON array of nine arrays a line.
    Json,
    /// A JSON object a line, with every field.
    JsonLines,
    /// CSV with every field.
    Csv,
    /// 729 characters a line, nine for every cell (Sukaku).
    Candidates,
    /// Pencilmark grids with the boxes drawn.
    Pencilmarks,
    /// `.sdm`: 81 digits a line, 0 for an empty cell (SudoCue, HoDoKu).
    Sdm,
    /// `.sdk`: SadMan, with header lines and sections.
    Sdk,
    /// `.ss`: Simple Sudoku.
    SimpleSudoku,
    /// `.opensudoku`: XML (OpenSudoku).
    OpenSudoku,
    /// Lines of HoDoKu's library.
    Hodoku,
    /// Links to the solver of sudokuwiki.org, with 81 digits.
    SudokuWiki,
    /// The same with the packed board that the site itself makes.
    SudokuWikiPacked,
}

impl Form {
    /// All forms, in the order of help texts.
    pub const ALL: [Form; 15] = [
        Form::Line,
        Form::Grid,
        Form::Boxed,
        Form::Json,
        Form::JsonLines,
        Form::Csv,
        Form::Candidates,
        Form::Pencilmarks,
        Form::Sdm,
        Form::Sdk,
        Form::SimpleSudoku,
        Form::OpenSudoku,
        Form::Hodoku,
        Form::SudokuWiki,
        Form::SudokuWikiPacked,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Form::Line => "line",
            Form::Grid => "grid",
            Form::Boxed => "boxed",
            Form::Json => "json",
            Form::JsonLines => "jsonl",
            Form::Csv => "csv",
            Form::Candidates => "candidates",
            Form::Pencilmarks => "pencilmarks",
            Form::Sdm => "sdm",
            Form::Sdk => "sdk",
            Form::SimpleSudoku => "ss",
            Form::OpenSudoku => "opensudoku",
            Form::Hodoku => "hodoku",
            Form::SudokuWiki => "sudokuwiki",
            Form::SudokuWikiPacked => "sudokuwiki-packed",
        }
    }

    /// What it is, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Form::Line => "81 characters a line",
            Form::Grid => "Nine lines of nine characters, and an empty line",
            Form::Boxed => "Nine lines with the boxes drawn, and an empty line",
            Form::Json => "A JSON array of arrays a line",
            Form::JsonLines => "A JSON object a line, with all that is known of a puzzle",
            Form::Csv => "CSV with all that is known of a puzzle",
            Form::Candidates => "729 characters a line, nine for every cell (Sukaku)",
            Form::Pencilmarks => "Pencilmark grids with the boxes drawn",
            Form::Sdm => "81 digits a line, 0 for an empty cell (SudoCue, HoDoKu)",
            Form::Sdk => "SadMan Sudoku: header lines, nine lines, sections for what was done",
            Form::SimpleSudoku => "Simple Sudoku: drawn grids of clues, placed digits and pencilmarks",
            Form::OpenSudoku => "OpenSudoku: XML",
            Form::Hodoku => "Lines of HoDoKu's library: clues, placed digits, crossed-out candidates",
            Form::SudokuWiki => "Links to the solver of sudokuwiki.org",
            Form::SudokuWikiPacked => "The same with the board packed as the site does it (S9B)",
        }
    }

    /// The form of a name such as `sdm`.
    pub fn named(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// What the ending of a path says.
    ///
    /// ```
    /// use minirow_formats::Form;
    /// assert_eq!(Form::of_path("book/Easy.SDK".as_ref()), Some(Form::Sdk));
    /// assert_eq!(Form::of_path("puzzles.txt".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Form> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "csv" => Some(Form::Csv),
            "json" => Some(Form::Json),
            "jsonl" | "ndjson" => Some(Form::JsonLines),
            "729" | "sukaku" => Some(Form::Candidates),
            "pm" => Some(Form::Pencilmarks),
            "sdm" => Some(Form::Sdm),
            "sdk" => Some(Form::Sdk),
            "ss" => Some(Form::SimpleSudoku),
            "opensudoku" | "xml" => Some(Form::OpenSudoku),
            _ => None,
        }
    }
}
