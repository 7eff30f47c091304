//! Simulates a user who reads and types at a terminal.

use crate::sandbox::{Sandbox, assert_no_secret};
use crate::signals::words_heeding_signals;
use pty_process::Size;
use pty_process::blocking::{Command, Pty, open};
use std::io::{Read as _, Write as _};
use std::process::{Child, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// The timeout for each expected output. No call takes this long, so a test that reaches it fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// cloudctl in a terminal with 100 columns.
pub(crate) struct Session {
    child: Child,
    terminal: Arc<Pty>,
    output: Receiver<Vec<u8>>,
    screen: Screen,
    /// The length of the screen text that was already matched.
    seen: usize,
}

impl Session {
    pub(crate) fn start(sandbox: &Sandbox, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        Self::of(env!("CARGO_BIN_EXE_cloudctl"), sandbox, arguments, variables)
    }

    /// Runs another program, such as a shell that calls cloudctl.
    pub(crate) fn of(program: &str, sandbox: &Sandbox, arguments: &[&str], variables: &[(&str, &str)]) -> Self {
        let (pty, pts) = open().unwrap();
        pty.resize(Size::new(40, 100)).unwrap();
        let (program, first) = words_heeding_signals(program);
        let command = Command::new(program).args(first).args(arguments).env_clear();
        let command = command.env("HOME", sandbox.path("")).env("CLOUDCTL_ENDPOINT", &sandbox.server.endpoint);
        let command = command.env("TERM", "xterm-256color").current_dir(sandbox.path(""));
        let child = command.envs(variables.iter().copied()).spawn(pts).unwrap();
        let terminal = Arc::new(pty);
        Self { child, output: watched(&terminal), terminal, screen: Screen::default(), seen: 0 }
    }

    /// Waits until the terminal shows a string after the previously matched one.
    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) -> &mut Self {
        loop {
            let shown = self.screen.text();
            if let Some(found) = shown[self.seen..].find(text) {
                self.seen += found + text.len();
                return self;
            }
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.show(&bytes),
                Err(end) => panic!("`{text}` is not shown ({end}):\n{shown}"),
            }
        }
    }

    pub(crate) fn types(&mut self, keys: &str) -> &mut Self {
        (&*self.terminal).write_all(keys.as_bytes()).unwrap();
        self
    }

    /// Waits for the process to exit. Returns its status and all output, which must not contain a secret.
    pub(crate) fn ends(mut self) -> (ExitStatus, String) {
        let end = loop {
            match self.output.recv_timeout(PATIENCE) {
                Ok(bytes) => self.screen.show(&bytes),
                Err(end) => break end,
            }
        };
        let text = self.screen.text();
        if end == RecvTimeoutError::Timeout {
            self.child.kill().unwrap();
            panic!("it still runs:\n{text}");
        }
        assert_no_secret(text.as_bytes());
        (self.child.wait().unwrap(), text)
    }
}

/// Reads the terminal's output in a thread. The channel closes when the process exits, because Linux then returns EIO.
fn watched(terminal: &Arc<Pty>) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    let terminal = Arc::clone(terminal);
    thread::spawn(move || {
        let mut chunk = [0; 4096];
        while let Ok(read @ 1..) = (&*terminal).read(&mut chunk) {
            if sender.send(chunk[..read].to_vec()).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The text written to a terminal, without cursor movements and colors.
#[derive(Default)]
struct Screen {
    text: Vec<u8>,
    within: Within,
}

#[derive(Default)]
enum Within {
    #[default]
    Text,
    Escape,
    Sequence,
}

impl Screen {
    fn show(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.within = match (&self.within, byte) {
                (Within::Text, 0x1b) => Within::Escape,
                (Within::Escape, b'[') | (Within::Sequence, 0x20..=0x3f) => Within::Sequence,
                _ => {
                    if matches!(self.within, Within::Text) && *byte != b'\r' {
                        self.text.push(*byte);
                    }
                    Within::Text
                }
            };
        }
    }

    /// Returns the text up to an incomplete UTF-8 sequence at its end.
    fn text(&self) -> String {
        let whole = match str::from_utf8(&self.text) {
            Ok(_) => self.text.len(),
            Err(error) => error.valid_up_to(),
        };
        String::from_utf8(self.text[..whole].to_vec()).unwrap()
    }
}
