//! The page: all steps of a walk in one HTML file that needs nothing else.
//!
//! The digits of the whole path are drawn once; each knows in which views it shows, and the marks of each step are a group
//! of their own. A view is the position before a step, by its place on the page; the last view is what is left in the end.
//! Without scripts all that is written can still be read.

mod steps;

use std::fmt::Write;

use minirow_core::Cell;
use minirow_grade::Level;

use crate::explain::{End, Walk, curve, picture};
use crate::html::escaped;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The page of a walk.
pub(crate) fn page(walk: &Walk, title: Option<&str>) -> String {
    let title = escaped(title.unwrap_or("Sudoku, step by step"));
    let count = walk.moments.len();
    let s = if count == 1 { "" } else { "s" };
    let facts = match walk.ratings().filter(|_| walk.end == End::Solved && walk.moments[0].number == 1) {
        Some([er, ep, ed]) => format!("{count} step{s} · ER {er} · EP {ep} · ED {ed} · {}", Level::of(er)),
        None if count == 0 => "Nothing to do".into(),
        None => format!("{count} step{s}"),
    };
    let clues = walk.clues.to_string();
    format!(
        "<!doctype html>
<html lang=\"en\">
<head>
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">
<meta name=\"color-scheme\" content=\"light dark\">
<meta name=\"generator\" content=\"minirow {version}\">
<title>{title}</title>
<style>
{picture_style}{STYLE}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p class=\"facts\">{facts}</p>
<p class=\"puzzle\"><code>{clues}</code></p>
</header>
<main>
<section class=\"board\" aria-label=\"Grid\">
{grid}<div class=\"controls\" role=\"group\" aria-label=\"Go to a step\">
<button type=\"button\" id=\"first\" aria-label=\"First step\">|&lsaquo;</button>
<button type=\"button\" id=\"previous\">&lsaquo; Previous</button>
<output id=\"where\"></output>
<button type=\"button\" id=\"next\">Next &rsaquo;</button>
<button type=\"button\" id=\"last\" aria-label=\"End\">&rsaquo;|</button>
</div>
{curve}<p class=\"hint\">Arrow keys go from step to step, Home and End to the first and the last.</p>
</section>
<div class=\"beside\">
<section class=\"words\" aria-label=\"Explanation\">
<p id=\"said\" class=\"unseen\" role=\"status\" aria-live=\"polite\"></p>
{steps}</section>
<nav class=\"list\" aria-label=\"All steps\">
<h2>All steps</h2>
<ol>
{list}</ol>
</nav>
{LEGEND}</div>
</main>
<script>
{SCRIPT}</script>
</body>
</html>
",
        version = env!("CARGO_PKG_VERSION"),
        picture_style = picture::STYLE,
        grid = grid(walk),
        curve = curve::curve(walk),
        steps = steps::steps(walk),
        list = steps::list(walk),
    )
}

const LEGEND: &str = "\
<details class=\"legend\">
<summary>What the marks mean</summary>
<ul>
<li><i class=\"key pattern\"></i> what the step follows from</li>
<li><i class=\"key focus\"></i> the cells that it turns on</li>
<li><i class=\"key on\"></i> true in a chain</li>
<li><i class=\"key off\"></i> false in a chain</li>
<li><i class=\"key gone\"></i> taken out</li>
<li><i class=\"key placed\"></i> placed</li>
<li><i class=\"key house\"></i> the house to look at</li>
<li><i class=\"key witness\"></i> a digit that others see</li>
<li><i class=\"arrow strong\"></i> false, so true</li>
<li><i class=\"arrow weak\"></i> true, so false</li>
<li><i class=\"arrow inner\"></i> false by a technique or a chain within the chain</li>
</ul>
</details>
";

/// The grid with the digits of all views, and the marks of each step.
fn grid(walk: &Walk) -> String {
    let mut drawn = picture::open("The grid, as the text beside it tells", "id=\"grid\"") + &picture::paper();
    for (view, moment) in walk.moments.iter().enumerate() {
        let _ = writeln!(drawn, "<g class=\"of-step\" data-view=\"{view}\">\n{}</g>", picture::under(moment));
    }
    drawn += &digits(walk);
    drawn += &picture::frame();
    for (view, moment) in walk.moments.iter().enumerate() {
        let _ = writeln!(drawn, "<g class=\"of-step\" data-view=\"{view}\">\n{}</g>", picture::over(moment));
    }
    drawn + "</svg>\n"
}

/// Every digit and pencilmark that shows in any view: digits from one view on, pencilmarks up to one.
fn digits(walk: &Walk) -> String {
    let mut drawn = String::new();
    let views: Vec<_> = walk.moments.iter().map(|moment| &moment.position).chain([&walk.after]).collect();
    for cell in Cell::ALL {
        let from = views.iter().position(|view| view.values().get(cell).is_some());
        if let Some((from, digit)) = from.and_then(|from| Some((from, views[from].values().get(cell)?))) {
            let is_clue = walk.clues.get(cell).is_some();
            drawn += &picture::value(cell, digit, is_clue, &format!(" data-from=\"{from}\""));
        }
    }
    for candidate in views[0].candidates().iter() {
        let until = views.iter().rposition(|view| view.candidates().contains(candidate)).unwrap_or_default();
        drawn += &picture::mark(candidate, &format!(" data-until=\"{until}\""));
    }
    drawn
}
