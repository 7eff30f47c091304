//! The command line that clap parsed, and clap errors inside the program's error.

use super::global_options::{GlobalOption, pass_on};
use super::usage_error::UsageError;
#[cfg(debug_assertions)]
use crate::catalog::error_set::ErrorSet;
use crate::error::coded::AgentError as _;
use crate::error::record::ErrorRecord;
use crate::format::Stream;
use crate::process::program::Program;
use crate::process::{configured, stream};
#[cfg(debug_assertions)]
use crate::ready::builtin::OF_PROMPTS;
use crate::ready::builtin::own_record;
use crate::ready::process::{OutputError, is_closed_by_reader};
use crate::registry::parser::{self, Parser};
use crate::registry::search::search;
#[cfg(debug_assertions)]
use crate::registry::unique::declares;
use agent_error_rules::command::is_command_line;
use clap::error::ErrorKind;
use clap::{ColorChoice, Command};
use std::error::Error;
use std::io::{self, IsTerminal as _};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

pub(super) struct CommandLine {
    /// The commands of the program, for its `errors` command.
    pub(super) commands: Option<Arc<Command>>,
    /// The global options of the call that select the data.
    pub(super) options: Vec<GlobalOption>,
    /// The last clap error. For people, clap's own message contains more than the coded error.
    last_error: Option<clap::Error>,
    /// The command that was called and its declared codes, if it declares its errors.
    #[cfg(debug_assertions)]
    pub(super) expected: Option<(String, ErrorSet)>,
}

static STATE: Mutex<CommandLine> = Mutex::new(CommandLine {
    commands: None,
    options: Vec::new(),
    last_error: None,
    #[cfg(debug_assertions)]
    expected: None,
});

/// Locks the state. Release it before you call a function that may also need it.
pub(super) fn state() -> MutexGuard<'static, CommandLine> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the program recognize clap's errors.
pub(super) fn register() {
    parser::register(&Clap);
}

struct Clap;

impl Parser for Clap {
    fn print_help(&self, error: &(dyn Error + 'static)) -> Option<io::Result<()>> {
        let request = find(error, is_request)?;
        Some(print_help(request, ColorChoice::Auto))
    }

    fn print_error(&self, error: &(dyn Error + 'static), code: &str, own_text: bool) -> bool {
        let shown = if own_text { is_failure } else { shows_help };
        if let Some(error) = find(error, shown) {
            print(error);
            return true;
        }
        let kept = state().last_error.take();
        let Some(last) = kept else {
            return false;
        };
        // The program may return another error than the one that it converted last.
        let is_reported = own_text && UsageError::of(&last).code() == code;
        if is_reported {
            print(&last);
        }
        is_reported
    }

    fn usage_error(&self, error: &(dyn Error + 'static)) -> Option<ErrorRecord> {
        let error = find(error, is_failure)?;
        Some(own_record(&UsageError::of(error)))
    }

    fn command_line(&self, name: &str) -> Option<String> {
        let state = state();
        let Some(root) = &state.commands else {
            // No command line has been parsed yet.
            return Some(name.to_owned());
        };
        if name.contains(' ') {
            return is_known_command_line(root, name).then(|| name.to_owned());
        }
        if !has_command(root, name) {
            return None;
        }
        let call = format!("{} {}", root.get_name(), name.replace('.', " "));
        Some(pass_on(&state.options, root, None, &call))
    }

    #[cfg(debug_assertions)]
    fn undeclared(&self, code: &str) -> Option<String> {
        let state = state();
        let (command, set) = state.expected.as_ref()?;
        let is_of_prompt = OF_PROMPTS.iter().any(|ty| declares(ty, code));
        if set.allows(code) || is_of_prompt {
            return None;
        }
        Some(format!(
            "`{command}` ended with {code}, which is not among its errors; add it to the command's `error_set![]`"
        ))
    }
}

/// Whether the program has a command with this name in its manifest, such as `instances.list`.
fn has_command(root: &Command, name: &str) -> bool {
    let mut command = root;
    for word in name.split('.') {
        let Some(below) = command.find_subcommand(word) else {
            return false;
        };
        command = below;
    }
    true
}

/// Whether an action is a command line of another program, or one of this program's commands with
/// arguments.
fn is_known_command_line(root: &Command, line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let program = words.next();
    if program != Some(root.get_name()) {
        return is_command_line(line);
    }
    let Some(word) = words.next() else {
        return true;
    };
    let is_argument = word.starts_with('-') || !root.has_subcommands();
    is_argument || root.find_subcommand(word).is_some()
}

impl From<clap::Error> for UsageError {
    fn from(error: clap::Error) -> Self {
        let usage = Self::of(&error);
        keep(error);
        usage
    }
}

/// Keeps the error for people.
pub(super) fn keep(error: clap::Error) {
    register();
    state().last_error = Some(error);
}

/// Returns the outermost clap error of a kind.
fn find<'a>(
    error: &'a (dyn Error + 'static),
    is: fn(&clap::Error) -> bool,
) -> Option<&'a clap::Error> {
    search(error, &mut |error| {
        error.downcast_ref().filter(|error| is(error))
    })
}

