//! The registry of file forms, with a submodule that describes each.
//!
//! ```
//! use minirow_formats::Form;
//! for form in Form::ALL {
//!     println!("{:20} {}", form.name(), form.about());
//! }
//! ```

pub mod boxed;
pub mod candidates;
pub mod csv;
pub mod f_puzzles;
pub mod grid;
pub mod hodoku;
pub mod json;
pub mod json_lines;
pub mod line;
pub mod opensudoku;
mod own_output;
pub mod pencilmarks;
pub mod sdk;
pub mod sdm;
mod sdx;
pub mod simple_sudoku;
pub mod sudokuwiki;

use std::path::Path;

use crate::form::FileForm;

/// Defines [`Form`] from a list of variants and the values of [`FileForm`].
macro_rules! registry {
    ($($form:ident: $module:ident::$value:ident,)*) => {
        /// A file form. [`Form::about`] describes each.
        ///
        /// ```
        /// use minirow_formats::Form;
        /// assert_eq!(Form::named("sdm"), Some(Form::Sdm));
        /// assert!(Form::Csv.is_whole_file() && !Form::Sdm.is_whole_file());
        /// ```
        #[expect(missing_docs, reason = "`Form::about` describes each form")]
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Form {
            $($form,)*
        }

        impl Form {
            /// All forms, in the order of help texts. If several forms recognise a line, the first one reads it.
            pub const ALL: [Form; [$(Form::$form),*].len()] = [$(Form::$form),*];

            pub(crate) fn get(self) -> &'static FileForm {
                match self {
                    $(Form::$form => &$module::$value,)*
                }
            }
        }
    };
}

registry! {
    Line: line::LINE,
    Grid: grid::GRID,
    Boxed: boxed::BOXED,
    Json: json::JSON,
    JsonLines: json_lines::JSON_LINES,
    Csv: csv::CSV,
    Candidates: candidates::CANDIDATES,
    Pencilmarks: pencilmarks::PENCILMARKS,
    Sdm: sdm::SDM,
    Sdk: sdk::SDK,
    SimpleSudoku: simple_sudoku::SIMPLE_SUDOKU,
    OpenSudoku: opensudoku::OPEN_SUDOKU,
    Hodoku: hodoku::HODOKU,
    SudokuWiki: sudokuwiki::SUDOKU_WIKI,
    SudokuWikiPacked: sudokuwiki::SUDOKU_WIKI_PACKED,
    FPuzzles: f_puzzles::F_PUZZLES,
}

impl Form {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.get().name
    }

    /// Returns a description in one line.
    pub fn about(self) -> &'static str {
        self.get().about
    }

    /// Returns the extensions of file names of this form, without the dot.
    pub fn endings(self) -> &'static [&'static str] {
        self.get().endings
    }

    /// Returns `true` if each record is a JSON value on a line.
    pub fn is_json(self) -> bool {
        matches!(self, Form::Json | Form::JsonLines)
    }

    /// Returns `true` if a whole file has this form. Records of other forms may be mixed in one text.
    pub fn is_whole_file(self) -> bool {
        matches!(self, Form::Csv | Form::OpenSudoku)
    }

    /// Returns the form with a name such as `sdm`, or `None` if there is none.
    pub fn named(name: &str) -> Option<Form> {
        Form::ALL.into_iter().find(|form| form.name() == name)
    }

    /// Returns the form for the extension of a path, or `None` if there is none.
    ///
    /// ```
    /// use minirow_formats::Form;
    /// assert_eq!(Form::of_path("book/Easy.SDK".as_ref()), Some(Form::Sdk));
    /// assert_eq!(Form::of_path("puzzles.txt".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Form> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        Form::ALL.into_iter().find(|form| form.endings().contains(&ending.as_str()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_endings_exist_and_are_unique() {
        let mut endings = Vec::new();
        for form in Form::ALL {
            assert_eq!(Form::named(form.name()), Some(form));
            assert!(!form.name().is_empty() && form.name().bytes().all(|b| b.is_ascii_lowercase() || b == b'-'));
            assert!(!form.about().is_empty() && form.about().len() <= 80, "{form:?}: {}", form.about());
            for ending in form.endings() {
                assert_eq!(Form::of_path(Path::new(&format!("a.{ending}"))), Some(form));
                assert!(!endings.contains(ending), "two forms have the ending {ending}");
                endings.push(*ending);
            }
        }
    }
}
