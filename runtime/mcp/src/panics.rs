//! Panics of tools.

use agent_error::process::CaughtPanic;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::Poll;

/// The output of the future, or its panic, which would end rmcp's task and leave the client waiting.
///
/// The message of the panic is for the log, not for the client.
///
/// The future is boxed at once. rmcp moves the future of a request several times, and each `async fn` around another
/// future contains it twice.
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
