//! What the classes of the frameworks run in a class of the application: `create` of a view set runs
//! `perform_create`, and a form that is saved runs its own `clean` before.

use super::super::project::Project;
use super::model_events::Saved;
use super::views::last;
use crate::ids::SymbolId;
use fathom_syntax::Kind;

/// One step of a method of the frameworks.
#[derive(Clone, Copy)]
enum Step {
    /// A method of the class itself, or what the framework's method of this name runs.
    Own(&'static str),
    /// A method of the view's serializer.
    Serializer(&'static str),
    /// A method of the view's form.
    Form(&'static str),
    /// The view's object is stored or removed.
    Model(&'static str),
}

use Step::{Form, Model, Own, Serializer};

/// Methods of the frameworks' classes, and what they run in order.
const RUNS: &[(&str, &[Step])] = &[
    // REST framework.
    ("initial", &[Own("perform_authentication"), Own("check_permissions"), Own("check_throttles")]),
    ("check_permissions", &[Own("get_permissions")]),
    ("list", &[Own("get_queryset"), Own("filter_queryset"), Own("get_serializer"), READ]),
    ("retrieve", &[Own("get_object"), Own("get_serializer"), READ]),
    ("create", &[Own("get_serializer"), CHECK, Own("perform_create"), READ]),
    ("update", &[Own("get_object"), Own("get_serializer"), CHECK, Own("perform_update"), READ]),
    ("partial_update", &[Own("update")]),
    ("destroy", &[Own("get_object"), Own("perform_destroy")]),
    ("perform_create", &[Serializer("create")]),
    ("perform_update", &[Serializer("update")]),
    ("perform_destroy", &[Model("delete")]),
    ("get_serializer", &[Own("get_serializer_class"), Own("get_serializer_context"), Serializer("__init__")]),
    // Generic views of Django.
    ("get_object", &[Own("get_queryset"), Own("filter_queryset"), Own("check_object_permissions")]),
    ("get_form", &[Own("get_form_class"), Own("get_form_kwargs"), Form("__init__")]),
    ("get_form_kwargs", &[Own("get_initial")]),
    ("form_valid", &[Form("save"), Own("get_success_url")]),
    ("get_context_data", &[]),
];
/// The representation of what is answered.
const READ: Step = Serializer("to_representation");
/// The checks of what was sent.
const CHECK: Step = Serializer("is_valid");

/// Base classes whose methods for HTTP methods are the frameworks': what they run.
const VERBS: &[(&str, &str, &[Step])] = &[
    ("ListView", "GET", &[Own("get_queryset"), Own("get_context_data"), Own("render_to_response")]),
    ("DetailView", "GET", &[Own("get_object"), Own("get_context_data"), Own("render_to_response")]),
    ("TemplateView", "GET", &[Own("get_context_data"), Own("render_to_response")]),
    ("RedirectView", "GET", &[Own("get_redirect_url")]),
    ("FormView", "GET", &[Own("get_form"), Own("get_context_data")]),
    ("CreateView", "GET", &[Own("get_form"), Own("get_context_data")]),
    ("UpdateView", "GET", &[Own("get_object"), Own("get_form"), Own("get_context_data")]),
    ("DeleteView", "GET", &[Own("get_object"), Own("get_context_data")]),
    ("FormView", "POST", &[Own("get_form"), Form("is_valid"), Own("form_valid"), Own("form_invalid")]),
    ("CreateView", "POST", &[Own("get_form"), Form("is_valid"), Own("form_valid"), Own("form_invalid")]),
    (
        "UpdateView",
        "POST",
        &[Own("get_object"), Own("get_form"), Form("is_valid"), Own("form_valid"), Own("form_invalid")],
    ),
    ("DeleteView", "POST", &[Own("get_object"), Own("delete"), Own("form_valid"), Own("get_success_url")]),
    ("ListAPIView", "GET", &[Own("list")]),
    ("RetrieveAPIView", "GET", &[Own("retrieve")]),
    ("CreateAPIView", "POST", &[Own("create")]),
    ("UpdateAPIView", "PUT", &[Own("update")]),
    ("UpdateAPIView", "PATCH", &[Own("partial_update")]),
    ("DestroyAPIView", "DELETE", &[Own("destroy")]),
    ("ListCreateAPIView", "GET", &[Own("list")]),
    ("ListCreateAPIView", "POST", &[Own("create")]),
    ("RetrieveUpdateAPIView", "GET", &[Own("retrieve")]),
    ("RetrieveUpdateAPIView", "PUT", &[Own("update")]),
    ("RetrieveUpdateAPIView", "PATCH", &[Own("partial_update")]),
    ("RetrieveDestroyAPIView", "GET", &[Own("retrieve")]),
    ("RetrieveDestroyAPIView", "DELETE", &[Own("destroy")]),
    ("RetrieveUpdateDestroyAPIView", "GET", &[Own("retrieve")]),
    ("RetrieveUpdateDestroyAPIView", "PUT", &[Own("update")]),
    ("RetrieveUpdateDestroyAPIView", "PATCH", &[Own("partial_update")]),
    ("RetrieveUpdateDestroyAPIView", "DELETE", &[Own("destroy")]),
];

/// Methods of frameworks that run others, one in the other.
const DEEPEST: usize = 5;
/// Serializers or forms that one view may use.
const MOST_CLASSES: usize = 4;
/// Steps of one method.
const MOST_STEPS: usize = 24;

/// The steps that classes of the frameworks add to those of the application.
pub(super) struct Steps<'r, 'p, 'a> {
    project: &'r Project<'p, 'a>,
    saved: &'r Saved<'r, 'p, 'a>,
}

impl<'r, 'p, 'a> Steps<'r, 'p, 'a> {
    pub(super) fn new(project: &'r Project<'p, 'a>, saved: &'r Saved<'r, 'p, 'a>) -> Steps<'r, 'p, 'a> {
        Steps { project, saved }
    }

    /// The names of methods that run others.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        RUNS.iter().map(|(name, _)| *name).chain(["is_valid", "save", "full_clean", "get", "post"])
    }

    /// What a framework's method runs in a class that does not define it.
    pub(super) fn of_method(&self, class: SymbolId, name: &str) -> Vec<SymbolId> {
        let mut found = Vec::new();
        self.expand(class, name, DEEPEST, &mut found);
        found.truncate(MOST_STEPS);
        found
    }

    /// What a class of the frameworks runs for an HTTP method.
    pub(super) fn of_verb(&self, class: SymbolId, verb: &str) -> Vec<SymbolId> {
        let ancestors = self.project.ancestors(class);
        let bases: Vec<&str> = ancestors
            .iter()
            .flat_map(|one| self.project.written_bases(*one))
            .map(|base| last(base))
            .collect();
        let mut found = Vec::new();
        if let Some((.., steps)) =
            VERBS.iter().find(|(base, method, _)| *method == verb && bases.contains(base))
        {
            steps.iter().for_each(|step| self.step(class, *step, DEEPEST, &mut found));
        }
        found.truncate(MOST_STEPS);
        found
    }

    fn expand(&self, class: SymbolId, name: &str, depth: usize, found: &mut Vec<SymbolId>) {
        let Some((_, steps)) = RUNS.iter().find(|(method, _)| *method == name).filter(|_| depth > 0) else {
            return;
        };
        steps.iter().for_each(|step| self.step(class, *step, depth - 1, found));
    }

    fn step(&self, class: SymbolId, step: Step, depth: usize, found: &mut Vec<SymbolId>) {
        match step {
            Own(name) => match self.project.method(class, name) {
                Some(method) => add(method, found),
                None => self.expand(class, name, depth, found),
            },
            Serializer(name) => {
                for serializer in self.classes_of(class, "serializer_class", "get_serializer_class") {
                    self.of_input(serializer, name, found);
                }
            }
            Form(name) => {
                for form in self.classes_of(class, "form_class", "get_form_class") {
                    self.of_input(form, name, found);
                }
            }
            Model(name) => {
                if let Some(model) = self.model_of(class) {
                    self.saved.events(model, name).into_iter().for_each(|one| add(one, found));
                }
            }
        }
    }

    /// What a method of a form or serializer runs, which it may define itself.
    pub(super) fn of_input(&self, class: SymbolId, name: &str, found: &mut Vec<SymbolId>) {
        let project = self.project;
        if let Some(own) = project.method(class, name) {
            add(own, found);
            return;
        }
        match name {
            "is_valid" | "full_clean" => self.checks(class, found),
            "save" => self.stored(class).into_iter().for_each(|one| add(one, found)),
            "create" | "update" => {
                if let Some(model) = self.meta_model(class) {
                    self.saved.events(model, "save").into_iter().for_each(|one| add(one, found));
                }
            }
            _ => {}
        }
    }

    /// What the frameworks' own `save` of a form or serializer runs.
    pub(super) fn stored(&self, class: SymbolId) -> Vec<SymbolId> {
        let project = self.project;
        let own = ["create", "update"].into_iter().filter_map(|name| project.method(class, name));
        let own: Vec<SymbolId> = own.collect();
        if !own.is_empty() {
            return own;
        }
        self.meta_model(class).map(|model| self.saved.events(model, "save")).unwrap_or_default()
    }

    /// `validate_FIELD`, `clean_FIELD` and the checks of the whole.
    fn checks(&self, class: SymbolId, found: &mut Vec<SymbolId>) {
        let project = self.project;
        for owner in project.ancestors(class) {
            for method in project.methods(owner) {
                let name = project.name(*method);
                if name.starts_with("validate_") || name.starts_with("clean_") {
                    add(*method, found);
                }
            }
        }
        for name in ["validate", "clean"] {
            project.method(class, name).into_iter().for_each(|one| add(one, found));
        }
    }

    /// The forms or serializers of a view: of its attribute, and those that its method names.
    pub(super) fn classes_of(&self, view: SymbolId, attribute: &str, method: &str) -> Vec<SymbolId> {
        let project = self.project;
        let mut found = Vec::new();
        if let Some(chooser) = project.method(view, method) {
            let file = project.file_of(chooser);
            let facts = project.facts(file);
            let local = chooser.local(project.symbol(file, 0));
            let read = facts.references.iter().filter(|one| one.from == local && one.receiver == 0);
            let named = read.filter_map(|one| project.thing_in(file, facts.text(one.name)));
            for class in named.filter(|one| project.kind(*one).is_type()) {
                add(project.canonical(class), &mut found);
            }
        }
        found.extend(self.declared(view, attribute));
        found.dedup();
        found.truncate(MOST_CLASSES);
        found
    }

    /// The class that an attribute of a class names: `serializer_class = OrderSerializer`.
    fn declared(&self, class: SymbolId, attribute: &str) -> Option<SymbolId> {
        let project = self.project;
        let member = project.member(class, attribute).filter(|one| !project.kind(*one).is_callable())?;
        let file = project.file_of(member);
        let chain = project.facts(file).text(project.definition(member).value_type).strip_prefix('=')?;
        let chain = chain.split(".objects").next().unwrap_or(chain);
        let found = project.thing_in(file, chain).filter(|one| project.is_type(*one))?;
        Some(project.canonical(found))
    }

    /// The model of a form or serializer: `class Meta: model = Order`.
    fn meta_model(&self, class: SymbolId) -> Option<SymbolId> {
        let project = self.project;
        project.ancestors(class).into_iter().find_map(|one| {
            let file = project.file_of(one);
            let meta = project.symbols_in(file).find(|inner| {
                project.kind(*inner) == Kind::Class
                    && project.name(*inner) == "Meta"
                    && project.container(*inner) == Some(one)
            })?;
            self.declared(meta, "model")
        })
    }

    /// The model of a view.
    fn model_of(&self, view: SymbolId) -> Option<SymbolId> {
        let own = self.declared(view, "model").or_else(|| self.declared(view, "queryset"));
        own.or_else(|| {
            let serializers = self.classes_of(view, "serializer_class", "get_serializer_class");
            serializers.into_iter().find_map(|one| self.meta_model(one))
        })
    }
}

fn add(symbol: SymbolId, found: &mut Vec<SymbolId>) {
    if !found.contains(&symbol) {
        found.push(symbol);
    }
}
