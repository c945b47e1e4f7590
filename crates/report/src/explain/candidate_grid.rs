//! The candidate grid for a terminal, with marks that can be read without colour too.

use anstyle::{AnsiColor, Style};
use minirow_core::{Cell, DigitSet, Grid};
use minirow_grade::Pencilmarks;

use crate::explain::marks::StepMarks;

const PLACED: Style = AnsiColor::Green.on_default().bold();
const GONE: Style = AnsiColor::Red.on_default().bold();
const PATTERN: Style = AnsiColor::Cyan.on_default().bold();
const LABEL: Style = Style::new().dimmed();
const CLUE: Style = Style::new().bold();

/// Adds ANSI escape codes to a text if `color` is set.
pub(super) fn paint(color: bool, style: Style, text: &str) -> String {
    if color { format!("{}{text}{}", style.render(), style.render_reset()) } else { text.into() }
}

/// The text of a cell, and the number of its visible characters.
struct CellText {
    text: String,
    width: usize,
}

/// Writes the grid, and below it what the marks mean: `12(34)-5` is a cell with the candidates 1 to 5, of which 3 and 4 are
/// part of the pattern and 5 is eliminated; `=6` is placed.
pub(super) fn candidate_grid(position: &Pencilmarks, clues: &Grid, marks: &StepMarks, color: bool) -> String {
    let cells: Vec<CellText> =
        Cell::ALL.into_iter().map(|cell| cell_text(cell, position, clues, marks, color)).collect();
    let width: [usize; 9] =
        std::array::from_fn(|column| (0..9).map(|row| cells[9 * row + column].width).max().unwrap_or(0));
    let stack_width = |stack: usize| width[3 * stack..3 * stack + 3].iter().sum::<usize>() + 2;
    let rule = [0, 1, 2].map(|stack| "-".repeat(stack_width(stack) + if stack == 1 { 2 } else { 1 })).join("+");
    let numbers = [0, 3, 6].map(|first| {
        let padded = |column: usize| format!("{:<1$}", column + 1, width[column]);
        (first..first + 3).map(padded).collect::<Vec<_>>().join(" ")
    });
    let mut text = format!("    {}\n", paint(color, LABEL, numbers.join("   ").trim_end()));
    for row in 0..9 {
        if row == 3 || row == 6 {
            text += &format!("    {rule}\n");
        }
        let stacks = [0, 3, 6].map(|first| {
            let padded = |column: usize| {
                let CellText { text, width: used } = &cells[9 * row + column];
                // The last of a row needs no blanks after it.
                let blanks = if column == 8 { 0 } else { width[column] - used };
                format!("{text}{:blanks$}", "")
            };
            (first..first + 3).map(padded).collect::<Vec<_>>().join(" ")
        });
        text += &format!("  {} {}\n", paint(color, LABEL, &(row + 1).to_string()), stacks.join(" | "));
    }
    text + &legend(marks, color)
}

/// Writes a cell.
fn cell_text(cell: Cell, position: &Pencilmarks, clues: &Grid, marks: &StepMarks, color: bool) -> CellText {
    if let Some(digit) = position.values().get(cell) {
        let digit = digit.to_string();
        let text = if clues.get(cell).is_some() { paint(color, CLUE, &digit) } else { digit };
        return CellText { text, width: 1 };
    }
    let digits = position.digits(cell);
    let (placed, eliminated) = (marks.placed.digits(cell), marks.eliminated.digits(cell));
    let pattern = (marks.pattern.digits(cell) | marks.on.digits(cell) | marks.off.digits(cell)) & digits;
    let pattern = pattern - placed - eliminated;
    let mut shown = CellText { text: String::new(), width: 0 };
    let mut add = |digits: DigitSet, before: &str, after: &str, how: Option<Style>| {
        if !digits.is_empty() {
            let part = format!("{before}{digits}{after}");
            shown.width += part.chars().count();
            shown.text += &how.map_or(part.clone(), |how| paint(color, how, &part));
        }
    };
    add(digits - placed - eliminated - pattern, "", "", None);
    add(pattern, "(", ")", Some(PATTERN));
    add(eliminated, "-", "", Some(GONE));
    add(placed, "=", "", Some(PLACED));
    if digits.is_empty() {
        shown = CellText { text: "?".into(), width: 1 };
    }
    shown
}

/// Explains the marks that occur.
fn legend(marks: &StepMarks, color: bool) -> String {
    let chain = !marks.on.is_empty() || !marks.off.is_empty();
    let pattern = if chain { "(1) in the chain" } else { "(1) pattern" };
    let parts = [
        (chain || !marks.pattern.is_empty()).then(|| paint(color, PATTERN, pattern)),
        (!marks.eliminated.is_empty()).then(|| paint(color, GONE, "-1 taken out")),
        (!marks.placed.is_empty()).then(|| paint(color, PLACED, "=1 placed")),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { String::new() } else { format!("    {}\n", parts.join("   ")) }
}
