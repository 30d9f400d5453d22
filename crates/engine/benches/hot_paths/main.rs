//! The hot paths, timed one by one on a generated repository.
//!
//! `cargo xtask bench` runs all of them, `cargo xtask bench link` those of one path. Whole commands on
//! real repositories are measured by `fathom bench speed`.

mod indexed;
mod link;
mod pack;
mod parse;
mod rank;
mod repository;
mod search;

fn main() {
    divan::main();
}
