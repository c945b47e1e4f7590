//! Boards and errors that are found, and what the text around them tells about them.

use minirow_core::Grid;

use super::{Scanned, Scanner};
use crate::block::Found;
use crate::board::Board;
use crate::error::ParseError;
use crate::scanner::headings::below_heading;
use crate::scanner::results::{Context, full};
use crate::solution_names::{is_solution_name, lost_of_solution};

impl Scanner {
    pub(super) fn report(&mut self, line: usize, result: Result<Board, ParseError>) {
        self.found(Scanned { line, result, solution: None, title: None }, Context::default());
    }

    /// Adds a result, which is refused if the text around it tells another order of its cells.
    pub(super) fn found(&mut self, mut next: Scanned, context: Context) {
        self.end_larger();
        self.end_pairs();
        self.end_empty_lines(Err(ParseError::Ruler));
        self.has_result = true;
        match self.vectors.find(next.line) {
            Some(false) if self.results.wait_for_matrix(next.line) => {}
            Some(_) => next.result = next.result.and(Err(ParseError::ByColumns)),
            None => {}
        }
        if let Some(name) = self.brackets.find(next.line) {
            next.result = next.result.and(Err(ParseError::Moved(name.into())));
        }
        if let Some(error) = self.headings.error_of(next.line) {
            next.result = next.result.and_then(|board| below_heading(board, error));
        }
        if next.result == Err(ParseError::Regions) {
            self.headings.note_regions(self.line);
            next.title = self.headings.text_between(self.last_result, next.line).map(String::from);
        }
        self.last_result = next.line;
        let heading = next.title.as_deref().or(self.headings.title_of(next.line));
        let heading = heading.filter(|title| is_solution_name(title));
        let is_value = |title: &str| title.contains(['=', '{']) || title.starts_with('"');
        let is_solution = context.is_solution || heading.is_some_and(is_value);
        let context = Context { is_solution, is_below_solution: heading.is_some(), ..context };
        self.results.add(next, context);
    }

    /// Reports the lines of 81 equal blanks above all grids: as empty grids, or with the error of rulers.
    pub(super) fn end_empty_lines(&mut self, result: Result<(), ParseError>) {
        for line in std::mem::take(&mut self.empty_lines) {
            self.report(line, result.clone().map(|()| Board::Grid(Grid::EMPTY)));
        }
    }

    /// Notes the first row of a grid with the name of a solution.
    pub(super) fn note_solution_name(&mut self, line: usize) {
        if !self.block.has_lines() {
            self.below_solution_names.clear();
        }
        self.below_solution_names.push(line);
    }

    /// Reports the results of a block.
    pub(super) fn add(&mut self, found: Vec<Found>) {
        for (line, result) in found {
            let title = self.headings.take_title(line);
            let is_lost = |board: &Board| board.clues().is_ok_and(|grid| lost_of_solution(grid).is_some());
            let is_solution = full(&result).is_some() || result.as_ref().is_ok_and(is_lost);
            let is_named = is_solution && self.below_solution_names.contains(&line);
            let title = title.or(is_named.then(|| "Solution".into()));
            self.found(Scanned { line, result, solution: None, title }, Context::default());
        }
    }

    /// Refuses grids in lines that may be the rows of grids beside each other: most of them have a digit twice, or the others have none.
    pub(super) fn end_beside(&mut self) {
        let lines = std::mem::take(&mut self.beside);
        let clashes = lines.iter().filter(|(_, grid)| grid.clash().is_some()).count();
        let grid = |at: usize| {
            let rows: Vec<[u8; 9]> = lines.iter().map(|(_, grid)| grid.to_rows()[at]).collect();
            rows.try_into().ok().and_then(Grid::from_rows)
        };
        let are_grids = || (0..9).all(|at| grid(at).is_some_and(|grid| grid.clash().is_none()));
        if lines.len() > 1 && (2 * clashes >= lines.len() || are_grids()) {
            let names = ["nine rows a line", "nine grids beside each other"];
            let is_of_lines = |refused: usize| lines.iter().any(|(line, _)| *line == refused);
            self.results.refuse(is_of_lines, &ParseError::Layouts(names));
        }
    }
}
