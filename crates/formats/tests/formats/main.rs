//! The forms of files: reading, writing, and lost data.

mod arrays;
mod common;
mod forms;
mod noise;
mod pasted;
mod progress;
mod round_trips;
mod samples;
