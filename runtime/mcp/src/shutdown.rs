//! Ends a server's input when the program should stop.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, ReadBuf};

/// Ends the input of a server when a future completes, for example on a signal.
///
/// rmcp then waits up to five seconds for running calls, sends their responses and stops. Without this function, a
/// signal interrupts running calls.
///
/// ```no_run
/// # async fn serve(server: impl rmcp::ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
/// use rmcp::ServiceExt;
///
/// // With the `signals` feature of `agent-error`, pass `agent_error::process::signalled()` instead.
/// let stopped = async { /* wait for a signal */ };
/// let input = agent_error_mcp::until(tokio::io::stdin(), stopped);
/// server.serve((input, tokio::io::stdout())).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
pub fn until<R, F>(reader: R, end: F) -> impl AsyncRead + Send + Unpin + 'static
where
    R: AsyncRead + Send + Unpin + 'static,
    F: Future<Output = ()> + Send + 'static,
{
    Until { reader, end: Some(Box::pin(end)) }
}

struct Until<R, F> {
    reader: R,
    /// `None` after the future has completed.
    end: Option<Pin<Box<F>>>,
}

impl<R: AsyncRead + Unpin, F: Future<Output = ()>> AsyncRead for Until<R, F> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let has_ended = self.end.as_mut().is_none_or(|end| end.as_mut().poll(cx).is_ready());
        if has_ended {
            self.end = None;
            // A read without bytes is the end of the input.
            return Poll::Ready(Ok(()));
        }
        Pin::new(&mut self.reader).poll_read(cx, buffer)
    }
}
