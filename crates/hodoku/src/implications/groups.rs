//! Groups: two or three cells where a box and a line meet, of which one has a digit, or none.

use minirow_core::{Candidate, CellSet, Digit, House};

use super::{CANDIDATE_NODES, NodeId, Table, id};
use crate::state::State;
use crate::work_set::WorkSet;

/// The places of a digit where a box and a line meet.
pub(crate) struct Group {
    pub(crate) cells: CellSet,
    pub(crate) digit: Digit,
    line: House,
    box_: House,
}

/// Returns all groups: those of rows, then those of columns.
pub(super) fn all(state: &State) -> Vec<Group> {
    let lines = House::ROWS.into_iter().chain(House::COLUMNS);
    let mut groups = Vec::new();
    for line in lines {
        for digit in Digit::ALL {
            for box_ in House::BOXES {
                let cells = state.cells_in(line, digit) & box_.cells();
                if cells.len() > 1 {
                    groups.push(Group { cells, digit, line, box_ });
                }
            }
        }
    }
    groups
}

fn group_id(number: usize, on: bool) -> NodeId {
    (CANDIDATE_NODES + 2 * number + usize::from(!on)) as NodeId
}

/// Appends the tables of groups, and adds the groups to the tables of candidates.
pub(super) fn add_tables(state: &State, groups: &[Group], tables: &mut Vec<Table>, work_set: &mut WorkSet) {
    let of_digit = |digit: Digit| (0..groups.len()).filter(|&number| groups[number].digit == digit).collect();
    let by_digit: [Vec<usize>; 9] = Digit::ALL.map(of_digit);
    for (number, group) in groups.iter().enumerate() {
        let (g_on, g_off) = (group_id(number, true), group_id(number, false));
        let (mut on, mut off) = (Table::default(), Table::default());
        on.start(g_on);
        off.start(g_off);
        let digit = group.digit;
        let seen = state.cells(digit) & group.cells.common_peers();
        work_set.touch(seen);
        for cell in seen.iter() {
            let candidate = Candidate { cell, digit };
            on.push(id(candidate, false));
            tables[usize::from(id(candidate, true))].push(g_off);
        }
        for house in [group.box_, group.line] {
            if let Some(cell) = (seen & house.cells()).single() {
                let candidate = Candidate { cell, digit };
                off.push(id(candidate, true));
                tables[usize::from(id(candidate, false))].push(g_on);
            }
        }
        // By kind: the number of other groups in the same house, and the first of them.
        let mut others = [(0, 0); 3];
        for &other_number in &by_digit[digit.index()] {
            let other = &groups[other_number];
            if other_number == number || other.cells.intersects(group.cells) {
                continue;
            }
            let same_line = other.line == group.line;
            let is_row = usize::from(group.line.index() < 9);
            let kinds = [same_line && is_row == 1, same_line && is_row == 0, other.box_ == group.box_];
            if kinds.contains(&true) {
                on.push(group_id(other_number, false));
            }
            for (others, same) in others.iter_mut().zip(kinds) {
                if same {
                    *others = (others.0 + 1, if others.0 == 0 { other_number } else { others.1 });
                }
            }
        }
        for (house, (count, other)) in [group.line, group.line, group.box_].into_iter().zip(others) {
            if count == 1 {
                let rest = state.cells_in(house, digit) - group.cells - groups[other].cells;
                work_set.assign(rest);
                if rest.is_empty() {
                    off.push(group_id(other, true));
                }
            }
        }
        tables.extend([on, off]);
    }
}
