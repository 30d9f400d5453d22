//! Aspects: code that runs around the methods that an expression selects.

use super::super::FilterKind;
use super::super::call::Call;
use super::super::project::Project;
use super::super::web::Layer;
use super::SPRING;
use crate::ids::SymbolId;
use fathom_syntax::hash_name;
use rustc_hash::FxHashSet;

/// Annotations of methods of an aspect, and when they run.
const ADVICE: [(&str, FilterKind); 5] = [
    ("Around", FilterKind::Around),
    ("Before", FilterKind::Before),
    ("After", FilterKind::After),
    ("AfterReturning", FilterKind::After),
    ("AfterThrowing", FilterKind::After),
];

/// A method of an aspect.
pub(super) struct Aspect<'a> {
    kind: FilterKind,
    name: String,
    method: SymbolId,
    call: Call<'a>,
    selects: Selection<'a>,
}

/// Which methods an expression selects.
#[derive(Default)]
struct Selection<'a> {
    /// Those with one of these annotations.
    annotations: Vec<&'a str>,
    /// Those of classes with one of these annotations.
    within: Vec<&'a str>,
    /// Those whose qualified name has one of these forms.
    patterns: Vec<&'a str>,
}

impl<'a> Aspect<'a> {
    /// The aspects of an application.
    pub(super) fn find(project: &Project<'_, 'a>) -> Vec<Aspect<'a>> {
        let names: FxHashSet<u64> = [hash_name("Aspect")].into_iter().collect();
        let mut found = Vec::new();
        for language in SPRING.languages {
            for file in project.files_in(language) {
                for call in project.calls_named(file, &names).filter(Call::is_decorator) {
                    let class = project.scope_of(&call);
                    for method in project.methods(class) {
                        let decorators = project.decorators_of(*method);
                        for advice in &decorators {
                            let kind = ADVICE.iter().find(|(name, _)| *name == advice.name());
                            let Some((_, kind)) = kind else { continue };
                            let Some(text) = expression(advice) else { continue };
                            let selects = selection(project, class, *method, text);
                            let name = project.qualified(*method, ".");
                            found.push(Aspect { kind: *kind, name, method: *method, call: *advice, selects });
                        }
                    }
                }
            }
        }
        found
    }

    /// It as a layer of a handler.
    pub(super) fn layer(&self) -> Layer {
        Layer {
            kind: self.kind,
            name: self.name.clone(),
            symbol: Some(self.method),
            file: self.call.file,
            line: self.call.line(),
        }
    }

    /// Whether it runs around a method.
    pub(super) fn applies(&self, project: &Project<'_, '_>, method: SymbolId) -> bool {
        let has = |symbol: SymbolId, names: &[&str]| {
            !names.is_empty() && project.decorators_of(symbol).iter().any(|one| names.contains(&one.name()))
        };
        let class = project.container(method);
        has(method, &self.selects.annotations)
            || class.is_some_and(|class| has(class, &self.selects.within))
            || !self.selects.patterns.is_empty() && {
                let name = whole_name(project, method);
                self.selects.patterns.iter().any(|pattern| matches(pattern.as_bytes(), name.as_bytes()))
            }
    }
}

fn expression<'a>(call: &Call<'a>) -> Option<&'a str> {
    let value = call.keyword("value").or_else(|| call.keyword("pointcut")).or_else(|| call.first())?;
    value.literal()
}

/// Reads `@annotation(audited) && execution(* shop.web.*.*(..))`, also by the name of a pointcut of the
/// class.
fn selection<'a>(
    project: &Project<'_, 'a>,
    class: SymbolId,
    advice: SymbolId,
    text: &'a str,
) -> Selection<'a> {
    let mut selection = Selection::default();
    let mut texts = vec![(text, advice)];
    for method in project.methods(class) {
        if text.contains(&format!("{}(", project.name(*method))) {
            let decorators = project.decorators_of(*method);
            let pointcut = decorators.iter().find(|one| one.name() == "Pointcut");
            texts.extend(pointcut.and_then(expression).map(|text| (text, *method)));
        }
    }
    for (text, method) in texts {
        for part in text.split("||").flat_map(|part| part.split("&&")).map(str::trim) {
            let inner = |word: &str| Some(part.strip_prefix(word)?.strip_suffix(')')?.trim());
            if let Some(named) = inner("@annotation(") {
                // The name of a parameter means its type.
                let parameters = project.parameters(method).into_iter().chain(project.parameters(advice));
                let of = parameters.into_iter().find(|(name, _)| *name == named).map_or(named, |(_, of)| of);
                selection.annotations.push(last(of));
            } else if let Some(named) = inner("@within(") {
                selection.within.push(last(named));
            } else if let Some(form) = inner("execution(") {
                let name = form.split('(').next().unwrap_or(form);
                selection.patterns.extend(name.split_whitespace().last());
            } else if let Some(form) = inner("within(") {
                selection.patterns.push(form);
            }
        }
    }
    selection
}

fn last(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// The package, class and name of a method.
fn whole_name(project: &Project<'_, '_>, method: SymbolId) -> String {
    let path = project.path(project.file_of(method));
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let roots = ["/java/", "/kotlin/", "src/"];
    let package = roots.iter().find_map(|root| folder.split_once(root)).map_or(folder, |(_, rest)| rest);
    format!("{}.{}", package.replace('/', "."), project.qualified(method, "."))
}

/// Whether a name has a form: `*` stands for letters without a dot, `..` for any packages. The form may
/// leave out the method.
fn matches(form: &[u8], name: &[u8]) -> bool {
    match form {
        [] => name.is_empty() || name[0] == b'.' && !name[1..].contains(&b'.'),
        [b'.', b'.', rest @ ..] => {
            (0..=name.len()).any(|at| (at == 0 || name[at - 1] == b'.') && matches(rest, &name[at..]))
        }
        [b'*', rest @ ..] => {
            let end = name.iter().position(|letter| *letter == b'.').unwrap_or(name.len());
            (0..=end).any(|at| matches(rest, &name[at..]))
        }
        [letter, rest @ ..] => name.first() == Some(letter) && matches(rest, &name[1..]),
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn forms_of_names_select_methods() {
        let is = |form: &str, name: &str| matches(form.as_bytes(), name.as_bytes());
        assert!(is("shop.web.*.*", "shop.web.Orders.list"));
        assert!(is("shop..*.*", "shop.web.Orders.list"));
        assert!(is("shop.web.*Controller.*", "shop.web.OrdersController.list"));
        assert!(is("shop.web.*", "shop.web.Orders.list"));
        assert!(!is("shop.web.*.*", "shop.service.Orders.list"));
        assert!(!is("shop.web.*Controller.*", "shop.web.Orders.list"));
    }
}
