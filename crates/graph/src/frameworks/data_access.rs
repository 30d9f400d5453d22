//! Repositories, contexts and active records: types of the application whose data access comes from a
//! library.
//!
//! `UserRepository.save` has no definition in the repository: the interface extends one of Spring
//! Data, the model one of Eloquent. A call of it would end nowhere, and a flow would not say what is
//! stored. The call leads to the type.

use super::project::Project;
use super::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::Value;
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::hash_name;
use rustc_hash::FxHashSet;

/// Languages in which such types are usual.
const LANGUAGES: [&str; 6] = ["java", "kotlin", "php", "csharp", "typescript", "tsx"];

/// Methods of libraries that read and write data.
const METHODS: &[&str] = &[
    "save",
    "saveAll",
    "saveAndFlush",
    "insert",
    "create",
    "firstOrCreate",
    "updateOrCreate",
    "update",
    "updateById",
    "upsert",
    "delete",
    "deleteById",
    "deleteAll",
    "deleteMany",
    "remove",
    "removeById",
    "destroy",
    "forceDelete",
    "find",
    "findAll",
    "findAllById",
    "findById",
    "findBy",
    "findOne",
    "findOneBy",
    "findOrFail",
    "findOneOrFail",
    "findMany",
    "first",
    "firstOrFail",
    "firstWhere",
    "where",
    "whereIn",
    "all",
    "query",
    "getById",
    "getOne",
    "getReferenceById",
    "selectById",
    "selectList",
    "selectOne",
    "selectPage",
    "list",
    "page",
    "paginate",
    "count",
    "exists",
    "existsById",
    "SaveChanges",
    "SaveChangesAsync",
    "Set",
    "Add",
    "Update",
    "Remove",
    "FindAsync",
];

/// Bases of types whose inherited methods access data, by a part of their name.
const BASES: [&str; 9] = [
    "Repository",
    "Mapper",
    "IService",
    "ServiceImpl",
    "Model",
    "Authenticatable",
    "DbContext",
    "DAO",
    "Dao",
];

/// Adds the calls that such types inherit the target of.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = METHODS.iter().map(|name| hash_name(name)).collect();
    for language in LANGUAGES {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names) {
                if call.receiver().is_empty() {
                    continue;
                }
                let (Value::Instance(of) | Value::Type(of)) = project.receiver(&call) else { continue };
                if project.world.tables.is_symbol(of) && is_stored(project, of, call.name()) {
                    let from = project.scope_of(&call);
                    let (kind, line) = (EdgeKind::Call, call.line());
                    let to = project.canonical(of);
                    out.hop(Hop::new(from, to, kind, Resolution::Inferred, line, Some(call.number)), "");
                }
            }
        }
    }
}

/// Whether a type inherits a method from outside of the repository, from a base that accesses data.
fn is_stored(project: &Project<'_, '_>, of: SymbolId, method: &str) -> bool {
    if project.member(of, method).is_some() {
        return false;
    }
    let ancestors = project.ancestors(of);
    ancestors.iter().flat_map(|one| project.written_bases(*one)).any(|base| {
        let name = base.rsplit(['.', '\\']).next().unwrap_or(base);
        BASES.iter().any(|part| name.ends_with(part))
    })
}
