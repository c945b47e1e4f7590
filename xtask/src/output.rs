//! Where results go: standard output, or a file that has its name only when it is whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::{Failure, Result};
use crate::interrupt;

/// Flags for the commands that write one result.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Target {
    /// Write to FILE instead of standard output; it gets its name when it is complete
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Overwrite FILE if it exists
    #[arg(long, requires = "out")]
    pub(crate) force: bool,
}

/// A result that is being written.
#[derive(Debug)]
pub(crate) struct Output {
    sink: Sink,
    name: String,
}

#[derive(Debug)]
enum Sink {
    Standard(BufWriter<Stdout>),
    /// A device or a pipe: there is nothing to rename.
    Device(BufWriter<File>),
    Temporary {
        file: BufWriter<NamedTempFile>,
        target: PathBuf,
        force: bool,
    },
}

impl Output {
    /// Opens the target.
    ///
    /// # Errors
    /// If its folder is not there, or it exists and must not be overwritten.
    pub(crate) fn open(target: &Target) -> Result<Output> {
        let Some(path) = &target.out else {
            return Ok(Output {
                sink: Sink::Standard(BufWriter::with_capacity(1 << 16, io::stdout())),
                name: "standard output".into(),
            });
        };
        let name = path.display().to_string();
        let sink = match check_target(path, target.force)? {
            Kind::Device => {
                let file = OpenOptions::new().write(true).open(path);
                Sink::Device(BufWriter::new(file.map_err(|error| cannot_write(path, &error))?))
            }
            Kind::File => {
                // What a link points to is replaced, rather than the link.
                let path = &path.canonicalize().unwrap_or_else(|_| path.clone());
                let file = temporary_beside(path).map_err(|error| cannot_write(path, &error))?;
                interrupt::remove_at_end(file.path());
                Sink::Temporary {
                    file: BufWriter::with_capacity(1 << 16, file),
                    target: path.clone(),
                    force: target.force,
                }
            }
        };
        Ok(Output { sink, name })
    }

    /// Writes bytes.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(out) => out.write_all(bytes),
            Sink::Device(out) => out.write_all(bytes),
            Sink::Temporary { file, .. } => file.write_all(bytes),
        }
        .map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Hands on what is in the buffer.
    pub(crate) fn flush(&mut self) -> Result<()> {
        match &mut self.sink {
            Sink::Standard(out) => out.flush(),
            Sink::Device(out) => out.flush(),
            Sink::Temporary { .. } => Ok(()),
        }
        .map_err(|error| Failure::writing(&self.name, &error))
    }

    /// Brings all that is written to the disk, but gives no name yet: for files that shall have theirs together, or none.
    pub(crate) fn settle(&mut self) -> Result<()> {
        self.flush()?;
        if let Sink::Temporary { file, .. } = &mut self.sink {
            let settled = file.flush().and_then(|()| file.get_ref().as_file().sync_all());
            return settled.map_err(|error| Failure::writing(&self.name, &error));
        }
        Ok(())
    }

    /// Says that all is written: a file gets its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        self.flush()?;
        if let Sink::Temporary { file, target, force } = self.sink {
            let file = file.into_inner().map_err(|error| Failure::writing(&self.name, error.error()))?;
            file.as_file().sync_all().map_err(|error| Failure::writing(&self.name, &error))?;
            let temporary = file.path().to_path_buf();
            let kept = if force { file.persist(&target) } else { file.persist_noclobber(&target) };
            kept.map_err(|error| Failure::writing(&self.name, &error.error))?;
            interrupt::keep_at_end(&temporary);
        }
        Ok(())
    }
}

/// What a target is, or would become.
pub(crate) enum Kind {
    File,
    Device,
}

/// Looks whether a result can be written to a path.
///
/// # Errors
/// If its folder is not there, it is a folder itself, or it exists and must not be overwritten.
pub(crate) fn check_target(path: &Path, force: bool) -> Result<Kind> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            Err(Failure::usage(format!("{}: is a folder, expected a file", path.display())))
        }
        Ok(metadata) if !metadata.is_file() => Ok(Kind::Device),
        Ok(_) if !force => Err(Failure::usage(format!("{}: exists already; --force overwrites it", path.display()))),
        Ok(_) => Ok(Kind::File),
        Err(_) => {
            let folder = folder_of(path);
            if folder.is_dir() {
                Ok(Kind::File)
            } else {
                Err(Failure::usage(format!("{}: there is no folder {}", path.display(), folder.display())))
            }
        }
    }
}

/// Writes a whole file at once, under its name only when it is complete.
pub(crate) fn replace(path: &Path, contents: &[u8]) -> Result<()> {
    let mut file = temporary_beside(path).map_err(|error| cannot_write(path, &error))?;
    let written = file.write_all(contents).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| Failure::writing(&path.display().to_string(), &error))?;
    file.persist(path).map_err(|error| Failure::writing(&path.display().to_string(), &error.error))?;
    Ok(())
}

/// What a link points to is replaced, rather than the link.
pub(crate) fn behind_links(target: &Path) -> PathBuf {
    let pointed_to = if target.is_symlink() { target.canonicalize().ok() } else { None };
    pointed_to.unwrap_or_else(|| target.to_path_buf())
}

/// The path of a file that belongs to another, by what is added to its name.
pub(crate) fn beside(target: &Path, suffix: &str) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::usage(format!("{}: cannot be written: {error}", path.display()))
}

pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file in the same folder, so that it can be renamed; with the permissions that a new file gets.
pub(crate) fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    let prefix = format!(".{}.", path.file_name().unwrap_or_default().to_string_lossy());
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666)); // less the user's mask
    builder.tempfile_in(folder_of(path))
}
