//! Books: their files and layouts.

mod common;
mod files;
mod layouts;
