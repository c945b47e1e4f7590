//! `web`: builds the npm package `minirow` from `crates/web`, and the page that uses it.
//!
//! The compiler is that of rustup with the target `wasm32-unknown-unknown`, which this command adds. Where rustup does not have
//! the target, it is Debian's, which compiles the standard library, too.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::dist::notices;
use crate::error::{Error, Result};
use crate::tools;
use crate::workspace;

/// Build the npm package and the page under target/web
///
/// Needs Node with npm, and a package registry for its tools. The compiler needs the target wasm32-unknown-unknown: that of
/// rustup, or Debian's packages rustc-web, cargo-web, rust-web-src and lld-22.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Serve the page on localhost until Ctrl-C
    #[arg(long)]
    serve: bool,

    /// Port of the server
    #[arg(long, value_name = "PORT", default_value_t = 4173, requires = "serve")]
    port: u16,
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        let top = workspace::top()?;
        let package = build(&top)?;
        eprintln!("built {}", package.tarball.display());
        let page = build_page(&top)?;
        let files = page.join("dist");
        eprintln!("built {}", files.display());
        if self.serve {
            let mut serve = Command::new("node");
            serve.arg(page.join("serve.mjs")).arg(files).arg(self.port.to_string());
            workspace::run(&mut serve, "the server")?;
        }
        Ok(())
    }
}

/// A package that was built.
pub(crate) struct Package {
    /// The folder with its files and the programs of its developers.
    pub(crate) folder: PathBuf,
    /// The file for `npm install`.
    pub(crate) tarball: PathBuf,
}

/// The target of the compiler.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's packages with a compiler for the target, and a linker for it.
pub(crate) const DEBIAN_PACKAGES: [&str; 4] = ["rustc-web", "cargo-web", "rust-web-src", "lld-22"];

/// The features of the processor, and a stack that is large enough for the longest chains.
const FLAGS: &str = "-Ctarget-feature=+simd128 -Clink-arg=-zstack-size=4194304";

/// The modules of the package, each with the feature of the crate that it is built with.
const MODULES: [(&str, &str); 2] = [("minirow", "puzzles"), ("print", "print")];

/// Builds the package.
pub(crate) fn build(top: &Path) -> Result<Package> {
    let folder = top.join("target/web/package");
    copy_sources(top, "crates/web/package", &folder)?;
    for name in ["LICENSE-APACHE", "LICENSE-MIT", "crates/print/fonts/OFL.txt"] {
        let from = top.join(name);
        copy(&from, &folder.join(from.file_name().expect("the name of a file")))?;
    }
    notices::write(top, "web", TARGET, &folder)?;
    install_tools(&folder)?;
    for (name, feature) in MODULES {
        eprintln!("compiling the module {name} for WebAssembly: one to three minutes");
        bind(top, &compile(top, feature)?, name, &folder)?;
    }
    npm(&folder, &["exec", "--offline", "--", "tsc"])?;
    let tarball = top.join("target/web").join(format!("minirow-{}.tgz", env!("CARGO_PKG_VERSION")));
    npm(&folder, &["pack", "--silent", "--pack-destination", ".."])?;
    Ok(Package { folder, tarball })
}

/// Builds the page with the package, and returns its folder. The files to publish are in its folder `dist`.
pub(crate) fn build_page(top: &Path) -> Result<PathBuf> {
    let folder = top.join("target/web/page");
    copy_sources(top, "crates/web/page", &folder)?;
    install_tools(&folder)?;
    npm(&folder, &["exec", "--offline", "--", "tsc"])?;
    npm(&folder, &["exec", "--offline", "--", "vite", "build", "--logLevel", "warn"])?;
    for name in notices::FILES {
        copy(&top.join("target/web/package").join(name), &folder.join("dist").join(name))?;
    }
    Ok(folder)
}

/// Compiles the crate with a feature, and returns the path of the WebAssembly module. The next call replaces it.
fn compile(top: &Path, feature: &str) -> Result<PathBuf> {
    let target_folder = top.join("target/web/build");
    let mut cargo = cargo_for(top, "build")?;
    cargo.args(["--profile", "web", "--no-default-features", "--features", feature]);
    workspace::run(&mut cargo, &format!("the compilation of crates/web with {feature}"))?;
    Ok(target_folder.join(TARGET).join("web/minirow_web.wasm"))
}

/// Returns a command of cargo on the crate, for the target.
fn cargo_for(top: &Path, command: &str) -> Result<Command> {
    let mut cargo = compiler()?;
    cargo.args([command, "--quiet", "--locked", "--package", "minirow-web", "--target", TARGET]);
    cargo.env("CARGO_TARGET_DIR", top.join("target/web/build")).env("CARGO_INCREMENTAL", "0").current_dir(top);
    Ok(cargo)
}

