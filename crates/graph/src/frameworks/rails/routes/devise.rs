//! `devise_for`: the routes that the gem Devise draws for a model.

use super::options::Options;
use super::scope::{Scope, join};
use super::{Route, Target};
use crate::frameworks::call::Call;
use crate::frameworks::project::Project;
use fathom_syntax::hash_name;
use fathom_syntax::inflection::{camel, singular};
use rustc_hash::FxHashSet;

/// The modules of a model, their controllers, and the routes of those: method, path, action.
/// A path starts with the name of `path_names` for it.
type Table = &'static [(&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)])];

const MODULES: Table = &[
    (
        "database_authenticatable",
        "sessions",
        &[("GET", "sign_in", "new"), ("POST", "sign_in", "create"), ("DELETE", "sign_out", "destroy")],
    ),
    (
        "recoverable",
        "passwords",
        &[
            ("GET", "password/new", "new"),
            ("GET", "password/edit", "edit"),
            ("PATCH", "password", "update"),
            ("PUT", "password", "update"),
            ("POST", "password", "create"),
        ],
    ),
    (
        "registerable",
        "registrations",
        &[
            ("GET", "registration/cancel", "cancel"),
            ("GET", "registration/sign_up", "new"),
            ("GET", "registration/edit", "edit"),
            ("PATCH", "registration", "update"),
            ("PUT", "registration", "update"),
            ("DELETE", "registration", "destroy"),
            ("POST", "registration", "create"),
        ],
    ),
    (
        "confirmable",
        "confirmations",
        &[
            ("GET", "confirmation/new", "new"),
            ("GET", "confirmation", "show"),
            ("POST", "confirmation", "create"),
        ],
    ),
    (
        "lockable",
        "unlocks",
        &[("GET", "unlock/new", "new"), ("GET", "unlock", "show"), ("POST", "unlock", "create")],
    ),
];

/// The routes of one `devise_for`.
pub(super) fn routes(project: &Project<'_, '_>, call: &Call<'_>, scope: &Scope) -> Vec<Route> {
    let options = Options::new(call, &scope.variables);
    let mut routes = Vec::new();
    for name in options.positional() {
        let class = options.text("class_name").unwrap_or_else(|| camel(&singular(&name)));
        let modules = modules(project, &class);
        let controllers = options.map("controllers");
        let names = options.map("path_names");
        let skipped = options.list("skip").unwrap_or_default();
        let only = options.list("only");
        let path = options.text("path").unwrap_or_else(|| name.clone());
        let base = join(&scope.path, &path);
        let module = options.text("module").unwrap_or_else(|| "devise".to_owned());
        for (feature, controller, actions) in MODULES {
            let has = |list: &[String]| list.iter().any(|one| one == controller);
            let wanted = modules.as_ref().is_none_or(|modules| modules.iter().any(|one| one == feature))
                && !has(&skipped)
                && !skipped.iter().any(|one| one == "all")
                && only.as_deref().is_none_or(has);
            if !wanted {
                continue;
            }
            let named = controllers.iter().find(|(name, _)| name == controller);
            let path_of = match named {
                Some((_, path)) => scope.controller_path(path),
                None => format!("{module}/{controller}"),
            };
            for (method, part, action) in *actions {
                let parts = part.split('/').filter(|part| *part != "registration");
                let renamed = parts.map(|part| {
                    names.iter().find(|(name, _)| name == part).map_or(part, |(_, path)| path.as_str())
                });
                let path = renamed.fold(base.clone(), |path, part| join(&path, part));
                routes.push(Route {
                    method: (*method).to_owned(),
                    path: format!("/{}", path.trim_start_matches('/')),
                    target: Target::Action { controller: path_of.clone(), action: (*action).to_owned() },
                    file: call.file,
                    line: call.line(),
                });
            }
        }
    }
    routes
}

/// The modules that a model names in `devise`; `None` if the model is not found.
fn modules(project: &Project<'_, '_>, class: &str) -> Option<Vec<String>> {
    let model = project.type_called("ruby", &class.trim_start_matches("::").replace("::", "."))?;
    let names: FxHashSet<u64> = [hash_name("devise")].into_iter().collect();
    let calls = project.calls_named(project.file_of(model), &names);
    let modules: Vec<String> = calls
        .flat_map(|call| {
            call.positional().flat_map(|value| value.literals()).map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    (!modules.is_empty()).then_some(modules)
}
