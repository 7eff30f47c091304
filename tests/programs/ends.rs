//! A program that ends in unusual ways, as its first argument specifies: panics, signals, closed
//! pipes, foreign errors.

use agent_error::{AgentError, Format, Program, Report, Response};
use std::convert::Infallible;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, Barrier};
use std::time::Duration;
use std::{env, thread};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(docs = "https://ends.example.com/{code}")]
enum EndsError {
    /// A file is missing.
    #[error("no such file")]
    #[code(
        "FILE_NOT_FOUND",
        exit = 5,
        classify(io(NotFound)),
        suggest = "Check the path"
    )]
    NoFile { source: io::Error },
    /// The user is unknown.
    #[error("no user {name}")]
    #[code("USER_NOT_FOUND", exit = 5)]
    NoUser { name: String },
    /// A child failed.
    #[error("the child failed")]
    #[code("CHILD_FAILED", exit = code)]
    ChildFailed { code: i32 },
}

/// An error whose `Error` impl forgets its cause.
#[derive(Debug, AgentError)]
#[allow(dead_code, reason = "nothing returns the sources")]
enum ForgetsCause {
    #[code("FORGETS_CAUSE")]
    Forgets { source: io::Error },
    #[code("HAS_NO_CAUSE")]
    HasNone { source: Option<io::Error> },
}

impl std::fmt::Display for ForgetsCause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("forgotten")
    }
}

impl Error for ForgetsCause {}

/// An error whose `Debug`, `Display` and `source` fail.
#[derive(AgentError)]
#[code("UNSHOWABLE", exit = 79)]
struct Unshowable;

impl std::fmt::Display for Unshowable {
    #[allow(clippy::panic, reason = "what becomes of a panic is tested")]
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        panic!("cannot be shown")
    }
}

impl std::fmt::Debug for Unshowable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl Error for Unshowable {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        panic_with("cannot be followed");
        None
    }
}

/// Panics when it's dropped.
struct PanicsAtTheEnd;

impl Drop for PanicsAtTheEnd {
    fn drop(&mut self) {
        panic_with("while cleaning up");
    }
}

/// An error that panics when it's dropped.
#[derive(Default, Debug, thiserror::Error, AgentError)]
#[error("dropped")]
#[code("DROPPED", exit = 81)]
struct PanicsWhenDropped {
    #[context(skip)]
    guard: Guard,
}

#[derive(Debug, Default)]
struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        panic_with("while dropping the error");
    }
}

thread_local! {
    static LAST: PanicsAtTheEnd = const { PanicsAtTheEnd };
}

/// Returns a large response. Another thread panics while the response is being written.
fn long_answer() -> Response {
    thread::spawn(|| {
        thread::sleep(Duration::from_millis(20));
        panic_with("meanwhile");
    });
    Response::new("x".repeat(20_000_000))
}

fn main() -> ExitCode {
    let mode = env::args().nth(1).unwrap_or_default();
    let formats = &[agent_error_formats::TAGGED, Format::ENVELOPE, Format::BRIEF];
    let program = Program::with_formats("ends", formats).piped(Format::ENVELOPE);
    let program = program.read_flags(true).handle_signals(true);
    match mode.as_str() {
        "panic-exit-1" => program.panic_exit(1).run(|| panic_with("on purpose")),
        "io" => program.run(|| -> Result<(), Report> {
            drop(std::fs::read("/no/such/file")?);
            Ok(())
        }),
        "child" => {
            let code = env::args().nth(2).and_then(|code| code.parse().ok());
            let code = code.unwrap_or_default();
            program.run(|| Err::<(), _>(EndsError::ChildFailed { code }))
        }
        "forgets-cause" => {
            program.run(|| Err::<(), _>(ForgetsCause::Forgets { source: missing() }))
        }
        "has-no-cause" => program.run(|| Err::<(), _>(ForgetsCause::HasNone { source: None })),
        "coded" => program.run(|| -> Result<(), Report> { Err(no_user())? }),
        "number" => program.run(|| -> Result<(), Report> {
            "x".parse::<u8>()?;
            Ok(())
        }),
        "boxed" => program.run(|| -> Result<(), Box<dyn Error>> { Err(no_user().into()) }),
        "boxed-io" => program.run(|| -> Result<(), Box<dyn Error>> { Err(missing().into()) }),
        "boxed-send" => {
            program.run(|| -> Result<(), Box<dyn Error + Send + Sync>> { Err(missing().into()) })
        }
        "anyhow" => {
            program.run(|| Err::<(), _>(anyhow::Error::from(no_user()).context("sending the mail")))
        }
        "anyhow-context" => {
            program.run(|| Err::<(), _>(anyhow::anyhow!("line 4").context(no_user())))
        }
        "coded-context-anyhow" => program.run(|| Err::<(), _>(coded_context())),
        "coded-context-report" => program.run(|| -> Result<(), Report> { Err(coded_context())? }),
        "coded-context-eyre" => program.run(|| {
            Err::<(), _>(
                eyre::Report::new(CannotMail)
                    .wrap_err(no_user())
                    .wrap_err("a"),
            )
        }),
        "anyhow-io" => program
            .run(|| Err::<(), _>(anyhow::Error::from(missing()).context("reading the settings"))),
        "answer-panics" => program.run(|| Err::<(), _>(Unshowable)),
        "observer-panics" => program
            .observe(|_| panic_with("cannot log"))
            .run(|| Err::<(), _>(Unshowable)),
        "report-panics" => {
            program.run(|| Err::<(), _>(anyhow::anyhow!(Unshowable).context("saving")))
        }
        "long-answer" => program.run(long_answer),
        "drop-panics" => program.run(|| Err::<(), _>(PanicsWhenDropped::default())),
        "drop-panics-report" => {
            program.run(|| -> Result<(), Report> { Err(PanicsWhenDropped::default())? })
        }
        "drop-panics-anyhow" => program
            .run(|| Err::<(), _>(anyhow::Error::new(PanicsWhenDropped::default()).context("a"))),
        "infallible" => program.run(|| -> Result<Infallible, Report> { Err(no_user())? }),
        "unhandled" => program.handle_signals(false).run(|| act("wait")),
        "eyre" => {
            program.run(|| Err::<(), _>(eyre::Report::from(no_user()).wrap_err("sending the mail")))
        }
        "held" => end_beside_held_locks(program),
        mode => program.run(|| act(mode)),
    }
}

