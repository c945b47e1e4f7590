//! The icons of the page as PNG files, drawn from its SVG: iOS shows no other icons on its home screen.

use std::fs;
use std::path::Path;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::{Error, Result};

/// The sides of the icons in pixels: those that iOS and Android ask for.
const SIDES: [u32; 2] = [180, 512];

/// Writes `icon-SIDE.png` for each side beside `icon.svg` in a folder.
///
/// Systems cut the corners off themselves, and iOS fills transparent ones with black, so the icons have square corners.
pub(super) fn write(folder: &Path) -> Result<()> {
    let path = folder.join("icon.svg");
    let svg = fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))?;
    let tree = Tree::from_str(&svg.replacen(" rx=\"20\"", "", 1), &Options::default()).map_err(Error::failed)?;
    for side in SIDES {
        let mut pixels = Pixmap::new(side, side).expect("the side is not zero");
        let scale = side as f32 / tree.size().width();
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        let path = folder.join(format!("icon-{side}.png"));
        pixels.save_png(&path).map_err(|error| Error::failed(format!("{}: {error}", path.display())))?;
    }
    Ok(())
}
