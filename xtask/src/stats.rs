//! Statistics of packs: counted row by row in memory that does not grow with the rows (but for [`doubles`]), and shown as
//! text, JSON, a page or charts.

pub(crate) mod charts;
mod distribution;
mod doubles;
mod figures;
mod json;
mod named;
pub(crate) mod names;
mod pack;
mod page;
mod reference;
mod row;
mod tally;
mod text;

pub(crate) use doubles::Doubles;
pub(crate) use figures::grouped;
pub(crate) use json::json;
pub(crate) use pack::Pack;
pub(crate) use page::page;
pub(crate) use reference::Reference;
pub(crate) use row::{Reading, Row};
pub(crate) use text::{Style, text};

/// What is shown: packs beside each other, and what they are compared with.
pub(crate) struct Report {
    pub(crate) packs: Vec<Pack>,
    /// Which puzzles count as the same.
    pub(crate) doubles: Doubles,
    /// Numbers of two packs, and how many puzzles are in both; only pairs that share any.
    shared: Vec<(usize, usize, u64)>,
    pub(crate) reference: Option<Reference>,
}

impl Report {
    pub(crate) fn new(mut packs: Vec<Pack>, doubles: Doubles, reference: Option<Reference>) -> Report {
        let keys: Vec<_> = packs.iter_mut().map(Pack::finish).collect();
        let mut shared = Vec::new();
        for second in 1..packs.len() {
            for first in 0..second {
                let both = doubles::in_both(&keys[first], &keys[second]);
                if both > 0 {
                    shared.push((first, second, both));
                }
            }
        }
        Report { packs, doubles, shared, reference }
    }

    /// Whether any pack has weights.
    fn has_weights(&self) -> bool {
        self.packs.iter().any(Pack::has_weights)
    }

    /// Sentences on what the packs have in common, and on what is missing.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for &(first, second, count) in &self.shared {
            let [first, second] = [first, second].map(|number| &self.packs[number].name);
            let (s, are) = if count == 1 { ("", "is") } else { ("s", "are") };
            let twins = if self.doubles == Doubles::Twins { ", or a twin" } else { "" };
            remarks.push(format!("{} puzzle{s} of {first} {are} in {second} too{twins}.", figures::grouped(count)));
        }
        for pack in &self.packs {
            let unrated = pack.rows() - pack.er.total().count;
            if pack.rows() > 0 && pack.er.is_empty() {
                remarks.push(format!("{} has no ratings; --grade rates its puzzles.", pack.name));
            } else if unrated > 0 {
                let of = figures::grouped(pack.rows());
                remarks.push(format!("{} of the {of} puzzles of {} have no ER.", figures::grouped(unrated), pack.name));
            }
            if let Some(remark) = pack.weight_remark() {
                remarks.push(remark);
            }
        }
        if let Some(reference) = &self.reference {
            remarks.push(format!("Reference: {}.", reference.source()));
        }
        remarks
    }
}
