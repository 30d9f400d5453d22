//! ASP.NET Core: controllers with attributes, minimal APIs, middleware, hosted services, mediators and
//! registrations of services.

mod conventional;
mod groups;
mod mediator;
mod services;

use super::call::{Call, Value};
use super::project::Project;
use super::web::{Layer, RouteDeclaration, Routing, join, template};
use super::{Contributions, FilterKind, Framework};
use crate::ids::{FileId, SymbolId};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

pub(super) const ASPNET: Framework = Framework { name: "aspnet", languages: &["csharp"], applies, model };

const ATTRIBUTES: [(&str, &str); 7] = [
    ("HttpGet", "GET"),
    ("HttpPost", "POST"),
    ("HttpPut", "PUT"),
    ("HttpPatch", "PATCH"),
    ("HttpDelete", "DELETE"),
    ("HttpHead", "HEAD"),
    ("HttpOptions", "OPTIONS"),
];
const MINIMAL: [(&str, &str); 6] = [
    ("MapGet", "GET"),
    ("MapPost", "POST"),
    ("MapPut", "PUT"),
    ("MapPatch", "PATCH"),
    ("MapDelete", "DELETE"),
    ("MapMethods", "ANY"),
];

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("Microsoft.AspNetCore")
        || project.imports("Microsoft.Extensions.DependencyInjection")
        || project.files_in("csharp").any(|file| project.path(file).ends_with("Program.cs"))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> =
        ["MapGroup", "UseMiddleware", "Route", "ApiController"].map(hash_name).into_iter().collect();
    names.extend(ATTRIBUTES.iter().chain(&MINIMAL).map(|(name, _)| hash_name(name)));
    let mut routing = Routing::default();
    let mut middleware: Vec<Layer> = Vec::new();
    let mut calls: Vec<Call<'_>> = Vec::new();
    for file in project.files_in("csharp") {
        calls.extend(project.calls_named(file, &names));
    }
    for call in calls.iter().filter(|call| call.name() == "UseMiddleware") {
        middleware.extend(services::type_arguments(project, call).first().map(|class| Layer {
            kind: FilterKind::Around,
            name: project.name(*class).to_owned(),
            symbol: project.method(*class, "InvokeAsync").or_else(|| project.method(*class, "Invoke")),
            file: call.file,
            line: call.line(),
        }));
    }
    let groups = groups::Groups::new(project, &calls, &mut routing);
    for call in &calls {
        let is_attribute = |name: &str| name == call.name() && call.is_decorator();
        if let Some((_, method)) = ATTRIBUTES.iter().find(|(name, _)| is_attribute(name)) {
            attribute(project, call, method, &middleware, &mut routing);
        } else if let Some((_, method)) = MINIMAL.iter().find(|(name, _)| *name == call.name()) {
            minimal(project, call, method, &groups, &middleware, &mut routing);
        }
    }
    conventional::add(project, &middleware, &mut routing);
    routing.finish(project, out);
    services::add(project, out);
    mediator::add(project, out);
}

/// `[HttpGet("{id}")]` of a controller with `[Route("api/[controller]")]`.
fn attribute(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    method: &str,
    around: &[Layer],
    routing: &mut Routing,
) {
    let handler = project.scope_of(call);
    let Some(class) = project.container(handler).filter(|one| project.is_type(*one)) else { return };
    let on_class: Vec<Call<'_>> =
        project.ancestors(class).iter().flat_map(|one| project.decorators_of(*one)).collect();
    let on_method = project.decorators_of(handler);
    let prefix = on_class.iter().find(|one| one.name() == "Route").and_then(|one| one.first()?.literal());
    let route = on_method.iter().find(|one| one.name() == "Route").and_then(|one| one.first()?.literal());
    let own = call.first().and_then(|value| value.literal()).or(route).unwrap_or_default();
    let controller = project.name(class).trim_end_matches("Controller");
    let whole = match own.strip_prefix('/').or_else(|| own.strip_prefix("~/")) {
        Some(absolute) => format!("/{absolute}"),
        None => match prefix {
            Some(prefix) => join(prefix, own),
            // Without a route the conventional one applies.
            None if own.is_empty() => {
                let area = conventional::area(&on_class);
                join(&area, &format!("{controller}/{}", project.name(handler)))
            }
            None => join("", own),
        },
    };
    let whole = whole.replace("[controller]", &controller.to_lowercase());
    let whole = whole.replace("[action]", &project.name(handler).to_lowercase());
    let mut layers = in_program(project, around, call.file);
    layers.extend(filters(project, &on_class));
    layers.extend(filters(project, &on_method));
    routing.route(RouteDeclaration {
        router: None,
        method: method.to_owned(),
        path: template(&whole),
        handler: project.handler(handler),
        layers,
        file: call.file,
        line: call.line(),
    });
}

