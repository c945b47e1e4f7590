//! The forms of files: reading, writing, and lost data.

mod arrays;
mod columns;
mod common;
mod damage;
mod forms;
mod noise;
mod pasted;
mod progress;
mod round_trips;
mod samples;
#[path = "../../../core/tests/core/size.rs"]
mod size;
