//! Charts of a report, as SVG and PNG. The same report gives the same bytes on every machine.

mod bars;
mod canvas;
mod cells;
mod chart;
mod clues;
mod er;
mod er_by_clues;
mod picture;
mod scales;
mod shape;
mod theme;

pub use chart::Chart;
pub(crate) use picture::{inline_svg, with_data};
pub use picture::{png, svg};
pub use theme::MOST_PACKS;
pub(crate) use theme::{STYLE, color, dark};
