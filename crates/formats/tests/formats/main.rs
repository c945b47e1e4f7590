//! The forms of files: what is read, what is written, and what is lost.

mod common;
mod forms;
mod noise;
mod round_trips;
mod samples;
