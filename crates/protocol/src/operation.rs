//! The list of operations: one request and one response each, and the front ends that offer them.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

/// A way to run operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frontend {
    /// `fathom NAME … --json`.
    CommandLine,
    /// A method and a path below `/api/v1`.
    Http,
    /// A tool of the MCP server.
    Mcp,
}

macro_rules! operations {
    ($($(#[doc = $doc:literal])* $variant:ident($($module:ident)::+) = $name:literal, $method:literal $path:literal, mcp: $mcp:literal;)*) => {
        /// An operation on a workspace.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Operation {
            $($(#[doc = $doc])* $variant,)*
        }

        /// A request of any operation.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Request {
            $($(#[doc = $doc])* $variant(crate::$($module)::+::Request),)*
        }

        /// A response of any operation; written as the response alone.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Response {
            $($(#[doc = $doc])* $variant(Box<crate::$($module)::+::Response>),)*
        }

        $(
            impl From<crate::$($module)::+::Request> for Request {
                fn from(request: crate::$($module)::+::Request) -> Request {
                    Request::$variant(request)
                }
            }

            impl From<crate::$($module)::+::Response> for Response {
                fn from(response: crate::$($module)::+::Response) -> Response {
                    Response::$variant(Box::new(response))
                }
            }
        )*

        impl Operation {
            /// Every operation, in the order in which help lists them.
            pub const ALL: &'static [Operation] = &[$(Operation::$variant,)*];

            /// The name: the command, and the MCP tool.
            pub fn name(self) -> &'static str {
                match self { $(Operation::$variant => $name,)* }
            }

            /// The HTTP method.
            pub fn http_method(self) -> &'static str {
                match self { $(Operation::$variant => $method,)* }
            }

            /// The HTTP path below `/api/v1`.
            pub fn http_path(self) -> &'static str {
                match self { $(Operation::$variant => $path,)* }
            }

            /// Whether a front end offers it.
            pub fn is_offered(self, frontend: Frontend) -> bool {
                frontend != Frontend::Mcp || match self { $(Operation::$variant => $mcp,)* }
            }

            /// One line on what it answers.
            pub fn summary(self) -> &'static str {
                match self { $(Operation::$variant => concat!($($doc,)*).trim_ascii(),)* }
            }

            /// Schemas of its request and response.
            pub fn schemas(self, generator: &mut SchemaGenerator) -> Schemas {
                match self {
                    $(Operation::$variant => Schemas::of::<crate::$($module)::+::Request, crate::$($module)::+::Response>(generator),)*
                }
            }

            /// A request from its JSON.
            pub fn read<'de, D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Request, D::Error> {
                use serde::Deserialize;
                match self {
                    $(Operation::$variant => crate::$($module)::+::Request::deserialize(deserializer).map(Request::$variant),)*
                }
            }
        }

        impl Request {
            /// Its operation.
            pub fn operation(&self) -> Operation {
                match self { $(Request::$variant(_) => Operation::$variant,)* }
            }
        }
    };
}

