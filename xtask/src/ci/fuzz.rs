//! The fuzz targets of `crates/fuzz`, each on the inputs of its corpus, and on those that a short search derives from them.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use crate::error::{Error, Result};
use crate::workspace;

/// The limits of a target: the time of the search in seconds, and for each input the time in seconds and the memory in MiB.
const LIMITS: [&str; 4] = ["-max_total_time=20", "-seed=1", "-timeout=60", "-rss_limit_mb=2048"];

/// Runs all targets, as many at once as there are cores.
pub(super) fn check(top: &Path) -> Result<()> {
    let folder = top.join("crates/fuzz");
    let cargo = |command: &str| {
        let mut cargo = Command::new("cargo");
        cargo.args([command, "--quiet", "--release"]).current_dir(&folder);
        cargo
    };
    workspace::run(&mut cargo("build"), "the build of the fuzz targets")?;
    let targets = workspace::files(top, &["rs"])?.into_iter();
    let targets =
        targets.filter_map(|file| Some(file.strip_prefix("crates/fuzz/targets/")?.strip_suffix(".rs")?.into()));
    let targets = Mutex::new(targets.filter(|target: &String| target != "common"));
    let next = || targets.lock().ok()?.next();
    let work = || -> Result<()> {
        while let Some(target) = next() {
            // A target adds the inputs that it finds to the first folder.
            let found = tempfile::tempdir().map_err(|error| Error::failed(format!("a temporary folder: {error}")))?;
            let mut run = cargo("run");
            run.args(["--bin", &target, "--"]).arg(found.path()).arg(format!("corpus/{target}")).args(LIMITS);
            run.arg(format!("-artifact_prefix=../../target/fuzz/{target}-"));
            let output = run.stdin(Stdio::null()).output();
            let output = output.map_err(|error| Error::failed(format!("cargo run: cannot be started: {error}")))?;
            let text = String::from_utf8_lossy(&output.stderr);
            if !output.status.success() {
                eprint!("{text}");
                if let Some(input) = failing_input(&text).and_then(|path| std::fs::read(folder.join(path)).ok()) {
                    eprint!("{}", shown(&target, &input));
                }
                return Err(Error::failed(format!(
                    "the fuzz target {target} failed: its last lines tell how to repeat it"
                )));
            }
            eprintln!("{target}: {}", text.lines().rfind(|line| line.starts_with("Done")).unwrap_or_default());
        }
        Ok(())
    };
    thread::scope(|scope| {
        let workers = 0..thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = workers.map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a worker does not panic"))
    })
}

/// Returns the path of the input that a target has failed on, from the messages of libFuzzer.
fn failing_input(messages: &str) -> Option<&str> {
    messages.lines().find_map(|line| Some(line.split_once("Test unit written to ")?.1))
}

/// The largest input that is printed, in bytes.
const LARGEST_SHOWN: usize = 1 << 16;

/// Returns the commands that repeat a failure, with the whole input, as the machine of the log may be gone.
fn shown(target: &str, input: &[u8]) -> String {
    if input.len() > LARGEST_SHOWN {
        return format!("the input has {} bytes, so it is not printed\n", input.len());
    }
    let text: String = input.iter().map(|byte| format!("{byte:02x}")).collect();
    format!(
        "cd crates/fuzz\nxxd -revert -plain > failure <<END\n{text}\nEND\n\
         cargo run --release --bin {target} -- failure\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_input_is_printed_with_the_commands_that_repeat_it() {
        let expected = "cd crates/fuzz\nxxd -revert -plain > failure <<END\n50415231ff00\nEND\n\
            cargo run --release --bin parquet -- failure\n";
        let messages =
            "==7== ERROR: libFuzzer: timeout\nartifact_prefix='a/'; Test unit written to a/timeout-1f\nBase64: AA==\n";
        assert_eq!(failing_input(messages), Some("a/timeout-1f"));
        assert_eq!(shown("parquet", b"PAR1\xff\0"), expected);
        assert!(shown("parquet", &[0; LARGEST_SHOWN]).len() > LARGEST_SHOWN);
        assert_eq!(shown("parquet", &[0; LARGEST_SHOWN + 1]), "the input has 65537 bytes, so it is not printed\n");
    }
}
