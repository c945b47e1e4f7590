//! The rating curve: a bar for each step of a path, as high as its rating.

use std::fmt::Write;

use crate::explain::walkthrough::{ExplainedStep, Walkthrough};
use crate::template::escaped;

/// Draws the curve as SVG that can be stretched. The `data-view` of a bar is the view of its step.
pub(super) fn rating_curve(walkthrough: &Walkthrough) -> String {
    let steps = walkthrough.steps.len();
    let hardest = walkthrough.steps.iter().max_by(|a, b| a.step.rating().tenths().cmp(&b.step.rating().tenths()));
    let Some(hardest) = hardest.map(|step| step.step.rating().value()) else { return String::new() };
    let about = format!("Ratings along the path: {steps} steps, the hardest {hardest:.1}");
    let mut drawn = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {steps} 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{about}\">\n"
    );
    // A line for each whole rating.
    for whole in 1..=hardest as u32 {
        let y = 100.0 - height(f64::from(whole), hardest);
        let _ = writeln!(drawn, "<path class=\"whole\" d=\"M0 {y:.1}H{steps}\"/>");
    }
    for (view, step) in walkthrough.steps.iter().enumerate() {
        let ExplainedStep { number, step: found, .. } = step;
        let title = escaped(&format!("{number}: {}, {}", step.name(), found.rating()));
        let height = height(found.rating().value(), hardest);
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
fn height(rating: f64, hardest: f64) -> f64 {
    96.0 * rating / hardest
}
