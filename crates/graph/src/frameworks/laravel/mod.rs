//! Laravel: route files with groups, queued jobs, events, commands of Artisan, the schedule and the service
//! container.

mod checks;
mod container;
mod models;
mod queues;
mod routes;

use super::project::Project;
use super::{Contributions, Framework};

pub(super) const LARAVEL: Framework = Framework { name: "laravel", languages: &["php"], applies, model };

fn applies(project: &Project<'_, '_>) -> bool {
    project.imports("Illuminate") || project.depends_on("laravel/framework")
}

fn model(project: &Project<'_, '_>, out: &mut Contributions) {
    routes::add(project, out);
    queues::add(project, out);
    container::add(project, out);
    checks::policies(project, out);
    models::add(project, out);
}
