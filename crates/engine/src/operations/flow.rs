//! `flow`: what an entry point runs, in execution order.
//!
//! An entry point leads to a handler ([`super::entry`]). Around it run filters, below it the calls
//! of its body in the order in which straight code runs them, with what frameworks run because of
//! them: callbacks, jobs, transitions ([`walk`]). Conditions are read from the source
//! ([`conditions`]), calls that leave the repository are named ([`externals`]).

mod conditions;
mod diagram;
mod externals;
mod walk;

use super::entry::{self, Entry};
use crate::{EngineError, View};
use fathom_graph::SymbolId;
use fathom_graph::frameworks;
use fathom_protocol::flow::{
    DEFAULT_DEPTH, Edge, Filter, FilterKind, Format, MAX_STEPS, Node, Request, Response, StepKind,
};
use rustc_hash::FxHashSet;
use walk::Walk;

/// Follows an entry point.
///
/// # Examples
///
/// ```
/// # use fathom_engine::{Folders, NoProgress, Refresh, Workspace};
/// # let place = tempfile::tempdir()?;
/// # let repository = place.path().join("repository");
/// # std::fs::create_dir(&repository)?;
/// # let text = "def send(job):\n    return retry_upload(job)\n\n\ndef retry_upload(job):\n    return job\n";
/// # std::fs::write(repository.join("upload.py"), text)?;
/// # let workspace = Workspace::find(&repository, &Folders::under(&place.path().join("home")))?;
/// use fathom_engine::operations::flow;
/// use fathom_protocol::flow::Request;
///
/// let request = Request { entry: "send".into(), ..Request::default() };
/// let answer = workspace.ask(Refresh::Update, &NoProgress, |view| flow::run(view, &request))?;
/// assert_eq!(answer.chain[1].node, "upload.py::retry_upload");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run(view: &View<'_>, request: &Request) -> Result<Response, EngineError> {
    if request.entry.trim().is_empty() {
        return Err(EngineError::Request(
            "the entry is empty; give a route, such as `GET /orders/:id`, or a symbol, such as `Class#method`"
                .into(),
        ));
    }
    let mut response = Response { entry: request.entry.clone(), index: view.state(), ..Response::default() };
    let entry = match entry::find(view, &request.entry) {
        Ok(entry) => entry,
        Err(EngineError::NoSuchSymbol { .. }) => {
            response.notes.push(missing(view, request.entry.trim()));
            return Ok(response);
        }
        Err(error) => return Err(error),
    };
    response.found = true;
    if let Some(endpoint) = entry.endpoint {
        response.method.clone_from(&endpoint.method);
        response.path.clone_from(&endpoint.path);
        response.handler.clone_from(&endpoint.handler);
    }
    if !entry.alternatives.is_empty() {
        response.notes.push(format!("it can also mean {}", entry.alternatives.join(", ")));
    }
    let Some(handler) = entry.symbol else {
        response.notes.push(format!("`{}` is not in this repository", response.handler));
        return Ok(response);
    };
    response.handler = view.graph.id(handler);
    add_filters(view, &entry, handler, &mut response);
    let depth = request.max_depth.unwrap_or(DEFAULT_DEPTH);
    // A handler that is inherited runs on the type that the entry point names.
    let declaring = view.graph.container(handler);
    let owner = entry.endpoint.and_then(|one| one.owner).filter(|owner| declaring != Some(*owner));
    let inline = entry.endpoint.and_then(|one| view.graph.models().inline_call(one));
    let inherited = entry.endpoint.map(|one| view.graph.inherited_steps(one)).unwrap_or_default();
    let walk = Walk::new(view, handler, owner, inline, &inherited, depth);
    if walk.is_cut {
        response.notes.push(format!(
            "the deepest calls are left out: {MAX_STEPS} steps are shown; a smaller max_depth or an entry further \
             down shows less at once"
        ));
    }
    walk.write(&mut response);
    response.mermaid = match request.format.unwrap_or(Format::Json) {
        Format::Json => None,
        Format::Mermaid => Some(diagram::flowchart(&response)),
        Format::Sequence => Some(diagram::sequence(&response)),
    };
    Ok(response)
}

