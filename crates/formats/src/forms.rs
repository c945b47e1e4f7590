//! The forms that are more than one grid in the core's text: a file each, with what reads and what writes it.

pub(crate) mod csv;
pub(crate) mod hodoku;
pub(crate) mod json_lines;
pub(crate) mod opensudoku;
pub(crate) mod sdk;
pub(crate) mod simple_sudoku;
pub(crate) mod sudokuwiki;
