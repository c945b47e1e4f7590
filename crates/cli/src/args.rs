//! Arguments of several commands, and their conversion to types of the libraries.

mod color;
mod given;
mod inputs;
mod limits;
mod number;
mod shape;
mod sort;
mod spec;
mod target;
mod work;

pub(crate) use color::ColorArgs;
pub(crate) use given::{Given, Parsed};
pub(crate) use inputs::{InputArgs, TableInputArgs};
pub(crate) use limits::{LimitArgs, TimeLimitArgs};
pub(crate) use number::whole;
pub(crate) use shape::ShapeArgs;
pub(crate) use sort::SortArgs;
pub(crate) use spec::SpecArgs;
pub(crate) use target::{TargetArgs, WRITTEN, file, folder, list};
pub(crate) use work::WorkArgs;
