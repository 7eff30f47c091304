//! Panics of tools.

use crate::ready::panicked::Panicked;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// What the future gives, or its panic: rmcp would end its task, and the client would wait for ever.
///
/// What the panic says is for the log, and not for the client.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, Panicked> {
    let mut future = pin!(future);
    std::future::poll_fn(|context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(payload) => Poll::Ready(Err(Panicked::untold(&*payload))),
        }
    })
    .await
}
