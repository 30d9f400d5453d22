//! SCIP: a compiler's own index of definitions and references. The only place that reads it.

use crate::EngineError;
use fathom_graph::CompilerReference;
use protobuf::Message;
use rustc_hash::FxHashMap;
use scip::types::{PositionEncoding, SymbolRole, descriptor};
use std::path::Path;

/// An index, read.
#[derive(Clone, Debug, Default)]
pub struct Index {
    /// A hash of its bytes.
    pub hash: String,
    /// The indexer that made it, with its version.
    pub tool: String,
    /// The files that it describes, in its order.
    pub documents: Vec<Document>,
}

/// One file of an index.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// Path in the repository, with `/` between the names.
    pub path: String,
    /// How columns are counted.
    pub columns: Columns,
    /// Where names occur.
    pub occurrences: Vec<Occurrence>,
    /// The symbols that it describes.
    pub symbols: Vec<String>,
}

/// How columns are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Columns {
    /// In bytes.
    Utf8,
    /// In UTF-16 units: used by indexers in JavaScript, most of which do not declare it.
    #[default]
    Utf16,
    /// In letters.
    Utf32,
}

/// A name in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Occurrence {
    /// The symbol that it names.
    pub symbol: String,
    /// Whether it is defined here.
    pub is_definition: bool,
    /// Where.
    pub span: Span,
}

/// A place in a text; lines and columns count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First line.
    pub line: u32,
    /// First column in it.
    pub start: u32,
    /// Last line.
    pub end_line: u32,
    /// The column after the last in it.
    pub end: u32,
}

impl Index {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Index, EngineError> {
        let fail = |why: String| EngineError::Scip { path: path.to_owned(), why };
        let bytes = std::fs::read(path).map_err(|error| fail(error.to_string()))?;
        let index = scip::types::Index::parse_from_bytes(&bytes)
            .map_err(|error| fail(format!("not a SCIP index ({error})")))?;
        let hash = blake3::hash(&bytes).to_hex()[..24].to_owned();
        let tool = &index.metadata.tool_info;
        let tool = format!("{} {}", tool.name, tool.version).trim().to_owned();
        Ok(Index { hash, tool, documents: index.documents.into_iter().map(document).collect() })
    }

    /// References between places of the repository, sorted. Symbols without a definition in the
    /// index are outside and left out.
    pub(crate) fn edges(&self) -> Vec<CompilerReference> {
        // A name is read once for its definition: `parse_symbol` is slow, and references are many.
        let mut definitions: FxHashMap<&str, (&str, u32, Option<String>)> = FxHashMap::default();
        for document in &self.documents {
            for occurrence in document.occurrences.iter().filter(|one| one.is_definition) {
                let symbol = occurrence.symbol.as_str();
                if !is_local(symbol) {
                    let place = || (document.path.as_str(), occurrence.span.line + 1, last_name(symbol));
                    definitions.entry(symbol).or_insert_with(place);
                }
            }
        }
        let mut edges = Vec::new();
        for document in &self.documents {
            for occurrence in document.occurrences.iter().filter(|one| !one.is_definition) {
                let symbol = occurrence.symbol.as_str();
                // A local name of one file is none in another.
                let Some((to_path, to_line, Some(name))) = definitions.get(symbol) else { continue };
                edges.push(CompilerReference {
                    from_path: document.path.clone(),
                    from_line: occurrence.span.line + 1,
                    to_path: (*to_path).to_owned(),
                    to_line: *to_line,
                    name: name.clone(),
                });
            }
        }
        edges.sort();
        edges.dedup();
        edges
    }
}

fn document(document: scip::types::Document) -> Document {
    Document {
        path: document.relative_path.replace('\\', "/"),
        columns: match document.position_encoding.enum_value_or_default() {
            PositionEncoding::UTF8CodeUnitOffsetFromLineStart => Columns::Utf8,
            PositionEncoding::UTF32CodeUnitOffsetFromLineStart => Columns::Utf32,
            _ => Columns::Utf16,
        },
        occurrences: document.occurrences.into_iter().map(occurrence).collect(),
        symbols: document.symbols.into_iter().map(|one| one.symbol).collect(),
    }
}

