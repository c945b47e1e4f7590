//! The checks that need Python: data sets load as their cards say, the wheel passes its tests, streams and environments work with
//! the libraries that they are for, and a cluster makes the same data sets as the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};
use crate::{venv, workspace};

const LOADERS: &str = "datasets/requirements.txt";
const TESTS: &str = "crates/python/tests/requirements.txt";
/// The Python that Debian's PyTorch is for. That of the package index has gigabytes of libraries for graphics cards.
const SYSTEM_PYTHON: &str = "/usr/bin/python3";
/// torchdata runs with Debian's PyTorch, but asks for a later one.
const TORCHDATA: &str = "torchdata==0.11.0";
const MODELS: &str = "crates/python/models/requirements.txt";
const ENVIRONMENTS: &str = "crates/python/environments/requirements.txt";
const TASKSETS: &str = "crates/python/environments/tasksets.txt";
const CLUSTER: &str = "crates/python/cluster/requirements.txt";

/// Runs the loading lines of the data cards: of `datasets/`, and of folders with CSV alone and with shards.
pub(super) fn loaders(top: &Path) -> Result<()> {
    let python = venv::with(top, "loaders", LOADERS)?;
    let scratch = tempfile::tempdir().map_err(|error| Error::failed(format!("no folder for the work: {error}")))?;
    let mut folders = vec![top.join("datasets")];
    for (name, options) in [("csv", &["--formats", "csv"][..]), ("shards", &["--shard-rows", "400"][..])] {
        folders.push(scratch.path().join(name));
        let mut make = Command::new(program()?);
        make.args(["dataset", "--quiet", "--from", "datasets/csv/train.csv", "--fractions", "90,10", "--out"]);
        make.arg(&folders[folders.len() - 1]).args(options).current_dir(top);
        workspace::run(&mut make, &format!("the data set ({name})"))?;
    }
    let mut verify = Command::new(python);
    verify.arg(top.join("datasets/verify_loaders.py")).args(folders).current_dir(top);
    workspace::run(&mut verify, "datasets/verify_loaders.py")
}

/// Builds the wheel, installs it in an environment of its own, and runs its tests there.
pub(super) fn wheel(top: &Path) -> Result<()> {
    let python = venv::with(top, "python", TESTS)?;
    let wheels = wheels(top);
    let _ = fs::remove_dir_all(&wheels); // it may hold wheels of other versions
    // Without optimisation by the linker, which changes no result.
    let mut build = Command::new(&python);
    build.args(["-m", "maturin", "build", "--quiet", "--profile", "dev", "--locked", "--out"]).arg(&wheels);
    build.env("CARGO_TARGET_DIR", top.join("target")).current_dir(top);
    workspace::run(&mut build, "the build of the wheel")?;
    install(top, &python)?;
    // The libraries that read Arrow columns are those of the loaders.
    let libraries = purelib(&venv::with(top, "loaders", LOADERS)?)?;
    let link = purelib(&python)?.join("loaders.pth");
    let written = fs::write(&link, format!("{}\n", libraries.display()));
    written.map_err(Error::file(&link, "cannot be written"))?;
    pytest(top, &python, "crates/python/tests")
}

/// Installs the wheel beside Ray, and makes data sets on a cluster of two nodes on this machine, one of which is lost.
pub(super) fn cluster(top: &Path) -> Result<()> {
    let python = venv::with(top, "cluster", CLUSTER)?;
    install(top, &python)?;
    pytest(top, &python, "crates/python/cluster")?;
    let mut verify = Command::new(&python);
    verify.args(["crates/python/cluster/verify_ray.py", "--count", "4000", "--make-only"]).current_dir(top);
    verify.env("MINIROW_COMMAND", program()?).env("PYTHONDONTWRITEBYTECODE", "1");
    workspace::run(&mut verify, "crates/python/cluster/verify_ray.py")
}

/// Installs the wheel beside Debian's PyTorch, and runs the tests of streams there. On a CI machine, installs PyTorch.
pub(super) fn models(top: &Path) -> Result<()> {
    let has_torch = || {
        let output = Command::new(SYSTEM_PYTHON).args(["-c", "import torch, venv, ensurepip"]).output();
        output.is_ok_and(|output| output.status.success())
    };
    if !has_torch() && std::env::var_os("CI").is_some() {
        workspace::run(Command::new("apt-get").args(["-qq", "update"]), "apt-get update")?;
        let mut install = Command::new("apt-get");
        install.args(["-qq", "install", "--yes", "--no-install-recommends", "python3-torch", "python3-venv"]);
        workspace::run(&mut install, "apt-get install python3-torch python3-venv")?;
    }
    if !has_torch() {
        let missing = format!("{SYSTEM_PYTHON} has no PyTorch: install the packages python3-torch and python3-venv");
        return Err(Error::failed(missing));
    }
    let python = venv::of(top, "models", MODELS, SYSTEM_PYTHON, &["--system-site-packages"])?;
    venv::install(top, &python, &["--no-deps", TORCHDATA], &format!("uv pip install {TORCHDATA}"))?;
    install(top, &python)?;
    pytest(top, &python, "crates/python/models")
}

/// Installs the wheel beside the libraries of environments for reinforcement learning, and runs the tests there; those of tasksets
/// also with the newest version of verifiers, and those of Gymnasium with the oldest version.
pub(super) fn environments(top: &Path) -> Result<()> {
    let python = venv::with(top, "environments", ENVIRONMENTS)?;
    install(top, &python)?;
    pytest(top, &python, "crates/python/environments")?;
    let python = venv::with(top, "tasksets", TASKSETS)?;
    install(top, &python)?;
    for tests in ["test_rl_gymnasium.py", "test_rl_tasksets.py", "test_rl_tasksets_moves.py"] {
        pytest(top, &python, &format!("crates/python/environments/{tests}"))?;
    }
    Ok(())
}

fn wheels(top: &Path) -> PathBuf {
    top.join("target/python-wheel")
}

/// Returns the path of the command line that the Python package is compared with: this program.
fn program() -> Result<PathBuf> {
    std::env::current_exe().map_err(|error| Error::failed(format!("this program is not found: {error}")))
}

fn install(top: &Path, python: &Path) -> Result<()> {
    let wheels = wheels(top);
    let from = ["--no-index", "--no-deps", "--reinstall", "--find-links", &wheels.to_string_lossy(), "minirow"];
    venv::install(top, python, &from, "the installation of the wheel (`cargo xtask ci python` builds it)")
}

fn pytest(top: &Path, python: &Path, folder: &str) -> Result<()> {
    let mut test = Command::new(python);
    test.args(["-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", folder]).current_dir(top);
    test.env("MINIROW_COMMAND", program()?).env("PYTHONDONTWRITEBYTECODE", "1");
    test.env("PATH", venv::path_with_uv(top)?); // for harnesses of verifiers
    test.env("RAY_worker_niceness", "0"); // with its default, 15, Ray waits for the other steps
    workspace::run(&mut test, folder)
}

/// Returns the folder that a Python imports packages from.
fn purelib(python: &Path) -> Result<PathBuf> {
    let output = Command::new(python).args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]).output();
    let output = output.map_err(Error::file(python, "cannot be started"))?;
    Ok(PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()))
}
