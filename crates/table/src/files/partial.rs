//! Partial results: `NAME.part`, with their recipes in `NAME.part.json`.

use std::fs::symlink_metadata;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::Block;
use super::names::Name;
use super::record::Change;
use super::system::{self, File};
use super::target::Target;
use super::{Error, FileGroup, Result, WriteOptions};
use crate::limited::{LARGEST_TEXT, open_regular};

/// The longest line with the checksum of a block, in bytes.
const LONGEST_LINE: u64 = 64;

/// The key of a recipe that tells if the run was permitted to overwrite existing files. Every recipe of a run has it. It gives no
/// permission to another run, because anyone can write a recipe.
const FORCE: &str = "force";

/// The values of keys that recipes leave out.
const DEFAULTS: [(&str, &str); 2] = [("schema", "full"), ("format", "csv")];

/// A file or folder that grows until it gets the name of the target.
#[derive(Debug)]
pub(super) struct Partial {
    pub(super) group: FileGroup,
    pub(super) part: Target,
    /// The file with all that determines the bytes of the result.
    recipe: Target,
}

impl Partial {
    pub(super) fn lock(target: Target, options: &WriteOptions) -> Result<Partial> {
        let mut group = FileGroup::new(options);
        group.commit.lock(&target)?;
        let [part, recipe] = [Name::Part, Name::Recipe].map(|name| target.of(name));
        recipe.check_length()?; // the longer name
        Ok(Partial { group, part, recipe })
    }

    /// Returns the target.
    pub(super) fn main(&self) -> &Target {
        self.group.commit.main().expect("a target that is locked")
    }

    /// Returns the error for a file or folder with the name of a partial result or its recipe that no run has made.
    pub(super) fn foreign(&self, name: Name, why: impl Into<String>) -> Error {
        let (found, other) = if name == Name::Part { (&self.part, &self.recipe) } else { (&self.recipe, &self.part) };
        let other = symlink_metadata(&other.path).is_ok().then(|| other.shown.clone());
        Error::ForeignPartial { path: found.shown.clone(), why: why.into(), other }
    }

    /// Refuses a file with the name of a recipe that no run has written. Nothing beside it may be removed.
    pub(super) fn refuse_foreign_recipe(&self) -> Result<()> {
        read(&self.recipe.path).map(drop).map_err(|why| self.foreign(Name::Recipe, why))
    }

    pub(super) fn has_recipe(&self) -> bool {
        symlink_metadata(&self.recipe.path).is_ok()
    }

    /// Reads the recipe of an earlier run, with the checksums of the blocks that it has written.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or is not that of a run.
    pub(super) fn recipe(&self) -> Result<(Map<String, Value>, Vec<Block>)> {
        let (recipe, mut file) = read(&self.recipe.path).map_err(|why| self.foreign(Name::Recipe, why))?;
        let cannot_read = |error| Error::read(error, &self.recipe.shown);
        let length = symlink_metadata(&self.part.path).map_or(0, |part| part.len());
        let (mut blocks, mut line) = (Vec::new(), Vec::new());
        loop {
            line.clear();
            (&mut file).take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(cannot_read)?;
            match serde_json::from_slice::<Block>(&line) {
                // Each block is after the one before it, and within the file.
                Ok(block) if blocks.last().is_none_or(|last: &Block| last.end < block.end) && block.end <= length => {
                    blocks.push(block);
                }
                Err(_) if line == b"\n" => {} // the end of the recipe
                _ => break,                   // the last line may be incomplete
            }
        }
        Ok((recipe, blocks))
    }

    /// Checks that the recipe of an earlier run is the wanted one. Returns the checksums of its blocks.
    ///
    /// # Errors
    /// Returns an error if the recipes differ. A missing key has its default, or counts as null.
    pub(super) fn resume(&self, wanted: &Value) -> Result<Vec<Block>> {
        let (begun, blocks) = self.recipe()?;
        let differences = differences(&begun, wanted);
        if differences.is_empty() {
            return Ok(blocks);
        }
        Err(Error::OtherRecipe { path: self.recipe.shown.clone(), differences: differences.join(", ") })
    }

    /// Writes a recipe with checksums of blocks, which gets its name with the change.
    pub(super) fn describe(&mut self, recipe: &Value, blocks: &[Block]) -> Result<(Change, File)> {
        let mut recipe = recipe.clone();
        recipe[FORCE] = self.group.commit.overwrite.into();
        let blocks: String = blocks.iter().map(Block::line).collect();
        let (random, file) = self.group.prepare(&self.recipe, format!("{recipe:#}\n{blocks}").as_bytes())?;
        Ok((Change::Name { random, name: Name::Recipe }, file))
    }

    /// Makes the last changes together with those of the group, and removes the recipe.
    pub(super) fn finish(self, mut changes: Vec<Change>) -> Result<()> {
        changes.push(Change::Remove(Name::Recipe));
        self.group.commit_with(changes)
    }
}

/// Returns the keys in which a recipe differs from the wanted one, with their values: `seed 1 (now 2)`.
pub(super) fn differences(begun: &Map<String, Value>, wanted: &Value) -> Vec<String> {
    let empty = Map::new();
    let wanted = wanted.as_object().unwrap_or(&empty);
    let keys = wanted.keys().chain(begun.keys().filter(|key| !wanted.contains_key(*key)));
    let of_key = |key: &String| {
        let default = DEFAULTS.iter().find(|(of, _)| of == key).map_or(Value::Null, |(_, value)| (*value).into());
        let [begun, wanted] = [begun, wanted].map(|recipe| recipe.get(key).unwrap_or(&default));
        (begun != wanted).then(|| format!("{key} {begun} (now {wanted})"))
    };
    keys.filter(|key| *key != FORCE).filter_map(of_key).collect()
}

/// Reads a recipe. Returns the rest of the file, too.
///
/// # Errors
/// Returns the reason why it is not one that a run of this user has written.
pub(super) fn read(path: &Path) -> Result<(Map<String, Value>, BufReader<std::fs::File>), String> {
    match symlink_metadata(path) {
        Ok(found) if !found.is_file() => return Err("is not a file".into()),
        Ok(found) if !system::is_own(&found) => return Err("is of another user, or has another name".into()),
        _ => {}
    }
    let mut file = BufReader::new(open_regular(path).map_err(|error| format!("cannot be read: {error}"))?);
    let mut text = (&mut file).take(LARGEST_TEXT);
    let recipe = Map::deserialize(&mut serde_json::Deserializer::from_reader(&mut text));
    let is_too_large = text.limit() == 0;
    match recipe {
        Ok(recipe) if recipe.get(FORCE).is_some_and(Value::is_boolean) => Ok((recipe, file)),
        Ok(_) => Err("is not the recipe of a run".into()),
        Err(_) if is_too_large => Err("is damaged: its recipe is larger than 1 MiB".into()),
        Err(error) if error.is_data() => Err("is damaged, expected a JSON object".into()),
        Err(error) => Err(format!("is damaged: {error}")),
    }
}

/// Returns `true` if a run of this user has written the recipe of a target.
pub(super) fn has_recipe_of_run(target: &Path) -> bool {
    read(&Name::Recipe.path(target)).is_ok()
}

/// Returns `true` if an interrupted run has left a partial file or folder of a target.
pub fn has_partial(target: &Path) -> bool {
    let target = Target::file(target).or_else(|_| Target::folder(target));
    target.is_ok_and(|target| symlink_metadata(target.of(Name::Part).path).is_ok())
}
