//! Steps 1, 3 and 6: runs a program, and writes its result.

use crate::definition::AgentError;
use crate::format::{DEFAULT, Meta, Render, envelope, human};
use crate::record::ErrorRecord;
use serde::Serialize;
use serde_json::Value as Json;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The settings of a program.
pub struct Program {
    pub name: &'static str,
    pub version: Option<&'static str>,
    pub formats: &'static [(&'static str, Render)],
}

/// The result of a successful call.
pub struct Response {
    data: Json,
    human: Option<String>,
}

impl Response {
    /// Creates a response from data.
    pub fn new(data: impl Serialize) -> Self {
        Self { data: serde_json::to_value(data).unwrap_or(Json::Null), human: None }
    }

    /// Sets the text for people.
    pub fn human(mut self, text: String) -> Self {
        self.human = Some(text);
        self
    }
}

/// The location of the last panic.
static PANICKED_AT: Mutex<Option<String>> = Mutex::new(None);

const CAP: usize = 64 * 1024;

impl Program {
    /// Creates a program with the default formats.
    pub const fn new(name: &'static str, version: Option<&'static str>) -> Self {
        Self { name, version, formats: DEFAULT }
    }

    /// Runs a program, writes its result, and returns the exit code.
    pub fn run<E: AgentError>(&self, program: impl FnOnce() -> Result<Response, E>) -> ExitCode {
        let started = Instant::now();
        let previous = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if let Ok(mut place) = PANICKED_AT.lock() {
                *place = panic.location().map(ToString::to_string);
            }
            previous(panic);
        }));
        let result = catch_unwind(AssertUnwindSafe(|| program().map_err(|error| ErrorRecord::of(&error))));
        let meta = Meta { duration: started.elapsed(), tool_version: self.version };
        match result.unwrap_or_else(|_| Err(panicked())) {
            Ok(response) => self.response(&response, meta),
            Err(record) => self.error(record, meta),
        }
    }

    /// The format that the user chose, or the default for the stream.
    fn format(&self) -> Render {
        let variable = format!("{}_OUTPUT", self.name.to_ascii_uppercase().replace('-', "_"));
        let chosen = std::env::var(variable).unwrap_or_default();
        let default = || if io::stdout().is_terminal() && std::env::var_os("CI").is_none() { "human" } else { "json" };
        let name = if chosen.is_empty() { default() } else { &chosen };
        let linked = self.formats.iter().find(|(format, _)| *format == name);
        linked.map_or(envelope::render, |(_, render)| *render)
    }

    fn is_human(&self) -> bool {
        std::ptr::fn_addr_eq(self.format(), human::render as Render)
    }

    fn error(&self, mut record: ErrorRecord, meta: Meta) -> ExitCode {
        record.clean(CAP);
        let mut text = self.format()(&record, meta);
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let _ = if self.is_human() { write_all(io::stderr(), &text) } else { write_all(io::stdout(), &text) };
        ExitCode::from(record.exit)
    }

    fn response(&self, response: &Response, meta: Meta) -> ExitCode {
        let mut text = match (&response.human, self.is_human()) {
            (Some(text), true) => text.clone(),
            (None, true) => response.data.to_string(),
            _ => envelope::success(&response.data, meta),
        };
        text.push('\n');
        match write_all(io::stdout(), &text) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                let message = format!("cannot write to standard output: {error}");
                let record =
                    ErrorRecord { code: "OUTPUT_NOT_WRITTEN".to_owned(), exit: 74, message, ..ErrorRecord::default() };
                let _ = write_all(io::stderr(), &self.format()(&record, meta));
                ExitCode::from(74)
            }
        }
    }
}

fn panicked() -> ErrorRecord {
    let place = PANICKED_AT.lock().ok().and_then(|mut place| place.take());
    ErrorRecord {
        code: "INTERNAL".to_owned(),
        exit: 70,
        message: "the program has a bug".to_owned(),
        side_effects: Some("unknown"),
        context: place.map(|place| ("location", Json::String(place))).into_iter().collect(),
        ..ErrorRecord::default()
    }
}

/// Writes everything. If the descriptor is non-blocking, waits until the reader has made room.
fn write_all(mut stream: impl Write, text: &str) -> io::Result<()> {
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        match stream.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => sleep(Duration::from_millis(1)),
            Err(error) => return Err(error),
        }
    }
    stream.flush()
}
