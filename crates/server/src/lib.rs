//! HTTP, MCP and web pages: three doors to one engine.
//!
//! This crate receives a request of the protocol, calls the engine and writes
//! the response. It adds no behaviour to an operation.
