//! Awaits responses of the inner server, catches its panics, and observes its errors.

use crate::Server;
use crate::conversions::{error_data, record_in};
use agent_error::ErrorRecord;
use agent_error::ready::CaughtPanic;
use rmcp::model::{ErrorCode, ErrorData};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

pub(crate) type Context = RequestContext<RoleServer>;

impl<S> Server<S> {
    /// Calls the observer, if one is set. Skips errors of canceled calls, because the client never
    /// receives them.
    pub(crate) fn see(&self, context: &Context, call: &str, error: impl FnOnce() -> ErrorRecord) {
        if context.ct.is_cancelled() {
            return;
        }
        if let Some(observer) = &self.observer {
            observer.see(call, &error());
        }
    }

    pub(crate) fn protocol_error(
        &self,
        context: &Context,
        call: &str,
        error: ErrorData,
    ) -> ErrorData {
        self.see(context, call, || {
            record_in(&error).unwrap_or_else(|| ErrorRecord::new("", error.message.clone()))
        });
        error
    }
}

impl<S: ServerHandler> Server<S> {
    /// Awaits a response of the inner server. Converts a panic to an error, because the client
    /// would otherwise wait forever.
    pub(crate) fn observed<T>(
        &self,
        method: &str,
        context: &Context,
        response: impl Future<Output = Result<T, ErrorData>>,
    ) -> impl Future<Output = Result<T, ErrorData>> {
        let response = caught(response);
        async move {
            let result = match response.await {
                Ok(result) => result,
                Err(panicked) => Err(error_data(&panicked)),
            };
            result.map_err(|error| self.protocol_error(context, method, error))
        }
    }

    /// Awaits a list from the inner server. If clients can read the catalog, treats a missing
    /// method as an empty list.
    pub(crate) fn listed_by<L: Default>(
        &self,
        method: &str,
        context: &Context,
        list: impl Future<Output = Result<L, ErrorData>>,
    ) -> impl Future<Output = Result<L, ErrorData>> {
        let has_catalog = self.explains();
        self.observed(method, context, async move {
            let list = list.await;
            if has_catalog { or_empty(list) } else { list }
        })
    }
}

/// Catches panics in a future. An uncaught panic ends rmcp's task, and the client waits forever.
///
/// The panic hook prints the panic message. The client doesn't receive it.
///
/// Boxes the future immediately, because rmcp moves request futures several times, and each
/// wrapping `async fn` stores the future twice.
pub(crate) fn caught<F: Future>(future: F) -> impl Future<Output = Result<F::Output, CaughtPanic>> {
    let mut future = Box::pin(future);
    std::future::poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(payload) => Poll::Ready(Err(CaughtPanic::from(payload))),
        }
    })
}

/// Returns an empty list if the inner server doesn't have the method.
///
/// Since rmcp 3.11, methods of capabilities that aren't advertised fail by default. With a catalog,
/// the wrapper advertises capabilities that the inner server may not have.
pub(crate) fn or_empty<L: Default>(list: Result<L, ErrorData>) -> Result<L, ErrorData> {
    match list {
        Err(error) if error.code == ErrorCode::METHOD_NOT_FOUND => Ok(L::default()),
        list => list,
    }
}
