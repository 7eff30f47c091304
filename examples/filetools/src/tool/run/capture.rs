//! Captures a command's output, up to a limit.

use std::collections::VecDeque;
use std::io::{PipeReader, Read as _};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How long to wait for remaining output. The pipe can only stay open longer if a process has left the command's
/// process group.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The captured output of a command.
pub(super) struct Capture {
    output: Arc<Mutex<Output>>,
    ended: Receiver<()>,
}

impl Capture {
    /// Reads until the pipe is closed. Keeps the start and end of output longer than `max_bytes`.
    pub(super) fn start(mut pipe: PipeReader, max_bytes: u64) -> Self {
        let output = Arc::new(Mutex::new(Output::new(max_bytes)));
        let (sender, ended) = mpsc::channel();
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut piece = vec![0; 64 * 1024];
            while let Ok(length @ 1..) = pipe.read(&mut piece) {
                shared.lock().unwrap_or_else(PoisonError::into_inner).push(&piece[..length]);
            }
            let _ = sender.send(());
        });
        Self { output, ended }
    }

    /// Returns the output. Replaces invalid UTF-8.
    pub(super) fn finish(self) -> String {
        let _ = self.ended.recv_timeout(LAST_WORDS);
        self.output.lock().unwrap_or_else(PoisonError::into_inner).text()
    }
}

/// The start and end of a stream.
struct Output {
    room: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    cut: u64,
}

impl Output {
    fn new(max_bytes: u64) -> Self {
        let room = usize::try_from(max_bytes / 2).unwrap_or(usize::MAX);
        Self { room, head: Vec::new(), tail: VecDeque::new(), cut: 0 }
    }

    fn push(&mut self, bytes: &[u8]) {
        let (head, rest) = bytes.split_at(bytes.len().min(self.room - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        let surplus = self.tail.len().saturating_sub(self.room);
        self.tail.drain(..surplus);
        self.cut += surplus as u64;
    }

    fn text(&mut self) -> String {
        if self.cut == 0 {
            self.head.extend(self.tail.drain(..));
            return String::from_utf8_lossy(&self.head).into_owned();
        }
        let tail = self.tail.make_contiguous();
        let (head, tail) = (String::from_utf8_lossy(&self.head), String::from_utf8_lossy(tail));
        format!("{head}\n... [{} bytes omitted] ...\n{tail}", self.cut)
    }
}

#[cfg(test)]
mod tests {
    use super::Output;

    #[test]
    fn the_start_and_the_end_are_kept() {
        let mut output = Output::new(8);
        for piece in ["a", "bcd", "efgh"] {
            output.push(piece.as_bytes());
        }
        assert_eq!(output.text(), "abcdefgh");
        let mut output = Output::new(8);
        output.push(b"abcdefghij");
        output.push(b"k");
        assert_eq!(output.text(), "abcd\n... [3 bytes omitted] ...\nhijk");
    }
}
