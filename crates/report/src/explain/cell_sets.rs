//! Pictures of sets of cells, on a page that needs no other file.

use minirow_core::{CellSet, Grid};
use minirow_print::svg::escape_markup;

use crate::explain::grid_svg::{self, SIDE};

/// Returns the head of a page, after which [`figure`] draws each set. The page needs no end.
pub fn head(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>\n{}\
         body {{ font-family: sans-serif; margin: 1rem; display: flex; flex-wrap: wrap; gap: 1rem; }}\n\
         figure {{ margin: 0; width: 15rem; }}\nfigure svg {{ width: 100%; height: auto; }}\n</style>\n",
        escape_markup(title),
        grid_svg::without_variables(),
    )
}

/// Draws a full grid with a set of its cells. The digits of `clues` are drawn as clues.
///
/// ```
/// use minirow_core::{CellSet, Grid};
/// use minirow_report::explain::cell_sets;
/// let grid: Grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179".parse()?;
/// let drawn = cell_sets::figure("two cells", &grid, &Grid::EMPTY, CellSet::EMPTY.with("r1c1".parse()?).with("r9c9".parse()?));
/// assert_eq!((drawn.matches("class=\"focus\"").count(), drawn.matches("class=\"value\"").count()), (2, 81));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn figure(caption: &str, grid: &Grid, clues: &Grid, cells: CellSet) -> String {
    let mut drawn = format!("<figure>{}", grid_svg::open(caption, &format!("width=\"{SIDE}\" height=\"{SIDE}\"")));
    drawn += &grid_svg::paper();
    drawn.extend(cells.iter().map(|cell| grid_svg::tint("focus", cell)));
    drawn.extend(grid.clues().map(|(cell, digit)| grid_svg::value(cell, digit, clues.get(cell).is_some(), "")));
    format!("{drawn}{}</svg><figcaption>{}</figcaption></figure>\n", grid_svg::frame(), escape_markup(caption))
}
