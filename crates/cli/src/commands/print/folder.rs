//! A folder with a picture of each puzzle and of each solution.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use minirow_files::{FileGroup, StagedFolder, WriteOptions};
use minirow_text::counted;
use serde_json::Value;

use super::Args;
use super::grids::Grids;
use super::options::{ENDINGS, PrintFormat};
use crate::error::{Error, Result, print_message};
use crate::interrupt;
use crate::progress::Progress;

/// Checks that a folder can be filled.
pub(super) fn check_folder(path: &Path, force: bool) -> Result<()> {
    let problem = match fs::metadata(path) {
        Err(_) => return Ok(()),
        Ok(metadata) if !metadata.is_dir() => "is a file, expected a folder; --puzzle N writes one picture".into(),
        Ok(_) if force => return Ok(()),
        Ok(_) => match fs::read_dir(path).map(|mut entries| entries.next().is_none()) {
            Ok(true) => return Ok(()),
            Ok(false) => "has files already; --force adds the pictures".into(),
            Err(error) => format!("cannot be read: {error}"),
        },
    };
    Err(Error::usage(format!("{}: {problem}", path.display())))
}

/// The first parts of the names of pictures of puzzles and solutions, before their numbers.
const KINDS: [&str; 2] = ["puzzle", "solution"];

/// The smallest number of digits in the name of a picture.
const FEWEST_DIGITS: usize = 4;

/// Returns `true` if a file has the name of a picture in a folder.
pub(crate) fn is_picture(path: &Path) -> bool {
    let name = path.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    let is_format = |format: &(&str, PrintFormat)| !format.1.is_book() && path.extension() == Some(format.0.as_ref());
    let is_number = |number: &str| number.len() >= FEWEST_DIGITS && number.bytes().all(|digit| digit.is_ascii_digit());
    ENDINGS.iter().any(is_format)
        && name.rsplit_once('-').is_some_and(|(kind, number)| KINDS.contains(&kind) && is_number(number))
}

/// Writes a picture of each puzzle and of each solution. All of them get their names at once: in a new folder, or among the
/// files of an existing one.
pub(super) fn write_folder(args: &Args, format: PrintFormat, grids: &Grids) -> Result<()> {
    let pack = grids.pack;
    let path = args.target.file().expect("a folder");
    let options = WriteOptions {
        overwrite: args.target.force,
        only_files: true,
        label: "minirow print",
        ..WriteOptions::default()
    };
    let first = args.texts.first_number;
    let digits = (first + pack.len()).to_string().len().max(FEWEST_DIGITS);
    let ending = format.to_possible_value().expect("no format is skipped");
    let name = |number: u64, solution: bool| {
        let kind = KINDS[usize::from(solution)];
        format!("{kind}-{number:0digits$}.{}", ending.get_name())
    };
    FileGroup::finish_interrupted([path], &options)?;
    let mut pictures = if path.exists() {
        Pictures::AmongOthers(Box::new(FileGroup::open(&path.join(name(first, false)), &options)?))
    } else {
        let is_made = |path: &Path| path.parent() == Some(Path::new("")) && is_picture(path);
        Pictures::New(Box::new(StagedFolder::open(path, &Value::Null, &options, &|_| false, &is_made)?))
    };
    let progress = Progress::bar(pack.len(), "puzzles", args.work.quiet);
    // A signal is noticed between two pictures, so that nothing is left of them.
    interrupt::finish_first();
    let mut written = HashSet::new();
    let mut write = |index| {
        interrupt::token().check(Error::Interrupted)?;
        let number = first + index;
        for (solution, picture) in grids.pictures(index) {
            let name = name(number, solution);
            pictures.write(path, &name, &grids.encoded(&picture, format)?)?;
            written.insert(PathBuf::from(name));
        }
        progress.add(1);
        Ok(())
    };
    if let Err(error) = (0..pack.len()).try_for_each(&mut write) {
        // The next run could not resume the folder, and the disk may be full.
        let _ = pictures.discard();
        return Err(error);
    }
    pictures.finish()?;
    let entries =
        fs::read_dir(path).into_iter().flatten().filter_map(|entry| Some(PathBuf::from(entry.ok()?.file_name())));
    let mut left: Vec<PathBuf> = entries.filter(|name| is_picture(name) && !written.contains(name)).collect();
    left.sort();
    if let Some(first) = left.first() {
        let number = counted(left.len() as u64, "picture");
        print_message(&format!("{}: is of another run; there are {number} of other runs", path.join(first).display()));
    }
    Ok(())
}

/// The folder of the pictures.
enum Pictures {
    New(Box<StagedFolder>),
    AmongOthers(Box<FileGroup>),
}

impl Pictures {
    fn write(&mut self, folder: &Path, name: &str, contents: &[u8]) -> Result<()> {
        match self {
            Pictures::New(staged) => staged.put(name, contents)?,
            Pictures::AmongOthers(group) => group.put(&folder.join(name), contents)?,
        };
        Ok(())
    }

    fn discard(self) -> Result<()> {
        if let Pictures::New(staged) = self { Ok(staged.discard()?) } else { Ok(()) }
    }

    fn finish(self) -> Result<()> {
        match self {
            Pictures::New(staged) => staged.finish(),
            Pictures::AmongOthers(group) => group.commit(),
        }?;
        Ok(())
    }
}
