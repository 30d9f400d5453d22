//! Calls of route files that open a scope: resources with their own routes, namespaces and scopes.

use super::Target;
use super::interpreter::Interpreter;
use super::options::Options;
use super::scope::{Level, Resource, Scope, join};
use crate::frameworks::call::Call;
use crate::ids::FileId;

impl<'a> Interpreter<'_, '_, 'a> {
    pub(super) fn resources(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        let call = &calls.all[at];
        let is_single = call.name() == "resource";
        let outer = if scope.level == Level::Resource { scope.nested() } else { scope.clone() };
        let options = Options::new(call, &scope.variables);
        for name in options.positional() {
            let mut inner = outer.clone();
            if let Some(module) = options.text("module") {
                inner.module = nested_module(&inner.module, &module);
            }
            inner.path_names.extend(options.map("path_names"));
            inner.shallow = !options.is_false("shallow") && (inner.shallow || options.is_true("shallow"));
            if let Some(path) = options.text("shallow_path") {
                inner.shallow_path = join(&inner.shallow_path, &path);
            }
            let named =
                options.text("as").filter(|_| !options.is_false("as")).unwrap_or_else(|| name.clone());
            let resource = Resource {
                path: options.text("path").unwrap_or_else(|| name.clone()),
                controller: options.text("controller").unwrap_or_else(|| {
                    Resource::controller_of(&named_or(&name, &named, is_single), is_single)
                }),
                name: named,
                param: options.text("param").unwrap_or_else(|| "id".to_owned()),
                is_single,
                shallow: inner.shallow,
                path_names: inner.path_names.clone(),
            };
            inner.shallow_depth += usize::from(resource.shallow);
            inner.controller = Some(resource.controller.clone());
            inner.action = None;
            inner.level = Level::Resource;
            inner.resource = Some(resource);
            // Limits hold for the resource itself, not for what is in its block.
            let (only, except) = (inner.only.take(), inner.except.take());
            self.block(file, at, &inner);
            if let Some(names) = options.list("concerns") {
                self.run_concerns(&names, &inner);
            }
            let listed = |name: &str| match options.value(name) {
                Some(_) => options.list(name),
                None => None,
            };
            let limited = options.value("only").is_some() || options.value("except").is_some();
            let only = if limited { listed("only") } else { only };
            let except = if limited { listed("except") } else { except };
            self.default_routes(
                call,
                &inner,
                only.as_deref(),
                except.as_deref(),
                options.text("to").as_deref(),
            );
        }
    }

    fn default_routes(
        &mut self,
        call: &Call<'a>,
        scope: &Scope,
        only: Option<&[String]>,
        except: Option<&[String]>,
        to: Option<&str>,
    ) {
        let Some(resource) = &scope.resource else { return };
        let has = |action: &str| {
            let named = |list: &[String]| list.iter().any(|one| one == action);
            only.is_none_or(named) && !except.is_some_and(named)
        };
        let controller = scope.controller_path(&resource.controller);
        let (collection, member, new) = (scope.collection().path, scope.member().path, scope.new_one().path);
        let edit = join(&member, resource.path_name("edit"));
        let mut add = |action: &str, method: &str, path: &str| {
            if has(action) && !(resource.is_single && action == "index") {
                // `to:` makes one action handle all of them.
                let (controller, action) = match to.and_then(|to| to.split_once('#')) {
                    Some((named, action)) => (scope.controller_path(named), action),
                    None => (controller.clone(), action),
                };
                let target = Target::Action { controller, action: action.to_owned() };
                self.add(call, method, path, target);
            }
        };
        add("index", "GET", &collection);
        add("create", "POST", &collection);
        add("new", "GET", &new);
        add("edit", "GET", &edit);
        add("show", "GET", &member);
        add("update", "PATCH", &member);
        add("update", "PUT", &member);
        add("destroy", "DELETE", &member);
    }

    pub(super) fn namespace(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        let call = &calls.all[at];
        let mut inner = if scope.level == Level::Resource { scope.nested() } else { scope.clone() };
        let options = Options::new(call, &scope.variables);
        let Some(name) = options.positional().into_iter().next() else { return self.block(file, at, scope) };
        let path = if options.is_false("path") {
            String::new()
        } else {
            options.text("path").unwrap_or_else(|| name.clone())
        };
        inner.path = inner.path_with(&path);
        if inner.level != Level::Nested {
            inner.shallow_path = join(&inner.shallow_path, &options.text("shallow_path").unwrap_or(path));
        }
        if !options.is_false("module") {
            inner.module = nested_module(&inner.module, &options.text("module").unwrap_or(name));
        }
        limit(&mut inner, &options);
        inner.controller = options.text("controller");
        inner.level = Level::Root;
        inner.resource = None;
        self.block(file, at, &inner);
    }

    pub(super) fn scope(&mut self, file: FileId, at: usize, scope: &Scope) {
        let Some(calls) = self.files.get(&file) else { return };
        let call = &calls.all[at];
        let options = Options::new(call, &scope.variables);
        let mut inner = scope.clone();
        let mut parts = options.positional();
        parts.extend(options.text("path"));
        let path = parts.iter().fold(String::new(), |path, part| join(&path, part));
        inner.path = inner.path_with(&path);
        if inner.level != Level::Nested {
            inner.shallow_path = join(&inner.shallow_path, &path);
        }
        if let Some(path) = options.text("shallow_path") {
            inner.shallow_path = join(&scope.shallow_path, &path);
        }
        if let Some(module) = options.text("module") {
            inner.module = nested_module(&inner.module, &module);
        }
        if let Some(controller) = options.text("controller") {
            inner.controller = Some(controller);
        }
        if let Some(action) = options.text("action") {
            inner.action = Some(action);
        }
        inner.shallow |= options.is_true("shallow");
        inner.path_names.extend(options.map("path_names"));
        limit(&mut inner, &options);
        self.block(file, at, &inner);
    }
}

/// Applies the limits of a call's options to the routes in its block.
fn limit(scope: &mut Scope, options: &Options<'_, '_>) {
    if options.value("only").is_some() || options.value("except").is_some() {
        scope.only = options.list("only");
        scope.except = options.list("except");
    }
    if let Some(via) = options.list("via") {
        scope.via = via;
    }
}

/// The name that a singular resource's controller is made from.
fn named_or<'n>(name: &'n str, named: &'n str, is_single: bool) -> std::borrow::Cow<'n, str> {
    // `as` changes the name of a singular resource, from which its controller follows.
    std::borrow::Cow::Borrowed(if is_single { named } else { name })
}

fn nested_module(outer: &str, module: &str) -> String {
    if outer.is_empty() { module.to_owned() } else { format!("{outer}/{module}") }
}
