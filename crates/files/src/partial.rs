//! Partial results: `NAME.part`, with their recipes in `NAME.part.json`.

use std::fs::{Metadata, OpenOptions, symlink_metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::Block;
use super::names::{self, Name};
use super::record::Change;
use super::system::{self, File};
use super::target::Target;
use super::{Error, FileGroup, Result, WriteOptions};
use crate::limited::open_regular;

/// The largest recipe, in bytes.
const LARGEST: u64 = 4 << 20;

/// The longest line with the checksum of a block, in bytes.
const LONGEST_LINE: u64 = 64;

/// The key of a recipe with the token of the partial result: a random text, which nobody can know who has not seen the recipe. A file
/// in a partial folder has a name with it, see [`marker`], and the record of a commit that changes the partial result has it, too.
const TOKEN: &str = "token";

/// The values of keys that recipes leave out.
const DEFAULTS: [(&str, &str); 2] = [("schema", "full"), ("format", "csv")];

/// A file or folder that grows until it gets the name of the target.
#[derive(Debug)]
pub(super) struct Partial {
    pub(super) group: FileGroup,
    pub(super) part: Target,
    /// The file with all that determines the bytes of the result.
    recipe: Target,
    /// The token of the partial result that this run has begun or resumed.
    token: String,
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
        let other = symlink_metadata(&other.path).is_ok().then(|| other.shown.clone());
        Error::ForeignPartial { path: found.shown.clone(), why: why.into(), other }
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
        let (recipe, mut file) = read(&self.recipe.path).map_err(|unread| match unread {
            Unread::Failed(error) => Error::read(error, &self.recipe.shown),
            Unread::Foreign(why) => self.foreign(Name::Recipe, why),
        })?;
        // Without a partial result, the recipe is replaced.
        let Some(part) = part else { return Ok(None) };
        let blocks = blocks(&mut file, part.len()).map_err(|error| Error::read(error, &self.recipe.shown))?;
        Ok(Some(Begun { recipe, blocks }))
    }

    /// Continues an earlier run, whose recipe is the wanted one.
    ///
    /// # Errors
    /// Returns an error if the recipes differ. A missing key has its default, or counts as null.
    pub(super) fn resume(&mut self, begun: &Begun, wanted: &Value) -> Result<()> {
        let differences = differences(&begun.recipe, wanted);
        if !differences.is_empty() {
            return Err(Error::OtherRecipe { path: self.recipe.shown.clone(), differences: differences.join(", ") });
        }
        self.token = begun.token().into();
        Ok(())
    }

    /// Returns the name of the file in the partial folder that this run has begun or resumed.
    pub(super) fn marker(&self) -> String {
        marker(&self.token)
    }

    /// Writes a recipe with checksums of blocks, which gets its name with the change.
    pub(super) fn describe(&mut self, recipe: &Value, blocks: &[Block]) -> Result<(Change, File)> {
        let mut recipe = recipe.clone();
        recipe[TOKEN] = self.token.clone().into();
        let (recipe, blocks) = (format!("{recipe:#}\n"), blocks.iter().map(Block::line).collect::<String>());
        if recipe.len() as u64 > LARGEST {
            return Err(Error::from_write(io::Error::other("the recipe is larger than 4 MiB"), &self.recipe.shown));
        }
        let (random, file) = self.group.prepare(&self.recipe, (recipe + &blocks).as_bytes())?;
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
    keys.filter(|key| *key != TOKEN).filter_map(of_key).collect()
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

fn token(recipe: &Map<String, Value>) -> Option<&str> {
    let token = recipe.get(TOKEN)?.as_str()?;
    let (first, second) = token.split_at_checked(token.len() / 2)?;
    (names::is_random(first) && names::is_random(second)).then_some(token)
}

/// Returns the name of the file in a partial folder by which it is known to be that of a recipe.
fn marker(token: &str) -> String {
    format!(".{token}")
}

/// The reason why a file is not taken for a recipe.
pub(super) enum Unread {
    /// It cannot be read.
    Failed(io::Error),
    /// No run of this user has written it.
    Foreign(String),
}

/// Reads a recipe. Returns the rest of the file, too.
pub(super) fn read(path: &Path) -> Result<(Map<String, Value>, BufReader<std::fs::File>), Unread> {
    let found = symlink_metadata(path).map_err(Unread::Failed)?;
    let foreign = |why: &str| Err(Unread::Foreign(why.into()));
    if !found.is_file() {
        return foreign("is not a file");
    }
    if !system::is_own(&found, path).map_err(Unread::Failed)? {
        return foreign("is of another user, or has another name");
    }
    let mut file = BufReader::new(open_regular(path).map_err(Unread::Failed)?);
    let mut text = (&mut file).take(LARGEST);
    let recipe = Map::deserialize(&mut serde_json::Deserializer::from_reader(&mut text));
    let is_too_large = text.limit() == 0;
    match recipe {
        Ok(recipe) if token(&recipe).is_some() => Ok((recipe, file)),
        Ok(_) => foreign("is not the recipe of a run of this version"),
        Err(_) if is_too_large => foreign("is damaged: its recipe is larger than 4 MiB"),
        Err(error) if error.is_io() => Err(Unread::Failed(error.into())),
        Err(error) if error.is_data() => foreign("is damaged, expected a JSON object"),
        Err(error) => foreign(&format!("is damaged: {error}")),
    }
}

/// Reads the checksums of blocks after a recipe: each is after the one before it, and within the file of a length.
fn blocks(recipe: &mut impl BufRead, length: u64) -> io::Result<Vec<Block>> {
    let (mut blocks, mut line) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        recipe.take(LONGEST_LINE).read_until(b'\n', &mut line)?;
        match serde_json::from_slice::<Block>(&line) {
            Ok(block) if blocks.last().map_or(0, |last: &Block| last.end) < block.end && block.end <= length => {
                blocks.push(block);
            }
            Err(_) if line == b"\n" => {} // the end of the recipe
            _ => return Ok(blocks),       // the last line may be incomplete
        }
    }
}

/// Returns `true` if a partial file begins with the first block of its recipe, or was cut off within the header.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn is_of_recipe(part: &Path, header: &[u8], blocks: &[Block]) -> io::Result<bool> {
    let file = File::open(OpenOptions::new().read(true), part)?;
    match blocks.first() {
        Some(first) => Ok(Block::read(&file, 0..first.end)?.is_some_and(|(found, _)| found == *first)),
        None => is_cut_header(&file, header),
    }
}

