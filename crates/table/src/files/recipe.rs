//! The recipe of a partial result: all that decides its bytes.

use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

use super::{Error, Result};

/// Whether what exists may be overwritten: who resumes need not say it again.
pub(super) const FORCE: &str = "force";

/// What earlier versions noted while they gave a file and its manifest their names.
const FINISHED: &str = "finished";

/// Returns the text of a recipe.
pub(super) fn text(recipe: &Value, overwrite: bool) -> String {
    let mut recipe = recipe.clone();
    recipe[FORCE] = overwrite.into();
    format!("{recipe:#}\n")
}

/// Reads a recipe.
///
/// # Errors
/// If it cannot be read, or is none.
pub(super) fn read(path: &Path, shown: &Path) -> Result<Value> {
    let damaged = |why| Error::DamagedPartial { path: shown.to_path_buf(), why };
    let text = fs::read_to_string(path)
        .map_err(|error| damaged(format!("cannot be read, so what was begun is unknown: {error}")))?;
    match serde_json::from_str(&text) {
        Ok(recipe @ Value::Object(_)) => Ok(recipe),
        Ok(_) => Err(damaged("is damaged, expected a JSON object".into())),
        Err(error) => Err(damaged(format!("is damaged: {error}"))),
    }
}

/// Compares a recipe with what is wanted now.
///
/// # Errors
/// If they differ. A key that is missing counts as null.
pub(super) fn check(begun: &Value, wanted: &Value, shown: &Path) -> Result<()> {
    let empty = Map::new();
    let [begun, wanted] = [begun, wanted].map(|recipe| recipe.as_object().unwrap_or(&empty));
    let keys = wanted.keys().chain(begun.keys().filter(|key| !wanted.contains_key(*key)));
    let differences: Vec<String> = keys
        .filter(|key| ![FORCE, FINISHED].contains(&key.as_str()))
        .filter_map(|key| {
            let [begun, wanted] = [begun, wanted].map(|recipe| recipe.get(key).unwrap_or(&Value::Null));
            (begun != wanted).then(|| format!("{key} {begun} (now {wanted})"))
        })
        .collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(Error::OtherRecipe { path: shown.to_path_buf(), differences: differences.join(", ") })
}