/// Returns `true` if there is a compiler that has the target. Adds the target to rustup's, if rustup has it.
pub(crate) fn has_compiler() -> bool {
    is_in_rustup() || missing().is_empty()
}

fn is_in_rustup() -> bool {
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    added.is_ok_and(|added| added.status.success())
}

/// Returns the programs of Debian's packages that are not there.
fn missing() -> Vec<&'static str> {
    let programs = ["/usr/bin/rustc", "/usr/bin/cargo", "/usr/bin/wasm-ld-22"];
    programs.into_iter().filter(|program| !Path::new(program).is_file()).collect()
}

/// Returns cargo with a compiler that has the target.
fn compiler() -> Result<Command> {
    if is_in_rustup() {
        let mut cargo = Command::new("cargo");
        cargo.env("RUSTFLAGS", FLAGS);
        return Ok(cargo);
    }
    let missing = missing();
    if !missing.is_empty() {
        let (missing, packages) = (missing.join(", "), DEBIAN_PACKAGES.join(" "));
        return Err(Error::usage(format!(
            "no compiler for {TARGET}: `rustup target add {TARGET}` failed, and there is no {missing} \
             (`apt-get install {packages}`)"
        )));
    }
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo.args(["-Zbuild-std=std,panic_abort"]).env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
    // A cargo that was started by another one has the variables of the other toolchain.
    cargo.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env("RUSTFLAGS", format!("{FLAGS} -Clinker=wasm-ld-22"));
    Ok(cargo)
}

/// Copies the sources of a package of npm, and removes all other files except its tools.
fn copy_sources(top: &Path, sources: &str, folder: &Path) -> Result<()> {
    let old = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for path in old.filter(|path| !path.ends_with("node_modules") && !path.ends_with("installed.json")) {
        let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
        removed.map_err(Error::file(&path, "cannot be removed"))?;
    }
    for name in workspace::files(top, &SOURCES)? {
        if let Some(source) = name.strip_prefix(sources).and_then(|rest| rest.strip_prefix('/')) {
            copy(&top.join(&name), &folder.join(source))?;
        }
    }
    Ok(())
}

/// The endings of source files.
const SOURCES: [&str; 11] = ["css", "html", "js", "json", "md", "mjs", "npmrc", "png", "svg", "ts", "webmanifest"];

/// Copies a file, with the folders that it is in.
fn copy(from: &Path, to: &Path) -> Result<()> {
    let parent = to.parent().expect("a file in a folder");
    fs::create_dir_all(parent).map_err(Error::file(parent, "cannot be created"))?;
    fs::copy(from, to).map(drop).map_err(Error::file(from, "cannot be copied"))
}

/// Installs the programs that build the package, unless those of the lock file are there.
fn install_tools(folder: &Path) -> Result<()> {
    let lock = folder.join("package-lock.json");
    let wanted = fs::read(&lock).map_err(Error::file(&lock, "cannot be read"))?;
    let installed = folder.join("installed.json");
    if fs::read(&installed).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    eprintln!("installing the tools of {} with npm", folder.display());
    npm(folder, &["ci", "--silent"])?;
    fs::write(&installed, wanted).map_err(Error::file(&installed, "cannot be written"))
}

/// Makes the functions of a module in JavaScript.
///
/// `wasm-opt` of binaryen 132 is not used: it makes modules 3% smaller when compressed, and takes a minute.
fn bind(top: &Path, module: &Path, name: &str, folder: &Path) -> Result<()> {
    let program = tools::installed(top, "wasm-bindgen-cli", "wasm-bindgen", &bindgen_version(top)?)?;
    let mut bindgen = Command::new(program);
    bindgen.args(["--target", "web", "--remove-name-section", "--remove-producers-section"]);
    bindgen.args(["--out-name", name, "--out-dir"]).arg(folder.join("wasm")).arg(module);
    workspace::run(&mut bindgen, "wasm-bindgen")
}

/// Returns the version of wasm-bindgen in the lock file: the program must be of the same.
fn bindgen_version(top: &Path) -> Result<String> {
    let path = top.join("Cargo.lock");
    let lock = fs::read_to_string(&path).map_err(Error::file(&path, "cannot be read"))?;
    let version = lock.split_once("name = \"wasm-bindgen\"\nversion = \"").and_then(|(_, rest)| rest.split('"').next());
    version.map(String::from).ok_or_else(|| Error::failed("Cargo.lock has no wasm-bindgen"))
}

/// Runs npm in a folder.
pub(crate) fn npm(folder: &Path, arguments: &[&str]) -> Result<()> {
    let mut npm = Command::new("npm");
    npm.args(arguments).current_dir(folder);
    workspace::run(&mut npm, &format!("npm {} (Node 20 or later with npm is needed)", arguments.join(" ")))
}
