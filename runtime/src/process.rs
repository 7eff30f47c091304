//! From a result to the streams and the exit code of the process.

#[cfg(feature = "signals")]
mod awaited;
mod ended;
mod failure;
#[cfg(all(feature = "signals", unix))]
mod interrupt;
mod observer;
mod outcome;
pub(crate) mod output;
pub(crate) mod panicked;
pub(crate) mod report;
mod reporter;
pub(crate) mod response;
mod running;
#[cfg(feature = "signals")]
mod signalled;

pub use crate::ready::interrupted::Interrupted;
pub use crate::ready::output_error::OutputError;
pub use crate::ready::panicked::Panicked;
pub use crate::ready::unclassified::Unclassified;
#[cfg(feature = "signals")]
pub use awaited::Signalled;
pub use failure::{Failure, HumanText};
pub use outcome::Outcome;
pub use output::set_format;
pub use panicked::CaughtPanic;
pub use report::Report;
pub use reporter::Reporter;
#[cfg(all(feature = "clap", debug_assertions))]
pub(crate) use reporter::warn;
pub use response::Response;
#[cfg(feature = "signals")]
pub use signalled::{expect_signal, signalled};

use crate::classify::Classifier;
use crate::definition::own_exits::{self, OwnExits};
use crate::error::coded::AgentError;
use crate::format::{Format, Meta};
use crate::ready::{interrupted, own};
use observer::Observers;
use output::{Choice, Situation};
use running::Running;
use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Runs a program and converts its result into output and exit code.
///
/// An error is written in the format that the user selects (with the flags of [`OutputArgs`](crate::clap::OutputArgs) or
/// the variable `<TOOL>_OUTPUT`; by default `Envelope` in a pipe or under `CI`, `Human` in a terminal), to the stream of that format,
/// and the process ends with the error's exit code. Errors without a code get one by the rules that match; see
/// [`Classifier`]. A program for pipelines, or one with its own text, changes these defaults on its [`Program`]:
/// [`unwatched_format`](Program::unwatched_format), [`errors_on_stderr`](Program::errors_on_stderr),
/// [`human`](Program::human), and with the feature `clap` also `clap_text`.
///
/// The document is the last line of its stream, after the program's own output, which must end with a newline. If the
/// process is ended from outside, it writes no document: after a stack overflow, out of memory and
/// [`abort`](std::process::abort) standard output is empty, and a program that holds the lock of standard output when a
/// signal arrives ends without one.
///
/// A panic becomes the error `INTERNAL`, exit code 70, also with `panic = "abort"`. Its trace goes to standard error if
/// `RUST_BACKTRACE` is set; a program that declares `INTERNAL` answers with its own declaration. A panic hook of the
/// program must call the previous one, otherwise a panic that aborts is not reported. If a reader closes the pipe while
/// this thread prints with `println!`, the program ends quietly with exit code 0.
///
/// Signals end the process without an answer, unless the program sets `Program::handle_signals`, of the feature `signals`.
///
/// ```no_run
/// use agent_error::{ErrorRecord, Response};
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     agent_error::run(|| {
///         let user = std::env::args().nth(1).ok_or(ErrorRecord::new("NO_USER", "name a user").with_exit_code(2))?;
///         Ok::<_, ErrorRecord>(Response::new(user))
///     })
/// }
/// ```
pub fn run<O: Outcome>(program: impl FnOnce() -> O) -> ExitCode {
    Program::from_env().run(program)
}

/// The settings of the running program.
#[derive(Clone, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Program {
    name: Cow<'static, str>,
    version: Option<Cow<'static, str>>,
    pub(crate) agent_format: Format,
    pub(crate) unwatched_format: Format,
    output_variable: Option<Cow<'static, str>>,
    pub(crate) errors_on_stderr: bool,
    output_flags: bool,
    #[cfg_attr(not(feature = "clap"), allow(dead_code, reason = "only clap has help"))]
    pub(crate) shown_in_help: bool,
    pub(crate) clap_text: bool,
    human: Option<HumanText>,
    classifier: Option<Classifier>,
    panic_exit: Option<u8>,
    own_exits: Option<OwnExits>,
    handles_signals: bool,
    observers: Observers,
    started: Instant,
}

impl Program {
    /// A program with this name, which the variable `<NAME>_OUTPUT` uses. Its time starts now.
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self {
            name: name.into(),
            version: None,
            agent_format: Format::Envelope,
            unwatched_format: Format::Envelope,
            output_variable: None,
            errors_on_stderr: false,
            output_flags: false,
            shown_in_help: true,
            clap_text: false,
            human: None,
            classifier: None,
            panic_exit: None,
            own_exits: None,
            handles_signals: false,
            observers: Observers::default(),
            started: Instant::now(),
        }
    }

    /// The program with the name of its executable.
    pub fn from_env() -> Self {
        let name = env::args_os().next().and_then(|path| {
            let name = Path::new(&path).file_stem()?;
            Some(name.to_string_lossy().into_owned())
        });
        Self::new(name.unwrap_or_default())
    }

    /// Sets the version, which envelopes contain as `tool_version`.
    #[must_use]
    pub fn version(mut self, version: impl Into<Cow<'static, str>>) -> Self {
        self.version = Some(version.into());
        self
    }

    /// Sets the format of `--agent`; `Envelope` by default.
    #[must_use]
    pub fn agent_format(mut self, format: Format) -> Self {
        self.agent_format = format;
        self
    }

    /// Sets the format in a pipe or under `CI`, unless the user selects one; `Envelope` by default. With `Human`, the
    /// program writes text until another format is requested, as a filter does.
    #[must_use]
    pub fn unwatched_format(mut self, format: Format) -> Self {
        self.unwatched_format = format;
        self
    }

    /// Sets the environment variable that selects the format; `<NAME>_OUTPUT` by default. An empty name turns it off, for a
    /// program that uses the variable for something else.
    #[must_use]
    pub fn output_variable(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.output_variable = Some(name.into());
        self
    }

    /// With `true`, errors go to standard error in every format, so that the next program of a pipeline does not read
    /// one as its input. Successful answers remain on standard output.
    #[must_use]
    pub fn errors_on_stderr(mut self, on_stderr: bool) -> Self {
        self.errors_on_stderr = on_stderr;
        self
    }

    /// With `true`, reads `--output FORMAT` and `--agent` from the command line of a program that doesn't use clap. The
    /// program's own parser must accept or skip both flags. `false` by default.
    ///
    /// With clap, add [`OutputArgs`](crate::clap::OutputArgs) instead, which can tell these flags from the program's own.
    #[must_use]
    pub fn output_flags(mut self, read: bool) -> Self {
        self.output_flags = read;
        self
    }

    /// With `false`, clap's help doesn't show anything that this crate adds to a command: the `errors` command,
    /// `--output`, `--agent`, `--errors`, and the list of errors. All of them still work. `true` by default.
    #[must_use]
    pub fn shown_in_help(mut self, shown: bool) -> Self {
        self.shown_in_help = shown;
        self
    }

    /// Writes what people read of an error, in place of the text of [`Format::Human`]: all of it, with the line break at its
    /// end, as the program printed it before it had codes. Other formats and exit codes do not change.
    ///
    /// Of a panic people read what the panic hook writes, and the function is not called.
    ///
    /// ```no_run
    /// use agent_error::{Program, Report};
    /// use std::process::ExitCode;
    ///
    /// fn main() -> ExitCode {
    ///     Program::from_env().human(|error, out| writeln!(out, "tool: {error}")).run(|| -> Result<(), Report> {
    ///         drop(std::fs::read("tool.toml")?);
    ///         Ok(())
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn human(mut self, text: HumanText) -> Self {
        self.human = Some(text);
        self
    }

    /// Sets the rules for errors without a code; those of all linked types by default.
    #[must_use]
    pub fn classifier(mut self, classifier: Classifier) -> Self {
        self.classifier = Some(classifier);
        self
    }

    /// Sets the exit codes of the errors that this crate raises itself, such as those of an invalid command line or of
    /// output that cannot be written. The function takes the code and its exit code, and returns the program's exit
    /// code, 1 to 125; anything else is ignored. Lists, the manifest and exports show the program's exit codes.
    ///
    /// ```no_run
    /// use agent_error::{Program, Report};
    /// use std::process::ExitCode;
    ///
    /// /// This program has always ended with 64 after an invalid command line.
    /// fn exit_code(_: &str, exit: u8) -> u8 {
    ///     if exit == agent_error::exit::ARG_ERROR { 64 } else { exit }
    /// }
    ///
    /// fn main() -> ExitCode {
    ///     Program::from_env().own_exits(exit_code).run(|| -> Result<(), Report> { Ok(()) })
    /// }
    /// ```
    #[must_use]
    pub fn own_exits(mut self, exits: fn(&str, u8) -> u8) -> Self {
        self.own_exits = Some(OwnExits { map: exits, is_own: own::is_own });
        self
    }

    /// Sets the exit code after a panic, 1 to 125; by default, that of the declaration of `INTERNAL`.
    #[must_use]
    pub fn panic_exit(mut self, code: u8) -> Self {
        self.panic_exit = Some(code);
        self
    }

    /// Also passes the error that the program ends with to this function, after the answer is written, for example for
    /// a log.
    #[must_use]
    pub fn observe(self, observer: fn(&dyn AgentError)) -> Self {
        self.observers.add(observer);
        self
    }

    /// The current format of the program's answers: the user's choice, or the default for its standard output.
    pub fn format(&self) -> Format {
        self.choice().format
    }

    /// Runs the program; see [`run`].
    pub fn run<O: Outcome>(self, program: impl FnOnce() -> O) -> ExitCode {
        own_exits::set(self.own_exits);
        interrupted::set_handled(self.handles_signals);
        let running = Running::begin(self);
        #[cfg(all(feature = "signals", unix))]
        if running.program.handles_signals {
            interrupt::listen();
        }
        let outcome = panicked::catch(program);
        running.wait_unless_it_may_answer();
        let reporter = running.program.reporter();
        let answered = panicked::catch(|| match outcome {
            Ok(outcome) => outcome.report(&reporter),
            Err(ended) => ExitCode::from(reporter.ended(ended)),
        });
        // The answer may panic while the data of the program is shown.
        answered.unwrap_or_else(|ended| ExitCode::from(Reporter { human: None, ..reporter }.ended(ended)))
    }

    /// Whether people read the program's own text at its end.
    fn keeps_its_words(&self) -> bool {
        self.human.is_some() && self.format() == Format::Human
    }

    fn choice(&self) -> Choice {
        let by_name = || Cow::Owned(output_variable(&self.name));
        let variable = self.output_variable.clone().unwrap_or_else(by_name);
        let value = if variable.is_empty() { None } else { env::var_os(&*variable) };
        let arguments = env::args_os().skip(1).filter(|_| self.output_flags);
        let arguments: Vec<OsString> = arguments.collect();
        output::choose(&Situation {
            arguments: &arguments,
            variable: (&variable, value),
            ci: is_ci(),
            terminal: std::io::IsTerminal::is_terminal(&std::io::stdout()),
            agent_format: self.agent_format,
            unwatched_format: self.unwatched_format,
        })
    }

    fn reporter(&self) -> Reporter<'_> {
        let choice = self.choice();
        let duration_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        Reporter {
            format: choice.format,
            meta: Meta { duration_ms, tool_version: self.version.as_deref() },
            warnings: choice.warning.into_iter().collect(),
            classifier: self.classifier.as_ref(),
            panic_exit: self.panic_exit,
            errors_on_stderr: self.errors_on_stderr,
            clap_text: self.clap_text,
            human: self.human,
            observers: self.observers.clone(),
        }
    }
}

