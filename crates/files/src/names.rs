//! The names of the files beside a target that belong to it.

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::checksum::hex;

/// The number of hexadecimal digits in the name of a temporary file.
const RANDOM_DIGITS: usize = 10;

/// A file of a target, by the suffix or number in its name. The manifest, which lists the others, is the last in their order.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Name {
    /// The target itself.
    Target,
    /// `NAME.part`: the partial file or folder.
    Part,
    /// `NAME.part.json`: the recipe of the partial file or folder.
    Recipe,
    /// `STEM-00001-of-00003.csv`.
    Shard(u64, u64),
    /// `NAME.manifest.json`.
    Manifest,
}

/// The files of a target that are no shards, with their suffixes.
const SUFFIXES: [(Name, &str); 4] =
    [(Name::Target, ""), (Name::Part, ".part"), (Name::Recipe, ".part.json"), (Name::Manifest, ".manifest.json")];

impl Name {
    /// Returns the name that a path has as a file of a target, if it is one.
    pub(super) fn of(target: &Path, path: &Path) -> Option<Name> {
        if folder_of(path) != folder_of(target) {
            return None;
        }
        let plain = SUFFIXES.into_iter().find(|(_, suffix)| beside(target, suffix) == path);
        plain.map(|(name, _)| name).or_else(|| {
            let (shard, of) = shard_numbers(target, path.file_name()?)?;
            Some(Name::Shard(shard, of))
        })
    }

    pub(super) fn path(self, target: &Path) -> PathBuf {
        match self {
            Name::Shard(number, of) => shard(target, number, of),
            name => beside(target, SUFFIXES.iter().find(|(known, _)| *known == name).expect("all but shards").1),
        }
    }
}

/// Returns the folder that a file is in: `.` if the path is a name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns a path with a suffix after the file name.
pub fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut path = target.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

/// Returns the path of the lock of a target.
pub(super) fn lock(target: &Path) -> PathBuf {
    hidden(target, "lock")
}

/// Returns the path of the record of a commit.
pub(super) fn record(target: &Path) -> PathBuf {
    hidden(target, "commit")
}

/// Returns the random part of the name of a temporary file.
pub(super) fn random() -> String {
    let random = RandomState::new().build_hasher().finish() & ((1 << (4 * RANDOM_DIGITS)) - 1);
    format!("{random:0RANDOM_DIGITS$x}")
}

/// Returns `true` for the random part of the name of a temporary file.
pub(super) fn is_random(text: &str) -> bool {
    text.len() == RANDOM_DIGITS && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Returns the path of a temporary file of a target, whatever name it gets.
pub(super) fn temporary(target: &Path, random: &str) -> PathBuf {
    hidden(target, &format!("{random}.tmp"))
}

/// Returns `true` if a path is that of a temporary file of a target.
pub(super) fn is_temporary_of(target: &Path, path: &Path) -> bool {
    let random = || {
        let name = path.file_name()?.as_encoded_bytes().strip_suffix(b".tmp")?;
        str::from_utf8(&name[name.len().checked_sub(RANDOM_DIGITS)?..]).ok().filter(|random| is_random(random))
    };
    random().is_some_and(|random| temporary(target, random) == path)
}

/// The longest name, in bytes, that is part of the name of a hidden file.
const LONGEST_PART: usize = 200;

/// Returns the path whose name is the middle of the names of hidden files: that of a target. Of a long name, which would leave no
/// room for the suffix, it has the start and a checksum.
fn stem(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    if name.len() <= LONGEST_PART {
        return target.to_path_buf();
    }
    let start = name.to_string_lossy();
    let sum = hex(&Sha256::digest(name.as_encoded_bytes())[..8]);
    target.with_file_name(format!("{}-{sum}", &start[..start.floor_char_boundary(LONGEST_PART / 2)]))
}

/// Returns the path of a shard of a target, by its number or a pattern for it: `NAME-00001-of-00003.csv`.
pub fn shard(target: &Path, shard: impl std::fmt::Display, of: u64) -> PathBuf {
    let (stem, ending) = stem_and_ending(target);
    let mut name = stem.to_owned();
    name.push(format!("-{shard:0>5}-of-{of:05}"));
    name.push(ending);
    target.with_file_name(name)
}

/// Returns the number of a shard of a target, and the number of all shards, by its name.
pub fn shard_numbers(target: &Path, name: &OsStr) -> Option<(u64, u64)> {
    let (stem, ending) = stem_and_ending(target);
    let rest = name.as_encoded_bytes().strip_prefix(stem.as_encoded_bytes())?.strip_prefix(b"-")?;
    let numbers = str::from_utf8(rest.strip_suffix(ending.as_encoded_bytes())?).ok()?;
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| format!("{number:05}") == text);
    let (shard, of) = numbers.split_once("-of-")?;
    Some((number(shard)?, number(of)?)).filter(|(shard, of)| shard < of)
}

