//! lookup
