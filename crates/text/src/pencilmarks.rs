//! The pencilmark grid: the candidates of all cells in columns, with the boxes drawn.

use minirow_core::{CandidateSet, Cell, Digit, DigitSet};

use crate::characters::number;

/// Draws candidates as a table of nine rows. A column is as wide as its longest cell; `-` is a cell without a
/// candidate.
///
/// ```text
/// 4     1679 12679 | 139   2369 269  | 8    1239 5
/// 26789 3    1256789 | ...
/// ```
///
/// If more cells have no candidate than several, and the candidates are not those that clues leave, each cell is put in braces
/// (`{4}`, `{}`). Without them the text would be parsed as a grid of clues, or refused as one with an error.
///
/// ```
/// use minirow_core::{CandidateSet, Grid};
/// let grid: Grid = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let candidates = CandidateSet::from(&grid);
/// let table = minirow_text::pencilmarks(&candidates);
/// assert!(table.starts_with("5 "));
/// assert_eq!(minirow_text::parse(&table)?, minirow_text::Board::Candidates(candidates));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pencilmarks(candidates: &CandidateSet) -> String {
    let several = Cell::ALL.into_iter().any(|cell| candidates.digits(cell).len() > 1);
    let is_left_by_clues = !several && CandidateSet::from(&candidates.singles()) == *candidates;
    let braces = !is_left_by_clues && needs_braces(candidates);
    let shown = |cell: Cell| match candidates.digits(cell) {
        digits if braces => format!("{{{digits}}}"),
        DigitSet::EMPTY => "-".to_string(),
        digits => digits.to_string(),
    };
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| shown(Cell::at(row, column)).len()).max().expect("nine rows"));
    // A stack has three columns with a space between them; the rule has one more dash on each side of a `+`.
    let stack_width = |stack: usize| width[3 * stack..3 * stack + 3].iter().sum::<usize>() + 2;
    let rule = format!(
        "{}+{}+{}",
        "-".repeat(stack_width(0) + 1),
        "-".repeat(stack_width(1) + 2),
        "-".repeat(stack_width(2) + 1)
    );
    let mut lines = Vec::new();
    for row in 0..9 {
        if row == 3 || row == 6 {
            lines.push(rule.clone());
        }
        let stacks = [0, 3, 6].map(|first| {
            (first..first + 3)
                .map(|column| format!("{:<1$}", shown(Cell::at(row, column)), width[column]))
                .collect::<Vec<_>>()
                .join(" ")
        });
        lines.push(stacks.join(" | ").trim_end().to_string());
    }
    lines.join("\n")
}

/// Returns `true` if a table of candidates is not known to be one without braces around each cell.
///
/// ```
/// use minirow_core::{CandidateSet, Grid};
/// assert!(minirow_text::needs_braces(&CandidateSet::EMPTY));
/// assert!(!minirow_text::needs_braces(&CandidateSet::from(&Grid::EMPTY)));
/// ```
pub fn needs_braces(candidates: &CandidateSet) -> bool {
    let count =
        |is_one: fn(usize) -> bool| Cell::ALL.into_iter().filter(|&cell| is_one(candidates.digits(cell).len())).count();
    let several = count(|length| length > 1);
    let is_empty = |row: usize| (0..9).all(|column| candidates.digits(Cell::at(row, column)).is_empty());
    several == 0 || count(|length| length == 0) > several || (0..9).any(is_empty)
}

/// The reading of a word as a cell of pencilmarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    Digits {
        digits: DigitSet,
        /// `true` if the word has several digits or braces, as no cell of a grid of clues has.
        is_several: bool,
    },
    /// Digits with signs whose meaning differs from program to program, such as `4-5` or `56(+9)`.
    Doubtful,
    Unknown,
}

/// Reads a word of ascending digits or one blank for no digit, possibly in brackets, or behind a sign or a letter that marks the cell.
pub(super) fn read_cell(word: &str) -> Mark {
    let in_braces = word.strip_prefix('{').and_then(|word| word.strip_suffix('}'));
    if let [character] = word.as_bytes()
        && number(*character) == Some(0)
    {
        return Mark::Digits { digits: DigitSet::EMPTY, is_several: false };
    }
    let brackets = [('(', ')'), ('[', ']'), ('<', '>')];
    let in_brackets = || brackets.iter().find_map(|&(open, close)| word.strip_prefix(open)?.strip_suffix(close));
    let inner = in_braces.or_else(in_brackets).unwrap_or(word);
    let is_sign = |character: char| matches!(character, '*' | '@' | '!' | '~' | '^');
    let inner = inner.trim_start_matches(is_sign).trim_end_matches(is_sign);
    let inner = match inner.as_bytes() {
        // A digit that was placed in some files, and letters that are blanks.
        [b'u' | b'x' | b'X' | b'e', digit, ..] if digit.is_ascii_digit() => return Mark::Doubtful,
        [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit() => &inner[1..],
        _ => inner,
    };
    let is_digits = inner.bytes().all(|character| matches!(character, b'1'..=b'9'));
    if is_digits && (!inner.is_empty() || in_braces.is_some()) {
        let is_ascending = inner.as_bytes().windows(2).all(|pair| pair[0] < pair[1]);
        let digits: DigitSet = inner.bytes().filter_map(|character| Digit::new(character - b'0')).collect();
        let is_several = in_braces.is_some() || inner.len() > 1;
        return if is_ascending { Mark::Digits { digits, is_several } } else { Mark::Unknown };
    }
    // A dot is in the numbers of remarks.
    let is_sign = |byte: u8| byte.is_ascii_punctuation() && byte != b'.';
    let is_doubtful = word.bytes().all(|byte| matches!(byte, b'1'..=b'9') || is_sign(byte))
        && word.bytes().filter(u8::is_ascii_digit).count() > 1;
    if is_doubtful { Mark::Doubtful } else { Mark::Unknown }
}
