//! Runs the programs and wheels of a release: the puzzles of a seed are those of this program.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use super::Dist;
use super::platform::Platform;
use crate::error::{Error, Result};
use crate::workspace;

/// The command whose output is compared.
const PACK: [&str; 6] = ["pack", "--seed", "42", "--count", "200", "--quiet"];

/// The processor with the fewest instructions that programs for x86-64 run on: the plain code is used.
const PLAIN: [&str; 3] = ["qemu-x86_64", "-cpu", "qemu64"];

/// Runs the program of a platform, and compares its puzzles with those of this program.
///
/// # Errors
/// If the program fails, writes other bytes, or nothing is there that runs it.
pub(super) fn program(dist: &Dist, platform: &Platform, program: &Path) -> Result<()> {
    // Alone in a folder, so that nothing of the build is used.
    let folder = dist.work.join("smoke").join(platform.triple);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(Error::file(&folder, "cannot be created"))?;
    let alone = folder.join(platform.program());
    fs::copy(program, &alone).map_err(Error::file(program, "cannot be copied"))?;
    if platform.is_native() {
        compare(Command::new(&alone).args(PACK), platform.triple)?;
        if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
            let [emulator, options @ ..] = PLAIN;
            compare(Command::new(emulator).args(options).arg(&alone).args(PACK), "plain code (qemu-user)")?;
        }
        return Ok(());
    }
    let Some(runner) = platform.runner() else {
        eprintln!("{}: not run on this system", platform.triple);
        return Ok(());
    };
    let mut run = Command::new(runner.path()?);
    run.args(runner.arguments).arg(&alone).args(PACK);
    if platform.is_windows() {
        stub_of_wine(dist, &folder)?;
        run.env("WINEPREFIX", dist.work.join("wine")).env("WINEDEBUG", "-all");
    }
    compare(&mut run, platform.triple)
}

/// Runs a wheel in an environment of its own, without the tools of the build.
///
/// # Errors
/// If its tag is not the wanted one, it cannot be installed, or it makes other puzzles than this program.
pub(super) fn wheel(dist: &Dist, platform: &Platform, wheel: &Path) -> Result<()> {
    if let Some(tag) = platform.manylinux() {
        let mut show = dist.command(&dist.python);
        let shown = show.args(["-m", "auditwheel", "show"]).arg(wheel).output().map_err(Error::failed)?;
        let text = String::from_utf8_lossy(&shown.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
        if !text.contains(&format!("tag: \"{tag}_")) {
            return Err(Error::failed(format!("{}: not consistent with {tag}: {text}", wheel.display())));
        }
    }
    if !platform.is_native() {
        return Ok(()); // there is no Python of the platform
    }
    let folder = dist.work.join("smoke/python");
    let mut create = Command::new("python3");
    workspace::run(create.args(["-m", "venv", "--clear"]).arg(&folder), "python3 -m venv")?;
    let python = folder.join("bin/python");
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]).arg(wheel);
    workspace::run(&mut install, "pip install")?;
    let run = |arguments: &[&str]| {
        let mut run = Command::new(&python);
        run.args(arguments).env_remove("PYTHONPATH").env("PATH", folder.join("bin")).current_dir(&folder);
        run
    };
    compare(run(&["-m", "minirow"]).args(PACK), "the wheel")?;
    compare_first_puzzle(&mut run(&["-c", "import minirow; print(minirow.generate(seed=42, count=1)['puzzle'][0])"]))
}

/// Compares the output of a command with that of this program.
fn compare(command: &mut Command, what: &str) -> Result<()> {
    if output(command, what)? != expected()? {
        return Err(Error::failed(format!("{what}: other puzzles than those of this program")));
    }
    eprintln!("{what}: {} makes the same puzzles", PACK.join(" "));
    Ok(())
}

fn compare_first_puzzle(command: &mut Command) -> Result<()> {
    let found = output(command, "the wheel")?;
    let (found, expected) = (String::from_utf8_lossy(&found).trim().to_string(), expected()?);
    let is_equal = String::from_utf8_lossy(&expected).lines().nth(1).is_some_and(|row| row.contains(&found));
    if is_equal { Ok(()) } else { Err(Error::failed(format!("the wheel: another puzzle: {found}"))) }
}

/// Returns the output of this program.
fn expected() -> Result<Vec<u8>> {
    let program = env::current_exe().map_err(Error::failed)?;
    output(Command::new(program).args(PACK), "this program")
}

/// Returns the standard output of a command.
fn output(command: &mut Command, what: &str) -> Result<Vec<u8>> {
    let output = command.output().map_err(|error| Error::failed(format!("{what}: cannot be started: {error}")))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Error::failed(format!("{what} failed: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

/// Makes a library that Windows has and older versions of Wine lack. It is for tests alone.
fn stub_of_wine(dist: &Dist, folder: &Path) -> Result<()> {
    let mut compile = Command::new("x86_64-w64-mingw32-gcc");
    compile.args(["-shared", "-o"]).arg(folder.join("bcryptprimitives.dll"));
    compile.arg(dist.top.join("xtask/src/dist/bcryptprimitives.c")).arg("-ladvapi32");
    workspace::run(&mut compile, "x86_64-w64-mingw32-gcc (on Debian: `apt-get install gcc-mingw-w64-x86-64`)")
}
