//! The API client, with one method per operation.

mod error;

pub(crate) use error::{ClientError, ErrorResponse, Trouble};

use crate::api_types::{Balance, Done, Instance, Instances, LoggedIn, Login, NewInstance, Offers};
use crate::connection::Connection;
use crate::secret::Secret;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Read as _;
use std::sync::Arc;
use ureq::http::{Method, Request};

/// The characters to percent-encode in a path segment.
const SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_');

/// The maximum length of a response body, in bytes.
const LONGEST_ANSWER: u64 = 4 * 1024 * 1024;

/// The maximum length to read of an error response's body, in bytes. The status alone determines the error; the body
/// only adds details.
const LONGEST_REFUSAL: u64 = 64 * 1024;

pub(crate) struct Client {
    agent: ureq::Agent,
    connection: Arc<Connection>,
    token: Option<Secret>,
    renewable_by: Option<String>,
}

impl Client {
    /// Creates a client without a token.
    pub(crate) fn new(connection: Connection) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(connection.timeout))
            .http_status_as_error(false)
            // Don't follow redirects: the token must only be sent to the API itself.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("cloudctl/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), connection: Arc::new(connection), token: None, renewable_by: None }
    }

    #[must_use]
    pub(crate) fn with_token(mut self, token: Secret) -> Self {
        self.token = Some(token);
        self
    }

    /// Sets the user who can log in again without a prompt.
    #[must_use]
    pub(crate) fn renewable_by(mut self, user: Option<String>) -> Self {
        self.renewable_by = user;
        self
    }

    pub(crate) fn log_in(&self, login: &Login) -> Result<LoggedIn, ClientError> {
        self.call(Method::POST, "login", Some(login)).map_err(|error| error.without(&login.password))
    }

    pub(crate) fn log_out(&self) -> Result<Done, ClientError> {
        self.call(Method::POST, "logout", None::<&()>)
    }

    pub(crate) fn offers(&self) -> Result<Offers, ClientError> {
        self.call(Method::GET, "offers", None::<&()>)
    }

    pub(crate) fn balance(&self) -> Result<Balance, ClientError> {
        self.call(Method::GET, "balance", None::<&()>)
    }

    pub(crate) fn instances(&self) -> Result<Instances, ClientError> {
        self.call(Method::GET, "instances", None::<&()>)
    }

    pub(crate) fn create(&self, new: &NewInstance) -> Result<Instance, ClientError> {
        self.call(Method::POST, "instances", Some(new))
    }

    /// Returns an instance by its ID or hostname.
    pub(crate) fn instance(&self, name: &str) -> Result<Instance, ClientError> {
        self.call(Method::GET, &instance_path(name), None::<&()>)
    }

    pub(crate) fn delete(&self, name: &str) -> Result<Instance, ClientError> {
        self.call(Method::DELETE, &instance_path(name), None::<&()>)
    }

    pub(crate) fn shut_down(&self, name: &str) -> Result<Instance, ClientError> {
        self.call(Method::POST, &format!("{}/shutdown", instance_path(name)), None::<&()>)
    }

    fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, ClientError> {
        let answer = self.exchange(method, path, body).map_err(|trouble| ClientError {
            connection: Arc::clone(&self.connection),
            trouble,
            renewable_by: self.renewable_by.clone(),
        });
        match &self.token {
            Some(token) => answer.map_err(|error| error.without(token)),
            None => answer,
        }
    }

    fn exchange<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: Option<&impl Serialize>,
    ) -> Result<T, Trouble> {
        let body = body
            .map(serde_json::to_vec)
            .transpose()
            .map_err(|error| Trouble::Transport(error.into()))?
            .unwrap_or_default();
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}/v1/{path}", self.connection.endpoint))
            .header("Content-Type", "application/json")
            // A process makes only one or two calls, so keep-alive isn't worthwhile.
            .header("Connection", "close");
        if let Some(token) = &self.token {
            request = request.header("Authorization", format!("Bearer {}", token.reveal()));
        }
        let mut response = self.agent.run(request.body(body).map_err(ureq::Error::from)?)?;
        if response.status().is_success() {
            let answer = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec()?;
            return serde_json::from_slice(&answer).map_err(Trouble::Malformed);
        }
        let mut refusal = Vec::new();
        // Ignore read errors: the status is valid even if the body is incomplete.
        let _ = response.body_mut().as_reader().take(LONGEST_REFUSAL).read_to_end(&mut refusal);
        Err(Trouble::refused(response.status(), response.headers(), &refusal))
    }
}

fn instance_path(name: &str) -> String {
    format!("instances/{}", utf8_percent_encode(name, SEGMENT))
}