/// The middleware of a file's program: what one program adds is not for the routes of another one.
pub(super) fn in_program(project: &Project<'_, '_>, around: &[Layer], file: FileId) -> Vec<Layer> {
    let own = program(project, file);
    let is_own = |layer: &&Layer| own.is_none() || program(project, layer.file) == own;
    around.iter().filter(is_own).cloned().collect()
}

/// The nearest folder around a file that has a program.
fn program<'a>(project: &Project<'_, 'a>, file: FileId) -> Option<&'a str> {
    let mut folder = project.path(file);
    while let Some((above, _)) = folder.rsplit_once('/') {
        folder = above;
        let has = |name: &str| {
            let path = format!("{folder}/{name}");
            project.files().binary_search_by(|one| one.path.cmp(&path)).is_ok()
        };
        if has("Program.cs") || has("Startup.cs") {
            return Some(folder);
        }
    }
    None
}

/// `[Authorize]`, and attributes whose class is in the repository.
fn filters(project: &Project<'_, '_>, attributes: &[Call<'_>]) -> Vec<Layer> {
    let mut layers = Vec::new();
    for call in attributes {
        let typed = matches!(call.name(), "ServiceFilter" | "TypeFilter");
        let chain = call.first().map(|value| value.text()).unwrap_or_default();
        let named = if typed { chain.to_owned() } else { format!("{}Attribute", call.name()) };
        let class = project.type_at(call, &named).or_else(|| project.type_at(call, call.name()));
        let runs = ["OnActionExecutionAsync", "OnActionExecuting", "OnAuthorization", "OnAuthorizationAsync"];
        let symbol = class.and_then(|class| runs.iter().find_map(|method| project.method(class, method)));
        if symbol.is_some() || call.name() == "Authorize" {
            layers.push(Layer {
                kind: FilterKind::Before,
                name: call.name().to_owned(),
                symbol,
                file: call.file,
                line: call.line(),
            });
        }
    }
    layers
}

/// `app.MapGet("/orders/{id}", GetOrder)`.
fn minimal(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    method: &str,
    groups: &groups::Groups,
    around: &[Layer],
    routing: &mut Routing,
) {
    let mut arguments = call.positional();
    let Some(path) = arguments.next().and_then(|value| value.literal()) else { return };
    let rest: Vec<_> = arguments.collect();
    let named = rest.iter().rev().find(|value| value.kind() == ArgumentKind::Name);
    let handler = match named {
        Some(value) => project.handler_at(call, value.text()),
        None => project.inline_handler(call),
    };
    let methods: Vec<String> = match rest.first().map(Value::literals) {
        Some(listed) if method == "ANY" && !listed.is_empty() => {
            listed.iter().map(|one| one.to_uppercase()).collect()
        }
        _ => vec![method.to_owned()],
    };
    for method in methods {
        routing.route(RouteDeclaration {
            router: groups.receiver(project, call),
            method,
            path: template(path),
            handler: handler.clone(),
            layers: in_program(project, around, call.file),
            file: call.file,
            line: call.line(),
        });
    }
}

/// A symbol's handler method.
fn method_of(project: &Project<'_, '_>, class: SymbolId, names: &[&str]) -> Option<SymbolId> {
    names.iter().find_map(|name| project.method(class, name))
}