operations! {
    /// The symbols a task needs, ranked, with code, inside a token budget
    Context(context) = "context", "POST" "/context", mcp: true;
    /// The files a task needs, ranked
    Files(files) = "files", "POST" "/files", mcp: false;
    /// Search symbols, docs and prose by words
    Query(query) = "query", "POST" "/query", mcp: false;
    /// Definitions by any form of a name; the outline of a file or folder
    Symbols(symbols) = "symbols", "GET" "/symbols", mcp: true;
    /// One symbol: its code, docs, callers and callees
    Show(show) = "show", "POST" "/show", mcp: true;
    /// The calls a symbol leads to
    Trace(trace) = "trace", "POST" "/graph/trace", mcp: true;
    /// What depends on a symbol, a file or a diff
    Impact(impact) = "impact", "POST" "/graph/impact", mcp: true;
    /// What an entry point runs, in execution order
    Flow(flow) = "flow", "POST" "/graph/flow", mcp: true;
    /// Routes, jobs, commands, tasks and events, with their handlers
    Endpoints(endpoints) = "endpoints", "GET" "/graph/flow/endpoints", mcp: false;
    /// The states of a model, their transitions, and the code that sets them
    States(states) = "states", "POST" "/graph/states", mcp: false;
    /// The tests to run for a change
    Tests(tests) = "tests", "POST" "/tests", mcp: true;
    /// The files that a task changes, with probabilities
    PredictFiles(predict::files) = "predict files", "POST" "/predict/files", mcp: false;
    /// The tests that a change modifies or breaks, with probabilities
    PredictTests(predict::tests) = "predict tests", "POST" "/predict/tests", mcp: false;
    /// The files that a half-done change still lacks, with probabilities
    PredictNext(predict::next) = "predict next", "POST" "/predict/next", mcp: false;
    /// The files most in need of refactoring
    PredictRefactor(predict::refactor) = "predict refactor", "POST" "/predict/refactor", mcp: false;
    /// The files and symbols that the fix of an error changes
    PredictError(predict::error) = "predict error", "POST" "/predict/error", mcp: false;
    /// Every signal behind a symbol's rank in the answer to a task
    Explain(explain) = "explain", "POST" "/explain", mcp: false;
    /// Record which symbols of an answer were of use
    Feedback(feedback) = "feedback", "POST" "/feedback", mcp: false;
    /// The concept packs that apply, and those that match a task
    Concepts(concepts) = "concepts", "POST" "/concepts", mcp: false;
    /// The content of the index and how fresh it is
    Status(status) = "status", "GET" "/status", mcp: false;
}

/// The JSON Schemas of an operation.
pub struct Schemas {
    /// Of its request.
    pub request: Schema,
    /// Of its response.
    pub response: Schema,
}

impl Schemas {
    fn of<Q: JsonSchema, A: JsonSchema>(generator: &mut SchemaGenerator) -> Schemas {
        Schemas { request: generator.subschema_for::<Q>(), response: generator.subschema_for::<A>() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Frontend, Operation, Request};
    use schemars::SchemaGenerator;
    use std::collections::BTreeSet;

    #[test]
    fn names_and_paths_are_unique() {
        let names: BTreeSet<&str> = Operation::ALL.iter().map(|one| one.name()).collect();
        let paths: BTreeSet<&str> = Operation::ALL.iter().map(|one| one.http_path()).collect();
        assert_eq!((names.len(), paths.len()), (Operation::ALL.len(), Operation::ALL.len()));
    }

    #[test]
    fn agents_get_at_most_eight_tools_and_context_first() {
        let tools: Vec<_> = Operation::ALL.iter().filter(|one| one.is_offered(Frontend::Mcp)).collect();
        assert!(tools.len() <= 8 && *tools[0] == Operation::Context);
    }

    #[test]
    fn every_operation_has_schemas_with_described_fields() {
        let mut generator = SchemaGenerator::default();
        for operation in Operation::ALL {
            operation.schemas(&mut generator);
        }
        for (name, schema) in generator.definitions() {
            for (field, value) in schema.get("properties").and_then(|p| p.as_object()).into_iter().flatten() {
                let described = value.get("description").is_some() || value.get("$ref").is_some();
                assert!(described, "{name}.{field} has no description");
            }
        }
    }

    #[test]
    fn a_request_is_read_by_its_operation() {
        let json = serde_json::json!({"query": "Order#cancel", "limit": 3, "path": "app"});
        let Request::Symbols(request) = Operation::Symbols.read(json).unwrap() else { panic!() };
        assert_eq!((request.query.as_str(), request.limit), ("Order#cancel", Some(3)));
        assert_eq!(request.filter.path.0, ["app"]);
        let many = serde_json::json!({"query": "x", "max_results": 7});
        let Request::Query(request) = Operation::Query.read(many).unwrap() else { panic!() };
        assert_eq!(request.limit, Some(7));
    }
}
