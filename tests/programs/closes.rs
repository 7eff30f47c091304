//! Prints until the reader of standard output closes the pipe, or runs tasks that panic, as its
//! first argument specifies.

use agent_error::{AgentError, Program, Report};
use std::error::Error;
use std::io::{self, Write as _};
#[cfg(unix)]
use std::os::unix::net::UnixStream;
use std::process::ExitCode;
use std::{env, panic, thread};
use tokio::task::{JoinError, spawn, spawn_blocking};

#[derive(Debug, thiserror::Error, AgentError)]
enum CloseError {
    /// The output can't be written.
    #[error("cannot write")]
    #[code("WRITE_FAILED", exit = 74)]
    Write(#[from] io::Error),
    /// A worker failed.
    #[error("a worker failed")]
    #[code("WORKER_FAILED", exit = 79)]
    Worker(#[from] JoinError),
}

/// An error without a code.
#[derive(Debug, thiserror::Error)]
#[error("uncoded")]
struct Uncoded(#[source] JoinError);

fn print() {
    loop {
        println!("{}", "x".repeat(1000));
    }
}

fn write() -> io::Result<()> {
    loop {
        writeln!(io::stdout().lock(), "{}", "x".repeat(1000))?;
    }
}

fn write_json() -> serde_json::Result<()> {
    loop {
        serde_json::to_writer(io::stdout(), &"x".repeat(1000))?;
    }
}

/// Writes to a socket whose other end is closed.
#[cfg(unix)]
fn write_to_socket() -> io::Result<()> {
    let (mut socket, _) = UnixStream::pair()?;
    socket.write_all(b"text")
}

#[cfg(not(unix))]
fn write_to_socket() -> io::Result<()> {
    Ok(())
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn fail() {
    panic!("on purpose: hunter2");
}

#[allow(clippy::unwrap_used, reason = "what becomes of a panic is tested")]
fn act(mode: &str) {
    match mode {
        "joined" => thread::spawn(print).join().unwrap(),
        "scoped" => thread::scope(|scope| {
            scope.spawn(print);
        }),
        "joined-bug" => thread::spawn(fail).join().unwrap(),
        _ => print(),
    }
}

fn tasks<O>(task: impl Future<Output = O>) -> O {
    #[allow(clippy::unwrap_used, reason = "this is a test program")]
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(task)
}

fn main() -> ExitCode {
    let mode = env::args().nth(1).unwrap_or_default();
    let mut program = Program::new("closes").read_flags(true);
    if env::var_os("PANIC_EXIT").is_some() {
        program = program.panic_exit(101);
    }
    if env::var_os("OWN_HOOK").is_some() {
        return program.run(|| {
            panic::set_hook(Box::new(|_| {}));
            act(&mode);
        });
    }
    match mode.as_str() {
        "report" => program.run(|| -> Result<(), Report> { Ok(write()?) }),
        "boxed" => program.run(|| -> Result<(), Box<dyn Error>> { Ok(write()?) }),
        "anyhow" => program.run(|| -> anyhow::Result<()> { Ok(write()?) }),
        "coded" => program.run(|| -> Result<(), CloseError> { Ok(write()?) }),
        "json" => program.run(|| -> Result<(), Report> { Ok(write_json()?) }),
        "socket" => program.run(|| -> Result<(), CloseError> { Ok(write_to_socket()?) }),
        "task" => program
            .run(|| -> Result<(), Report> { Ok(tasks(async { spawn_blocking(print).await })?) }),
        "bug" => program
            .run(|| -> Result<(), Report> { Ok(tasks(async { spawn(async { fail() }).await })?) }),
        "bug-boxed" => program.run(|| -> Result<(), Box<dyn Error + Send + Sync>> {
            Ok(tasks(async { spawn_blocking(fail).await })?)
        }),
        "bug-anyhow" => program
            .run(|| -> anyhow::Result<()> { Ok(tasks(async { spawn_blocking(fail).await })?) }),
        "bug-io" => program.run(|| -> Result<(), Report> {
            tasks(async { spawn_blocking(fail).await }).map_err(io::Error::other)?;
            Ok(())
        }),
        "bug-source" => program.run(|| -> Result<(), Report> {
            tasks(async { spawn_blocking(fail).await }).map_err(Uncoded)?;
            Ok(())
        }),
        "bug-coded" => program
            .run(|| -> Result<(), CloseError> { Ok(tasks(async { spawn_blocking(fail).await })?) }),
        mode => program.run(|| act(mode)),
    }
}