fn missing(view: &View<'_>, entry: &str) -> String {
    let models = view.graph.models();
    match entry::address(entry) {
        Some(_) if models.endpoints.is_empty() => {
            format!("no route matches `{entry}`: no routes are known in this repository")
        }
        Some(_) => format!("no route matches `{entry}`; `fathom endpoints` lists all"),
        None => format!("no entry point and no symbol is called `{entry}`"),
    }
}

/// Adds the filters of a handler in the order in which they run.
fn add_filters(view: &View<'_>, entry: &Entry<'_>, handler: SymbolId, response: &mut Response) {
    let graph = view.graph;
    let models = graph.models();
    let owner = entry.endpoint.and_then(|one| one.owner).or_else(|| graph.container(handler));
    let name = match entry.endpoint {
        Some(endpoint) if models.inline_call(endpoint).is_some() => endpoint.handler.clone(),
        Some(endpoint) => endpoint.handler.rsplit(['#', '.']).next().unwrap_or_default().to_owned(),
        None => graph.name(handler).to_owned(),
    };
    let of_type = owner.map(|owner| models.filters_of(owner)).unwrap_or_default();
    let of_handler = models.filters_of(handler);
    let both = if owner == Some(handler) { &[][..] } else { of_handler };
    let mut nodes: FxHashSet<String> = FxHashSet::default();
    let is_route = entry.endpoint.is_some_and(|one| one.kind == frameworks::EndpointKind::Route);
    let language = graph.language(handler).name;
    let everywhere = models.middleware.iter().filter(|one| {
        is_route && graph.files().get(one.file.index()).is_some_and(|file| file.language.name == language)
    });
    for filter in everywhere.chain(of_type.iter().chain(both).filter(|filter| filter.applies_to(&name))) {
        let path = graph.files().get(filter.file.index()).map_or("", |file| file.path);
        let place = (path.to_owned(), filter.line);
        response.filters.push(Filter {
            name: filter.name.clone(),
            kind: kind(filter.kind),
            source_path: place.0.clone(),
            line: place.1,
            condition: (!filter.condition.is_empty()).then(|| filter.condition.clone()),
        });
        let (id, name, at) = match filter.symbol {
            Some(symbol) => {
                let at = (graph.path(symbol).to_owned(), graph.definition(symbol).line);
                (graph.id(symbol), graph.qualified_name(symbol), at)
            }
            None => (format!("{}:{} {}", place.0, place.1, filter.name), filter.name.clone(), place),
        };
        if nodes.insert(id.clone()) {
            let node = Node { id: id.clone(), name, kind: "filter".to_owned(), path: at.0, line: at.1 };
            response.nodes.push(node);
        }
        let edge =
            Edge { from: response.handler.clone(), to: id, kind: StepKind::Callback, line: filter.line };
        response.edges.push(edge);
    }
}

