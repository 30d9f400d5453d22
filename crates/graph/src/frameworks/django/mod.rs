//! Django and Django REST framework: URL patterns, routers, views, signals, management commands and
//! choices.

mod checks;
mod commands;
mod fields;
mod include;
mod inherited;
mod middleware;
mod model_events;
mod query_sets;
mod rest;
mod signals;
mod steps;
mod urls;
mod views;

use super::project::Project;
use super::{Contributions, Framework};

pub(super) const DJANGO: Framework = Framework { name: "django", languages: &["python"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("django")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    urls::add(project, out);
    middleware::add(project, out);
    let schema = query_sets::Schema::new(project);
    let receivers = signals::Receivers::find(&schema, out);
    let saved = model_events::Saved { schema: &schema, receivers: &receivers };
    let steps = steps::Steps::new(project, &saved);
    query_sets::add(&schema, out);
    signals::add(&saved, out);
    inherited::of_routes(project, &steps, out);
    inherited::of_calls(project, &steps, out);
    commands::add(project, out);
    fields::add(project, out);
}
