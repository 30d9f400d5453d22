//! Errors as HTTP responses.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use fathom_engine::render::escape;
use fathom_protocol::{Error, ErrorBody, ErrorCode};

/// Seconds after which a client may ask again.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("2");

/// An error with its status.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    error: Error,
    /// The rest of the request is not read.
    closes: bool,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: Error) -> Refusal {
        Refusal { status, error, closes: false }
    }

    /// The same; the connection ends with the response.
    pub(crate) fn closing(self) -> Refusal {
        Refusal { closes: true, ..self }
    }

    /// Whether the token is missing or wrong.
    pub(crate) fn lacks_token(&self) -> bool {
        self.error.code == ErrorCode::Unauthorized
    }

    /// Its status and error, to be shown on a page.
    pub(crate) fn into_parts(self) -> (StatusCode, Error) {
        (self.status, self.error)
    }

    pub(crate) fn forbidden(message: &str, hint: &str) -> Refusal {
        Error::new(ErrorCode::Forbidden, message, hint).into()
    }

    pub(crate) fn busy(message: &str) -> Refusal {
        Error::new(ErrorCode::Busy, message, "ask again in a few seconds").into()
    }
}

impl From<Error> for Refusal {
    fn from(mut error: Error) -> Refusal {
        if error.code == ErrorCode::Internal {
            // Its message can contain paths of this machine, which must not be disclosed.
            eprintln!("fathom: {}", escape::message(&error.to_string()));
            error = Error::new(ErrorCode::Internal, "the server failed to answer", "see its log");
        }
        let status =
            StatusCode::from_u16(error.code.http_status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        Refusal::new(status, error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal { status, error, closes } = self;
        let code = error.code;
        let mut response = (status, axum::Json(ErrorBody { error })).into_response();
        let headers = response.headers_mut();
        if code.is_temporary() {
            headers.insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        if code == ErrorCode::Unauthorized {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if closes {
            headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}
