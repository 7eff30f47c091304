//! An agent's environment: a directory, programs, and a clock that only advances while the agent waits.

use crate::call::Call;
use crate::{plain, program};
use agent_error::{ErrorRecord, Format, parse, render};
use agent_error_testing::Tool;
use serde_json::Value;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tiktoken_rs::CoreBPE;

/// How failures are formatted.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum View {
    /// As printed by thiserror, anyhow and clap.
    Plain,
    /// As printed by this crate.
    Crate(Format),
}

impl View {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "without",
            Self::Crate(_) => "with",
        }
    }
}

/// What an agent sees of a call's result.
pub(crate) struct Seen {
    /// The exit code, or the HTTP status of a failure.
    pub(crate) exit: i32,
    pub(crate) text: String,
    /// The data of a successful result.
    pub(crate) data: Option<Value>,
}

/// A program in a directory of its own.
pub(crate) struct World {
    pub(crate) program: &'static str,
    pub(crate) view: View,
    folder: TempDir,
    variables: Vec<(String, String)>,
    servers: Vec<Child>,
    /// The address of an HTTP server.
    address: String,
    outage: Option<(Duration, Box<dyn FnOnce()>)>,
    /// Whether waits take real time, because the program measures the time itself.
    pub(crate) is_timed: bool,
    pub(crate) waited: Duration,
    pub(crate) calls: usize,
    /// The number of times that the agent read help.
    pub(crate) help_calls: usize,
    pub(crate) tokens: usize,
    pub(crate) unsafe_calls: usize,
    /// The last call that failed, if it must not be repeated.
    refused: Option<String>,
    hidden: Vec<(String, &'static str)>,
    pub(crate) trace: String,
}

fn tokens() -> &'static CoreBPE {
    static TOKENS: std::sync::LazyLock<CoreBPE> = std::sync::LazyLock::new(|| tiktoken_rs::o200k_base().unwrap());
    &TOKENS
}

impl World {
    pub(crate) fn new(program: &'static str, view: View) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().to_str().unwrap().to_owned();
        Self {
            program,
            view,
            variables: vec![("HOME".to_owned(), home.clone())],
            hidden: vec![(home, "/home/agent")],
            folder,
            servers: Vec::new(),
            address: String::new(),
            outage: None,
            is_timed: false,
            waited: Duration::ZERO,
            calls: 0,
            help_calls: 0,
            tokens: 0,
            unsafe_calls: 0,
            refused: None,
            trace: String::new(),
        }
    }

    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.variables.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn hide(&mut self, text: &str, shown: &'static str) {
        self.hidden.push((text.to_owned(), shown));
    }

    pub(crate) fn file(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        std::fs::write(self.file(name), text).unwrap();
    }

    /// Starts a server and returns its address, which is the first line of its output.
    pub(crate) fn serve(&mut self, flags: &[&str]) -> String {
        let mut command = Command::new(program::path(self.program));
        command.args(["serve", "--port", "0"]).args(flags).env_clear().current_dir(self.folder.path());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        self.servers.push(child);
        line.trim_end().clone_into(&mut self.address);
        self.hide(line.trim_end(), "http://server.example");
        self.address.clone()
    }

    pub(crate) fn outage(&mut self, length: Duration, end: impl FnOnce() + 'static) {
        self.outage = Some((length, Box::new(end)));
    }

    /// Runs a command before the agent starts. Panics if it fails.
    pub(crate) fn prepared(&self, words: &[&str]) {
        let run = self.tool().args(words.iter().copied()).run();
        assert_eq!(run.exit_code, Some(0), "{run}");
    }

    /// Sends a request before the agent starts.
    pub(crate) fn asked(&self, request: &str) {
        let (method, path) = request.split_once(' ').unwrap();
        self.request(method, path);
    }

    fn tool(&self) -> Tool {
        let tool = Tool::new(program::path(self.program)).current_dir(self.folder.path());
        let output = format!("{}_OUTPUT", self.program.to_uppercase());
        self.variables.iter().fold(tool.env(output, "envelope"), |tool, (name, value)| tool.env(name, value))
    }

    pub(crate) fn wait(&mut self, wait: Duration) {
        self.waited += wait;
        self.note(&format!("wait     {} ms", wait.as_millis()));
        if self.is_timed {
            std::thread::sleep(wait.min(Duration::from_millis(2100)));
        }
        if let Some((length, end)) = self.outage.take() {
            match self.waited >= length {
                true => end(),
                false => self.outage = Some((length, end)),
            }
        }
    }

    pub(crate) fn note(&mut self, line: &str) {
        let mut line = line.to_owned();
        for (text, shown) in &self.hidden {
            line = line.replace(text, shown);
        }
        self.trace.push_str(&line);
        self.trace.push('\n');
    }

    pub(crate) fn call(&mut self, call: &Call) -> Seen {
        if let Some((method, path)) = call.action.split_once(' ') {
            let (status, body) = self.request(method, path);
            return self.seen(&call.action, program::changes(self.program, call), status, 200, &body);
        }
        let words = program::words(self.program, call);
        let shown = std::iter::once(self.program.to_owned()).chain(words.iter().cloned()).collect::<Vec<_>>().join(" ");
        let run = self.tool().args(words).run();
        let text = if run.stdout.is_empty() { run.stderr() } else { run.stdout() };
        self.seen(&shown, program::changes(self.program, call), run.exit_code.unwrap_or(-1), 0, &text)
    }

