//! Step-by-step explanations: from a position to its steps, and from the steps to text, a page or a picture.
//!
//! A [`Walkthrough`] holds the steps from a [`StartPosition`](minirow_table::StartPosition) on, each with its explanation.
//! [`ExplainedStep::hint`] tells a step in stages. [`text()`] writes it for a terminal, [`page()`] as an HTML file, and [`picture()`] draws one step as SVG. The JSON lines
//! are in [`crate::trace`].

mod candidate_grid;
pub mod cell_sets;
mod grid_svg;
mod hint;
mod marks;
mod page;
mod picture;
mod rating_curve;
mod sheet;
mod text;
mod walkthrough;

pub use hint::HintStage;
pub use page::page;
pub use picture::picture;
pub use sheet::{printed, sheet_steps};
pub use text::{ExplanationStyle, text};
pub use walkthrough::{ExplainedStep, StepSelection, Walkthrough, WalkthroughEnd};