/// Returns the environment variable that selects the format of a program by default: `<TOOL>_OUTPUT`.
pub fn output_variable(program: &str) -> String {
    format!("{}_OUTPUT", program.to_ascii_uppercase().replace(|c: char| !c.is_ascii_alphanumeric(), "_"))
}

/// Whether the program runs in continuous integration: the variable `CI` is set, and is not empty, `0` or `false` in any
/// case.
fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| output::means_yes(&value))
}

/// Observes the running program, or the next one.
#[cfg(all(feature = "clap", debug_assertions))]
pub(crate) fn observe(observer: fn(&dyn AgentError)) {
    match Running::current() {
        Some(running) => running.program.observers.add(observer),
        None => observer::add_early(observer),
    }
}

/// The format of the running program's output: the one that the user has selected, otherwise the default for its standard
/// output. Call it inside [`run`], and after clap has parsed the command line.
pub fn format() -> Format {
    configured().format()
}

/// The running program with its settings; before it runs, one with default settings.
pub(crate) fn configured() -> Arc<Program> {
    running().unwrap_or_else(|| Arc::new(Program::from_env()))
}

/// The running program with its settings.
pub(crate) fn running() -> Option<Arc<Program>> {
    Running::current().map(|running| running.program)
}

/// Whether the program writes text for people.
#[cfg(feature = "clap")]
pub(crate) fn a_person_watches() -> bool {
    format() == Format::Human
}

/// The function that `#[agent_error::main]` calls.
#[doc(hidden)]
pub fn main<O: Outcome>(
    name: Option<&'static str>,
    version: Option<&'static str>,
    handles_signals: bool,
    set_up: impl FnOnce(Program) -> Program,
    program: impl FnOnce() -> O,
) -> ExitCode {
    let mut running = name.map_or_else(Program::from_env, Program::new);
    running.version = version.map(Cow::Borrowed);
    running.handles_signals = handles_signals;
    set_up(running).run(program)
}
