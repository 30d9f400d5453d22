//! Views: functions, and classes with a method for each HTTP method.

use super::super::FilterKind;
use super::super::call::{Call, Value};
use super::super::project::Project;
use super::super::web::{Handler, Layer};
use super::checks;
use crate::ids::SymbolId;
use fathom_syntax::ArgumentKind;

/// The view of a pattern.
pub(super) struct ServedView {
    pub(super) method: String,
    pub(super) handler: Handler,
    pub(super) layers: Vec<Layer>,
}

/// HTTP methods as methods of a class.
const VERBS: [&str; 6] = ["get", "post", "put", "patch", "delete", "options"];
/// Base classes of the frameworks and the HTTP methods that they serve themselves.
const GENERIC: &[(&str, &[&str])] = &[
    ("TemplateView", &["GET"]),
    ("ListView", &["GET"]),
    ("DetailView", &["GET"]),
    ("ArchiveIndexView", &["GET"]),
    ("RedirectView", &["GET", "POST", "PUT", "PATCH", "DELETE"]),
    ("FormView", &["GET", "POST"]),
    ("CreateView", &["GET", "POST"]),
    ("UpdateView", &["GET", "POST"]),
    ("DeleteView", &["GET", "POST"]),
    ("ListAPIView", &["GET"]),
    ("RetrieveAPIView", &["GET"]),
    ("CreateAPIView", &["POST"]),
    ("UpdateAPIView", &["PUT", "PATCH"]),
    ("DestroyAPIView", &["DELETE"]),
    ("ListCreateAPIView", &["GET", "POST"]),
    ("RetrieveUpdateAPIView", &["GET", "PUT", "PATCH"]),
    ("RetrieveDestroyAPIView", &["GET", "DELETE"]),
    ("RetrieveUpdateDestroyAPIView", &["GET", "PUT", "PATCH", "DELETE"]),
];
/// Decorators that limit the methods of a function.
const LIMITS: [(&str, &[&str]); 3] =
    [("require_POST", &["POST"]), ("require_GET", &["GET"]), ("require_safe", &["GET", "HEAD"])];

/// The handlers of a view that a pattern names; `nested` are the calls among its arguments.
pub(super) fn handlers<'a>(
    project: &Project<'_, 'a>,
    call: &Call<'a>,
    view: &Value<'a>,
    nested: &[&Call<'a>],
) -> Vec<ServedView> {
    if view.kind() != ArgumentKind::Name {
        return Vec::new();
    }
    let chain = view.text();
    if let Some(class) = chain.strip_suffix(".as_view()") {
        return of_class(project, call, class);
    }
    // `login_required(view)`: the innermost name is the view, the others run around it.
    if chain.ends_with("()") {
        let wrapper = nested.iter().find(|one| chain.ends_with(&format!("{}()", one.name())));
        if let Some(inner) =
            wrapper.and_then(|one| one.first()).filter(|one| one.kind() == ArgumentKind::Name)
        {
            let mut found = handlers(project, call, &inner, &[]);
            let layer = layer(project, call, chain.trim_end_matches("()"));
            for one in &mut found {
                one.layers.insert(0, layer.clone());
            }
            return found;
        }
    }
    let handler = project.handler_at(call, chain);
    let Some(symbol) = handler.symbol.or(handler.owner) else {
        return vec![ServedView { method: "ANY".to_owned(), handler, layers: Vec::new() }];
    };
    let methods = limited(project, symbol);
    let layers = decorators(project, symbol);
    let served = |method: &str| ServedView {
        method: method.to_owned(),
        handler: handler.clone(),
        layers: layers.clone(),
    };
    methods.into_iter().map(served).collect()
}

fn layer(project: &Project<'_, '_>, call: &Call<'_>, name: &str) -> Layer {
    Layer {
        kind: FilterKind::Before,
        name: name.rsplit('.').next().unwrap_or(name).to_owned(),
        symbol: project.thing_at(call, name).filter(|one| project.kind(*one).is_callable()),
        file: call.file,
        line: call.line(),
    }
}

/// Methods that decorators allow a function.
fn limited(project: &Project<'_, '_>, symbol: SymbolId) -> Vec<&'static str> {
    let all = project.decorators_of(symbol);
    for call in &all {
        if let Some((_, methods)) = LIMITS.iter().find(|(name, _)| *name == call.name()) {
            return methods.to_vec();
        }
        if matches!(call.name(), "require_http_methods" | "api_view") {
            let written = call.first().map(|list| list.literals()).unwrap_or_default();
            let known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];
            let methods: Vec<&str> =
                known.into_iter().filter(|one| written.iter().any(|w| w.eq_ignore_ascii_case(one))).collect();
            if !methods.is_empty() {
                return methods;
            }
        }
    }
    vec!["ANY"]
}

/// The decorators of a view as filters, outermost first.
pub(super) fn decorators(project: &Project<'_, '_>, symbol: SymbolId) -> Vec<Layer> {
    let all = project.decorators_of(symbol);
    let mut layers = Vec::new();
    for call in &all {
        let chain = match call.name() {
            "method_decorator" => call.first().map(|value| value.text()).unwrap_or_default(),
            "action" | "api_view" | "property" | "cached_property" | "staticmethod" | "classmethod"
            | "receiver" => continue,
            // These only describe a view.
            name if name.starts_with("extend_schema") || name.starts_with("swagger") => continue,
            name => name,
        };
        if !chain.is_empty() {
            layers.push(layer(project, call, chain));
        }
    }
    layers
}

fn of_class(project: &Project<'_, '_>, call: &Call<'_>, chain: &str) -> Vec<ServedView> {
    let Some(class) = project.thing_at(call, chain).filter(|one| project.is_type(*one)) else {
        let handler = Handler { name: chain.to_owned(), ..Handler::default() };
        return vec![ServedView { method: "ANY".to_owned(), handler, layers: Vec::new() }];
    };
    let class = project.canonical(class);
    let name = project.qualified(class, ".");
    let mut served: Vec<ServedView> = Vec::new();
    let mut layers = decorators(project, class);
    layers.extend(checks::of(project, class));
    if let Some(dispatch) = project.method(class, "dispatch") {
        layers.push(Layer {
            kind: FilterKind::Around,
            name: "dispatch".to_owned(),
            symbol: Some(dispatch),
            file: project.file_of(dispatch),
            line: project.definition(dispatch).line,
        });
    }
    for verb in VERBS {
        let Some(method) = project.method(class, verb) else { continue };
        let mut own = layers.clone();
        own.extend(decorators(project, method));
        let handler = Handler {
            name: format!("{name}.{verb}"),
            symbol: Some(method),
            owner: Some(class),
            inline: None,
        };
        served.push(ServedView { method: verb.to_uppercase(), handler, layers: own });
    }
    let ancestors = project.ancestors(class);
    let bases: Vec<&str> =
        ancestors.iter().flat_map(|one| project.written_bases(*one)).map(|base| last(base)).collect();
    for (generic, methods) in GENERIC {
        if !bases.contains(generic) {
            continue;
        }
        for method in *methods {
            if !served.iter().any(|one| one.method == *method) {
                let handler = Handler { name: name.clone(), symbol: None, owner: Some(class), inline: None };
                served.push(ServedView { method: (*method).to_owned(), handler, layers: layers.clone() });
            }
        }
    }
    if served.is_empty() {
        let handler = Handler { name, symbol: None, owner: Some(class), inline: None };
        served.push(ServedView { method: "ANY".to_owned(), handler, layers });
    }
    served
}

pub(super) fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
