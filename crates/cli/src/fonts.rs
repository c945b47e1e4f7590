//! The options for the fonts of pages, and the files that they name.

use std::path::{Path, PathBuf};

use minirow_files::read_bytes;
use minirow_print::{Font, Typeface, Weight};

use crate::error::{Error, Result, print_message};

/// The largest font that is read, in bytes. Those with all of Chinese, Japanese and Korean are smaller.
const LARGEST_FONT: u64 = 128 << 20;

/// The fonts of pages.
#[derive(clap::Args)]
pub(crate) struct FontArgs {
    /// Font of the text and the digits (.ttf, .otf, .ttc) [default: Noto Sans]
    ///
    /// Characters that it lacks are printed in Noto Sans, which is built in.
    #[arg(long, value_name = "FILE")]
    pub(crate) font: Option<PathBuf>,
    /// Bold font of the same family
    #[arg(long, value_name = "FILE")]
    pub(crate) bold_font: Option<PathBuf>,
    /// Font for characters that the others lack; repeatable
    ///
    /// A bold font is for bold text. From a collection (.ttc), the font for the language is used, as Noto Sans CJK SC for zh.
    #[arg(long, value_name = "FILE")]
    pub(crate) fallback_font: Vec<PathBuf>,
}

impl FontArgs {
    /// Prints a note if clues cannot be told from other digits, or if digits are not equally tall.
    pub(crate) fn print_note(&self, typeface: &Typeface) {
        let fonts = [("--font", &self.font, Weight::Regular), ("--bold-font", &self.bold_font, Weight::Bold)];
        for (option, file, weight) in fonts {
            if file.is_some() && !typeface.has_lining_digits(weight) {
                print_message(&format!(
                    "note: {option}: has old-style digits, which are not equally tall: choose a font with lining digits",
                ));
            }
        }
        if !typeface.has_bold_digits() {
            print_message(match self.bold_font {
                None => "note: --font: without --bold-font, clues look like other digits",
                Some(_) => "note: --bold-font: has the digits of --font, so that clues look like other digits",
            });
        }
    }
}

/// The font files of the options, with their contents.
pub(crate) struct FontFiles {
    main: Option<(PathBuf, Vec<u8>)>,
    bold: Option<(PathBuf, Vec<u8>)>,
    fallback: Vec<(PathBuf, Vec<u8>)>,
}

impl FontFiles {
    /// Reads the files.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(crate) fn read(args: &FontArgs) -> Result<FontFiles> {
        let read = |path: &PathBuf| match read_bytes(path, LARGEST_FONT) {
            Ok(bytes) => Ok((path.clone(), bytes)),
            Err(error) => Err(Error::unreadable(path.display(), error)),
        };
        Ok(FontFiles {
            main: args.font.as_ref().map(read).transpose()?,
            bold: args.bold_font.as_ref().map(read).transpose()?,
            fallback: args.fallback_font.iter().map(read).collect::<Result<_>>()?,
        })
    }

    /// Returns the typeface of the files for a language.
    ///
    /// # Errors
    /// If a file is no font, or may not be embedded.
    pub(crate) fn typeface(&self, language: &str) -> Result<Typeface<'_>> {
        let refused = |path: &Path, why| Error::usage(format!("{}: {why}", path.display()));
        let mut typeface = Typeface::of_language(language);
        if let Some((path, bold)) = &self.bold {
            Font::read(bold).map_err(|why| refused(path, why))?;
        }
        if let Some((path, main)) = &self.main {
            let bold = self.bold.as_ref().map(|(_, bold)| bold.as_slice());
            typeface.set_in(main, bold).map_err(|why| refused(path, why))?;
        }
        for (path, font) in &self.fallback {
            typeface.fall_back_to(font).map_err(|why| refused(path, why))?;
        }
        Ok(typeface)
    }
}
