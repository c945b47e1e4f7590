//! Rows that are written and read.

mod bytes;
mod round_trips;
mod scales;
