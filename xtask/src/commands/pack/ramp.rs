//! A ramp: the puzzles of a section from the easiest to the hardest, by ER, then EP, ED and index. It needs the rows of the
//! section in memory, some 400 bytes each; those of one section at a time.

use std::io::Write;

use super::plan::Plan;
use crate::failure::{Failure, Result};
use crate::manifest::Tenths;
use crate::part::Lines;
use crate::recipe_file::Order;
use crate::records::pack_field;

/// Puts the rows of a section in order.
pub(super) fn arrange(rows: &mut [String]) {
    rows.sort_by_cached_key(|row| {
        let index: u64 = pack_field(row, "index").parse().unwrap_or_default();
        (["er", "ep", "ed"].map(|column| Tenths::read(pack_field(row, column))), index)
    });
}

/// Whether the rows of a pack are in another order than that in which they are made.
pub(super) fn is_in(plan: &Plan) -> bool {
    plan.sections.iter().any(|section| section.order == Order::Ramp)
}

/// Copies the lines of a pack, with the rows of each section in their order.
pub(super) fn rewrite(plan: &Plan, lines: &mut Lines, to: &mut dyn Write) -> Result<()> {
    let failed = |error| Failure::writing("the rows in their order", &error);
    to.write_all(lines.next()?.unwrap_or_default()).map_err(failed)?; // the header
    for section in &plan.sections {
        let mut rows = Vec::new();
        for _ in 0..section.count {
            let Some(line) = lines.next()? else { break };
            let row = String::from_utf8_lossy(line).into_owned();
            match section.order {
                Order::AsMade => to.write_all(row.as_bytes()).map_err(failed)?,
                Order::Ramp => rows.push(row),
            }
        }
        arrange(&mut rows);
        to.write_all(rows.concat().as_bytes()).map_err(failed)?;
    }
    Ok(())
}
