//! The rating curve: a bar for each step of a path, as high as its rating.

use std::fmt::Write;

use minirow_print::svg::escape_markup;

use minirow_table::StepRating;

use crate::explain::walkthrough::{ExplainedStep, Walkthrough};

/// Draws the curve as SVG that can be stretched. The `data-view` of a bar is the view of its step.
pub(super) fn rating_curve(walkthrough: &Walkthrough) -> String {
    let steps = walkthrough.steps.len();
    let ratings = || walkthrough.steps.iter().map(|step| &step.rating);
    let Some(hardest) = ratings().max() else { return String::new() };
    let about = format!("Ratings along the path: {steps} steps, the hardest {hardest}");
    // Braids under no assumption can be longer than those under one. If there are only singles, all bars are empty.
    let highest = ratings().map(StepRating::value).fold(1.0, f64::max);
    let mut drawn = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {steps} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{about}\">\n"
    );
    // A line for each whole rating, of large ones for each tenth power of ten.
    let unit = 10_f64.powf(highest.log10().floor() - 1.0).max(1.0);
    for whole in 1..=(highest / unit) as u32 {
        let y = 100.0 - height(f64::from(whole) * unit, highest);
        let _ = writeln!(drawn, "<path class=\"whole\" d=\"M0 {y:.1}H{steps}\"/>");
    }
    for (view, step) in walkthrough.steps.iter().enumerate() {
        let ExplainedStep { number, rating, .. } = step;
        let title = escape_markup(&format!("{number}: {}, {rating}", step.name()));
        let height = height(rating.value(), highest);
        let _ = writeln!(
            drawn,
            "<g class=\"bar\" data-view=\"{view}\"><title>{title}</title><rect class=\"room\" x=\"{view}\" y=\"0\" \
             width=\"1\" height=\"100\"/><rect class=\"rating\" x=\"{view}.1\" y=\"{:.1}\" width=\"0.8\" \
             height=\"{height:.1}\"/></g>",
            100.0 - height
        );
    }
    drawn + "</svg>\n"
}

/// Returns the height of a rating above the base line.
fn height(rating: f64, highest: f64) -> f64 {
    96.0 * rating / highest
}