/// Ends while another thread holds locks. The second argument specifies how the thread holds them,
/// and the third one how the program ends.
fn end_beside_held_locks(program: Program) -> ExitCode {
    let argument = |place| env::args().nth(place).unwrap_or_default();
    let (hold, end) = (argument(2), argument(3));
    program.run(move || -> Result<Option<Response>, Report> {
        print!("unfinished");
        hold_locks(hold);
        match &*end {
            "unit" => Ok(None),
            "response" => Ok(Some(Response::new("done").warning("slow"))),
            "document" => Ok(Some(Response::document("a document"))),
            "exit" => std::process::exit(exit_number(agent_error::run(|| ExitCode::from(9)))),
            "error" => Err(no_user())?,
            "anyhow" => Err(anyhow::anyhow!("line 4").context(no_user()))?,
            "panic" => {
                panic_with("on purpose");
                Ok(None)
            }
            _ => loop {
                thread::park();
            },
        }
    })
}

/// Starts a thread that holds locks. Returns once it holds them.
fn hold_locks(hold: String) {
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || match &*hold {
        "both" => {
            let _locks = (io::stdout().lock(), io::stderr().lock());
            let _ = sender.send(());
            park_forever();
        }
        "stdout" => {
            let _lock = io::stdout().lock();
            let _ = sender.send(());
            park_forever();
        }
        "for-a-moment" => {
            let mut stdout = io::stdout().lock();
            let _ = sender.send(());
            thread::sleep(Duration::from_millis(300));
            let _ = write!(stdout, ", later");
        }
        _ => {
            let _ = sender.send(());
            park_forever();
        }
    });
    let _ = receiver.recv();
}

fn park_forever() -> ! {
    loop {
        thread::park();
    }
}

/// Converts an `ExitCode` to a number. `std` only allows comparing exit codes.
fn exit_number(code: ExitCode) -> i32 {
    let number = (0..=u8::MAX).find(|number| ExitCode::from(*number) == code);
    number.map_or(-1, i32::from)
}

/// The mail can't be sent.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot send the mail")]
#[code("MAIL_FAILED", exit = 12)]
struct CannotMail;

fn coded_context() -> anyhow::Error {
    anyhow::Error::new(CannotMail)
        .context(no_user())
        .context("a")
}

fn no_user() -> EndsError {
    EndsError::NoUser {
        name: "eve".to_owned(),
    }
}

fn missing() -> io::Error {
    io::ErrorKind::NotFound.into()
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn panic_with(text: &str) {
    panic!("{text}");
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn act(mode: &str) {
    match mode {
        "panic" => panic_with("on purpose"),
        "panic-twice" => {
            let _ = std::panic::catch_unwind(|| panic_with("long ago"));
            let _guard = PanicsAtTheEnd;
            panic_with("the first");
        }
        "panic-thread" => {
            let joined = thread::spawn(|| panic_with("in a thread")).join();
            println!("the thread failed: {}", joined.is_err());
        }
        "panic-caught" => {
            let caught = std::panic::catch_unwind(|| panic_with("caught"));
            println!("caught: {}", caught.is_err());
        }
        "panic-value-that-panics" => std::panic::panic_any(PanicsAtTheEnd),
        "panic-like-print" => panic_with("failed printing to stdout: Broken pipe (os error 32)"),
        "panic-threads" => {
            let together = Arc::new(Barrier::new(2));
            let threads: Vec<_> = (0..2)
                .map(|_| {
                    let together = Arc::clone(&together);
                    thread::spawn(move || {
                        together.wait();
                        panic_with("at once");
                    })
                })
                .collect();
            for thread in threads {
                drop(thread.join());
            }
        }
        "panic-locked" => {
            let (sender, receiver) = std::sync::mpsc::channel();
            let _holder = thread::spawn(move || {
                let _locks = (io::stdout().lock(), io::stderr().lock());
                let _ = sender.send(());
                loop {
                    thread::park();
                }
            });
            let _ = receiver.recv();
            panic_with("beside a lock");
        }
        "panic-last" => LAST.with(|_| ()),
        "print" => loop {
            println!("{}", "x".repeat(1000));
        },
        "print-locked" => {
            // Print this once the lock is held, so that no signal arrives earlier.
            let mut held = io::stdout().lock();
            let _ = writeln!(held, "ready");
            loop {
                thread::park();
            }
        }
        "print-once" => println!("a line"),
        "log" => loop {
            eprintln!("{}", "x".repeat(1000));
        },
        "wait" | "serve" => {
            if mode == "serve" {
                agent_error::process::expect_signal();
            }
            println!("ready");
            let _ = io::stdout().flush();
            loop {
                thread::park();
            }
        }
        _ => {}
    }
}
