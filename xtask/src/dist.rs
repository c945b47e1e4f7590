//! `dist`: makes the files of a release.

pub(crate) mod notices;
mod platform;
mod smoke;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::error::{Error, Result};
use crate::{tools, venv, web, workspace};
use platform::{PLATFORMS, Platform};

/// Make the files of a release under target/dist
///
/// Makes the program, its bill of materials, and the Python wheel for each platform, the npm package and the page; then runs the
/// programs and wheels, and writes SHA256SUMS. Removes files of other versions. On Linux, the platforms are those that end with
/// linux-gnu and windows-gnu; on macOS, those of macOS.
///
/// Needs rustup, python3 with venv, Node with npm, package registries for their tools, and a C compiler for Windows; to run the
/// programs of other platforms, it needs qemu and Wine (on Debian: gcc-mingw-w64-x86-64 qemu-user libc6-arm64-cross wine wine64).
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Make only the files of these platforms; `web` is the npm package and the page
    #[arg(value_name = "PLATFORM", value_parser = names())]
    only: Vec<String>,
    /// Do not run the programs and wheels
    #[arg(long)]
    no_test: bool,
}

/// The name of the npm package and the page among the platforms.
const WEB: &str = "web";

/// The tools from PyPI, which have zig.
const TOOLS: &str = "xtask/src/dist/requirements.txt";

fn names() -> Vec<&'static str> {
    PLATFORMS.iter().map(|platform| platform.triple).chain([WEB]).collect()
}

impl Args {
    pub(crate) fn run(self) -> Result<()> {
        let top = workspace::top()?;
        let dist = Dist::new(&top)?;
        let is_wanted = |name: &str, by_default: bool| match &self.only[..] {
            [] => by_default,
            only => only.iter().any(|wanted| wanted == name),
        };
        let platforms = || PLATFORMS.iter().filter(|platform| is_wanted(platform.triple, platform.is_made_here()));
        let is_web_wanted = is_wanted(WEB, cfg!(target_os = "linux"));
        dist.remove_files(|name| {
            self.only.is_empty()
                || !is_of_version(name, env!("CARGO_PKG_VERSION"))
                || platforms().any(|platform| platform.has_file(name))
                || is_web_wanted && is_of_web(name)
        })?;
        for platform in platforms() {
            eprintln!("== {}", platform.triple);
            let program = dist.program(platform)?;
            let wheel = dist.wheel(platform)?;
            if !self.no_test {
                smoke::program(&dist, platform, &program)?;
                smoke::wheel(&dist, platform, &wheel)?;
            }
        }
        if is_web_wanted {
            eprintln!("== {WEB}"); // `ci web` tests it
            dist.copy(&web::build(&top)?.tarball)?;
            let page = dist.out.join(format!("minirow-page-{}.zip", env!("CARGO_PKG_VERSION")));
            dist.archive(&["pack".into(), web::build_page(&top)?.join("dist").into(), page.into()])?;
            dist.bill_of_materials("crates/web", web::TARGET, WEB)?;
        }
        dist.archive(&["sums".into(), dist.out.clone().into()])?;
        eprintln!("the files of the release are in {}", dist.out.display());
        Ok(())
    }
}

/// Returns `true` if a file of a release belongs to a version.
fn is_of_version(name: &str, version: &str) -> bool {
    let rest = name.strip_prefix("minirow-page-").or_else(|| name.strip_prefix("minirow-"));
    let rest = rest.and_then(|rest| rest.strip_prefix(version)).unwrap_or_default();
    rest.starts_with(['-', '.']) && !rest[1..].starts_with(|first: char| first.is_ascii_digit())
}

/// Returns `true` if a file of a release belongs to the npm package or the page.
fn is_of_web(name: &str) -> bool {
    name.ends_with(".tgz") || name.starts_with("minirow-page-") || name.contains("-web.")
}

/// The folders of a release, and the programs that make it.
struct Dist<'a> {
    top: &'a Path,
    /// The folder of the files to publish.
    out: PathBuf,
    /// The folder for everything else.
    work: PathBuf,
    /// The Python of the tools.
    python: PathBuf,
}

