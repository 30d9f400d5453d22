//! Routers of Django REST framework: the routes of a view set and of its extra actions.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::{Handler, RouteDeclaration, Routing, template};
use super::checks;
use super::views::{decorators, last};
use crate::ids::SymbolId;
use fathom_syntax::ArgumentKind;

/// Actions of a view set: their method, and whether they are about one object.
const ACTIONS: [(&str, &str, bool); 6] = [
    ("list", "GET", false),
    ("create", "POST", false),
    ("retrieve", "GET", true),
    ("update", "PUT", true),
    ("partial_update", "PATCH", true),
    ("destroy", "DELETE", true),
];
/// Actions that base classes define.
const BASES: &[(&str, &[&str])] = &[
    ("ModelViewSet", &["list", "create", "retrieve", "update", "partial_update", "destroy"]),
    ("ReadOnlyModelViewSet", &["list", "retrieve"]),
    ("ListModelMixin", &["list"]),
    ("CreateModelMixin", &["create"]),
    ("RetrieveModelMixin", &["retrieve"]),
    ("UpdateModelMixin", &["update", "partial_update"]),
    ("DestroyModelMixin", &["destroy"]),
];

/// Reads registrations.
pub(super) struct RestRouters<'p, 'r, 'a> {
    project: &'r Project<'p, 'a>,
}

/// One way to reach a view set's action.
struct Action<'a> {
    name: &'a str,
    method: String,
    /// The part of the path after the prefix and the object.
    path: String,
    is_detail: bool,
    symbol: Option<SymbolId>,
}

impl<'p, 'r, 'a> RestRouters<'p, 'r, 'a> {
    pub(super) fn new(project: &'r Project<'p, 'a>) -> RestRouters<'p, 'r, 'a> {
        RestRouters { project }
    }

    /// Adds the routes of a `router.register(…)`, and the prefix of a nested router.
    pub(super) fn register(&mut self, call: &Call<'a>, routing: &mut Routing) {
        if call.name().starts_with("Nested") && call.name().ends_with("Router") {
            self.nest(call, routing);
            return;
        }
        if call.name().ends_with("DefaultRouter") {
            self.root(call, routing);
        }
        if call.name() != "register" || call.receiver().is_empty() {
            return;
        }
        let mut arguments = call.arguments();
        let (Some(prefix), Some(view)) = (arguments.next(), arguments.next()) else { return };
        if prefix.kind() != ArgumentKind::Text || view.kind() != ArgumentKind::Name {
            return;
        }
        let Some(router) = self.project.router_at(call, call.receiver()) else { return };
        let slash = self.slash(call);
        let prefix = template(prefix.text());
        let prefix = if prefix.is_empty() { prefix } else { format!("{prefix}/") };
        let class = self.project.thing_at(call, view.text()).filter(|one| self.project.is_type(*one));
        let Some(class) = class.map(|class| self.project.canonical(class)) else {
            return;
        };
        let lookup = self.lookup(class);
        let name = self.project.qualified(class, ".");
        for action in self.actions(class) {
            let object = if action.is_detail { format!(":{lookup}/") } else { String::new() };
            let path = format!("{prefix}{object}{}", action.path);
            let path = if slash { path } else { path.trim_end_matches('/').to_owned() };
            let mut layers = decorators(self.project, class);
            layers.extend(checks::of(self.project, class));
            layers.extend(action.symbol.into_iter().flat_map(|one| decorators(self.project, one)));
            routing.route(RouteDeclaration {
                router: Some(router),
                method: action.method,
                path,
                handler: Handler {
                    name: format!("{name}.{}", action.name),
                    symbol: action.symbol,
                    owner: Some(class),
                    inline: None,
                },
                layers,
                file: call.file,
                line: call.line(),
            });
        }
    }

    /// The page at the root of a router.
    fn root(&self, call: &Call<'a>, routing: &mut Routing) {
        let Some(router) = self.project.stored_in(call) else { return };
        routing.route(RouteDeclaration {
            router: Some(router),
            method: "GET".to_owned(),
            path: String::new(),
            handler: Handler { name: "APIRootView".to_owned(), ..Handler::default() },
            layers: Vec::new(),
            file: call.file,
            line: call.line(),
        });
    }

    /// `NestedSimpleRouter(parent, "orders", lookup="order")`.
    fn nest(&self, call: &Call<'a>, routing: &mut Routing) {
        let mut arguments = call.positional();
        let (Some(parent), Some(prefix)) = (arguments.next(), arguments.next()) else { return };
        let Some(parent) = self.project.router_at(call, parent.text()) else { return };
        let lookup = call.keyword("lookup").and_then(|value| value.literal()).unwrap_or("nested");
        if let Some(router) = self.project.stored_in(call) {
            let prefix = format!("{}/:{lookup}_pk/", template(prefix.text()));
            routing.mount(router, Some(parent), &prefix, Vec::new());
        }
    }

    /// Whether the paths of the router that a call registers with end with a slash.
    fn slash(&self, call: &Call<'a>) -> bool {
        let Some(router) = self.project.thing_at(call, call.receiver()) else { return true };
        let file = self.project.file_of(router);
        let made = self.project.calls(file).all;
        let own =
            made.iter().find(|one| self.project.scope_of(one) == router && one.name().ends_with("Router"));
        !own.and_then(|one| one.keyword("trailing_slash")).is_some_and(|value| value.is_constant("False"))
    }

    /// The name of the parameter that selects an object.
    fn lookup(&self, class: SymbolId) -> String {
        let declared = |name: &str| {
            let member = self.project.member(class, name)?;
            self.project.declared_text(member)
        };
        declared("lookup_url_kwarg").or_else(|| declared("lookup_field")).unwrap_or("pk").to_owned()
    }

    fn actions(&self, class: SymbolId) -> Vec<Action<'a>> {
        let project = self.project;
        let ancestors = project.ancestors(class);
        let bases: Vec<&str> =
            ancestors.iter().flat_map(|one| project.written_bases(*one)).map(|base| last(base)).collect();
        let brought = |action: &str| {
            BASES.iter().any(|(base, actions)| bases.contains(base) && actions.contains(&action))
        };
        let mut found = Vec::new();
        for (name, method, is_detail) in ACTIONS {
            let own = project.method(class, name);
            if own.is_some() || brought(name) {
                let method = method.to_owned();
                found.push(Action { name, method, path: String::new(), is_detail, symbol: own });
            }
        }
        for owner in ancestors {
            for method in project.methods(owner) {
                let all = project.decorators_of(*method);
                let Some(call) = all.iter().find(|one| one.name() == "action") else { continue };
                found.extend(extra(project, call, *method));
            }
        }
        found
    }
}

/// `@action(detail=True, methods=["post"], url_path="mark-paid")`.
fn extra<'a>(project: &Project<'_, 'a>, call: &Call<'a>, method: SymbolId) -> Vec<Action<'a>> {
    let is_detail = call.keyword("detail").is_some_and(|value| value.is_constant("True"));
    let name = project.name(method);
    let path = call.keyword("url_path").filter(|value| !value.text().is_empty());
    let path = path.map_or(name.to_owned(), |value| template(value.text()));
    let methods = call.keyword("methods").map(|value| value.literals()).unwrap_or_default();
    let methods = if methods.is_empty() { vec!["get"] } else { methods };
    let one = |verb: &&str| Action {
        name,
        method: verb.to_uppercase(),
        path: format!("{path}/"),
        is_detail,
        symbol: Some(method),
    };
    methods.iter().map(one).collect()
}
