//! What runs around handlers: filters, interceptors, aspects, authorization, methods of the controller
//! for all of its handlers, validators and handlers of exceptions.

use super::super::call::Call;
use super::super::project::Project;
use super::super::web::Layer;
use super::super::{Contributions, Endpoint, EndpointKind, FilterKind};
use super::SPRING;
use super::aspects::Aspect;
use crate::ids::SymbolId;
use fathom_syntax::hash_name;
use rustc_hash::FxHashSet;

/// Types that run around every request, and their method.
const FILTERS: [(&str, &str); 10] = [
    ("OncePerRequestFilter", "doFilterInternal"),
    ("GenericFilterBean", "doFilter"),
    ("Filter", "doFilter"),
    ("BasicAuthenticationFilter", "doFilterInternal"),
    ("UsernamePasswordAuthenticationFilter", "attemptAuthentication"),
    ("AbstractAuthenticationProcessingFilter", "attemptAuthentication"),
    ("HandlerInterceptor", "preHandle"),
    ("HandlerInterceptorAdapter", "preHandle"),
    ("AsyncHandlerInterceptor", "preHandle"),
    ("WebFilter", "filter"),
];
/// Types whose method runs when the program starts.
const RUNNERS: [&str; 2] = ["CommandLineRunner", "ApplicationRunner"];
/// Annotations that check authorization.
const GUARDS: [&str; 4] = ["PreAuthorize", "Secured", "RolesAllowed", "PostAuthorize"];
/// Annotations of methods of a controller that run before each of its handlers.
const PREPARES: [&str; 2] = ["InitBinder", "ModelAttribute"];
/// Annotations of classes whose methods serve all controllers.
const ADVICE: [&str; 2] = ["ControllerAdvice", "RestControllerAdvice"];

/// What runs around the handlers of an application.
pub(super) struct Around<'a> {
    /// Filters and interceptors of all requests.
    pub(super) of_all: Vec<Layer>,
    /// Methods of advice that run before all handlers, and after those that fail.
    advice: Vec<Layer>,
    aspects: Vec<Aspect<'a>>,
}

impl<'a> Around<'a> {
    /// Finds it; runners are added as commands.
    pub(super) fn find(project: &Project<'_, 'a>, out: &mut Contributions) -> Around<'a> {
        let mut around = Around { of_all: Vec::new(), advice: Vec::new(), aspects: Aspect::find(project) };
        for language in SPRING.languages {
            for file in project.files_in(language) {
                for symbol in project.symbols_in(file).filter(|one| project.kind(*one).is_type()) {
                    for base in project.written_bases(symbol) {
                        let base = base.rsplit('.').next().unwrap_or(base);
                        if let Some((_, method)) = FILTERS.iter().find(|(name, _)| *name == base) {
                            // Other libraries have filters, too.
                            let Some(method) = project.method(symbol, method) else { continue };
                            let name = project.qualified(symbol, ".");
                            around.of_all.push(layer(project, FilterKind::Around, name, method));
                        } else if RUNNERS.contains(&base) {
                            out.models.endpoints.push(Endpoint {
                                kind: EndpointKind::Command,
                                method: String::new(),
                                path: project.qualified(symbol, "."),
                                handler: format!("{}.run", project.qualified(symbol, ".")),
                                symbol: project.method(symbol, "run"),
                                owner: Some(symbol),
                                file,
                                line: project.definition(symbol).line,
                            });
                        }
                    }
                }
            }
        }
        around.of_all.dedup_by(|one, other| one.name == other.name);
        let names: FxHashSet<u64> = ADVICE.map(hash_name).into_iter().collect();
        for language in SPRING.languages {
            for file in project.files_in(language) {
                for call in project.calls_named(file, &names).filter(Call::is_decorator) {
                    let class = project.scope_of(&call);
                    around.advice.extend(prepares(project, class));
                    around.advice.extend(handlers_of_exceptions(project, class));
                }
            }
        }
        around
    }

    /// The layers of a handler: `declared` is the method with the mapping, which the handler may only
    /// implement.
    pub(super) fn layers(
        &self,
        project: &Project<'_, 'a>,
        controller: SymbolId,
        on_class: &[Call<'a>],
        handler: SymbolId,
        declared: SymbolId,
    ) -> Vec<Layer> {
        let on_handler = project.decorators_of(declared);
        let mut layers = self.of_all.clone();
        layers.extend(guards(on_class));
        layers.extend(guards(&on_handler));
        let of_aspects = self.aspects.iter().filter(|one| one.applies(project, handler));
        layers.extend(of_aspects.map(Aspect::layer));
        let (before, after): (Vec<Layer>, Vec<Layer>) =
            self.advice.iter().cloned().partition(|one| one.kind == FilterKind::Before);
        layers.extend(before);
        for one in project.ancestors(controller) {
            layers.extend(prepares(project, one).into_iter().filter(|layer| layer.symbol != Some(handler)));
        }
        layers.extend(validators(project, handler));
        for one in project.ancestors(controller) {
            layers.extend(handlers_of_exceptions(project, one));
        }
        layers.extend(after);
        layers
    }
}