/// Returns `true` if a file is empty, or was cut off within the header.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn is_cut_header(file: &File, header: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(header.len() as u64 + 1).read_to_end(&mut start)?;
    Ok(start.len() < header.len().max(1) && header.starts_with(&start))
}

/// Returns the token of the partial result of a target, if a run of this user has written its recipe, and, if it is compared, a partial
/// file is that of the recipe.
///
/// # Errors
/// Returns an error if one of them cannot be read.
pub(super) fn token_of(target: &Path, compares_part: bool) -> io::Result<Option<String>> {
    let (recipe, mut file) = match read(&Name::Recipe.path(target)) {
        Ok(read) => read,
        Err(Unread::Failed(error)) => return system::if_there(Err(error)),
        Err(Unread::Foreign(_)) => return Ok(None),
    };
    let part = Name::Part.path(target);
    let is_of_recipe = match system::if_there(symlink_metadata(&part))? {
        Some(found) if found.is_file() && compares_part => {
            system::is_own(&found, &part)? && is_of_recipe(&part, b"", &blocks(&mut file, found.len())?)?
        }
        _ => true,
    };
    Ok(token(&recipe).filter(|_| is_of_recipe).map(String::from))
}

/// Returns `true` if an interrupted run has left a partial file or folder of a target.
pub fn has_partial(target: &Path) -> bool {
    let target = Target::file(target).or_else(|_| Target::folder(target));
    target.is_ok_and(|target| symlink_metadata(target.of(Name::Part).path).is_ok())
}
