//! Permissions: `authorize @order` asks `OrderPolicy#update?` (Pundit, Action Policy), `authorize! :read, order` asks
//! the class `Ability` (`CanCanCan`).

use crate::frameworks::call::{Call, Value as Argument};
use crate::frameworks::project::Project;
use crate::frameworks::{Contributions, Hop};
use crate::ids::SymbolId;
use crate::link::eval::{Place, ResolutionContext, Value};
use crate::model::{EdgeKind, Resolution};
use fathom_syntax::inflection::{camel, singular};
use fathom_syntax::{ArgumentKind, hash_name};
use rustc_hash::FxHashSet;

/// Calls that ask a policy for an object.
const ASKS: [&str; 4] = ["authorize", "authorize!", "allowed_to?", "permitted_to?"];

/// Calls that ask a policy for the objects that a user may see.
const SCOPES: [&str; 2] = ["policy_scope", "authorized_scope"];

/// Classes above a class whose policy may be asked.
const ABOVE: usize = 4;

/// Adds edges from questions to the policies that answer them.
pub(super) fn add(project: &Project<'_, '_>, out: &mut Contributions) {
    let names: FxHashSet<u64> = ASKS.iter().chain(&SCOPES).map(|name| hash_name(name)).collect();
    for file in project.files_in("ruby") {
        for call in project.calls_named(file, &names) {
            let from = project.scope_of(&call);
            let own = matches!(call.receiver(), "" | "self");
            if let Some(to) = asked(project, &call).filter(|to| own && *to != from) {
                let kind = EdgeKind::Delegate;
                let hop = Hop::new(from, to, kind, Resolution::Inferred, call.line(), Some(call.number));
                out.hop(hop, "");
            }
        }
    }
}

fn asked(project: &Project<'_, '_>, call: &Call<'_>) -> Option<SymbolId> {
    let literal = |value: Option<Argument<'_>>| value.and_then(|value| value.literal().map(str::to_owned));
    let mut given = call.positional();
    let (first, second) = (given.next()?, given.next());
    if SCOPES.contains(&call.name()) {
        let policy = policy_of(project, call, &first)?;
        let scope = project.type_called("ruby", &format!("{}.Scope", project.qualified(policy, ".")));
        return project.method(scope?, "resolve");
    }
    // `authorize! :update, order` asks for an action before the object.
    let (subject, rule) = match (first.literal(), second) {
        (Some(rule), Some(subject)) if subject.literal().is_none() => (subject, Some(rule.to_owned())),
        (_, second) => {
            let named = literal(second).or_else(|| literal(call.keyword("to")));
            (first, named.or_else(|| literal(call.keyword("query"))))
        }
    };
    let rule = rule.unwrap_or_else(|| project.name(project.scope_of(call)).to_owned());
    let rule = format!("{}?", rule.trim_end_matches('?'));
    match policy_of(project, call, &subject) {
        Some(policy) => project.method(policy, &rule).or_else(|| project.method(policy, "manage?")),
        None => project.method(project.type_called("ruby", "Ability")?, "initialize"),
    }
}

/// The policy of an object: the class that is named after the object's class, with the names before it
/// in a list as modules.
fn policy_of(project: &Project<'_, '_>, call: &Call<'_>, subject: &Argument<'_>) -> Option<SymbolId> {
    let stated = ["policy_class", "with"].into_iter().find_map(|word| call.keyword(word));
    if let Some(class) = stated.filter(|value| value.kind() == ArgumentKind::Name) {
        return project.type_at(call, class.text());
    }
    let mut modules = Vec::new();
    let mut subject = *subject;
    if subject.kind() == ArgumentKind::List {
        let mut parts: Vec<Argument<'_>> = subject.elements().collect();
        subject = parts.pop()?;
        modules.extend(parts.iter().filter_map(Argument::literal).map(camel));
    }
    let called = |name: &str| {
        let path = modules.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join(".");
        project.type_called("ruby", &format!("{path}Policy"))
    };
    if let Some(name) = subject.literal() {
        return called(&camel(name).replace("::", "."));
    }
    if subject.kind() != ArgumentKind::Name {
        return None;
    }
    let place = Place { file: call.file, scope: call.scope(), line: call.line() };
    let value = project.world.by_convention().chain(place, subject.text(), ResolutionContext::steps());
    if let Value::Instance(class) | Value::Type(class) | Value::Collection(class) = value {
        let classes = project.ancestors(class).into_iter().take(ABOVE);
        let found = classes.into_iter().find_map(|class| called(&project.qualified(class, ".")));
        if found.is_some() {
            return found;
        }
    }
    let last = subject.text().trim_end_matches("()").rsplit('.').next()?;
    called(&camel(last)).or_else(|| called(&camel(&singular(last))))
}
