//! Access control: the checks before every route but `/health`.
//!
//! A page of another site that a browser shows can send requests to this
//! machine. So a request must name this server as its host, must not come from
//! another origin, and must not be marked as cross-site by the browser. Where
//! other machines can reach the server, it must also carry the token. Pages can
//! carry a cookie instead, which the sign-in page gives for the token; the API
//! never takes it.

use super::refusal::Refusal;
use crate::pages;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use fathom_protocol::{Error, ErrorCode};
use sha2::{Digest, Sha256};
use std::net::{IpAddr, SocketAddr};
use subtle::ConstantTimeEq;

/// Answers to everyone, so that a load balancer can ask.
pub(crate) const HEALTH: &str = "/health";
/// Where programs ask; everything else is a page that a link of another site may lead to.
const FOR_PROGRAMS: [&str; 4] = ["/api/", "/mcp", "/events", "/metrics"];

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// The rules of one server.
#[derive(Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    /// Names under which a proxy serves this server.
    hosts: Vec<String>,
    /// SHA-256 of the token: digests have equal lengths, so a comparison does not reveal the token's
    /// length.
    token: Option<[u8; 32]>,
    /// The cookie that opens pages. It follows from the token, so it lasts as long; the token does not
    /// follow from it.
    cookie: Option<String>,
}

/// The name of the cookie, with what separates it from its value.
const COOKIE: &str = "fathom_pages=";

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: &[String], token: Option<&str>) -> Guard {
        Guard {
            address,
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            token: token.map(|token| Sha256::digest(token).into()),
            cookie: token.map(|token| {
                let digest = Sha256::new().chain_update("pages\0").chain_update(token).finalize();
                let digits: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
                format!("{COOKIE}{digits}")
            }),
        }
    }

    /// Refuses what a rule forbids.
    pub(crate) fn check(&self, request: &Parts) -> Result<(), Refusal> {
        if request.uri.path() == HEALTH {
            return Ok(());
        }
        let host = self.check_host(request)?;
        self.check_origin(&request.headers, &host)?;
        check_fetch_site(request)?;
        let path = request.uri.path();
        if path == pages::SIGN_IN || (pages::is_page(path) && self.has_cookie(&request.headers)) {
            return Ok(());
        }
        self.check_token(&request.headers)
    }

    /// The cookie that opens pages, as `name=value`; `None` if no token is required.
    pub(crate) fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// Whether this is the token.
    pub(crate) fn is_token(&self, given: &[u8]) -> bool {
        let digest: [u8; 32] = Sha256::digest(given.trim_ascii()).into();
        self.token.as_ref().is_some_and(|expected| bool::from(digest.ct_eq(expected)))
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let Some(expected) = &self.cookie else { return false };
        let values = headers
            .get_all(header::COOKIE)
            .iter()
            .flat_map(|value| value.as_bytes().split(|byte| *byte == b';'));
        values.map(<[u8]>::trim_ascii).any(|given| bool::from(given.ct_eq(expected.as_bytes())))
    }

    fn check_host(&self, request: &Parts) -> Result<Authority, Refusal> {
        let foreign = || {
            let hint =
                "ask under the address that the server listens on; `fathom serve --host NAME` allows a name";
            Refusal::forbidden("this server is not known under the host of the request", hint)
        };
        let mut named = request.headers.get_all(header::HOST).iter();
        let (Some(host), None) = (named.next(), named.next()) else { return Err(foreign()) };
        let host: Authority = host.to_str().ok().and_then(|host| host.parse().ok()).ok_or_else(foreign)?;
        // `GET http://other/ HTTP/1.1` names a host of its own.
        let in_line = request.uri.authority();
        if !self.is_own(&host, 80) || in_line.is_some_and(|authority| !self.is_own(authority, 80)) {
            return Err(foreign());
        }
        Ok(host)
    }

    fn check_origin(&self, headers: &HeaderMap, host: &Authority) -> Result<(), Refusal> {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        let Some(origin) = origins.next() else { return Ok(()) };
        let foreign = || {
            let hint = "only pages of this server may ask from a browser";
            Refusal::forbidden("the request comes from another origin", hint)
        };
        if origins.next().is_some() {
            return Err(foreign());
        }
        let (scheme, authority) =
            origin.to_str().ok().and_then(|origin| origin.split_once("://")).ok_or_else(foreign)?;
        let default_port = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(foreign()),
        };
        let authority: Authority = authority.parse().map_err(|_| foreign())?;
        let is_proxied = self.hosts.contains(&plain(authority.host()));
        let is_same = authority == *host || self.address.ip().is_loopback();
        if is_proxied || (is_same && self.is_own(&authority, default_port)) { Ok(()) } else { Err(foreign()) }
    }

    /// Whether a name and port mean this server. A name that an attacker's DNS server can point here
    /// does not; an address does.
    fn is_own(&self, authority: &Authority, default_port: u16) -> bool {
        if authority.as_str().contains('@') {
            return false;
        }
        let host = plain(authority.host());
        if self.hosts.contains(&host) {
            return true;
        }
        let is_known = match host.parse::<IpAddr>() {
            Ok(ip) => ip == self.address.ip() || ip.is_loopback() || !self.address.ip().is_loopback(),
            Err(_) => host == "localhost",
        };
        let has_port = authority.as_str().len() > authority.host().len();
        let port = if has_port { authority.port_u16() } else { Some(default_port) };
        is_known && port == Some(self.address.port())
    }

    fn check_token(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if self.token.is_none() {
            return Ok(());
        }
        let given = headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
        let (scheme, token) = given.split_at(given.len().min("Bearer ".len()));
        let is_equal = self.is_token(token);
        if is_equal && scheme.eq_ignore_ascii_case(b"Bearer ") {
            return Ok(());
        }
        let hint = "send `Authorization: Bearer TOKEN` with the server's FATHOM_TOKEN";
        Err(Error::new(ErrorCode::Unauthorized, "a token is required", hint).into())
    }
}

