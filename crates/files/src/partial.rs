//! Partial results: `NAME.part`, with their recipes in `NAME.part.json`.

use std::fs::{Metadata, symlink_metadata};
use std::io;
use std::path::Path;

use serde_json::{Map, Value};

use super::blocks::Block;
use super::names::{self, Name};
use super::recipe::{LARGEST, TOKEN, blocks, differences, marker, read, token};
use super::system::{self, File};
use super::target::Target;
use super::{Error, FileGroup, Result, WriteOptions};

/// A file or folder that grows until it gets the name of the target.
#[derive(Debug)]
pub(super) struct Partial {
    pub(super) group: FileGroup,
    pub(super) part: Target,
    /// The file with all that determines the bytes of the result.
    recipe: Target,
    /// The token of the partial result that this run has begun or resumed.
    pub(super) token: String,
}

impl Partial {
    pub(super) fn lock(target: Target, options: &WriteOptions) -> Result<Partial> {
        let mut group = FileGroup::new(options);
        group.commit.lock(&target)?;
        let [part, recipe] = [Name::Part, Name::Recipe].map(|name| target.of(name));
        recipe.check_length()?; // the longer name
        Ok(Partial { group, part, recipe, token: names::random() + &names::random() })
    }

    /// Returns the target.
    pub(super) fn main(&self) -> &Target {
        self.group.commit.main().expect("a target that is locked")
    }

    /// Returns the error for a file or folder with the name of a partial result or its recipe that no run has made.
    pub(super) fn foreign(&self, name: Name, why: impl Into<String>) -> Error {
        let (found, other) = if name == Name::Part { (&self.part, &self.recipe) } else { (&self.recipe, &self.part) };
        let other = if system::exists(&other.path) { other.shown.display().to_string() } else { String::new() };
        Error::ForeignPartial(found.shown.clone(), why.into(), other)
    }

    /// Returns the recipe of an earlier run, if there is one, with the checksums of the blocks that it has written. `is_type` tells if
    /// the partial result has the right type.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, there is a partial result without it, or one of them is not of a run of this user.
    pub(super) fn begun(
        &mut self,
        is_type: impl FnOnce(&Metadata) -> Result<(), &'static str>,
    ) -> Result<Option<Begun>> {
        let found = |target: &Target| {
            system::if_there(symlink_metadata(&target.path)).map_err(|error| Error::read(error, &target.shown))
        };
        let (part, recipe) = (found(&self.part)?, found(&self.recipe)?);
        if let Some(part) = &part {
            is_type(part).map_err(|why| self.foreign(Name::Part, why))?;
            if recipe.is_none() {
                return Err(self.foreign(Name::Part, "has no recipe of a run beside it"));
            }
            let is_of_user = system::is_of_user(part, &self.part.path);
            if !is_of_user.map_err(|error| Error::read(error, &self.part.shown))? {
                return Err(self.foreign(Name::Part, "is of another user"));
            }
        }
        if recipe.is_none() {
            return Ok(None);
        }
        let cannot_read = |error| Error::read(error, &self.recipe.shown);
        let recipe = read(&self.recipe.path).map_err(cannot_read)?;
        let (recipe, mut file) = recipe.map_err(|why| self.foreign(Name::Recipe, why))?;
        // Without a partial result, the recipe is replaced.
        let Some(part) = part else { return Ok(None) };
        let blocks = blocks(&mut file, part.len()).map_err(cannot_read)?;
        Ok(Some(Begun { recipe, blocks }))
    }

    /// Continues an earlier run, whose recipe is the wanted one.
    ///
    /// # Errors
    /// Returns an error if the recipes differ. A missing key has its default, or counts as null.
    pub(super) fn resume(&mut self, begun: &Begun, wanted: &Value) -> Result<()> {
        let differences = differences(&begun.recipe, wanted);
        if !differences.is_empty() {
            return Err(Error::OtherRecipe(self.recipe.shown.clone(), differences.join(", ")));
        }
        self.token = begun.token().into();
        Ok(())
    }

    /// Returns the name of the file in the partial folder that this run has begun or resumed.
    pub(super) fn marker(&self) -> String {
        marker(&self.token)
    }

    /// Writes the recipe with checksums of blocks.
    pub(super) fn describe(&mut self, recipe: &Value, blocks: &[Block]) -> Result<File> {
        let mut recipe = recipe.clone();
        recipe[TOKEN] = self.token.clone().into();
        let (recipe, blocks) = (format!("{recipe:#}\n"), blocks.iter().map(Block::line).collect::<String>());
        if recipe.len() as u64 > LARGEST {
            return Err(Error::from_write(io::Error::other("the recipe is larger than 4 MiB"), &self.recipe.shown));
        }
        self.group.commit.put_now(&self.recipe, (recipe + &blocks).as_bytes())
    }

    /// Removes a partial file, and its recipe after it.
    pub(super) fn remove(&self) -> Result<()> {
        let remove = |target: &Target| {
            system::remove_if_there(&target.path).map_err(|error| Error::from_write(error, &target.shown))
        };
        remove(&self.part).and_then(|()| remove(&self.recipe))
    }

    /// Gives the members of the group their names, and the partial file that of the target if it `is_part`. Otherwise it is removed.
    pub(super) fn finish(mut self, is_part: bool) -> Result<()> {
        self.group.commit.finish(Some(self.token), is_part)
    }
}

/// The recipe of an earlier run, and the checksums of the blocks that it has written.
pub(super) struct Begun {
    recipe: Map<String, Value>,
    pub(super) blocks: Vec<Block>,
}

impl Begun {
    fn token(&self) -> &str {
        token(&self.recipe).unwrap_or_default()
    }

    /// Returns the name of the file in the partial folder that the run has begun.
    pub(super) fn marker(&self) -> String {
        marker(self.token())
    }
}

/// Returns `true` if an interrupted run has left a partial file or folder of a target.
pub fn has_partial(target: &Path) -> bool {
    let target = Target::file(target).or_else(|_| Target::folder(target));
    target.is_ok_and(|target| symlink_metadata(target.of(Name::Part).path).is_ok())
}
