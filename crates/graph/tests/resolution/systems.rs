//! Go, Rust, C and C++.
