//! Commands that need Parquet or checks of PDF files, which `cargo xtask` builds only for those.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::Command;

use crate::error::{Error, Result};

/// Commands that always write or read Parquet.
const COMMANDS: [&str; 4] = ["bless", "dataset", "datasets", "torture"];

/// Steps of `ci` that run this program with Parquet.
const STEPS: [&str; 8] = ["cluster", "environments", "generated", "loaders", "models", "python", "torture", "web"];

/// Returns `true` if a command line needs more than this build has. Reads no standard input.
pub(crate) fn is_needed(words: &[OsString]) -> bool {
    !minirow_cli::IS_COMPLETE && uses_all(words)
}

/// Returns `true` if a command line needs Parquet or checks of PDF files.
fn uses_all(words: &[OsString]) -> bool {
    let [command, words @ ..] = words else { return false };
    let needs = |word: &OsString| {
        let text = word.to_string_lossy().to_ascii_lowercase();
        text.contains("parquet") || command == "print" && text.starts_with("--check") || holds_parquet(Path::new(word))
    };
    let is_help = words.iter().any(|word| word == "--help" || word == "-h");
    let is_step = |word: &OsString| STEPS.iter().any(|step| word == step);
    let is_full_ci = command == "ci" && (words.is_empty() || words.iter().any(is_step));
    !is_help && (is_full_ci || COMMANDS.iter().any(|name| command == name) || words.iter().any(needs))
}

/// Returns `true` for a file that begins as Parquet, and for a folder with a file whose name ends with `.parquet`.
fn holds_parquet(path: &Path) -> bool {
    if path.is_dir() {
        let mut entries = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        return entries.any(|path| {
            path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("parquet"))
                || !path.is_symlink() && path.is_dir() && holds_parquet(&path)
        });
    }
    let mut start = [0; 4];
    path.is_file() && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok()) && start == *b"PAR1"
}

/// Builds everything, and runs a command line with it. The streams and the signals of this process are those of the command.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub(crate) fn run(words: &[OsString]) -> Result<u8> {
    let mut cargo = Command::new("cargo");
    let profile = if cfg!(debug_assertions) { "dev" } else { "xtask" };
    cargo.args(["run", "--quiet", "--profile", profile, "--features", "complete", "--manifest-path"]);
    cargo.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"));
    // Windows does not replace the file of a program that runs.
    if cfg!(windows) {
        cargo.args(["--target-dir", concat!(env!("CARGO_MANIFEST_DIR"), "/../target/complete")]);
    }
    cargo.arg("--").args(words);
    eprintln!(
        "note: this command needs Parquet or checks of PDF files: building them with `cargo run --package xtask --features complete`"
    );
    let failed = |error| Error::failed(format!("cargo: cannot be started: {error}"));
    #[cfg(unix)]
    return Err(failed(std::os::unix::process::CommandExt::exec(&mut cargo)));
    #[cfg(not(unix))]
    Ok(u8::try_from(cargo.status().map_err(failed)?.code().unwrap_or(1)).unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_that_need_all_are_told_by_their_words() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).into_os_string();
        fs::write(path("rows"), "PAR1 and more").unwrap();
        fs::write(path("rows.csv"), "puzzle\n").unwrap();
        let uses_all = |line: &str, file: Option<&str>| {
            let words: Vec<OsString> = line.split_whitespace().map(OsString::from).chain(file.map(path)).collect();
            uses_all(&words)
        };
        let all = [
            "pack --count 10 --out x.parquet",
            "pack --count 10 --out=X.Parquet",
            "convert - --to parquet",
            "print --check book.pdf",
            "print --check=book.pdf",
            "dataset --out folder",
            "datasets",
            "torture",
            "ci",
            "ci format web",
        ];
        for line in all {
            assert!(uses_all(line, None), "{line}");
        }
        let first =
            ["", "pack --seed 42 --count 1000 --out pack.csv", "check -", "dataset --help", "pack -h", "ci format"];
        for line in first {
            assert!(!uses_all(line, None), "{line}");
        }
        assert!(uses_all("stats", Some("rows")) && !uses_all("stats", Some("rows.csv")));
    }

    #[test]
    fn files_are_recognised_by_their_start_and_folders_by_their_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("rows"), "PAR1 and more").unwrap();
        fs::write(path("rows.csv"), "PAR").unwrap();
        fs::create_dir_all(path("data/deep")).unwrap();
        assert!(holds_parquet(&path("rows")) && !holds_parquet(&path("rows.csv")) && !holds_parquet(&path("missing")));
        assert!(!holds_parquet(&path("data")));
        fs::write(path("data/deep/test.PARQUET"), "").unwrap();
        assert!(holds_parquet(&path("data")));
    }
}
