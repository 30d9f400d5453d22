//! Ruby on Rails.
//!
//! Each file models one part of the framework: [`routes`] the language of `config/routes.rb`,
//! [`filters`] what runs around actions, [`callbacks`] what saving and destroying a model runs, [`hooks`] what other events run,
//! [`jobs`], [`tasks`] and [`events`] what runs later or elsewhere, [`states`] state machines,
//! [`delegates`] methods that hand calls on, [`views`] what is rendered. [`bodies`] holds the declarations of classes, in order.

mod bodies;
mod callbacks;
mod choices;
mod commands;
mod delegates;
mod events;
mod filters;
mod graphql;
mod hooks;
mod jobs;
mod lists;
mod policies;
mod routes;
mod states;
mod tasks;
mod validators;
mod views;

use super::project::Project;
use super::{Contributions, Framework};
use bodies::Bodies;
use callbacks::Callbacks;
use fathom_syntax::is_test_path;
use rustc_hash::FxHashSet;

pub(super) const RAILS: Framework = Framework { name: "rails", languages: &["ruby"], applies, model };

/// Gems that only Rails programs depend on.
const GEMS: &[&str] = &["rails", "railties", "actionpack", "activerecord", "activejob", "sidekiq"];

fn applies(project: &Project<'_, '_>) -> bool {
    let routed = |path: &str| path == "config/routes.rb" || path.ends_with("/config/routes.rb");
    GEMS.iter().any(|gem| project.depends_on(gem))
        || project.files().iter().any(|file| routed(file.path) && !is_test_path(file.path))
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    routes::add(project, out);
    let names: FxHashSet<u64> = filters::names().chain(callbacks::names()).collect();
    let bodies = Bodies::new(project, &names);
    filters::add(project, &bodies, out);
    jobs::add(project, out);
    commands::add(project, &bodies, out);
    choices::add(project, out);
    tasks::add(project, out);
    events::add(project, out);
    graphql::add(project, out);
    delegates::add(project, &bodies, out);
    let mut callbacks = Callbacks::new(project, &bodies);
    callbacks.add(out);
    hooks::add(project, &bodies, out);
    policies::add(project, out);
    states::add(project, &mut callbacks, out);
    views::add(project, out);
}