impl Dist<'_> {
    fn new(top: &Path) -> Result<Dist<'_>> {
        let (out, work) = (top.join("target/dist"), top.join("target/dist-work"));
        for folder in [&out, &work] {
            fs::create_dir_all(folder).map_err(Error::file(folder, "cannot be created"))?;
        }
        Ok(Dist { top, out, work, python: venv::with(top, "dist-tools", TOOLS)? })
    }

    /// Removes files of earlier runs.
    fn remove_files(&self, is_removed: impl Fn(&str) -> bool) -> Result<()> {
        for entry in fs::read_dir(&self.out).map_err(Error::file(&self.out, "cannot be read"))?.flatten() {
            if is_removed(&entry.file_name().to_string_lossy()) {
                fs::remove_file(entry.path()).map_err(Error::file(&entry.path(), "cannot be removed"))?;
            }
        }
        Ok(())
    }

    /// Returns a command that finds the tools, and compiles into a folder of its own.
    fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let tools = self.python.parent().expect("a program in a folder");
        let old = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([tools.to_path_buf()].into_iter().chain(std::env::split_paths(&old)));
        let mut command = Command::new(program);
        command.env("PATH", path.expect("folders without colons")).current_dir(self.top);
        command.env("CARGO_TARGET_DIR", self.work.join("build")).env("CARGO_INCREMENTAL", "0");
        command.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
        command
    }

    /// Compiles the program of a platform, packs it, and returns its path.
    fn program(&self, platform: &Platform) -> Result<PathBuf> {
        let triple = platform.triple;
        platform.add_target()?;
        let mut cargo = self.command("cargo");
        cargo.arg(if platform.is_linked_by_zig { "zigbuild" } else { "build" });
        cargo.args(["--quiet", "--release", "--locked", "--package", "minirow-cli", "--bin", "minirow", "--target"]);
        cargo.arg(platform.zig_target());
        workspace::run(&mut cargo, &format!("the compilation for {triple}"))?;
        let program = self.work.join("build").join(triple).join("release").join(platform.program());

        // A folder with everything, of which the archive is made.
        let name = format!("minirow-{}-{triple}", env!("CARGO_PKG_VERSION"));
        let folder = self.work.join(&name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).map_err(Error::file(&folder, "cannot be created"))?;
        let documents = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
        for from in documents.map(|name| self.top.join(name)).iter().chain([&program]) {
            let to = folder.join(from.file_name().expect("the name of a file"));
            fs::copy(from, &to).map_err(Error::file(from, "cannot be copied"))?;
        }
        notices::write(self.top, "cli", triple, &folder)?;
        self.archive(&["pack".into(), folder.into(), self.out.join(name + platform.ending()).into()])?;
        self.bill_of_materials("crates/cli", triple, triple)?;
        Ok(program)
    }

    /// Writes the bill of materials of a crate compiled for a target, in the form CycloneDX. Its name has the name of the platform.
    ///
    /// cargo-cyclonedx writes beside the manifests, so it gets those of the last commit in another folder.
    fn bill_of_materials(&self, package: &str, target: &str, platform: &str) -> Result<()> {
        let program = tools::installed(self.top, "cargo-cyclonedx", "cargo-cyclonedx", "0.5.7")?;
        let source = self.work.join("source");
        let _ = fs::remove_dir_all(&source);
        fs::create_dir_all(&source).map_err(Error::file(&source, "cannot be created"))?;
        let tree = self.work.join("source.tar");
        let mut archive = self.command("git");
        workspace::run(archive.args(["archive", "--output"]).arg(&tree).arg("HEAD"), "git archive")?;
        let mut unpack = self.command("tar");
        workspace::run(unpack.arg("-xf").arg(&tree).arg("-C").arg(&source), "tar")?;
        let name = format!("minirow-{}-{platform}.cdx", env!("CARGO_PKG_VERSION"));
        let mut bill = self.command(program);
        bill.args(["cyclonedx", "--format", "json", "--quiet", "--target", target, "--override-filename", &name]);
        bill.arg("--manifest-path").arg(source.join(package).join("Cargo.toml"));
        workspace::run(&mut bill, "cargo-cyclonedx")?;
        let name = name + ".json";
        let written = source.join(package).join(&name);
        let text = fs::read_to_string(&written).map_err(Error::file(&written, "cannot be read"))?;
        // Remove values that differ between runs.
        let text = text.replace(&*source.to_string_lossy(), "/minirow");
        let mut bill: serde_json::Value = serde_json::from_str(&text).map_err(Error::failed)?;
        bill.as_object_mut().and_then(|bill| bill.remove("serialNumber"));
        bill["metadata"].as_object_mut().and_then(|metadata| metadata.remove("timestamp"));
        let path = self.out.join(name);
        fs::write(&path, format!("{bill:#}\n")).map_err(Error::file(&path, "cannot be written"))
    }

    /// Builds the wheel of a platform, and returns its path.
    fn wheel(&self, platform: &Platform) -> Result<PathBuf> {
        let wheels = self.work.join("wheels").join(platform.triple);
        let _ = fs::remove_dir_all(&wheels);
        let mut build = self.command(&self.python);
        build.args([
            "-m",
            "maturin",
            "build",
            "--quiet",
            "--profile",
            "release",
            "--locked",
            "--target",
            platform.triple,
            "--out",
        ]);
        build.arg(&wheels).args(platform.wheel_options());
        workspace::run(&mut build, &format!("the wheel for {}", platform.triple))?;
        let files = fs::read_dir(&wheels).map_err(Error::file(&wheels, "cannot be read"))?;
        let wheel = files.flatten().map(|entry| entry.path()).next();
        let wheel = wheel.ok_or_else(|| Error::failed(format!("{}: no wheel was made", wheels.display())))?;
        let licences = self.work.join("licences").join(platform.triple);
        fs::create_dir_all(&licences).map_err(Error::file(&licences, "cannot be created"))?;
        notices::write(self.top, "python", platform.triple, &licences)?;
        self.archive(&["licences".into(), licences.into(), wheel.clone().into()])?;
        self.copy(&wheel)?;
        Ok(wheel)
    }

    /// Copies a file into the release.
    fn copy(&self, file: &Path) -> Result<()> {
        let to = self.out.join(file.file_name().expect("the name of a file"));
        fs::copy(file, to).map(drop).map_err(Error::file(file, "cannot be copied"))
    }

    /// Runs `archive.py`.
    fn archive(&self, arguments: &[std::ffi::OsString]) -> Result<()> {
        let mut archive = self.command(&self.python);
        archive.arg(self.top.join("xtask/src/dist/archive.py")).args(arguments);
        workspace::run(&mut archive, "xtask/src/dist/archive.py")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_versions_are_known() {
        for name in ["minirow-0.1.0-web.cdx.json", "minirow-0.1.0.tgz", "minirow-page-0.1.0.zip"] {
            assert!(is_of_version(name, "0.1.0") && is_of_web(name), "{name}");
            assert!(!is_of_version(name, "0.1") && !is_of_version(name, "0.2.0"), "{name}");
        }
        assert!(!is_of_version("SHA256SUMS", "0.1.0"));
    }

    #[test]
    fn a_file_belongs_to_one_platform() {
        for (name, platform) in [
            ("minirow-0.1.0-x86_64-unknown-linux-gnu.tar.gz", 0),
            ("minirow-0.1.0-cp310-abi3-manylinux_2_28_x86_64.whl", 0),
            ("minirow-0.1.0-cp310-abi3-manylinux_2_28_aarch64.whl", 1),
            ("minirow-0.1.0-x86_64-pc-windows-gnu.cdx.json", 2),
            ("minirow-0.1.0-cp310-abi3-win_amd64.whl", 2),
            ("minirow-0.1.0-cp310-abi3-macosx_11_0_arm64.whl", 3),
            ("minirow-0.1.0-cp310-abi3-macosx_10_12_x86_64.whl", 4),
        ] {
            let platforms: Vec<usize> = (0..PLATFORMS.len()).filter(|&one| PLATFORMS[one].has_file(name)).collect();
            assert_eq!((platforms, is_of_web(name)), (vec![platform], false), "{name}");
        }
    }
}
