//! The recipes of packs, which are in the manifests next to their files.

use std::path::Path;

use minirow_files::target_of_shard;
use minirow_pack::PuzzleSpec;
use minirow_table::input::Inputs;
use minirow_table::{HODOKU, PathScale, SUDOKU_EXPLAINER, ScaleSet, StoredManifest};
use serde_json::Value;

/// Returns the recipe of a pack or of one of its shards, or `None` if the file has no manifest.
pub(crate) fn of_pack(path: &Path) -> Option<Value> {
    // A file that is no manifest has no recipe.
    let recipe = |path: &Path| StoredManifest::of(path).ok()?.map(|manifest| manifest.recipe);
    let path = Some(path).filter(|path| path.is_file())?;
    recipe(path).or_else(|| recipe(&target_of_shard(path)?))
}

/// Returns the scale whose path explains the puzzles of some files: that of HoDoKu if all are packs that are made for it, and
/// none for Sudoku Explainer.
pub(crate) fn path_scale(inputs: &Inputs) -> &'static dyn PathScale {
    let scales = |path: &Path| PuzzleSpec::scales_of_recipe(&of_pack(path)?).ok();
    let all: Option<ScaleSet> = inputs.paths().map(|path| scales(path)).collect();
    match all.unwrap_or_default() {
        scales if scales.contains("hodoku") && !scales.contains("se") => &HODOKU,
        _ => &SUDOKU_EXPLAINER,
    }
}
