//! Models of frameworks: what a program does because a framework calls it.
//!
//! A resolver of calls finds no caller of a controller's action, no call of a filter, and no way
//! from `CleanupJob.perform_later` to `CleanupJob#perform`. A model adds what the framework does. It
//! reads facts and the state of the linker ([`project::Project`]), decides whether the repository uses
//! the framework, and contributes to [`Contributions`]:
//!
//! - [`Endpoint`]s: routes, jobs, commands, tasks and events with their handlers;
//! - [`Filter`]s of handlers in the order in which they run, with their conditions;
//! - [`StateMachine`]s;
//! - [`Hop`]s: what a framework runs because of a call or a definition (`async`, `callback`,
//!   `filter`, `transition`, `delegate`, `route`, `inject`). Each is an edge too, with the origin
//!   [`crate::Origin::FRAMEWORKS`], a resolution and a line, so `trace` and `impact` follow it.
//!
//! All models are one global pass of the linker ([`crate::link`]): they run in every linking, so
//! relinking gives what linking gives. They must be fast: a model looks at files of its language
//! only, selects calls by the hashes of their names ([`project::Project::calls_named`]) and bounds
//! every walk.
//!
//! # Adding a framework
//!
//! 1. Add a folder `frameworks/NAME/` whose `mod.rs` holds one [`Framework`] constant, and one line
//!    in [`FRAMEWORKS`].
//! 2. `applies` looks at dependencies ([`project::Project::depends_on`]), imports
//!    ([`project::Project::imports`]) or folders. `model` contributes.
//! 3. Add cases to `graph/tests/frameworks/`: small repositories, and the endpoints, filters and
//!    edges that they must give.
//!
//! `rails/routes` is an example of a model that interprets a nested language of calls: it walks
//! [`call::FileCalls`], reads arguments with [`call::Call::first`], [`call::Call::keyword`] and
//! [`call::Value::literals`], and keeps a stack of scopes. A framework with decorators needs less:
//! a decorator is a call whose scope ([`project::Project::scope_of`]) is the handler it decorates.
//! [`web`] puts routes on nested routers together, and [`things`] finds what names mean.
//!
//! ```text
//! for file in project.files_in("python") {
//!     for call in project.calls_named(file, &NAMES) {              // `@app.route("/orders/<id>")`
//!         let path = call.first()?.literal()?;
//!         let handler = project.scope_of(&call);
//!         out.models.endpoints.push(Endpoint { … });
//!         out.hop(Hop::new(file_symbol, handler, EdgeKind::Route, Resolution::Exact, line, None), "");
//!     }
//! }
//! ```

mod argparse;
mod aspnet;
pub(crate) mod call;
mod celery;
mod clap;
mod click;
mod cobra;
mod data_access;
mod dependencies;
mod django;
mod express;
mod fastapi;
mod flask;
mod go_http;
mod laravel;
mod model;
mod mongoose;
mod nest;
mod next;
mod phoenix;
pub(crate) mod project;
mod rails;
mod rust_web;
mod spring;
mod things;
mod thor;
mod web;

pub use model::{
    Endpoint, EndpointKind, Filter, FilterKind, Hop, InlineHandler, Models, State, StateEvent, StateMachine,
    StateWriter, Transition,
};

pub(crate) use model::Contributions;

use crate::link::passes::{LinkInput, PassResults};
use crate::link::registry::GlobalFindings;
use project::Project;

/// One framework.
pub(crate) struct Framework {
    /// Its name, as its users write it.
    pub(crate) name: &'static str,
    /// The languages of programs that use it: a repository without them is not looked at.
    pub(crate) languages: &'static [&'static str],
    /// Whether the repository uses it.
    pub(crate) applies: fn(&Project<'_, '_>) -> bool,
    /// Contributes what it finds.
    pub(crate) model: fn(&Project<'_, '_>, &mut Contributions),
}

/// Every framework, in the order of their names.
const FRAMEWORKS: &[Framework] = &[
    argparse::ARGPARSE,
    aspnet::ASPNET,
    celery::CELERY,
    clap::CLAP,
    click::CLICK,
    cobra::COBRA,
    django::DJANGO,
    express::EXPRESS,
    fastapi::FASTAPI,
    flask::FLASK,
    go_http::GO_HTTP,
    laravel::LARAVEL,
    mongoose::MONGOOSE,
    nest::NEST,
    next::NEXT,
    phoenix::PHOENIX,
    rails::RAILS,
    rust_web::RUST_WEB,
    spring::SPRING,
    thor::THOR,
];

/// The pass of the linker: runs the models of the frameworks that the repository uses.
pub(crate) fn find(ground: &LinkInput<'_, '_>, passed: &PassResults<'_>, found: &mut GlobalFindings) {
    let files = ground.tables.files;
    let has = |language: &str| files.iter().any(|file| file.language.name == language);
    let candidates: Vec<&Framework> =
        FRAMEWORKS.iter().filter(|one| one.languages.iter().any(|language| has(language))).collect();
    if candidates.is_empty() {
        return;
    }
    let contributions = ground.seen_by(passed, |world| {
        let project = Project::new(world);
        let mut out = Contributions::default();
        for framework in &candidates {
            if (framework.applies)(&project) {
                out.models.frameworks.push(framework.name.to_owned());
                (framework.model)(&project, &mut out);
            }
        }
        data_access::add(&project, &mut out);
        out.finish();
        out
    });
    found.edges.extend(contributions.hops.iter().map(Hop::edge));
    found.frameworks = contributions;
}
