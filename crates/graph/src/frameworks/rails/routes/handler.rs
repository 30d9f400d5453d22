//! The controller and action behind a route.

use super::Target;
use crate::frameworks::project::Project;
use crate::ids::SymbolId;
use fathom_syntax::inflection::camel;

/// The handler of a route.
pub(super) struct Handler {
    pub(super) name: String,
    pub(super) symbol: Option<SymbolId>,
    pub(super) owner: Option<SymbolId>,
}

pub(super) fn find(project: &Project<'_, '_>, target: &Target) -> Handler {
    match target {
        Target::Action { controller, action } => {
            let class = format!("{}Controller", camel(controller));
            let owner = project.type_called("ruby", &class.replace("::", "."));
            let name = owner.map_or(class, |owner| project.qualified(owner, "::"));
            let symbol = owner.and_then(|owner| project.method(owner, action));
            Handler { name: format!("{name}#{action}"), symbol, owner }
        }
        Target::Redirect(to) => Handler { name: format!("redirect({to})"), symbol: None, owner: None },
        Target::Mounted(name) => {
            let owner = project.type_called("ruby", &name.replace("::", "."));
            let symbol = owner.and_then(|owner| project.method(owner, "call"));
            Handler { name: name.clone(), symbol, owner }
        }
        Target::Inline => Handler { name: "block".to_owned(), symbol: None, owner: None },
    }
}
