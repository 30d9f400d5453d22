//! Django and Django REST framework: URL patterns, routers, views, signals, management commands and
//! choices.

mod checks;
mod commands;
mod fields;
mod include;
mod middleware;
mod query_sets;
mod rest;
mod signals;
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
    query_sets::add(project, out);
    signals::add(project, out);
    commands::add(project, out);
    fields::add(project, out);
}
