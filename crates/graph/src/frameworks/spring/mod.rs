//! Spring: controllers and their mappings, functional routes, scheduled methods, listeners, events and
//! filters.

mod annotations;
mod around;
mod aspects;
mod functional;
mod messages;

use super::call::{Call, Value};
use super::project::Project;
use super::web::{RouteDeclaration, Routing, join, template};
use super::{Contributions, Endpoint, EndpointKind, Framework, Hop};
use crate::ids::SymbolId;
use crate::model::{EdgeKind, Resolution};
use annotations::Annotations;
use around::Around;
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::{FxHashMap, FxHashSet};

pub(super) const SPRING: Framework =
    Framework { name: "spring", languages: &["java", "kotlin"], applies, model };

/// Annotations of methods that something else than a request starts.
const STARTED: [(&str, EndpointKind); 4] = [
    ("Scheduled", EndpointKind::Task),
    ("EventListener", EndpointKind::Event),
    ("TransactionalEventListener", EndpointKind::Event),
    ("ApplicationModuleListener", EndpointKind::Event),
];
/// Types below a type that are looked at.
const MOST_BELOW: usize = 64;
fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("org.springframework")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    let mut names: FxHashSet<u64> = ["publishEvent"].map(hash_name).into_iter().collect();
    names.extend(STARTED.iter().map(|(name, _)| hash_name(name)));
    let annotations = Annotations::new(project);
    names.extend(annotations.mappings());
    let mut routing = Routing::default();
    let mut listeners: FxHashMap<SymbolId, Vec<SymbolId>> = FxHashMap::default();
    let mut publishing: Vec<Call<'_>> = Vec::new();
    let around = Around::find(project, out);
    for language in SPRING.languages {
        for file in project.files_in(language) {
            for call in project.calls_named(file, &names) {
                if call.name() == "publishEvent" {
                    publishing.push(call);
                } else if let Some(methods) = annotations.methods(&call) {
                    map(project, &call, &methods, &annotations, &around, &mut routing);
                } else {
                    start(project, &call, &mut listeners, out);
                }
            }
        }
    }
    functional::add(project, &around.of_all, &mut routing);
    routing.finish(project, out);
    messages::add(project, out);
    for call in publishing {
        publish(project, &call, &listeners, out);
    }
}

/// The paths of a mapping, also of constants; without any, the path of the class itself.
fn paths<'a>(project: &Project<'_, 'a>, call: &Call<'a>) -> Vec<&'a str> {
    let written = call.keyword("value").or_else(|| call.keyword("path")).or_else(|| call.first());
    let texts = |value: Value<'a>| match value.kind() {
        ArgumentKind::List => {
            value.elements().filter_map(|one| project.text_at(call, &one)).collect::<Vec<_>>()
        }
        _ => project.text_at(call, &value).into_iter().collect(),
    };
    let paths = written.map(texts).unwrap_or_default();
    if paths.is_empty() { vec![""] } else { paths }
}

/// The controllers that a method with a mapping is a handler of: its own class, or those below it.
fn controllers(project: &Project<'_, '_>, annotations: &Annotations, class: SymbolId) -> Vec<SymbolId> {
    let is_controller = |one: &SymbolId| {
        project.decorators_of(*one).iter().any(|call| annotations.is_controller(call.name()))
    };
    if is_controller(&class) {
        return vec![class];
    }
    let below = project.world.bases.below(project.canonical(class)).iter().take(MOST_BELOW).copied();
    let below: Vec<SymbolId> = below.filter(is_controller).collect();
    let is_interface = project.kind(class) == fathom_syntax::Kind::Interface;
    if below.is_empty() && is_interface { vec![class] } else { below }
}

fn map<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    methods: &[String],
    annotations: &Annotations,
    around: &Around<'a>,
    routing: &mut Routing,
) {
    let handler = project.scope_of(call);
    if project.is_type(handler) {
        return;
    }
    let Some(class) = project.container(handler) else { return };
    for controller in controllers(project, annotations, class) {
        let on_class: Vec<Call<'a>> =
            project.ancestors(controller).iter().flat_map(|one| project.decorators_of(*one)).collect();
        if on_class.iter().any(|one| one.name() == "FeignClient") {
            continue;
        }
        let mapping = on_class.iter().find(|one| one.name() == "RequestMapping");
        let prefixes = mapping.map_or_else(|| vec![""], |one| paths(project, one));
        // What implements a method of an interface is the code that runs.
        let own = project.method(controller, project.name(handler)).unwrap_or(handler);
        let layers = around.layers(project, controller, &on_class, own, handler);
        for prefix in &prefixes {
            for path in paths(project, call) {
                for method in methods {
                    routing.route(RouteDeclaration {
                        router: None,
                        method: method.clone(),
                        path: template(&join(prefix, path)),
                        handler: project.handler(own),
                        layers: layers.clone(),
                        file: call.file,
                        line: call.line(),
                    });
                }
            }
        }
    }
}

fn start(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    listeners: &mut FxHashMap<SymbolId, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let Some((name, kind)) = STARTED.iter().find(|(name, _)| *name == call.name()) else { return };
    let handler = project.scope_of(call);
    if project.is_type(handler) {
        return;
    }
    let qualified = project.qualified(handler, ".");
    let mut path = qualified.clone();
    if name.ends_with("Listener") {
        let parameter = project.parameters(handler).first().map(|(_, written)| *written).unwrap_or_default();
        let written = call.first().map_or(parameter, |value| value.text().trim_end_matches(".class"));
        if let Some(event) = project.type_at(call, written) {
            listeners.entry(project.canonical(event)).or_default().push(handler);
        }
        written.clone_into(&mut path);
    }
    if *kind == EndpointKind::Task || path.is_empty() {
        path.clone_from(&qualified);
    }
    out.models.endpoints.push(Endpoint {
        kind: *kind,
        method: String::new(),
        path,
        handler: qualified,
        symbol: Some(handler),
        owner: project.type_around(handler),
        file: call.file,
        line: call.line(),
    });
}

/// `publisher.publishEvent(new OrderPaid(order))` runs the listeners of its type.
fn publish(
    project: &Project<'_, '_>,
    call: &Call<'_>,
    listeners: &FxHashMap<SymbolId, Vec<SymbolId>>,
    out: &mut Contributions,
) {
    let Some(event) = call.first() else { return };
    let value = project.value_at(call, event.text());
    let of = match value {
        crate::link::eval::Value::Instance(of) | crate::link::eval::Value::Type(of) => Some(of),
        _ => project.type_at(call, event.text().trim_end_matches("()")),
    };
    let Some(of) = of else { return };
    for ancestor in project.ancestors(of) {
        for listener in listeners.get(&ancestor).into_iter().flatten().take(32) {
            let from = project.scope_of(call);
            let hop = Hop::new(
                from,
                *listener,
                EdgeKind::Callback,
                Resolution::Exact,
                call.line(),
                Some(call.number),
            );
            out.hop(hop, "");
        }
    }
}
