//! A line-based transport that responds even to invalid requests.

use crate::unreadable::{self, Line};
use rmcp::RoleServer;
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::json;
use std::fmt;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncBufRead, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

/// The maximum line length in bytes. rmcp has the same limit.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;

/// The maximum buffer capacity that is kept between lines, in bytes.
const KEPT_CAPACITY: usize = 64 * 1024;

/// A transport that reads JSON-RPC messages line by line and responds to invalid lines.
///
/// rmcp ignores lines that serde can't parse, so the client waits until it times out. This transport responds with a
/// JSON-RPC error instead:
///
/// - -32700 if the line isn't JSON
/// - -32600 if the line isn't a JSON-RPC message, is longer than 16 MiB, is nested more than 128 levels deep, or
///   contains a number that overflows a float
///
/// The error has the request's `id`, or `null` if the `id` can't be read (JSON-RPC 2.0, section 5). Lone surrogates
/// such as `\ud83d` are read as `\ufffd`. JavaScript clients send them if they truncate a string in the middle of an
/// emoji.
pub struct LineTransport<R, W: AsyncWrite> {
    reader: BufReader<R>,
    /// The current line as far as it has been read. Only the beginning if the line is too long.
    line: Vec<u8>,
    is_too_long: bool,
    /// Locked while a line is written, and `None` after the transport was closed.
    writer: Arc<Mutex<Option<W>>>,
    /// The task that writes an error response.
    answering: Option<JoinHandle<Result<(), io::Error>>>,
    refused: InvalidLines,
    end: Option<Pin<Box<dyn Future<Output = ()> + Send>>>,
    has_ended: bool,
}

/// Counts the lines that a [`LineTransport`] couldn't parse.
#[derive(Clone, Debug, Default)]
pub struct InvalidLines(Arc<AtomicUsize>);

impl InvalidLines {
    /// Returns the number of invalid lines so far.
    pub fn count(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R, W: AsyncWrite> fmt::Debug for LineTransport<R, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineTransport").field("refused", &self.refused).finish_non_exhaustive()
    }
}

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> LineTransport<R, W> {
    /// Creates a transport that reads from `reader` and writes to `writer`.
    pub fn new(reader: R, writer: W) -> Self {
        Self {
            reader: BufReader::new(reader),
            line: Vec::new(),
            is_too_long: false,
            writer: Arc::new(Mutex::new(Some(writer))),
            answering: None,
            refused: InvalidLines::default(),
            end: None,
            has_ended: false,
        }
    }

    /// Stops reading when the future completes. rmcp then waits up to five seconds for running calls and sends their
    /// responses. Use this method to shut down on a signal:
    ///
    /// ```no_run
    /// # use agent_error_mcp::LineTransport;
    /// # fn lines(terminated: impl Future<Output = ()> + Send + 'static) {
    /// // With the `signals` feature of `agent-error`, pass `agent_error::process::signalled()`. With tokio's `signal`
    /// // feature, pass `async move { signals.recv().await; }`.
    /// let lines = LineTransport::new(tokio::io::stdin(), tokio::io::stdout()).until(terminated);
    /// # }
    /// ```
    #[must_use]
    pub fn until(self, end: impl Future<Output = ()> + Send + 'static) -> Self {
        Self { end: Some(Box::pin(end)), ..self }
    }

    /// Returns a counter of invalid lines. Useful if the server exits before a client has connected.
    pub fn refused(&self) -> InvalidLines {
        self.refused.clone()
    }

    /// Writes a message as one line.
    fn write<M: Serialize>(
        &self,
        message: &M,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static + use<R, W, M> {
        let line = serde_json::to_vec(message);
        let writer = Arc::clone(&self.writer);
        async move {
            let mut line = line?;
            line.push(b'\n');
            let mut writer = writer.lock().await;
            let writer = writer.as_mut().ok_or(io::ErrorKind::NotConnected)?;
            writer.write_all(&line).await?;
            writer.flush().await
        }
    }

    /// Reads until a line is complete. Returns false at the end of the input. This method is cancel safe.
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
            let room = MAX_LINE_BYTES.saturating_sub(self.line.len()).min(read);
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

impl<R: AsyncRead + Send + Unpin, W: AsyncWrite + Send + Unpin + 'static> Transport<RoleServer>
    for LineTransport<R, W>
{
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        self.write(&item)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            // This future can be dropped at any await point, so a separate task writes the response.
            if let Some(answering) = &mut self.answering {
                let _ = answering.await;
                self.answering = None;
            }
            if !std::future::poll_fn(|cx| self.poll_line(cx)).await {
                return None;
            }
            let line = unreadable::read(&self.line, self.is_too_long);
            self.line.clear();
            self.line.shrink_to(KEPT_CAPACITY);
            self.is_too_long = false;
            match line {
                Line::Message(message) => return Some(*message),
                Line::Nothing => {}
                Line::Rejected { error, id } => {
                    self.refused.0.fetch_add(1, Ordering::Relaxed);
                    // rmcp's own error type would omit `id` instead of sending `null`.
                    let answer = json!({"jsonrpc": "2.0", "id": id, "error": error});
                    self.answering = Some(tokio::spawn(self.write(&answer)));
                }
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        drop(self.writer.lock().await.take());
        Ok(())
    }
}