/// Whether the error is a request for help or the version.
fn is_request(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
    )
}

fn is_failure(error: &clap::Error) -> bool {
    !is_request(error)
}

/// Whether clap shows help in place of a message, because the call has no arguments.
fn shows_help(error: &clap::Error) -> bool {
    error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// Prints clap's message. Ignores write failures, as everywhere on standard error.
fn print(error: &clap::Error) {
    let _ = print_by_clap(error);
}

/// Lets clap print an error, unless another thread holds the lock that clap would wait for.
fn print_by_clap(error: &clap::Error) -> io::Result<()> {
    let stream = if error.use_stderr() {
        Stream::Stderr
    } else {
        Stream::Stdout
    };
    let is_lockable = stream::wait_for_lock(stream, stream::LOCK_TIMEOUT);
    if is_lockable {
        error.print()
    } else {
        stream::write(stream, error.render().to_string().as_bytes())
    }
}

/// Prints help or the version. `color` is the color setting of the command.
///
/// If clap may write colors, or for a terminal, clap itself prints. Otherwise this crate does,
/// because clap truncates its output if a non-blocking pipe is full.
fn print_help(error: &clap::Error, color: ColorChoice) -> io::Result<()> {
    if error.use_stderr() || io::stdout().is_terminal() || may_be_colored(color) {
        return print_by_clap(error);
    }
    stream::write(Stream::Stdout, error.render().to_string().as_bytes())
}

/// Whether clap may write colors to a pipe. clap decides, also about values such as
/// `CLICOLOR_FORCE=0`.
fn may_be_colored(color: ColorChoice) -> bool {
    match color {
        ColorChoice::Always => true,
        ColorChoice::Auto => std::env::var_os("CLICOLOR_FORCE").is_some(),
        ColorChoice::Never => false,
    }
}

/// Prints help or the version, and exits. `color` is the color setting of the command.
pub(super) fn exit(error: &clap::Error, color: ColorChoice) -> ! {
    let exit_code = match print_help(error, color) {
        Err(source) if !is_closed_by_reader(source.kind()) => {
            let lost = OutputError::not_written(source);
            configured().reporter().report_lost_output(&lost).into()
        }
        _ => error.exit_code(),
    };
    std::process::exit(exit_code)
}

impl Program {
    /// Sets whether people see clap's own message for an invalid command line, byte for byte and in
    /// its colors. Agents always receive the coded error. Either way, the exit code is 2, as for
    /// [`UsageError`].
    ///
    /// A program that only calls clap's own functions, such as `Cli::try_parse`, must call this
    /// method to recognize clap's errors.
    #[must_use]
    pub fn clap_text(mut self, by_clap: bool) -> Self {
        register();
        self.clap_text = by_clap;
        self
    }
}
