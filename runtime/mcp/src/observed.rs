//! Observes and masks errors that are sent to clients.

use crate::Server;
use crate::answer::error_data;
use crate::handler::or_empty;
use crate::panics::caught;
use crate::rendered::UNCLASSIFIED;
use agent_error::ErrorRecord;
use rmcp::ServerHandler;
use rmcp::model::{ErrorCode, ErrorData};
use serde_json::from_value;

/// Returns the error that replaces a masked one.
pub(crate) fn masked() -> ErrorRecord {
    let suggestion = "Report this error to the server's operator; the same call will probably fail again";
    ErrorRecord::new(UNCLASSIFIED, "internal server error").with_suggestion(suggestion)
}

impl<S> Server<S> {
    /// Calls the observer, if one is set.
    pub(crate) fn see(&self, call: &str, error: impl FnOnce() -> ErrorRecord) {
        if let Some(observer) = &self.observer {
            observer.see(call, &error());
        }
    }

    /// Observes a protocol error and masks it if necessary.
    pub(crate) fn protocol_error(&self, call: &str, error: ErrorData) -> ErrorData {
        let record = error.data.as_ref().and_then(|data| from_value::<ErrorRecord>(data.clone()).ok());
        let coded = record.as_ref().is_some_and(|record| !record.code.is_empty() && record.code != UNCLASSIFIED);
        self.see(call, || record.unwrap_or_else(|| ErrorRecord::new("", error.message.clone())));
        match self.masks && !coded && error.code == ErrorCode::INTERNAL_ERROR {
            true => error_data(&masked()),
            false => error,
        }
    }
}

impl<S: ServerHandler> Server<S> {
    /// Awaits a response of the inner server. Converts a panic to an error, because the client would otherwise wait
    /// forever.
    pub(crate) fn answered<T>(
        &self,
        method: &str,
        answer: impl Future<Output = Result<T, ErrorData>>,
    ) -> impl Future<Output = Result<T, ErrorData>> {
        let answer = caught(answer);
        async move {
            match answer.await {
                Ok(Ok(answer)) => Ok(answer),
                Ok(Err(error)) => Err(self.protocol_error(method, error)),
                Err(panicked) => Err(self.protocol_error(method, error_data(&panicked))),
            }
        }
    }

    /// Awaits a list from the inner server. If clients can read the catalog, treats a missing method as an empty list.
    pub(crate) fn listed_by<L: Default>(
        &self,
        method: &str,
        list: impl Future<Output = Result<L, ErrorData>>,
    ) -> impl Future<Output = Result<L, ErrorData>> {
        let has_ours = self.explains();
        self.answered(method, async move { if has_ours { or_empty(list.await) } else { list.await } })
    }
}