fn kind(kind: frameworks::FilterKind) -> FilterKind {
    match kind {
        frameworks::FilterKind::Before => FilterKind::Before,
        frameworks::FilterKind::Around => FilterKind::Around,
        frameworks::FilterKind::After => FilterKind::After,
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::{Folders, NoProgress, Refresh, Workspace};
    use fathom_protocol::flow::{DEFAULT_DEPTH, Request};

    /// The names of the steps of a flow, indented by their depth.
    fn steps(files: &[(&str, &str)], entry: &str) -> String {
        steps_to(DEFAULT_DEPTH, files, entry)
    }

    fn steps_to(depth: u32, files: &[(&str, &str)], entry: &str) -> String {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("repository");
        for (path, text) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let workspace = Workspace::find(&root, &Folders::under(&place.path().join("home"))).unwrap();
        let request = Request { entry: entry.into(), max_depth: Some(depth), ..Request::default() };
        let answer = workspace.ask(Refresh::Update, &NoProgress, |view| run(view, &request)).unwrap();
        let line = |depth: u32, name: &str| format!("{}{name}\n", "  ".repeat(depth as usize));
        answer.chain.iter().map(|step| line(step.depth, &step.name)).collect()
    }

    const SERVICE: (&str, &str) = (
        "service.rb",
        "class Service\n  def self.call(*args)\n    new(*args).call\n  end\n\n  def call\n    prepare\n    finish\n  end\n\n  def prepare\n    raise NotImplementedError\n  end\n\n  def finish; end\nend\n",
    );
    const CLOSING: (&str, &str) =
        ("closing.rb", "class Closing < Service\n  def prepare\n    lock\n  end\n\n  def lock; end\nend\n");

    #[test]
    fn a_base_class_of_many_runs_what_the_class_of_the_object_defines() {
        let others: Vec<(String, String)> = (0..80)
            .map(|number| {
                let text = format!("class Other{number} < Service\n  def prepare; end\nend\n");
                (format!("a/other{number}.rb"), text)
            })
            .collect();
        let mut files: Vec<(&str, &str)> =
            others.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        files.extend([
            SERVICE,
            CLOSING,
            ("desk.rb", "class Desk\n  def close\n    Closing.call(1)\n  end\nend\n"),
        ]);
        assert_eq!(
            steps(&files, "Desk#close"),
            "Desk#close\n  Service.call\n    Service#call\n      Closing#prepare\n        Closing#lock\n      Service#finish\n"
        );
    }

    #[test]
    fn a_base_class_runs_what_the_class_of_the_object_defines() {
        let opening = ("opening.rb", "class Opening < Service\n  def prepare; end\nend\n");
        let caller = (
            "desk.rb",
            "class Desk\n  def close\n    Closing.call(1)\n  end\n\n  def open\n    Opening.new.call\n  end\nend\n",
        );
        let files = [SERVICE, CLOSING, opening, caller];
        assert_eq!(
            steps(&files, "Desk#close"),
            "Desk#close\n  Service.call\n    Service#call\n      Closing#prepare\n        Closing#lock\n      Service#finish\n"
        );
        assert_eq!(
            steps(&files, "Desk#open"),
            "Desk#open\n  Opening\n  Service#call\n    Opening#prepare\n    Service#finish\n"
        );
    }

    #[test]
    fn an_object_that_its_own_class_makes_and_holds_is_of_the_class_that_was_named() {
        let command = (
            "command.rb",
            "class Command\n  def self.call(*args)\n    command = new(*args)\n    command.call\n  end\nend\n",
        );
        let publish =
            ("publish.rb", "class Publish < Command\n  def call\n    tell\n  end\n\n  def tell; end\nend\n");
        let hide = ("hide.rb", "class Hide < Command\n  def call; end\nend\n");
        let caller = ("desk.rb", "class Desk\n  def open\n    Publish.call(1)\n  end\nend\n");
        assert_eq!(
            steps(&[command, publish, hide, caller], "Desk#open"),
            "Desk#open\n  Command.call\n    Publish#call\n      Publish#tell\n"
        );
    }

    #[test]
    fn accessors_of_an_object_do_not_flood_a_flow() {
        let fields = ["A", "B", "C", "D", "E", "F"];
        let methods: String =
            fields.iter().map(|one| format!("  void set{one}(int v) {{\n    f = v;\n  }}\n")).collect();
        let order = format!(
            "class Order {{\n{methods}  void setStatus(int v) {{\n    s = v;\n  }}\n  int f;\n  int s;\n}}\n"
        );
        let calls: String = fields.iter().map(|one| format!("    order.set{one}(1);\n")).collect();
        let desk = format!(
            "class Desk {{\n  void close(Order order) {{\n{calls}    order.setStatus(1);\n    done();\n  }}\n  void done() {{}}\n}}\n"
        );
        assert_eq!(
            steps(&[("Order.java", &order), ("Desk.java", &desk)], "Desk.close"),
            "Desk.close\n  Order.setA\n  Order.setB\n  Order.setC\n  Order.setD\n  Order.setStatus\n  Desk.done\n"
        );
    }

    #[test]
    fn a_member_without_a_body_leads_to_its_only_implementation_and_annotations_do_not_run() {
        let port = ("Port.java", "interface Port { void send(); }\n");
        let mark = ("Sends.java", "@interface Sends {}\n");
        let mail = (
            "Mail.java",
            "class Mail implements Port { @Sends public void send() { connect(); } void connect() {} }\n",
        );
        let desk = ("Desk.java", "class Desk { Port port; void close() { port.send(); } }\n");
        assert_eq!(
            steps(&[port, mark, mail, desk], "Desk.close"),
            "Desk.close\n  Port.send\n    Mail.send\n      Mail.connect\n"
        );
        // The implementation costs no depth.
        assert_eq!(
            steps_to(2, &[port, mark, mail, desk], "Desk.close"),
            "Desk.close\n  Port.send\n    Mail.send\n      Mail.connect\n"
        );
    }
}
