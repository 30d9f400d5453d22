//! Templates and serializers that actions and mailers render: the template of their name, and the serializers they name.

use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, EndpointKind, Hop};
use crate::ids::{FileId, SymbolId};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::inflection::snake;
use fathom_syntax::{Kind, hash_name, is_test_path};
use rustc_hash::{FxHashMap, FxHashSet};

/// Templates of one name that are linked.
const MOST: usize = 6;

/// Bases of mailers.
const MAILERS: &[&str] = &["ActionMailer.Base", "ApplicationMailer", "Devise.Mailer"];

/// Options of `render` that name a class.
const CLASSES: &[&str] = &["serializer", "each_serializer", "with", "blueprint", "presenter", "decorator"];

/// Adds what is rendered.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let templates = templates(project);
    let mut rendering: Vec<(SymbolId, String)> = Vec::new();
    for one in out.models.endpoints.iter().filter(|one| one.kind == EndpointKind::Route) {
        let Some(action) = one.symbol.filter(|symbol| project.kind(*symbol).is_callable()) else { continue };
        let Some(owner) = one.owner else { continue };
        let class = project.qualified(owner, "/");
        let folder = snake_path(class.strip_suffix("Controller").unwrap_or(&class));
        rendering.push((action, format!("{folder}/{}", project.name(action))));
    }
    mailers(project, &mut rendering);
    rendering.sort();
    rendering.dedup();
    for (from, path) in rendering {
        let line = project.definition(from).line;
        for &file in templates.get(&path).into_iter().flatten().take(MOST) {
            let to = project.symbol(file, 0);
            out.hop(Hop::new(from, to, EdgeKind::Delegate, Resolution::Exact, line, None), "renders");
        }
    }
    serializers(project, out);
}

/// Files of views by their folder and name, without the parts after the first dot.
fn templates(project: &Project<'_, '_>) -> FxHashMap<String, Vec<FileId>> {
    let mut found: FxHashMap<String, Vec<FileId>> = FxHashMap::default();
    for file in FileId::all(project.files().len()) {
        let path = project.path(file);
        let Some(at) = path.find("app/views/").filter(|_| !is_test_path(path)) else { continue };
        let inside = &path[at + "app/views/".len()..];
        let name = inside.rsplit('/').next().unwrap_or(inside);
        let stem = name.split('.').next().unwrap_or(name);
        let folder = &inside[..inside.len() - name.len()];
        found.entry(format!("{folder}{stem}")).or_default().push(file);
    }
    found
}

fn snake_path(path: &str) -> String {
    path.split('/').map(snake).collect::<Vec<_>>().join("/")
}

/// The messages of mailers with the templates of their names.
fn mailers(project: &Project<'_, '_>, rendering: &mut Vec<(SymbolId, String)>) {
    for file in project.files_in("ruby") {
        for (local, definition) in (0..).zip(project.facts(file).definitions) {
            if definition.kind() != Kind::Class {
                continue;
            }
            let class = project.symbol(file, local);
            if project.canonical(class) != class || !project.is_a(class, MAILERS) {
                continue;
            }
            let folder = snake_path(&project.qualified(class, "/"));
            let messages = project.methods(class).iter().filter(|method| !project.is_static(**method));
            rendering.extend(messages.map(|method| (*method, format!("{folder}/{}", project.name(*method)))));
        }
    }
}

/// `render json: order, serializer: OrderSerializer`.
fn serializers(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = [hash_name("render"), hash_name("respond_with")].into_iter().collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            let from = project.scope_of(&call);
            for value in call.keywords().filter(|value| CLASSES.contains(&value.name())) {
                let path = value.text().trim_start_matches("::").replace("::", ".");
                if !path.starts_with(|first: char| first.is_uppercase()) {
                    continue;
                }
                if let Some(class) = project.type_at(&call, &path) {
                    let line = call.line();
                    let (kind, sure) = (EdgeKind::Delegate, Resolution::Exact);
                    out.hop(Hop::new(from, class, kind, sure, line, Some(call.number)), "renders");
                }
            }
        }
    }
}
