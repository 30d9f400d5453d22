//! The settings at a place of a route file: paths, modules, controllers, resources.

use fathom_syntax::inflection::{plural, singular};

/// A resource whose block is open.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// Its part of the path.
    pub(super) path: String,
    /// Its controller, as named.
    pub(super) controller: String,
    /// The name that parameters are made from.
    pub(super) name: String,
    pub(super) param: String,
    /// Declared by `resource`: it has no id.
    pub(super) is_single: bool,
    pub(super) shallow: bool,
    pub(super) path_names: Vec<(String, String)>,
}

impl Resource {
    pub(super) fn controller_of(name: &str, is_single: bool) -> String {
        if is_single { plural(name) } else { name.to_owned() }
    }

    /// The path of one object.
    pub(super) fn member_path(&self) -> String {
        if self.is_single { self.path.clone() } else { format!("{}/:{}", self.path, self.param) }
    }

    /// The path of resources nested in one object.
    pub(super) fn nested_path(&self) -> String {
        if self.is_single {
            return self.path.clone();
        }
        format!("{}/:{}_{}", self.path, singular(&self.name), self.param)
    }

    /// The path of an action (`new`, `edit`), which may be renamed.
    pub(super) fn path_name<'n>(&'n self, action: &'n str) -> &'n str {
        self.path_names.iter().find(|(name, _)| name == action).map_or(action, |(_, path)| path)
    }
}

/// Which part of a resource a block describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// No resource, or a namespace or scope inside of one.
    Root,
    /// Directly in the block of `resources` or `resource`.
    Resource,
    Member,
    Collection,
    New,
    /// Nested in one object of the resource.
    Nested,
}

/// The settings at a place.
#[derive(Clone, Debug)]
pub(super) struct Scope {
    pub(super) path: String,
    /// The path that members of shallow resources start from.
    pub(super) shallow_path: String,
    /// The modules of controllers, separated by slashes.
    pub(super) module: String,
    /// The controller of routes that name none.
    pub(super) controller: Option<String>,
    /// The action of routes that name none.
    pub(super) action: Option<String>,
    pub(super) level: Level,
    pub(super) resource: Option<Resource>,
    /// Open shallow resources.
    pub(super) shallow_depth: usize,
    pub(super) shallow: bool,
    /// Actions of resources, where a scope limits them.
    pub(super) only: Option<Vec<String>>,
    pub(super) except: Option<Vec<String>>,
    pub(super) path_names: Vec<(String, String)>,
    /// The HTTP methods of `match` where it names none.
    pub(super) via: Vec<String>,
    /// Variables of loops, with their values.
    pub(super) variables: Vec<(String, String)>,
}

impl Scope {
    pub(super) fn root() -> Scope {
        Scope {
            path: String::new(),
            shallow_path: String::new(),
            module: String::new(),
            controller: None,
            action: None,
            level: Level::Root,
            resource: None,
            shallow_depth: 0,
            shallow: false,
            only: None,
            except: None,
            path_names: Vec::new(),
            via: Vec::new(),
            variables: Vec::new(),
        }
    }

    /// The path with a part behind it.
    pub(super) fn path_with(&self, part: &str) -> String {
        join(&self.path, part)
    }

    /// The path of a controller in the modules that are in force. A leading slash leaves them.
    pub(super) fn controller_path(&self, controller: &str) -> String {
        if let Some(absolute) = controller.strip_prefix('/') {
            return absolute.to_owned();
        }
        if self.module.is_empty() { controller.to_owned() } else { format!("{}/{controller}", self.module) }
    }

    /// Inside resources nested in one object of the open resource.
    pub(super) fn nested(&self) -> Scope {
        let mut scope = self.clone();
        let Some(resource) = &self.resource else { return scope };
        let start = if resource.shallow && self.shallow_depth >= 2 { &self.shallow_path } else { &self.path };
        scope.path = join(start, &resource.nested_path());
        scope.level = Level::Nested;
        scope
    }

    /// Inside one object of the open resource.
    pub(super) fn member(&self) -> Scope {
        let mut scope = self.clone();
        let Some(resource) = &self.resource else { return scope };
        let start = if resource.shallow { &self.shallow_path } else { &self.path };
        scope.path = join(start, &resource.member_path());
        scope.level = Level::Member;
        scope
    }

    /// Inside the collection of the open resource.
    pub(super) fn collection(&self) -> Scope {
        let mut scope = self.clone();
        if let Some(resource) = &self.resource {
            scope.path = join(&self.path, &resource.path);
            scope.level = Level::Collection;
        }
        scope
    }

    /// Inside of `new` of the open resource.
    pub(super) fn new_one(&self) -> Scope {
        let mut scope = self.clone();
        if let Some(resource) = &self.resource {
            scope.path = join(&join(&self.path, &resource.path), resource.path_name("new"));
            scope.level = Level::New;
        }
        scope
    }
}

/// Two parts of a path with one slash between them.
pub(super) fn join(before: &str, after: &str) -> String {
    let after = after.trim_matches('/');
    let before = before.trim_end_matches('/');
    if after.is_empty() {
        return before.to_owned();
    }
    // An optional part contains its own slash.
    if after.starts_with("(/") { format!("{before}{after}") } else { format!("{before}/{after}") }
}
