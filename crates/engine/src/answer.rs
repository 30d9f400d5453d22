//! Any request of the protocol to its response, as JSON and as text.

use crate::operations::{
    concepts, context, endpoints, explain, feedback, files, flow, impact, predict, query, show, states,
    status, symbols, tests, trace,
};
use crate::render::{self, Paint, json};
use crate::{Cancellation, EngineError, Progress, SharedWorkspace, View, WaitLimits};
use fathom_protocol::{Error, ErrorCode, Request, Response};
use std::time::{SystemTime, UNIX_EPOCH};

/// A response with its texts. A door needs one or two of them, and those of `context` are long: they
/// are written when they are asked for.
pub struct Answer {
    json: String,
    content: Content,
}

enum Content {
    Context(Box<context::Answer>),
    Other { response: Box<Response>, text: String },
}

impl SharedWorkspace {
    /// Answers a request from an index as fresh as `limits` asks for.
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
    /// use fathom_engine::{SharedWorkspace, WaitLimits};
    /// use fathom_protocol::{Request, symbols};
    ///
    /// let shared = SharedWorkspace::new(workspace);
    /// let request = Request::Symbols(symbols::Request { query: "retry".into(), ..Default::default() });
    /// let answer = shared.answer(&request, WaitLimits::default(), &NoProgress)?;
    /// assert!(answer.json().contains("upload.py::retry_upload"));
    /// assert!(answer.text().contains("retry_upload"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(
        &self,
        request: &Request,
        limits: WaitLimits,
        progress: &dyn Progress,
    ) -> Result<Answer, Error> {
        if let Request::Status(_) = request {
            let response = status::run(self.workspace())?;
            let text = render::status(&response, &Paint::PLAIN);
            return Ok(Answer::new(response.into(), text));
        }
        Ok(self.ask(limits, progress, |view| answer(view, request))?)
    }

    /// The same, until it is cancelled.
    pub fn answer_until(
        &self,
        cancellation: &Cancellation,
        request: &Request,
        limits: WaitLimits,
        progress: &dyn Progress,
    ) -> Result<Answer, Error> {
        cancellation.check()?;
        match request {
            Request::Status(_) => self.answer(request, limits, progress),
            _ => Ok(self.ask_until(cancellation, limits, progress, |view| answer(view, request))?),
        }
    }
}