/// Returns the path whose shard a file is by its name.
///
/// ```
/// use std::path::Path;
/// use minirow_files::target_of_shard;
/// assert_eq!(target_of_shard(Path::new("a/pack-00001-of-00003.csv")).as_deref(), Some(Path::new("a/pack.csv")));
/// assert_eq!(target_of_shard(Path::new("a/pack.csv")), None);
/// ```
pub fn target_of_shard(shard: &Path) -> Option<PathBuf> {
    let name = shard.file_name()?;
    let (stem, ending) = stem_and_ending(shard);
    let (mut target, _) =
        stem.to_str()?.rsplit_once("-of-")?.0.rsplit_once('-').map(|(stem, number)| (OsString::from(stem), number))?;
    target.push(ending);
    let target = shard.with_file_name(target);
    shard_numbers(&target, name).map(|_| target)
}

/// Returns the name of a file without its ending, and the ending with its point.
fn stem_and_ending(target: &Path) -> (&OsStr, OsString) {
    let mut ending = OsString::new();
    if let Some(extension) = target.extension() {
        ending.push(".");
        ending.push(extension);
    }
    (target.file_stem().unwrap_or_default(), ending)
}

/// Returns the path of a hidden file beside another: `.NAME.SUFFIX`.
fn hidden(target: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(stem(target).file_name().unwrap_or_default());
    name.push(".");
    name.push(suffix);
    target.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_follows_from_that_of_the_target() {
        let target = Path::new("/a/pack.csv");
        for (name, path) in [
            (Name::Target, "/a/pack.csv"),
            (Name::Part, "/a/pack.csv.part"),
            (Name::Recipe, "/a/pack.csv.part.json"),
            (Name::Manifest, "/a/pack.csv.manifest.json"),
            (Name::Shard(1, 3), "/a/pack-00001-of-00003.csv"),
        ] {
            assert_eq!((name.path(target), Name::of(target, Path::new(path))), (path.into(), Some(name)));
        }
        for path in ["/a/pack.csv.lock", "/a/pack", "/b/pack.csv", "/a/pack.csv/x", "/a/x/pack.csv", "/a"] {
            assert_eq!(Name::of(target, Path::new(path)), None, "{path}");
        }
    }

    #[test]
    fn names_of_temporary_files_have_one_form() {
        let target = Path::new("/a/x.csv");
        let temporary = |target: &Path| super::temporary(target, &random());
        assert!(is_temporary_of(target, &temporary(target)));
        let long = PathBuf::from(format!("/a/{}.csv", "é".repeat(110)));
        let similar = PathBuf::from(format!("/a/{}x.csv", "é".repeat(110)));
        assert!(is_temporary_of(&long, &temporary(&long)) && !is_temporary_of(&similar, &temporary(&long)));
        for name in [
            ".x.csv.0123.tmp",
            ".x.csv.0123456789",
            ".x.csv.0123456789.tmp.csv",
            ".x.csv.0123456ABC.tmp",
            ".x.csv.+123456789.tmp",
            ".x.csv0123456789.tmp",
            ".y.csv.0123456789.tmp",
            "x.csv.0123456789.tmp",
            "..0123456789.tmp",
            ".0123456789.tmp",
            ".tmp",
        ] {
            assert!(!is_temporary_of(target, &Path::new("/a").join(name)), "{name}");
        }
    }

    #[test]
    fn names_of_shards_have_one_form() {
        let target = Path::new("a/pack.csv");
        assert_eq!(shard(target, 1, 3), Path::new("a/pack-00001-of-00003.csv"));
        assert_eq!(shard(Path::new("pack"), 1, 100_000), Path::new("pack-00001-of-100000"));
        for (name, expected) in [
            ("pack-00001-of-00003.csv", Some((1, 3))),
            ("pack-99999-of-100000.csv", Some((99_999, 100_000))),
            ("pack-00003-of-00003.csv", None),
            ("pack-1-of-3.csv", None),
            ("pack-+0001-of-00003.csv", None),
            ("pack-00001-of-00003.jsonl", None),
            ("pack-x-00001-of-00003.csv", None),
            ("../pack-00001-of-00003.csv", None),
            ("pack-00001-of-00003.csv/x", None),
            ("pack.csv", None),
        ] {
            assert_eq!(shard_numbers(target, OsStr::new(name)), expected, "{name}");
        }
    }
}
