//! Levels and techniques as files name them: ours in their own order, those of others after them.

use std::borrow::Cow;

use minirow_grade::{Cut, Level, TECHNIQUES};

/// More names than this are not told apart, so that a file cannot fill the memory.
const MOST: usize = 1000;

/// A name, with its place among others.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Named {
    place: usize,
    /// As files have it.
    pub(crate) slug: Cow<'static, str>,
    /// As people read it.
    pub(crate) title: Cow<'static, str>,
}

impl Named {
    fn ours(place: usize, slug: &'static str, title: &'static str) -> Named {
        Named { place, slug: slug.into(), title: title.into() }
    }

    fn another(place: usize, text: &str) -> Named {
        let name: Cow<str> = text.to_string().into();
        Named { place, slug: name.clone(), title: name }
    }

    /// A level, or the limit that a rating broke; whether letters are large or small is all the same.
    pub(crate) fn level(text: &str) -> Named {
        let cuts = [Cut::TooHard, Cut::BudgetSpent].map(Cut::name);
        let mut ours = Level::ALL.map(Level::name).into_iter().chain(cuts);
        match ours.by_ref().enumerate().find(|(_, name)| name.eq_ignore_ascii_case(text)) {
            Some((place, name)) => Named::ours(place, name, name),
            None => Named::another(usize::MAX - 1, text),
        }
    }

    pub(crate) fn technique(text: &str) -> Named {
        match TECHNIQUES.iter().enumerate().find(|(_, technique)| technique.slug == text) {
            Some((place, technique)) => Named::ours(place, technique.slug, technique.name),
            None => Named::another(usize::MAX - 1, text),
        }
    }

    /// Itself; or, where it is new and there are too many already, what stands for the rest.
    pub(crate) fn among(self, known: usize, is_known: impl FnOnce(&Named) -> bool) -> Named {
        if known < MOST || is_known(&self) { self } else { Named::ours(usize::MAX, "(others)", "(others)") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ours_come_first_and_in_their_order() {
        let mut levels = ["Moderate", "too-hard", "extreme", "EASY"].map(Named::level);
        levels.sort();
        assert_eq!(levels.map(|level| level.slug), ["easy", "extreme", "too-hard", "Moderate"]);
        let mut techniques = ["x-wing", "guess", "hidden-single"].map(Named::technique);
        techniques.sort();
        assert_eq!(techniques.map(|technique| technique.title), ["Hidden Single", "X-Wing", "guess"]);
    }

    #[test]
    fn too_many_names_are_one() {
        assert_eq!(Named::level("new").among(MOST - 1, |_| false).slug, "new");
        assert_eq!(Named::level("new").among(MOST, |_| false).slug, "(others)");
        assert_eq!(Named::level("old").among(MOST, |_| true).slug, "old");
    }
}
