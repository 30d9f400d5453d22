//! Commands of `manage.py`: modules in `management/commands`.

use super::super::project::Project;
use super::super::{Contributions, Endpoint, EndpointKind};

/// Adds each command with its `handle` method.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    for file in project.files_in("python") {
        let Some((_, name)) = project.path(file).rsplit_once("management/commands/") else { continue };
        let name = name.trim_end_matches(".py");
        if name.contains('/') || name.starts_with('_') {
            continue;
        }
        let Some(class) = project.thing_in(file, "Command").filter(|one| project.is_type(*one)) else {
            continue;
        };
        let handle = project.method(class, "handle");
        out.models.endpoints.push(Endpoint {
            kind: EndpointKind::Command,
            method: String::new(),
            path: format!("manage.py {name}"),
            handler: format!("{}.handle", project.qualified(class, ".")),
            symbol: handle,
            owner: Some(class),
            file,
            line: project.definition(handle.unwrap_or(class)).line,
        });
    }
}
