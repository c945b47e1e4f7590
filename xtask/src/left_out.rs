//! What a form cannot hold, and is left out from it: noted grid by grid, and said once.

use minirow_formats::Form;

use crate::failure::say;
use crate::input::Place;

/// All that was left out so far.
#[derive(Default)]
pub(crate) struct LeftOut(Vec<Kind>);

/// Something that the form cannot hold.
struct Kind {
    what: String,
    count: u64,
    first: Place,
}

impl LeftOut {
    /// Takes note of what was left out from a grid.
    pub(crate) fn note(&mut self, dropped: Vec<String>, place: &Place) {
        for what in dropped {
            match self.0.iter_mut().find(|known| known.what == what) {
                Some(known) => known.count += 1,
                None => self.0.push(Kind { what, count: 1, first: place.clone() }),
            }
        }
    }

    /// Says it on stderr.
    pub(crate) fn say(&self, form: Form) {
        // What was missing from the same puzzles is one line.
        let mut groups: Vec<(&Kind, Vec<&str>)> = Vec::new();
        for kind in &self.0 {
            let is_same = |known: &Kind| known.count == kind.count && known.first.to_string() == kind.first.to_string();
            match groups.iter_mut().find(|(known, _)| is_same(known)) {
                Some((_, names)) => names.push(&kind.what),
                None => groups.push((kind, vec![&kind.what])),
            }
        }
        for (Kind { count, first, .. }, names) in groups {
            let of = if *count == 1 { String::new() } else { format!(" and {} more", count - 1) };
            let form = form.name();
            say(&format!("left out from {first}{of}, as {form} has no place for it: {}", names.join(", ")));
        }
    }
}
