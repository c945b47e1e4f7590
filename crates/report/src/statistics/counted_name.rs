//! Names of levels and techniques: known ones in their own order, other names of files after them.

use std::borrow::Cow;

use minirow_grade::{Cut, Level, TECHNIQUES};

/// The number of different names that are counted; further names count as one. So a file cannot fill the memory.
const LIMIT: usize = 1000;

/// A name with its place in the order of names.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct CountedName {
    place: usize,
    /// The name in files.
    pub(crate) slug: Cow<'static, str>,
    /// The name in reports.
    pub(crate) title: Cow<'static, str>,
}

impl CountedName {
    fn known(place: usize, slug: &'static str, title: &'static str) -> CountedName {
        CountedName { place, slug: slug.into(), title: title.into() }
    }

    fn other(place: usize, text: &str) -> CountedName {
        let name: Cow<str> = text.to_string().into();
        CountedName { place, slug: name.clone(), title: name }
    }

    /// Returns the name of a level, or of a limit that a rating exceeded. Upper and lower case are the same.
    pub(crate) fn level(text: &str) -> CountedName {
        let cuts = [Cut::TooHard, Cut::BudgetSpent].map(Cut::name);
        let mut known = Level::ALL.map(Level::name).into_iter().chain(cuts);
        match known.by_ref().enumerate().find(|(_, name)| name.eq_ignore_ascii_case(text)) {
            Some((place, name)) => CountedName::known(place, name, name),
            None => CountedName::other(usize::MAX - 1, text),
        }
    }

    /// Returns the name of a technique.
    pub(crate) fn technique(text: &str) -> CountedName {
        match TECHNIQUES.iter().enumerate().find(|(_, technique)| technique.slug == text) {
            Some((place, technique)) => CountedName::known(place, technique.slug, technique.name),
            None => CountedName::other(usize::MAX - 1, text),
        }
    }

    /// Returns the name itself, or the common name of all further ones if it is new and the limit is reached.
    pub(crate) fn within_limit(self, known: usize, is_known: impl FnOnce(&CountedName) -> bool) -> CountedName {
        if known < LIMIT || is_known(&self) { self } else { CountedName::known(usize::MAX, "(others)", "(others)") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_come_first_and_in_their_order() {
        let mut levels = ["Moderate", "too-hard", "extreme", "EASY"].map(CountedName::level);
        levels.sort();
        assert_eq!(levels.map(|level| level.slug), ["easy", "extreme", "too-hard", "Moderate"]);
        let mut techniques = ["x-wing", "guess", "hidden-single"].map(CountedName::technique);
        techniques.sort();
        assert_eq!(techniques.map(|technique| technique.title), ["Hidden Single", "X-Wing", "guess"]);
    }

    #[test]
    fn too_many_names_are_one() {
        assert_eq!(CountedName::level("new").within_limit(LIMIT - 1, |_| false).slug, "new");
        assert_eq!(CountedName::level("new").within_limit(LIMIT, |_| false).slug, "(others)");
        assert_eq!(CountedName::level("old").within_limit(LIMIT, |_| true).slug, "old");
    }
}
