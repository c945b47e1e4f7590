//! The solvers, canonical forms and labels, on many grids.

mod agreement;
mod batch;
mod canon;
mod canon_automorphisms;
mod common;
mod counts;
mod exact;
mod labels;
mod size;
