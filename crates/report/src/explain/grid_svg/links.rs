//! The links of chains as arrows: solid from a false candidate to a true one, dashed from a true candidate to a false one,
//! dotted where a technique or a nested chain is needed.

use std::collections::HashSet;
use std::fmt::Write;

use minirow_core::Candidate;
use minirow_grade::{Cause, Chain, Link};

use super::geometry::candidate_middle;

/// The distance from the middle of a candidate at which an arrow ends.
const GAP: f64 = 9.5;

/// The largest number of dotted arrows that are drawn at full strength. A nested chain has an arrow from each node that it
/// rests on.
const MANY: usize = 12;

/// Draws the arrows of chains, with a group for each chain.
pub(super) fn links(chains: &[Chain]) -> String {
    let mut drawn = String::new();
    let mut known = HashSet::new();
    let loops = is_one_loop(chains);
    for (number, chain) in distinct(chains).iter().enumerate() {
        let inner: usize = chain.links().iter().filter(|link| is_inner(link)).map(|link| link.parents().count()).sum();
        let source = chain.links().iter().find(|link| link.parents().next().is_none());
        let class = if inner > MANY { "case many" } else { "case" };
        let _ = writeln!(drawn, "<g class=\"{class}\" data-case=\"{number}\">");
        for (from, to) in ends(chain, loops) {
            // Chains from one assumption share links.
            if known.insert((key(from), key(to), source.map(key))) {
                drawn += &arrow(from, to);
            }
        }
        drawn += "</g>\n";
    }
    drawn
}

/// Returns the chains to draw: a loop is the same in both directions.
fn distinct(chains: &[Chain]) -> &[Chain] {
    if is_one_loop(chains) { &chains[..1] } else { chains }
}

fn is_one_loop(chains: &[Chain]) -> bool {
    chains.first().is_some_and(is_loop)
}

/// Returns the ends of the arrows of a chain.
fn ends(chain: &Chain, is_loop: bool) -> impl Iterator<Item = (&Link, &Link)> {
    // The candidates of an empty cell or house show the contradiction without arrows.
    let shown = chain.links().iter().filter(|link| link.cause() != Cause::Contradiction);
    shown.flat_map(move |link| {
        let parents = link.parents().map(move |parent| (&chain.links()[parent], link));
        let start = (is_loop && link.parents().next().is_none()).then(|| (&chain.links()[0], link));
        parents.chain(start)
    })
}

/// Returns the candidates at the ends of all arrows, each pair once.
pub(in crate::explain) fn pairs(chains: &[Chain]) -> Vec<[Candidate; 2]> {
    let mut known = HashSet::new();
    let loops = is_one_loop(chains);
    let all = distinct(chains).iter().flat_map(|chain| ends(chain, loops));
    all.map(|(from, to)| [from.candidate(), to.candidate()]).filter(|pair| known.insert(*pair)).collect()
}

/// Returns `true` if a chain is a loop, which has no assumption.
fn is_loop(chain: &Chain) -> bool {
    chain.links().iter().all(|link| link.parents().next().is_some() || link.cause() != Cause::Assumption)
}

/// Returns the candidate of a link, and `true` if it is true.
fn key(link: &Link) -> (Candidate, bool) {
    (link.candidate(), link.is_on())
}

/// Returns `true` if a link needs a technique or a nested chain.
fn is_inner(link: &Link) -> bool {
    link.cause() == Cause::Advanced
}

/// Draws the arrow between two links.
fn arrow(from: &Link, to: &Link) -> String {
    let class = match (from.is_on(), to.is_on()) {
        _ if is_inner(to) => "inner",
        (false, true) => "strong",
        _ => "weak",
    };
    let point = |link: &Link| {
        let (x, y) = candidate_middle(link.candidate());
        [f64::from(x), f64::from(y)]
    };
    let (start, end) = (point(from), point(to));
    let along = [end[0] - start[0], end[1] - start[1]];
    let length = along[0].hypot(along[1]);
    if length == 0.0 {
        return String::new();
    }
    // A bend to one side keeps both directions apart, and long arrows clear of the candidates between.
    let bend = (0.14 * length).min(26.0) / length;
    let control = [0, 1].map(|axis| {
        let across = if axis == 0 { along[1] } else { -along[0] };
        (start[axis] + end[axis]) / 2.0 + bend * across
    });
    let gap = GAP.min(0.33 * length);
    let [start, end] = [start, end].map(|end| {
        let to_control = [control[0] - end[0], control[1] - end[1]];
        let share = gap / to_control[0].hypot(to_control[1]);
        [end[0] + share * to_control[0], end[1] + share * to_control[1]]
    });
    let Candidate { cell, digit } = to.candidate();
    let sign = if to.is_on() { "=" } else { "&lt;&gt;" };
    format!(
        "<path class=\"{class}\" data-to=\"{cell}{sign}{digit}\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\" marker-end=\"url(#{class}-tip)\"/>\n",
        start[0], start[1], control[0], control[1], end[0], end[1]
    )
}
