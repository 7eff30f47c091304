//! A client of the HTTP API.

use crate::rfc9457::{self, Problem};
use crate::schema;
use crate::server::Server;
use agent_error::ErrorRecord;
use serde_json::Value;
use ureq::http::{HeaderMap, Request, StatusCode};

/// A complete response.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

/// Sends a request and validates the response against the program's schemas.
#[track_caller]
pub(crate) fn call(server: &Server, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut request = Request::builder().method(method).uri(format!("{}{path}", server.address));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let config = ureq::Agent::config_builder().http_status_as_error(false).build();
    let mut response = ureq::Agent::from(config).run(request.body(body.to_owned()).unwrap()).unwrap();
    let body = response.body_mut().read_to_string().unwrap();
    let answer = Answer { status: response.status(), headers: response.headers().clone(), body };
    schema::assert_valid(&answer);
    answer
}

#[track_caller]
pub(crate) fn get(server: &Server, path: &str) -> Answer {
    call(server, "GET", path, &[], "")
}

#[track_caller]
pub(crate) fn order(server: &Server, body: &str) -> Answer {
    call(server, "POST", "/orders", &[("Content-Type", "application/json")], body)
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// Parses the response as a client that only knows RFC 9457.
    #[track_caller]
    pub(crate) fn problem(&self) -> Problem {
        rfc9457::read(self.status.as_u16(), self.header("content-type"), &self.body).unwrap()
    }

    /// Parses the response with this library.
    pub(crate) fn record(&self) -> ErrorRecord {
        ErrorRecord::from_response(self.status, &self.headers, self.body.as_bytes())
    }
}
