//! Symbols and edges of the graph as the protocol describes them.

use fathom_graph::{Edge, EdgeKind, Graph, SymbolId};
use fathom_protocol as protocol;
use fathom_protocol::{EdgeType, SymbolKind};
use fathom_syntax::{Flags, Kind, Visibility};

/// A symbol without its code.
pub(crate) fn symbol(graph: &Graph<'_>, symbol: SymbolId) -> protocol::Symbol {
    let definition = graph.definition(symbol);
    protocol::Symbol {
        id: graph.id(symbol),
        name: graph.qualified_name(symbol),
        own_name: graph.name(symbol).to_owned(),
        kind: kind(definition.kind()),
        language: graph.language(symbol).name.to_owned(),
        signature: graph.signature(symbol).to_owned(),
        source_path: graph.path(symbol).to_owned(),
        line: definition.line,
        end_line: definition.end_line,
        visibility: visibility(definition.visibility()),
        test: definition.flags().has(Flags::TEST),
        depth: None,
    }
}

/// An edge, seen from one of its ends; `other` is the symbol at the other end.
pub(crate) fn relation(graph: &Graph<'_>, other: SymbolId, edge: &Edge) -> protocol::Relation {
    protocol::Relation {
        node: graph.id(other),
        name: graph.qualified_name(other),
        edge_type: edge_type(edge.kind()),
        resolution: resolution(edge.resolution()),
        confidence: edge.confidence(),
        path: graph.path(edge.from).to_owned(),
        line: edge.line,
        count: edge.count,
    }
}

pub(crate) fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::File => SymbolKind::File,
        Kind::Module => SymbolKind::Module,
        Kind::Class => SymbolKind::Class,
        Kind::Interface => SymbolKind::Interface,
        Kind::Trait => SymbolKind::Trait,
        Kind::Struct => SymbolKind::Struct,
        Kind::Enum => SymbolKind::Enum,
        Kind::Variant => SymbolKind::Variant,
        Kind::Union => SymbolKind::Union,
        Kind::Type => SymbolKind::Type,
        Kind::Function => SymbolKind::Function,
        Kind::Method => SymbolKind::Method,
        Kind::Constructor => SymbolKind::Constructor,
        Kind::Field => SymbolKind::Field,
        Kind::Constant => SymbolKind::Constant,
        Kind::Variable => SymbolKind::Variable,
        Kind::Macro => SymbolKind::Macro,
        Kind::Test => SymbolKind::Test,
        Kind::Key => SymbolKind::Key,
        Kind::Section => SymbolKind::Section,
    }
}

fn visibility(visibility: Visibility) -> protocol::Visibility {
    match visibility {
        Visibility::Public => protocol::Visibility::Public,
        Visibility::Internal => protocol::Visibility::Internal,
        Visibility::Protected => protocol::Visibility::Protected,
        Visibility::Private => protocol::Visibility::Private,
    }
}

pub(crate) fn edge_type(kind: EdgeKind) -> EdgeType {
    match kind {
        EdgeKind::Call => EdgeType::Calls,
        EdgeKind::New => EdgeType::Creates,
        EdgeKind::Type => EdgeType::UsesType,
        EdgeKind::Read => EdgeType::Reads,
        EdgeKind::Decorate => EdgeType::DecoratedBy,
        EdgeKind::Extends => EdgeType::Extends,
        EdgeKind::Implements => EdgeType::Implements,
        EdgeKind::Mixes => EdgeType::MixesIn,
        EdgeKind::Overrides => EdgeType::Overrides,
        EdgeKind::Imports => EdgeType::Imports,
        EdgeKind::Mentions => EdgeType::Mentions,
        EdgeKind::Async => EdgeType::Starts,
        EdgeKind::Callback => EdgeType::RunsCallback,
        EdgeKind::Filter => EdgeType::FilteredBy,
        EdgeKind::Transition => EdgeType::Transitions,
        EdgeKind::Delegate => EdgeType::DelegatesTo,
        EdgeKind::Route => EdgeType::RoutesTo,
        EdgeKind::Inject => EdgeType::InjectedWith,
    }
}

pub(crate) fn resolution(resolution: fathom_graph::Resolution) -> protocol::Resolution {
    use fathom_graph::Resolution;
    match resolution {
        Resolution::Compiler => protocol::Resolution::Compiler,
        Resolution::Exact => protocol::Resolution::Exact,
        Resolution::Inferred => protocol::Resolution::Inferred,
        Resolution::Ambiguous => protocol::Resolution::Ambiguous,
    }
}

#[cfg(test)]
mod tests {
    use super::{edge_type, kind};
    use fathom_graph::EdgeKind;
    use fathom_protocol::{EdgeType, SymbolKind};
    use fathom_syntax::Kind;

    #[test]
    fn the_wire_has_the_words_of_the_graph() {
        for one in EdgeKind::ALL {
            assert_eq!(edge_type(one).word(), one.word());
        }
        // A dispatch is a way through an edge, not an edge.
        assert_eq!(EdgeType::ALL.len(), EdgeKind::ALL.len() + 1);
        for one in SymbolKind::ALL {
            assert_eq!(kind(Kind::from_word(one.word()).unwrap()), *one);
        }
    }
}