fn layer(project: &Project<'_, '_>, kind: FilterKind, name: String, symbol: SymbolId) -> Layer {
    let (file, line) = (project.file_of(symbol), project.definition(symbol).line);
    Layer { kind, name, symbol: Some(symbol), file, line }
}

fn guards(decorators: &[Call<'_>]) -> Vec<Layer> {
    let checks = decorators.iter().filter(|one| GUARDS.contains(&one.name()));
    checks
        .map(|one| Layer {
            kind: FilterKind::Before,
            name: match one.first().and_then(|value| value.literal()) {
                Some(rule) => format!("{}({rule})", one.name()),
                None => one.name().to_owned(),
            },
            symbol: None,
            file: one.file,
            line: one.line(),
        })
        .collect()
}

/// Methods of a class that run before handlers: they fill the model and prepare the binding of what
/// was sent, with the validators that they register.
fn prepares(project: &Project<'_, '_>, class: SymbolId) -> Vec<Layer> {
    let mut layers = Vec::new();
    for method in project.methods(class) {
        let decorators = project.decorators_of(*method);
        // A handler may have a parameter with the annotation.
        let is_mapped = decorators.iter().any(|one| one.name().ends_with("Mapping"));
        if is_mapped || !decorators.iter().any(|one| PREPARES.contains(&one.name())) {
            continue;
        }
        layers.push(layer(project, FilterKind::Before, project.qualified(*method, "."), *method));
        layers.extend(made_validators(project, *method));
    }
    layers
}

/// `binder.setValidator(new PetValidator())`: what checks what was sent.
fn made_validators(project: &Project<'_, '_>, method: SymbolId) -> Vec<Layer> {
    let names: FxHashSet<u64> = ["setValidator", "addValidators"].map(hash_name).into_iter().collect();
    let calls = project.calls_named(project.file_of(method), &names);
    let own = calls.filter(|call| project.scope_of(call) == method);
    let types = own.flat_map(|call| {
        let named: Vec<SymbolId> = Project::named_arguments(&call)
            .into_iter()
            .filter_map(|name| match project.value_at(&call, name) {
                crate::link::eval::Value::Instance(of) => Some(of),
                _ => project.type_at(&call, name.trim_end_matches("()")),
            })
            .collect();
        named
    });
    let methods = types.filter_map(|of| project.method(of, "validate"));
    methods.map(|one| layer(project, FilterKind::Before, project.qualified(one, "."), one)).collect()
}

/// Methods of a class that answer when a handler throws.
fn handlers_of_exceptions(project: &Project<'_, '_>, class: SymbolId) -> Vec<Layer> {
    let mut layers = Vec::new();
    for method in project.methods(class) {
        let decorators = project.decorators_of(*method);
        if decorators.iter().any(|one| one.name() == "ExceptionHandler") {
            layers.push(layer(project, FilterKind::After, project.qualified(*method, "."), *method));
        }
    }
    layers
}

/// Validators of the application's own annotations in what a handler is sent: `@Valid OrderForm form`.
fn validators(project: &Project<'_, '_>, handler: SymbolId) -> Vec<Layer> {
    let facts = project.facts(project.file_of(handler));
    let local = handler.local(project.symbol(project.file_of(handler), 0));
    let mut named = facts.references.iter().filter(|one| one.from == local && !one.kind().is_call());
    let is_checked = named.any(|one| matches!(facts.text(one.name), "Valid" | "Validated"));
    let decorators = project.decorators_of(handler);
    let Some(call) = decorators.first().filter(|_| is_checked) else { return Vec::new() };
    let mut found: Vec<Layer> = Vec::new();
    for (_, written) in project.parameters(handler) {
        let Some(of) = project.type_at(call, written) else { continue };
        let file = project.file_of(of);
        let fields = project.symbols_in(file).filter(|one| {
            project.container(*one).is_some_and(|around| project.canonical(around) == project.canonical(of))
        });
        for annotation in fields.flat_map(|field| project.decorators_of(field)) {
            let Some(own) = project.type_at(&annotation, annotation.name()) else { continue };
            let constraint = project.decorators_of(own);
            let Some(constraint) = constraint.iter().find(|one| one.name() == "Constraint") else { continue };
            let Some(by) = constraint.keyword("validatedBy") else { continue };
            let named = by.elements().map(|one| one.text()).chain([by.text()]);
            for name in named.filter(|name| !name.is_empty()) {
                let class = project.type_at(constraint, name.trim_end_matches(".class"));
                if let Some(method) = class.and_then(|class| project.method(class, "isValid"))
                    && !found.iter().any(|one| one.symbol == Some(method))
                {
                    let name = project.qualified(method, ".");
                    found.push(layer(project, FilterKind::Before, name, method));
                }
            }
        }
    }
    found
}
