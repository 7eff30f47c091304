//! Panics of tools.

use crate::ready::panicked::Panicked;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// The output of the future, or its panic, which would end rmcp's task and leave the client waiting.
///
/// The message of the panic is for the log, not for the client.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(payload) => Poll::Ready(Err(Panicked::unreported(&*payload))),
        }
    })
    .await
}