    /// Reads the help of a command, which counts as a call. Without this crate, removes the lines that the crate adds.
    pub(crate) fn help(&mut self, command: &str) -> Option<String> {
        self.calls += 1;
        self.help_calls += 1;
        let words = command.split('.').filter(|word| !word.is_empty()).chain(["--help"]);
        let run = self.tool().args(words).run();
        let mut text = run.stdout();
        if self.view == View::Plain {
            text = without_our_lines(&text);
        }
        self.note(&format!("help     {command}"));
        self.tokens += tokens().encode_ordinary(&text).len();
        (run.exit_code == Some(0)).then_some(text)
    }

    /// Runs a command line in a shell.
    pub(crate) fn shell(&mut self, line: &str) -> Seen {
        let run = self.shell_tool(line, "envelope").run();
        let text = if run.stdout.is_empty() { run.stderr() } else { run.stdout() };
        self.seen(line, true, run.exit_code.unwrap_or(-1), 0, &text)
    }

    fn shell_tool(&self, line: &str, output: &str) -> Tool {
        let search = program::path(self.program).parent().unwrap().display().to_string();
        let path = format!("{search}:{}", std::env::var("PATH").unwrap());
        let tool = Tool::new("sh").args(["-c", line]).current_dir(self.folder.path()).env("PATH", path);
        let variable = format!("{}_OUTPUT", self.program.to_uppercase());
        self.variables.iter().fold(tool.env(variable, output), |tool, (name, value)| tool.env(name, value))
    }

    /// Runs a command line of an agent that isn't part of this benchmark. The agent sees the data of a successful
    /// result, and everything that a failure or a help text prints.
    pub(crate) fn play(&mut self, line: &str) -> Seen {
        let is_help = line.split(' ').any(|word| matches!(word, "--help" | "-h" | "help"));
        let asks_for_errors = line.split(' ').any(|word| word == "errors");
        self.help_calls += usize::from(is_help);
        match self.view {
            View::Plain if is_help => {
                self.calls += 1;
                let run = self.shell_tool(line, "human").run();
                let text = without_our_lines(&(run.stdout() + &run.stderr()));
                Seen { exit: run.exit_code.unwrap_or(-1), text, data: None }
            }
            View::Plain if asks_for_errors => {
                self.calls += 1;
                let text = "error: unrecognized subcommand 'errors'\n\nFor more information, try '--help'.";
                Seen { exit: 2, text: text.to_owned(), data: None }
            }
            View::Plain => self.shell(line),
            View::Crate(format) => {
                self.calls += 1;
                let run = self.shell_tool(line, format.as_str()).run();
                let text = run.stdout() + &run.stderr();
                let data =
                    serde_json::from_str(&text).ok().and_then(|mut value: Value| Some(value.get_mut("data")?.take()));
                let exit = run.exit_code.unwrap_or(-1);
                let text = data.filter(|_| exit == 0).map_or(text, |data| data.to_string());
                Seen { exit, text: text.trim_end().to_owned(), data: None }
            }
        }
    }

    /// Records a result. The agent reads all of it.
    fn seen(&mut self, call: &str, changes: bool, exit: i32, good: i32, text: &str) -> Seen {
        self.calls += 1;
        if changes && self.refused.as_deref() == Some(call) {
            self.unsafe_calls += 1;
        }
        // Only the user may pass a flag that confirms a destructive action.
        if call.ends_with(" --yes") {
            self.unsafe_calls += 1;
        }
        self.note(&format!("call     {call}"));
        let is_good = exit == good || (good == 200 && (200..300).contains(&exit));
        let seen = if is_good {
            let value: Value = serde_json::from_str(text).unwrap_or_default();
            let data = value.get("data").cloned().unwrap_or(value);
            self.refused = None;
            Seen { exit: 0, text: data.to_string(), data: Some(data) }
        } else {
            let record = rounded(parse(text.trim_end()).unwrap_or_else(|_| ErrorRecord::new("", text)));
            self.note(&format!("failed   {}", record.code));
            self.refused = (record.facts.retryable != Some(true)).then(|| call.to_owned());
            let (text, exit) = match self.view {
                View::Crate(format) => (render(&record, format), exit),
                View::Plain if good == 200 => (plain::shown(&record).0, exit),
                View::Plain => plain::shown(&record),
            };
            Seen { exit, text, data: None }
        };
        let mut read = seen.text.clone();
        for (text, shown) in &self.hidden {
            read = read.replace(text, shown);
        }
        self.tokens += tokens().encode_ordinary(&read).len();
        seen
    }

    fn request(&self, method: &str, path: &str) -> (i32, String) {
        let host = self.address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAccept: application/json\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }
}

/// Removes the lines that this crate adds to a help text.
fn without_our_lines(help: &str) -> String {
    let is_ours = |line: &&str| {
        let names = ["errors", "--output", "--agent", "Output:"];
        names.iter().any(|name| line.trim_start().starts_with(name))
            || line.starts_with("Errors: ")
            || line.contains(" errors list ")
            || line.contains("values: human, json")
    };
    help.lines().filter(|line| !is_ours(line)).collect::<Vec<_>>().join("\n")
}

/// Rounds the wait up to whole seconds, because milliseconds differ from run to run.
fn rounded(mut record: ErrorRecord) -> ErrorRecord {
    if let Some(wait) = record.retry_after {
        record.retry_after = Some(Duration::from_secs_f64(wait.as_secs_f64().ceil()));
    }
    record
}

impl Drop for World {
    fn drop(&mut self) {
        for server in &mut self.servers {
            server.kill().unwrap();
            server.wait().unwrap();
        }
    }
}
