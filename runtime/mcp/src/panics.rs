//! Catches panics in tools.

use agent_error::process::CaughtPanic;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

/// Catches panics in a future. A panic would otherwise end rmcp's task, and the client would wait forever.
///
/// The panic message is logged, but not sent to the client.
///
/// Boxes the future immediately, because rmcp moves request futures several times, and each `async fn` that wraps a
/// future stores it twice.
pub(crate) fn caught<F: Future>(future: F) -> impl Future<Output = Result<F::Output, CaughtPanic>> {
    let mut future = Box::pin(future);
    std::future::poll_fn(move |context| {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        match polled {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
            Err(payload) => Poll::Ready(Err(CaughtPanic::report("a tool", &*payload))),
        }
    })
}
