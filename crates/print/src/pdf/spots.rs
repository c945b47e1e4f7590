//! The spot colours of a PDF: each is a colour space of its own.

use std::sync::Arc;

use pdf_writer::writers::{ColorSpace, Resources};
use pdf_writer::{Finish, Name};

use crate::tone::SpotColor;

/// The spot colours of a PDF that is being written.
#[derive(Default)]
pub(super) struct Spots(Vec<Arc<SpotColor>>);

impl Spots {
    /// Returns the name of a spot colour on pages.
    pub(super) fn name(&mut self, spot: &Arc<SpotColor>) -> String {
        let known = self.0.iter().position(|known| known == spot);
        let number = known.unwrap_or_else(|| {
            self.0.push(Arc::clone(spot));
            self.0.len() - 1
        });
        format!("S{number}")
    }

    /// Adds the colour spaces to the resources of pages.
    pub(super) fn write(&self, resources: &mut Resources) {
        if self.0.is_empty() {
            return;
        }
        let mut spaces = resources.color_spaces();
        for (spot, number) in self.0.iter().zip(0..) {
            let space = spaces.insert(Name(format!("S{number}").as_bytes())).start::<ColorSpace>();
            let mut separation = space.separation(Name(spot.name.as_bytes()));
            separation.alternate_color_space().device_cmyk();
            let mut tint = separation.tint_exponential();
            tint.domain([0.0, 1.0]).c0([0.0; 4]).c1(spot.cmyk.map(|share| share as f32)).n(1.0);
            tint.finish();
        }
    }
}
