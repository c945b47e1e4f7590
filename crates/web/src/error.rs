//! Errors, with a kind that a program can tell apart.

use minirow_core::NotAPuzzle;
use minirow_pack::PackError;
use minirow_table::StartError;
use serde::Serialize;
use wasm_bindgen::JsValue;

pub type Result<T> = std::result::Result<T, Error>;

/// An error. JavaScript gets it as JSON.
#[derive(Serialize)]
pub struct Error {
    kind: Kind,
    message: String,
    /// The line of a text, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

/// The kinds of errors: the type `ErrorKind` of the package.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
enum Kind {
    InvalidText,
    InvalidOption,
    NoSolution,
    SeveralSolutions,
    Mistakes,
    GaveUp,
    Internal,
}

impl Error {
    fn new(kind: Kind, message: impl ToString) -> Error {
        Error { kind, message: message.to_string(), line: None }
    }

    /// Creates the error of an option.
    pub(crate) fn option(message: impl ToString) -> Error {
        Error::new(Kind::InvalidOption, message)
    }

    /// Creates the error of a text that cannot be read.
    pub(crate) fn text(line: u64, message: impl ToString) -> Error {
        Error { line: Some(line), ..Error::new(Kind::InvalidText, message) }
    }

    /// Creates the error of a defect of the program.
    pub(crate) fn internal(message: impl ToString) -> Error {
        Error::new(Kind::Internal, message)
    }

    /// Adds the place of the error, such as a puzzle of several.
    pub(crate) fn at(self, place: impl std::fmt::Display) -> Error {
        Error { message: format!("{place}: {}", self.message), ..self }
    }

    pub(crate) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("text and numbers only")
    }
}

impl From<Error> for JsValue {
    fn from(error: Error) -> JsValue {
        error.to_json().into()
    }
}

impl From<NotAPuzzle> for Error {
    fn from(error: NotAPuzzle) -> Error {
        let kind = match error {
            NotAPuzzle::Ambiguous(_) => Kind::SeveralSolutions,
            NotAPuzzle::Contradiction(_) | NotAPuzzle::NoSolution => Kind::NoSolution,
        };
        Error::new(kind, error)
    }
}

impl From<minirow_report::Error> for Error {
    fn from(error: minirow_report::Error) -> Error {
        use minirow_report::Error as Report;
        let kind = match &error {
            Report::NotAPuzzle(reason) => return Error::from(reason.clone()),
            Report::NoSuchStep { .. } => Kind::InvalidOption,
            _ => Kind::Mistakes,
        };
        Error::new(kind, error)
    }
}

impl From<StartError> for Error {
    fn from(error: StartError) -> Error {
        match error {
            StartError::NotAPuzzle(reason) => reason.into(),
            error => Error::new(Kind::Mistakes, error),
        }
    }
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Error {
        let kind = match error {
            PackError::GaveUp(_) => Kind::GaveUp,
            PackError::Disproved(_) => Kind::Internal,
            _ => Kind::InvalidOption,
        };
        Error::new(kind, error)
    }
}

impl From<minirow_print::Error> for Error {
    fn from(error: minirow_print::Error) -> Error {
        Error::option(error)
    }
}