/// Answers a request that needs an index. `status` does not: see [`SharedWorkspace::answer`].
pub fn answer(view: &View<'_>, request: &Request) -> Result<Answer, EngineError> {
    let plain = &Paint::PLAIN;
    Ok(match request {
        Request::Context(request) => return context_answer(view, request),
        Request::Files(request) => {
            let response = files::run(view, request)?;
            let text = render::files(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Query(request) => {
            let response = query::run(view, request)?;
            let text = render::query(&response, &request.query, plain);
            Answer::new(response.into(), text)
        }
        Request::Symbols(request) => {
            let response = symbols::run(view, request)?;
            let text = render::symbols(&response, &request.query, plain);
            Answer::new(response.into(), text)
        }
        Request::Show(request) => {
            let response = show::run(view, request)?;
            let response = match request.budget {
                None => Some(response),
                Some(budget) => show::within(&response, budget, json::pretty),
            };
            let response = response.ok_or_else(|| {
                EngineError::Request("the budget is too small; give at least a few hundred tokens".into())
            })?;
            let text = render::show(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Trace(request) => {
            let response = trace::run(view, request)?;
            let text = render::trace(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Impact(request) => {
            let response = impact::run(view, request)?;
            let text = render::impact(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Flow(request) => {
            let response = flow::run(view, request)?;
            let text = render::flow(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Endpoints(request) => {
            let response = endpoints::run(view, request)?;
            let text = render::endpoints(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::States(request) => {
            let response = states::run(view, request)?;
            let text = render::states(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Tests(request) => {
            let response = tests::run(view, request, now())?;
            let text = render::tests(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::PredictError(request) => {
            let response = predict::error::run(view, request, now())?;
            let text = render::predict_error(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::PredictFiles(request) => {
            let response = predict::files::run(view, request, now())?;
            let text =
                render::predictions(&response.0, plain) + &render::prediction_notes(&response.0, plain);
            Answer::new(response.into(), text)
        }
        Request::PredictTests(request) => {
            let response = predict::tests::run(view, request, now())?;
            let text =
                render::predictions(&response.0, plain) + &render::prediction_notes(&response.0, plain);
            Answer::new(response.into(), text)
        }
        Request::PredictNext(request) => {
            let response = predict::next::run(view, request, now())?;
            let text =
                render::predictions(&response.0, plain) + &render::prediction_notes(&response.0, plain);
            Answer::new(response.into(), text)
        }
        Request::PredictRefactor(request) => {
            let response = predict::refactor::run(view, request, now())?;
            let text =
                render::predictions(&response.0, plain) + &render::prediction_notes(&response.0, plain);
            Answer::new(response.into(), text)
        }
        Request::Explain(request) => {
            let response = explain::run(view, request)?;
            let text = render::explain(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Feedback(request) => {
            let response = feedback::run(view, request, now())?;
            let text = render::feedback(&response, plain);
            Answer::new(response.into(), text)
        }
        Request::Concepts(request) => {
            let response = concepts::run(view, request)?;
            let text = render::concepts(&response, request.task.is_some(), plain);
            Answer::new(response.into(), text)
        }
        Request::Status(_) => {
            return Err(EngineError::Request("status is a question to a workspace, not to an index".into()));
        }
    })
}

/// The JSON of `context` is packed into the budget; its text shows the same symbols.
fn context_answer(
    view: &View<'_>,
    request: &fathom_protocol::context::Request,
) -> Result<Answer, EngineError> {
    let mut answer = context::run(view, request, &context::Settings::default())?;
    let json = answer.take_text();
    if json.is_empty() {
        return Err(EngineError::Request(
            "this budget holds no symbol; give a few hundred tokens at least".into(),
        ));
    }
    Ok(Answer { json, content: Content::Context(Box::new(answer)) })
}

impl Answer {
    fn new(response: Response, text: String) -> Answer {
        let json = json::pretty(&response) + "\n";
        Answer { json, content: Content::Other { response: Box::new(response), text } }
    }

    /// As JSON, as `fathom … --json` prints it.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The same, without a copy.
    pub fn into_json(self) -> String {
        self.json
    }

    /// As plain text, as `fathom …` prints it into a pipe; never more tokens than the JSON.
    pub fn text(&self) -> String {
        match &self.content {
            Content::Context(answer) => answer.as_text(),
            Content::Other { text, .. } => text.clone(),
        }
    }

    /// The response of the protocol.
    pub fn into_response(self) -> Response {
        match self.content {
            Content::Context(answer) => answer.response().into(),
            Content::Other { response, .. } => *response,
        }
    }
}

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Error {
        let message = error.to_string();
        let (message, hint) = message.split_once("; ").unwrap_or((&message, ""));
        let code = match &error {
            EngineError::NoSuchSymbol { .. } => ErrorCode::NotFound,
            EngineError::Ambiguous { .. } => ErrorCode::Ambiguous,
            EngineError::Request(_) | EngineError::Ranker { .. } | EngineError::Scip { .. } => {
                ErrorCode::InvalidRequest
            }
            EngineError::NotIndexed => ErrorCode::NotIndexed,
            EngineError::Busy { .. } | EngineError::Changed | EngineError::Cancelled => ErrorCode::Busy,
            EngineError::Source(_)
            | EngineError::History(_)
            | EngineError::Store(_)
            | EngineError::State(_)
            | EngineError::Graph(_)
            | EngineError::Text(_)
            | EngineError::Model(_) => ErrorCode::Internal,
        };
        let alternatives = match &error {
            EngineError::Ambiguous { ids, .. } => ids.clone(),
            _ => Vec::new(),
        };
        Error { alternatives, ..Error::new(code, message, hint) }
    }
}
