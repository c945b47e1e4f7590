//! The names of the files beside a target that belong to it.

use std::ffi::{OsStr, OsString};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::target::folder_of;
use super::words::os_string;
use crate::hex;

/// The number of hexadecimal digits in the name of a temporary file.
const RANDOM_DIGITS: usize = 10;

/// Returns a path with a suffix after the file name.
pub(crate) fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut path = target.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

/// The suffixes of the partial file or folder of a target, and of its recipe.
pub(super) const PARTIAL: [&str; 2] = [".part", ".part.json"];

/// Returns the path of the journal of a target.
pub(super) fn journal(target: &Path) -> PathBuf {
    hidden(target, "journal")
}

/// Returns a new temporary path beside a target.
pub(super) fn temporary(target: &Path) -> PathBuf {
    let random = RandomState::new().build_hasher().finish() & ((1 << (4 * RANDOM_DIGITS)) - 1);
    hidden(target, &format!("{random:0RANDOM_DIGITS$x}.tmp"))
}

/// Returns the stem of a temporary path, which is that of its target.
pub(super) fn stem_of_temporary(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.as_encoded_bytes().strip_prefix(b".")?.strip_suffix(b".tmp")?;
    let (name, random) = name.split_at_checked(name.len().checked_sub(RANDOM_DIGITS)?)?;
    let is_random = random.iter().all(is_digit);
    let name = os_string(name.strip_suffix(b".")?.to_vec()).filter(|name| is_random && !name.is_empty())?;
    Some(path.with_file_name(name))
}

fn is_digit(byte: &u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'a'..=b'f')
}

/// The longest name, in bytes, that is part of the name of a hidden file.
const LONGEST_PART: usize = 200;

/// Returns the path whose name is the middle of the names of hidden files: that of a target. Of a long name, which would leave no
/// room for the suffix, it has the start and a checksum.
pub(super) fn stem(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    if name.len() <= LONGEST_PART {
        return target.to_path_buf();
    }
    let start = name.to_string_lossy();
    let sum = hex(&Sha256::digest(name.as_encoded_bytes())[..8]);
    target.with_file_name(format!("{}-{sum}", &start[..start.floor_char_boundary(LONGEST_PART / 2)]))
}

/// Returns `true` if a stem can be that of a shard of a target. Of a long name, only the start is compared.
pub(super) fn is_stem_of_shard(target: &Path, stem: &Path) -> bool {
    let (Some(name), Some(target_name)) = (stem.file_name(), target.file_name()) else { return false };
    let start = target_name.to_string_lossy();
    let start = &start[..start.floor_char_boundary(LONGEST_PART / 2)];
    let sum = name.as_encoded_bytes().strip_prefix(start.as_bytes()).and_then(|rest| rest.strip_prefix(b"-"));
    let is_long = target_name.len() + "-00000-of-100000".len() > LONGEST_PART;
    let is_short_form = is_long && sum.is_some_and(|sum| sum.len() == 16 && sum.iter().all(is_digit));
    folder_of(stem) == folder_of(target) && (is_short_form || shard_numbers(target, name).is_some())
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
pub(crate) fn shard_numbers(target: &Path, name: &OsStr) -> Option<(u64, u64)> {
    let (stem, ending) = stem_and_ending(target);
    let rest = name.as_encoded_bytes().strip_prefix(stem.as_encoded_bytes())?.strip_prefix(b"-")?;
    let numbers = str::from_utf8(rest.strip_suffix(ending.as_encoded_bytes())?).ok()?;
    let number = |text: &str| text.parse::<u64>().ok().filter(|number| format!("{number:05}") == text);
    let (shard, of) = numbers.split_once("-of-")?;
    Some((number(shard)?, number(of)?)).filter(|(shard, of)| shard < of)
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
    fn names_of_temporary_files_have_one_form() {
        let target = Path::new("/a/x.csv");
        assert_eq!(stem_of_temporary(&temporary(target)).as_deref(), Some(target));
        let long = PathBuf::from(format!("/a/{}.csv", "é".repeat(110)));
        assert_eq!(stem_of_temporary(&temporary(&long)), Some(stem(&long)));
        assert!(is_stem_of_shard(&long, &stem(&shard(&long, 1, 2))));
        assert!(!is_stem_of_shard(target, &stem(&long)) && !is_stem_of_shard(&long, target));
        for name in [
            ".x.csv.0123.tmp",
            ".x.csv.0123456789",
            ".x.csv.0123456789.tmp.csv",
            ".x.csv.0123456ABC.tmp",
            ".x.csv.+123456789.tmp",
            ".x.csv0123456789.tmp",
            "x.csv.0123456789.tmp",
            "..0123456789.tmp",
            ".0123456789.tmp",
            ".tmp",
        ] {
            assert_eq!(stem_of_temporary(Path::new(name)), None, "{name}");
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
