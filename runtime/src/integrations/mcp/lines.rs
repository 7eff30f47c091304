//! What JavaScript writes, as JSON that serde reads.

use crate::format::mended;
use std::io;
use std::pin::Pin;
use std::str;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncBufRead, AsyncRead, BufReader, ReadBuf};

/// The most bytes of a line that are looked at; rmcp reads no longer one.
const LONGEST: usize = 16 * 1024 * 1024;

/// The lines of a client, each half of a character replaced by `\ufffd`.
///
/// A text that was cut in the middle of an emoji ends with half of one, as in `\ud83d`: clients in JavaScript send
/// it, serde refuses the whole message, and rmcp would leave its sender without any answer.
///
/// ```no_run
/// # use agent_error::mcp::{Lines, Server};
/// # use rmcp::{ServerHandler, ServiceExt};
/// # async fn serve(handler: impl ServerHandler) -> Result<(), Box<dyn std::error::Error>> {
/// let (stdin, stdout) = (tokio::io::stdin(), tokio::io::stdout());
/// Server::new(handler).serve((Lines::new(stdin), stdout)).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    reader: BufReader<R>,
    /// A line, or the part of it that was read.
    line: Vec<u8>,
    /// How much of the line has been handed out; `None` as long as it is not complete.
    handed_out: Option<usize>,
}

impl<R: AsyncRead> Lines<R> {
    /// The lines that this reader reads.
    pub fn new(reader: R) -> Self {
        Self { reader: BufReader::new(reader), line: Vec::new(), handed_out: None }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Lines<R> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { reader, line, handed_out } = self.get_mut();
        loop {
            if let Some(from) = *handed_out {
                let to = line.len().min(from + buf.remaining());
                buf.put_slice(&line[from..to]);
                *handed_out = Some(to);
                if to == line.len() {
                    line.clear();
                    *handed_out = None;
                }
                return Poll::Ready(Ok(()));
            }
            let mut reader = Pin::new(&mut *reader);
            let available = ready!(reader.as_mut().poll_fill_buf(cx))?;
            if available.is_empty() && line.is_empty() {
                return Poll::Ready(Ok(()));
            }
            let end = available.iter().position(|byte| *byte == b'\n').map(|at| at + 1);
            let ends = end.is_some() || available.is_empty();
            let read = end.unwrap_or(available.len());
            line.extend_from_slice(&available[..read]);
            reader.consume(read);
            if ends || line.len() > LONGEST {
                mend(line);
                *handed_out = Some(0);
            }
        }
    }
}

fn mend(line: &mut Vec<u8>) {
    let may_hold_half = line.windows(3).any(|bytes| bytes.eq_ignore_ascii_case(br"\ud"));
    let mended = may_hold_half.then(|| str::from_utf8(line).ok().and_then(mended)).flatten();
    if let Some(text) = mended {
        *line = text.into_bytes();
    }
}