/// Browsers send the origin of a request; programs do not.
fn check_fetch_site(request: &Parts) -> Result<(), Refusal> {
    let header = |name: &HeaderName| request.headers.get(name).map(HeaderValue::as_bytes);
    let is_page = !FOR_PROGRAMS.iter().any(|prefix| request.uri.path().starts_with(prefix));
    let is_navigation = request.method == Method::GET && header(&SEC_FETCH_MODE) == Some(b"navigate");
    match header(&SEC_FETCH_SITE) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) if is_page && is_navigation => Ok(()),
        Some(_) => {
            let hint = "only pages of this server may ask from a browser";
            Err(Refusal::forbidden("the request comes from another site", hint))
        }
    }
}

/// A host without the brackets of an IPv6 address, in lower case.
fn plain(host: &str) -> String {
    host.trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::Guard;
    use axum::http::Request;

    /// Whether a request with these headers is let through.
    fn passes(guard: &Guard, line: (&str, &str), headers: &[(&str, &str)]) -> bool {
        let mut request = Request::builder().method(line.0).uri(line.1);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        guard.check(&request.body(()).unwrap().into_parts().0).is_ok()
    }

    fn local() -> Guard {
        Guard::new("127.0.0.1:7420".parse().unwrap(), &[], None)
    }

    const ASK: (&str, &str) = ("POST", "/api/v1/context");

    #[test]
    fn a_host_is_the_own_address_with_the_own_port() {
        let hosts = ["127.0.0.1:7420", "localhost:7420", "LOCALHOST:7420", "[::1]:7420"];
        assert!(hosts.iter().all(|host| passes(&local(), ASK, &[("host", host)])));
        for host in [
            "evil.example",
            "evil.example:7420",
            "localhost",
            "localhost:7421",
            "localhost.evil.example:7420",
            "192.168.1.1:7420",
            "0.0.0.0:7420",
            "user@localhost:7420",
            "localhost:",
            "",
        ] {
            assert!(!passes(&local(), ASK, &[("host", host)]), "{host}");
        }
        assert!(!passes(&local(), ASK, &[]));
        assert!(!passes(&local(), ASK, &[("host", "localhost:7420"), ("host", "evil.example")]));
        assert!(!passes(
            &local(),
            ("GET", "http://evil.example/api/v1/status"),
            &[("host", "localhost:7420")]
        ));
    }

    #[test]
    fn an_origin_is_one_of_the_own_pages() {
        let from = |origin: &str| passes(&local(), ASK, &[("host", "localhost:7420"), ("origin", origin)]);
        assert!(from("http://localhost:7420") && from("http://127.0.0.1:7420"));
        for origin in [
            "null",
            "http://evil.example",
            "http://localhost:3000",
            "http://localhost",
            "https://evil.example:7420",
            "file://localhost:7420",
            "localhost:7420",
            "",
        ] {
            assert!(!from(origin), "{origin}");
        }
    }

    #[test]
    fn another_machine_of_the_same_kind_is_another_origin() {
        let open = Guard::new("0.0.0.0:7420".parse().unwrap(), &["fathom.example.com".into()], None);
        let ask = |host: &str, origin: &str| passes(&open, ASK, &[("host", host), ("origin", origin)]);
        assert!(ask("10.0.0.5:7420", "http://10.0.0.5:7420"));
        assert!(!ask("10.0.0.5:7420", "http://10.0.0.6:7420"));
        assert!(ask("fathom.example.com", "https://fathom.example.com"));
        assert!(ask("127.0.0.1:7420", "https://fathom.example.com"));
        assert!(!ask("evil.example:7420", "http://evil.example:7420"));
    }

    #[test]
    fn a_browser_may_only_follow_a_link_to_a_page() {
        let host = ("host", "localhost:7420");
        for site in ["cross-site", "same-site"] {
            let headers = [host, ("sec-fetch-site", site), ("sec-fetch-mode", "navigate")];
            assert!(passes(&local(), ("GET", "/"), &headers));
            assert!(!passes(&local(), ("POST", "/"), &headers));
            assert!(!passes(&local(), ("GET", "/api/v1/status"), &headers));
            assert!(!passes(&local(), ("GET", "/"), &headers[..2]));
        }
        assert!(passes(&local(), ASK, &[host, ("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn a_token_is_compared_as_a_whole() {
        let guard = Guard::new("0.0.0.0:7420".parse().unwrap(), &[], Some("secret"));
        let with = |value: &str| passes(&guard, ASK, &[("host", "127.0.0.1:7420"), ("authorization", value)]);
        assert!(with("Bearer secret") && with("bearer secret"));
        for value in ["", "Bearer", "Bearer ", "Bearer secre", "Bearer secrets", "Basic secret", "secret"] {
            assert!(!with(value), "{value}");
        }
        assert!(passes(&guard, ("GET", "/health"), &[]));
    }

    #[test]
    fn the_cookie_opens_pages_and_nothing_else() {
        let guard = Guard::new("0.0.0.0:7420".parse().unwrap(), &[], Some("secret"));
        let cookie = guard.cookie().unwrap();
        assert!(!cookie.contains("secret"));
        let with = |line: (&str, &str), cookie: &str| {
            passes(&guard, line, &[("host", "127.0.0.1:7420"), ("cookie", cookie)])
        };
        for page in ["/", "/w/shop/ask", "/assets/style.css"] {
            assert!(
                with(("GET", page), cookie) && with(("GET", page), &format!("a=b; {cookie} ;c=d")),
                "{page}"
            );
            assert!(!with(("GET", page), "") && !with(("GET", page), &cookie[..cookie.len() - 1]), "{page}");
            assert!(!with(("GET", page), "fathom_pages=secret"), "{page}");
        }
        for path in ["/api/v1/workspaces", "/mcp", "/events", "/metrics", "/nothing"] {
            assert!(!with(("GET", path), cookie) && !with(("POST", path), cookie), "{path}");
        }
        assert!(with(("GET", "/sign-in"), ""));
    }
}