fn occurrence(occurrence: scip::types::Occurrence) -> Occurrence {
    let at = |place: usize| occurrence.range.get(place).map_or(0, |number| (*number).max(0) as u32);
    // Three numbers are a place in one line.
    let (end_line, end) = if occurrence.range.len() > 3 { (at(2), at(3)) } else { (at(0), at(2)) };
    Occurrence {
        is_definition: occurrence.symbol_roles & SymbolRole::Definition as i32 != 0,
        span: Span { line: at(0), start: at(1), end_line, end },
        symbol: occurrence.symbol,
    }
}

/// Whether a symbol is one of its file alone.
pub fn is_local(symbol: &str) -> bool {
    symbol.starts_with("local ")
}

/// The last name in a symbol: `method` of `… pkg/Class#method().`.
fn last_name(symbol: &str) -> Option<String> {
    let parsed = scip::symbol::parse_symbol(symbol).ok()?;
    let last = parsed.descriptors.last()?;
    (!last.name.is_empty()).then(|| last.name.clone())
}

/// The nesting of names in a symbol, with dots between them and without package and modules;
/// `None` for what is not a definition that people name.
pub fn nesting(symbol: &str) -> Option<String> {
    use descriptor::Suffix;
    if is_local(symbol) {
        return None;
    }
    let parsed = scip::symbol::parse_symbol(symbol).ok()?;
    let is_named = |one: &scip::types::Descriptor| {
        matches!(one.suffix.enum_value(), Ok(Suffix::Type | Suffix::Term | Suffix::Method | Suffix::Macro))
    };
    let names: Vec<&str> =
        parsed.descriptors.iter().filter(|one| is_named(one)).map(|one| one.name.as_str()).collect();
    parsed.descriptors.last().is_some_and(is_named).then(|| names.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn occurs(symbol: &str, is_definition: bool, line: u32) -> Occurrence {
        let span = Span { line, start: 4, end_line: line, end: 8 };
        Occurrence { symbol: symbol.to_owned(), is_definition, span }
    }

    #[test]
    fn a_symbol_is_called_by_its_nesting_without_package_and_module() {
        let symbol = "scip-python python shop 0 `shop.orders`/Order#save().";
        assert_eq!(nesting(symbol).as_deref(), Some("Order.save"));
        assert_eq!(nesting("local 3"), None);
        assert_eq!(nesting("scip-python python shop 0 `shop.orders`/Order#save().(self)"), None);
    }

    #[test]
    fn a_file_that_was_written_is_read() {
        let mut named = scip::types::Occurrence::new();
        named.range = vec![2, 4, 8];
        named.symbol = "local 1".to_owned();
        let mut long = scip::types::Occurrence::new();
        long.range = vec![2, 4, 5, 1];
        long.symbol_roles = SymbolRole::Definition as i32;
        let mut document = scip::types::Document::new();
        document.relative_path = "src\\a.py".to_owned();
        document.occurrences = vec![named, long];
        let mut index = scip::types::Index::new();
        index.documents.push(document);
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), index.write_to_bytes().unwrap()).unwrap();
        let read = Index::read(file.path()).unwrap();
        let document = &read.documents[0];
        assert_eq!((document.path.as_str(), document.columns), ("src/a.py", Columns::Utf16));
        assert_eq!(document.occurrences[0], occurs("local 1", false, 2));
        let span = Span { line: 2, start: 4, end_line: 5, end: 1 };
        assert_eq!((document.occurrences[1].span, document.occurrences[1].is_definition), (span, true));
    }

    #[test]
    fn references_lead_to_definitions_of_the_repository() {
        let save = "scip-python python shop 0 `shop.orders`/Order#save().";
        let outside = "scip-python python json 1 json/loads().";
        let document =
            |path: &str, occurrences| Document { path: path.to_owned(), occurrences, ..Document::default() };
        let index = Index {
            documents: vec![
                document(
                    "a.py",
                    vec![occurs(save, false, 6), occurs(outside, false, 7), occurs("local 1", false, 8)],
                ),
                document("b.py", vec![occurs(save, true, 2), occurs("local 1", true, 3)]),
            ],
            ..Index::default()
        };
        let edge = CompilerReference {
            from_path: "a.py".to_owned(),
            from_line: 7,
            to_path: "b.py".to_owned(),
            to_line: 3,
            name: "save".to_owned(),
        };
        assert_eq!(index.edges(), [edge]);
    }
}
