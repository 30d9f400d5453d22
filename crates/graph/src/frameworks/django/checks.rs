//! What a class of views lets pass: classes of permissions, authentication and throttling, and mixins.

use super::super::FilterKind;
use super::super::project::Project;
use super::super::web::Layer;
use super::views::last;
use crate::ids::SymbolId;

/// Attributes of a view of REST framework with classes that check a request, in the order in which
/// they do, and the method of such a class that runs.
const ATTRIBUTES: [(&str, &str); 3] = [
    ("authentication_classes", "authenticate"),
    ("permission_classes", "has_permission"),
    ("throttle_classes", "allow_request"),
];
/// Mixins of Django that check a request, and the method of the view that decides.
const MIXINS: [(&str, &str); 3] = [
    ("LoginRequiredMixin", "handle_no_permission"),
    ("PermissionRequiredMixin", "has_permission"),
    ("UserPassesTestMixin", "test_func"),
];

/// Methods of a class of views that choose or make the checks, in the order in which they run.
const METHODS: [&str; 4] = ["initial", "get_authenticators", "get_permissions", "check_permissions"];

/// The checks of a class of views.
pub(super) fn of(project: &Project<'_, '_>, class: SymbolId) -> Vec<Layer> {
    let mut layers = Vec::new();
    for ancestor in project.ancestors(class) {
        for base in project.written_bases(ancestor) {
            let Some((mixin, decides)) = MIXINS.iter().find(|(name, _)| *name == last(base)) else {
                continue;
            };
            layers.push(Layer {
                kind: FilterKind::Before,
                name: (*mixin).to_owned(),
                symbol: project.method(class, decides),
                file: project.file_of(ancestor),
                line: project.definition(ancestor).line,
            });
        }
    }
    for (attribute, method) in ATTRIBUTES {
        let Some(member) = project.member(class, attribute) else { continue };
        let file = project.file_of(member);
        let facts = project.facts(file);
        let local = member.local(project.symbol(file, 0));
        for reference in facts.references.iter().filter(|one| one.from == local && one.receiver == 0) {
            let name = facts.text(reference.name);
            let check = project.thing_in(file, name).filter(|one| project.is_type(*one));
            layers.push(Layer {
                kind: FilterKind::Before,
                name: name.to_owned(),
                symbol: check.and_then(|check| project.method(check, method)),
                file,
                line: reference.line,
            });
        }
    }
    for name in METHODS {
        let Some(method) = project.method(class, name) else { continue };
        layers.push(Layer {
            kind: FilterKind::Before,
            name: name.to_owned(),
            symbol: Some(method),
            file: project.file_of(method),
            line: project.definition(method).line,
        });
    }
    layers
}
