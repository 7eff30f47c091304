//! Standard input and output on which every request is answered.

use crate::unreadable::{self, Line};
use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, BufReader, Empty};
use tokio::task::JoinHandle;

/// The longest line in bytes, as in rmcp.
const LONGEST: usize = 16 * 1024 * 1024;

/// The memory that is kept between two lines.
const KEPT: usize = 64 * 1024;

/// The transport of a server: the lines of a reader, each answered on a writer.
///
/// rmcp does not answer a line that serde cannot read, so the client waits until its timeout. This transport answers
/// with a JSON-RPC error: -32700 if the line is not JSON, and -32600 for a message that has more than 128 levels, a
/// number beyond all floats, more than 16 MiB, or is not a JSON-RPC message. The answer has the request's `id` if it
/// can be read. A lone surrogate such as `\ud83d`, from a JavaScript client that cut a text within an emoji, is read as
/// `\ufffd`.
///
/// ```no_run
/// # use agent_error_mcp::{Lines, Server};
/// # use rmcp::{ServerHandler, ServiceExt};
/// # async fn serve(handler: impl ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
/// let lines = Lines::new(tokio::io::stdin(), tokio::io::stdout());
/// Server::new(handler).serve(lines).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
pub struct Lines<R, W: AsyncWrite> {
    reader: BufReader<R>,
    /// A line, or the part that was read so far; of a line that is too long, its beginning.
    line: Vec<u8>,
    is_too_long: bool,
    writing: AsyncRwTransport<RoleServer, Empty, W>,
    /// The answer that is being written.
    answering: Option<JoinHandle<Result<(), io::Error>>>,
    refused: Refused,
    end: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    has_ended: bool,
}

/// The number of lines of a [`Lines`] that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Refused(Arc<AtomicUsize>);

impl Refused {
    /// The number of these lines so far.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R, W: AsyncWrite> fmt::Debug for Lines<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lines").field("refused", &self.refused).finish_non_exhaustive()
    }
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Lines<R, W> {
    /// A transport that reads from this reader and answers on this writer.
    pub fn new(reader: R, writer: W) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            is_too_long: false,
            writing: AsyncRwTransport::new_server(tokio::io::empty(), writer),
            answering: None,
            refused: Refused::default(),
            end: None,
            has_ended: false,
        }
    }

    /// Stops reading when this future completes; rmcp then gives running calls five seconds and writes their answers.
    /// For a server that ends on a signal:
    ///
    /// ```no_run
    /// # use agent_error_mcp::Lines;
    /// # fn lines(terminated: impl Future<Output = ()> + Send + 'static) {
    /// // With tokio's feature `signal`: `let mut signals = signal(SignalKind::terminate())?;`, and here
    /// // `async move { signals.recv().await; }`.
    /// let lines = Lines::new(tokio::io::stdin(), tokio::io::stdout()).until(terminated);
    /// # }
    /// ```
    #[must_use]
    pub fn until(self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { end: Some(Box::pin(end)), ..self }
    }

    /// Counts the lines that could not be read, for a server that ends before a client connects.
    pub fn refused(&self) -> Refused {
        self.refused.clone()
    }

    /// Continues reading until a line is complete; returns false at the end. Dropping the future loses nothing.
    fn poll_line(&mut self, cx: &mut Context<'_>) -> Poll<bool> {
        let ends = |end: &mut Pin<Box<dyn Future<Output = ()> + Send>>| end.as_mut().poll(cx).is_ready();
        if self.has_ended || self.end.as_mut().is_some_and(ends) {
            self.has_ended = true;
            return Poll::Ready(false);
        }
        loop {
            let mut reader = Pin::new(&mut self.reader);
            let Ok(available) = ready!(reader.as_mut().poll_fill_buf(cx)) else { return Poll::Ready(false) };
            if available.is_empty() {
                self.has_ended = true;
                return Poll::Ready(!self.line.is_empty());
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let read = end.unwrap_or(available.len());
            let room = LONGEST.saturating_sub(self.line.len()).min(read);
            self.line.extend_from_slice(&available[..room]);
            self.is_too_long |= room < read;
            let consumed = end.map_or(read, |end| end + 1);
            reader.consume(consumed);
            if end.is_some() {
                return Poll::Ready(true);
            }
        }
    }
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer> for Lines<R, W> {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.writing.send(item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // The future of this function may be dropped at any await, so answers are written in a separate task.
            if let Some(answering) = &mut self.answering {
                let _ = answering.await;
                self.answering = None;
            }
            if !std::future::poll_fn(|cx| self.poll_line(cx)).await {
                return None;
            }
            let line = unreadable::read(&self.line, self.is_too_long);
            self.line.clear();
            self.line.shrink_to(KEPT);
            self.is_too_long = false;
            match line {
                Line::Message(message) => return Some(*message),
                Line::Nothing => {}
                Line::Refused { error, id } => {
                    self.refused.0.fetch_add(1, Ordering::Relaxed);
                    let answer = TxJsonRpcMessage::<RoleServer>::error(error, id);
                    self.answering = Some(tokio::spawn(self.writing.send(answer)));
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        self.writing.close().await
    }
}
