//! Routes by convention: actions of controllers without attributes, and Razor pages.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::{Layer, RouteDeclaration, Routing, join};
use super::{ATTRIBUTES, filters, in_program};
use crate::ids::SymbolId;
use fathom_syntax::{Kind, Visibility, hash_name};
use rustc_hash::FxHashSet;

/// Calls that turn on the route `{controller}/{action}/{id?}`.
const CONVENTIONS: [&str; 5] = [
    "MapControllerRoute",
    "MapDefaultControllerRoute",
    "MapAreaControllerRoute",
    "UseMvc",
    "UseMvcWithDefaultRoute",
];

pub(super) fn add(project: &Project<'_, '_>, around: &[Layer], routing: &mut Routing) {
    let names: FxHashSet<u64> = CONVENTIONS.iter().map(|name| hash_name(name)).collect();
    let is_used = project.files_in("csharp").any(|file| project.calls_named(file, &names).next().is_some());
    for file in project.files_in("csharp") {
        let page = page(project.path(file));
        for class in project.symbols_in(file).filter(|one| project.kind(*one) == Kind::Class) {
            let name = project.name(class);
            if let Some(page) = page.as_deref().filter(|_| name.ends_with("Model")) {
                add_page(project, class, page, around, routing);
            } else if is_used && name.ends_with("Controller") {
                add_actions(project, class, around, routing);
            }
        }
    }
}

/// The part of a path that `[Area("Admin")]` adds.
pub(super) fn area(attributes: &[Call<'_>]) -> String {
    let area = attributes.iter().find(|one| one.name() == "Area");
    area.and_then(|one| one.first()?.literal()).unwrap_or_default().to_owned()
}

/// The public methods of a controller that give a result.
fn add_actions(project: &Project<'_, '_>, class: SymbolId, around: &[Layer], routing: &mut Routing) {
    let ancestors = project.ancestors(class);
    let on_class: Vec<Call<'_>> = ancestors.iter().flat_map(|one| project.decorators_of(*one)).collect();
    if on_class.iter().any(|one| matches!(one.name(), "Route" | "ApiController")) {
        return;
    }
    let controller = project.name(class).trim_end_matches("Controller");
    for action in project.methods(class) {
        let definition = project.definition(*action);
        let signature = project.facts(project.file_of(*action)).text(definition.signature);
        let is_action = definition.kind() == Kind::Method
            && definition.visibility() == Visibility::Public
            && !project.is_static(*action)
            && signature.split('(').next().is_some_and(|head| head.contains("Result"));
        let attributes = project.decorators_of(*action);
        let is_elsewhere = attributes.iter().any(|one| {
            matches!(one.name(), "Route" | "NonAction" | "ChildActionOnly")
                || ATTRIBUTES.iter().any(|(name, _)| *name == one.name())
        });
        if !is_action || is_elsewhere {
            continue;
        }
        let mut layers = in_program(project, around, project.file_of(class));
        layers.extend(filters(project, &on_class));
        layers.extend(filters(project, &attributes));
        routing.route(RouteDeclaration {
            router: None,
            method: "ANY".to_owned(),
            path: join(&area(&on_class), &format!("{controller}/{}", project.name(*action))),
            handler: project.handler(*action),
            layers,
            file: project.file_of(*action),
            line: definition.line,
        });
    }
}

/// The address of a Razor page by the path of its code.
fn page(path: &str) -> Option<String> {
    let path = path.strip_suffix(".cshtml.cs")?;
    let (before, after) = path.split_once("/Pages/").or_else(|| Some(("", path.strip_prefix("Pages/")?)))?;
    let area = before.rsplit_once("Areas/").map_or("", |(_, area)| area);
    let page = after.strip_suffix("Index").unwrap_or(after);
    Some(join(area, page.trim_end_matches('/')))
}

/// `OnGet`, `OnPostAsync` and `OnPostDelete`, which is asked for by `?handler=Delete`.
fn add_page(project: &Project<'_, '_>, class: SymbolId, page: &str, around: &[Layer], routing: &mut Routing) {
    for handler in project.methods(class) {
        let Some(rest) = project.name(*handler).strip_prefix("On") else { continue };
        let verbs = ["Get", "Post", "Put", "Delete", "Patch", "Head"];
        let Some(verb) = verbs.iter().find(|verb| rest.starts_with(**verb)) else { continue };
        let mut layers = in_program(project, around, project.file_of(class));
        layers.extend(filters(project, &project.decorators_of(class)));
        routing.route(RouteDeclaration {
            router: None,
            method: verb.to_uppercase(),
            path: page.to_owned(),
            handler: project.handler(*handler),
            layers,
            file: project.file_of(*handler),
            line: project.definition(*handler).line,
        });
    }
}
