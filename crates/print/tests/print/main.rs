//! Books: their files and layouts.

#[cfg(feature = "check")]
mod check;
mod common;
mod files;
mod layouts;
mod pictures;
mod press;
mod refusals;
#[path = "../../../core/tests/core/size.rs"]
mod size;
mod texts;
