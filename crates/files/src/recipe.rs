//! The recipe of a partial result: all that determines its bytes, its token, and the checksums of the blocks that are written.

use std::fs::{self, symlink_metadata};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::Block;
use super::names::{self, Name};
use super::system;
use crate::limited::open_regular;

/// The largest recipe, in bytes.
pub(super) const LARGEST: u64 = 4 << 20;

/// The longest line with the checksum of a block, in bytes.
const LONGEST_LINE: u64 = 64;

/// The key of a recipe with the token of the partial result: a random text, which nobody can know who has not seen the recipe. A file
/// in a partial folder has a name with it, see [`marker`], and the record of a commit that changes the partial result has it, too.
pub(super) const TOKEN: &str = "token";

/// The values of keys that recipes leave out.
const DEFAULTS: [(&str, &str); 2] = [("schema", "full"), ("format", "csv")];

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

/// Returns the token of a recipe, if it has the form that this program writes.
pub(super) fn token(recipe: &Map<String, Value>) -> Option<&str> {
    let token = recipe.get(TOKEN)?.as_str()?;
    let (first, second) = token.split_at_checked(token.len() / 2)?;
    (names::is_random(first) && names::is_random(second)).then_some(token)
}

/// Returns the name of the file in a partial folder by which it is known to be that of a recipe.
pub(super) fn marker(token: &str) -> String {
    format!(".{token}")
}

/// The recipe of a partial result, with the rest of its file; or the reason why it is not taken for one that a run of this user has
/// written.
pub(super) type Recipe = Result<(Map<String, Value>, BufReader<fs::File>), String>;

/// Reads a recipe.
///
/// # Errors
/// Returns an error if it cannot be read.
pub(super) fn read(path: &Path) -> io::Result<Recipe> {
    let found = symlink_metadata(path)?;
    let foreign = |why: &str| Ok(Err(why.into()));
    if !found.is_file() {
        return foreign("is not a file");
    }
    if !system::is_own(&found, path)? {
        return foreign("is of another user, or has another name");
    }
    let mut file = BufReader::new(open_regular(path)?);
    let mut text = (&mut file).take(LARGEST);
    let recipe = Map::deserialize(&mut serde_json::Deserializer::from_reader(&mut text));
    let is_too_large = text.limit() == 0;
    match recipe {
        Ok(recipe) if token(&recipe).is_some() => Ok(Ok((recipe, file))),
        Ok(_) => foreign("is not the recipe of a run of this version"),
        Err(_) if is_too_large => foreign("is damaged: its recipe is larger than 4 MiB"),
        Err(error) if error.is_io() => Err(error.into()),
        Err(error) if error.is_data() => foreign("is damaged, expected a JSON object"),
        Err(error) => foreign(&format!("is damaged: {error}")),
    }
}

/// Reads the checksums of blocks after a recipe: each is after the one before it, and within the file of a length.
pub(super) fn blocks(recipe: &mut impl BufRead, length: u64) -> io::Result<Vec<Block>> {
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
    let file = fs::File::open(part)?;
    match blocks.first() {
        Some(first) => Ok(Block::read(&file, 0..first.end)?.is_some_and(|(found, _)| found == *first)),
        None => is_cut_header(&file, header),
    }
}

/// Returns `true` if a file is empty, or was cut off within the header.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn is_cut_header(file: &fs::File, header: &[u8]) -> io::Result<bool> {
    let mut start = Vec::new();
    file.take(header.len() as u64 + 1).read_to_end(&mut start)?;
    Ok(start.len() < header.len().max(1) && header.starts_with(&start))
}

/// Returns the token of the partial result of a target, if a run of this user has written its recipe, and a partial file beside it is
/// that of the recipe.
///
/// # Errors
/// Returns an error if one of them cannot be read.
pub(super) fn token_of(target: &Path) -> io::Result<Option<String>> {
    let Some(Ok((recipe, mut file))) = system::if_there(read(&Name::Recipe.path(target)))? else { return Ok(None) };
    let part = Name::Part.path(target);
    let is_of_recipe = match system::if_there(symlink_metadata(&part))? {
        Some(found) if found.is_file() => {
            system::is_own(&found, &part)? && is_of_recipe(&part, b"", &blocks(&mut file, found.len())?)?
        }
        _ => true,
    };
    Ok(token(&recipe).filter(|_| is_of_recipe).map(String::from))
}

/// Removes the recipe of a target without its partial result, which a run has left when it gave the result its name.
///
/// # Errors
/// Returns an error if it cannot be read or removed.
pub(super) fn remove_if_alone(target: &Path) -> io::Result<()> {
    let is_alone = !system::exists(&Name::Part.path(target)) && token_of(target)?.is_some();
    if is_alone { system::remove_if_there(&Name::Recipe.path(target)) } else { Ok(()) }
}
