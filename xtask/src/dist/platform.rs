//! The platforms that programs and wheels are made for.

use std::path::PathBuf;
use std::process::Command;

use crate::error::{Error, Result};
use crate::workspace;

/// A platform.
pub(super) struct Platform {
    /// The name of the compiler for it.
    pub(super) triple: &'static str,
    /// The oldest glibc that programs run with.
    glibc: Option<&'static str>,
    /// Zig links the programs, so that they run on older systems.
    pub(super) is_linked_by_zig: bool,
    /// The system on which they are made.
    host: &'static str,
    /// The start and the end of the platform in the names of wheels.
    wheel: (&'static str, &'static str),
    /// The program that runs those of the platform, if they do not run directly.
    runner: Option<Runner>,
}

/// A program that runs programs of another platform.
pub(super) struct Runner {
    pub(super) program: &'static str,
    pub(super) arguments: &'static [&'static str],
    /// Debian's packages.
    pub(super) packages: &'static str,
}

/// Glibc of 2018, which the tag manylinux_2_28 stands for.
const GLIBC: Option<&str> = Some("2.28");

/// The platforms.
pub(super) const PLATFORMS: &[Platform] = &[
    Platform {
        triple: "x86_64-unknown-linux-gnu",
        glibc: GLIBC,
        is_linked_by_zig: true,
        host: "linux",
        wheel: ("-manylinux", "_x86_64.whl"),
        runner: None,
    },
    Platform {
        triple: "aarch64-unknown-linux-gnu",
        glibc: GLIBC,
        is_linked_by_zig: true,
        host: "linux",
        wheel: ("-manylinux", "_aarch64.whl"),
        runner: Some(Runner {
            program: "qemu-aarch64",
            arguments: &["-L", "/usr/aarch64-linux-gnu"],
            packages: "qemu-user libc6-arm64-cross",
        }),
    },
    Platform {
        triple: "x86_64-pc-windows-gnu",
        glibc: None,
        // With zig, maturin exports the wrong symbol of an extension module that is in a package.
        is_linked_by_zig: false,
        host: "linux",
        wheel: ("-win", "_amd64.whl"),
        runner: Some(Runner { program: "wine", arguments: &[], packages: "wine wine64 gcc-mingw-w64-x86-64" }),
    },
    Platform {
        triple: "aarch64-apple-darwin",
        glibc: None,
        is_linked_by_zig: false,
        host: "macos",
        wheel: ("-macosx", "_arm64.whl"),
        runner: None,
    },
    Platform {
        triple: "x86_64-apple-darwin",
        glibc: None,
        is_linked_by_zig: false,
        host: "macos",
        wheel: ("-macosx", "_x86_64.whl"),
        runner: None,
    },
];

impl Platform {
    /// Returns `true` if the files for the platform are made on this system.
    pub(super) fn is_made_here(&self) -> bool {
        self.host == std::env::consts::OS
    }

    /// Returns `true` if this system runs programs of the platform without another program.
    pub(super) fn is_native(&self) -> bool {
        self.triple.starts_with(std::env::consts::ARCH) && self.runner.is_none() && self.is_made_here()
    }

    /// Returns the program that runs those of the platform.
    pub(super) fn runner(&self) -> Option<&Runner> {
        self.runner.as_ref()
    }

    pub(super) fn is_windows(&self) -> bool {
        self.triple.contains("windows")
    }

    /// Returns the name of the compiler with the version of glibc, as zig expects it.
    pub(super) fn zig_target(&self) -> String {
        self.triple.to_string() + &self.glibc.map(|version| format!(".{version}")).unwrap_or_default()
    }

    /// Returns the name of the program.
    pub(super) fn program(&self) -> &'static str {
        if self.is_windows() { "minirow.exe" } else { "minirow" }
    }

    /// Returns `true` if a file of a release belongs to the platform.
    pub(super) fn has_file(&self, name: &str) -> bool {
        let (start, end) = self.wheel;
        name.contains(self.triple) || name.contains(start) && name.ends_with(end)
    }

    /// Returns the ending of archives.
    pub(super) fn ending(&self) -> &'static str {
        if self.is_windows() { ".zip" } else { ".tar.gz" }
    }

    /// Returns the tag that the wheel has, if it is one of Linux.
    pub(super) fn manylinux(&self) -> Option<String> {
        self.glibc.map(|version| format!("manylinux_{}", version.replace('.', "_")))
    }

    /// Returns the options of maturin.
    pub(super) fn wheel_options(&self) -> Vec<String> {
        let zig = self.is_linked_by_zig.then(|| "--zig".to_string());
        let tag = self.manylinux().map(|tag| ["--compatibility".into(), tag]);
        zig.into_iter().chain(tag.into_iter().flatten()).collect()
    }

    /// Adds the standard library of the platform to rustup's compiler.
    pub(super) fn add_target(&self) -> Result<()> {
        let mut add = Command::new("rustup");
        workspace::run(add.args(["target", "add", self.triple]), &format!("rustup target add {}", self.triple))
    }
}

impl Runner {
    /// Returns the path of the program.
    ///
    /// # Errors
    /// If it is not there.
    pub(super) fn path(&self) -> Result<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let found = std::env::split_paths(&path).map(|folder| folder.join(self.program)).find(|path| path.is_file());
        found.ok_or_else(|| {
            let (program, packages) = (self.program, self.packages);
            Error::usage(format!("no {program} to run the program with (on Debian: `apt-get install {packages}`)"))
        })
    }
}
