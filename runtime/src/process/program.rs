//! The settings of a program.

use super::failure::{Failure, HumanText};
use crate::definition::running_settings::{ExitOverrides, RunningSettings};
use crate::error::record::ErrorRecord;
use crate::format::Format;
use crate::process::DEFAULT_FORMATS;
use crate::ready::builtin;
use crate::text::debug;
use std::borrow::Cow;
use std::env;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A function that receives the record of the program's error.
type Observer = Arc<dyn Fn(&ErrorRecord) + Send + Sync>;

/// A program's settings, such as its output formats and exit codes. [`run`](Self::run) runs the
/// program with them.
///
/// [`main`](macro@crate::main) has a key for each setting.
///
/// ```no_run
/// use agent_error::{Format, Program, Report};
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     let program = Program::new("tool").piped(Format::HUMAN).errors_on_stderr(true);
///     program.run(|| -> Result<(), Report> {
///         println!("{}", std::fs::read_to_string("tool.toml")?);
///         Ok(())
///     })
/// }
/// ```
#[derive(Clone)]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate setting")]
pub struct Program {
    pub(crate) name: Cow<'static, str>,
    /// The package name, if known. By default, clap's derive uses it as the program name.
    #[cfg_attr(
        not(feature = "clap"),
        allow(dead_code, reason = "only used with clap")
    )]
    pub(crate) package: Option<&'static str>,
    /// The linked formats. The first one is `HUMAN`.
    pub(crate) formats: Vec<Format>,
    pub(crate) agent_format: Format,
    /// The format in pipes. Defaults to `agent_format`.
    piped: Option<Format>,
    /// The name of the flag that selects the format, without dashes.
    pub(crate) output_flag: &'static str,
    pub(super) output_variable: Option<Cow<'static, str>>,
    pub(crate) errors_on_stderr: bool,
    pub(super) reads_flags: bool,
    #[cfg_attr(
        not(feature = "clap"),
        allow(dead_code, reason = "only used with clap")
    )]
    pub(crate) shown_in_help: bool,
    #[cfg_attr(
        not(feature = "clap"),
        allow(dead_code, reason = "only used with clap")
    )]
    pub(crate) clap_text: bool,
    pub(super) human: Option<HumanText>,
    pub(super) reported_exit: Option<u8>,
    pub(super) settings: RunningSettings,
    pub(super) observers: Vec<Observer>,
    pub(super) started: Instant,
}

impl Program {
    /// Creates a program with the given name, which determines the environment variable
    /// `<NAME>_OUTPUT`. The user can select the formats [`Format::HUMAN`], [`Format::ENVELOPE`] and
    /// [`Format::BRIEF`].
    pub fn new(name: impl Into<Cow<'static, str>>) -> Self {
        Self::with_formats(name, DEFAULT_FORMATS)
    }

    /// Creates a program that links only [`Format::HUMAN`] and the given formats. The first one is
    /// the format for agents: `--agent` selects it, and pipes get it unless
    /// [`piped`](Self::piped) is set. If two formats have the same name, the first one applies.
    ///
    /// ```
    /// use agent_error::{Format, Program};
    ///
    /// let program = Program::with_formats("tool", &[Format::BRIEF, Format::ENVELOPE]);
    /// ```
    pub fn with_formats(name: impl Into<Cow<'static, str>>, formats: &'static [Format]) -> Self {
        Self::of_package(Some(name.into()), None, formats)
    }

    /// Without a name, uses that of the executable.
    pub(super) fn of_package(
        name: Option<Cow<'static, str>>,
        package: Option<&'static str>,
        formats: &'static [Format],
    ) -> Self {
        let agent_format = formats.first().copied().unwrap_or(Format::HUMAN);
        let mut program = Self {
            name: name.unwrap_or_else(|| executable_name().into()),
            package,
            formats: Vec::with_capacity(1 + formats.len()),
            agent_format,
            piped: None,
            output_flag: "output",
            output_variable: None,
            errors_on_stderr: false,
            reads_flags: false,
            shown_in_help: true,
            clap_text: false,
            human: None,
            reported_exit: None,
            settings: RunningSettings::default(),
            observers: Vec::new(),
            started: Instant::now(),
        };
        program.link(Format::HUMAN);
        for format in formats {
            let format_name = format.name();
            let is_taken = program.format_named(format_name).is_some();
            if is_taken && *format != Format::HUMAN {
                debug::warn(&format!(
                    "two formats have the name `{format_name}`; the first one applies"
                ));
            }
            program.link(*format);
        }
        program
    }

    fn link(&mut self, format: Format) {
        if !self.formats.contains(&format) {
            self.formats.push(format);
        }
    }

    /// Returns the linked format with this name or alias.
    pub(crate) fn format_named(&self, name: &str) -> Option<Format> {
        let mut formats = self.formats.iter().copied();
        formats.find(|format| format.has_name(name))
    }

    /// Sets the format in pipes and under `CI` if the user doesn't select one. Defaults to the
    /// format for agents. For a filter such as `grep`, whose output in a pipe is text, pass
    /// [`Format::HUMAN`].
    #[must_use]
    #[inline]
    pub fn piped(mut self, format: Format) -> Self {
        self.link(format);
        self.piped = Some(format);
        self
    }

    /// Sets the name of the flag `--output`, without dashes, such as `error-format`. Use this if your
    /// program uses `--output` for something else. The name also applies to help, advice, and the
    /// default environment variable: `<NAME>_ERROR_FORMAT`.
    ///
    /// ```
    /// let program = agent_error::Program::new("tool").output_flag("error-format");
    /// ```
    #[must_use]
    pub fn output_flag(mut self, name: &'static str) -> Self {
        self.output_flag = name;
        self
    }

    /// Sets the environment variable that selects the format. Defaults to `<NAME>_OUTPUT`. If your
    /// program already uses this variable for something else, pass an empty string to disable it.
    #[must_use]
    pub fn output_variable(mut self, name: impl Into<Cow<'static, str>>) -> Self {
        self.output_variable = Some(name.into());
        self
    }

    /// Sets whether errors go to standard error in every format. Defaults to false. Enable this in
    /// pipelines, so that the next program doesn't read an error as its input. Successful responses
    /// still go to standard output.
    #[must_use]
    pub fn errors_on_stderr(mut self, on_stderr: bool) -> Self {
        self.errors_on_stderr = on_stderr;
        self
    }

    /// Sets whether to read `--output FORMAT` and `--agent` from the command line. Defaults to
    /// false. Enable this if your program doesn't use clap, and make sure that your own parser
    /// accepts or skips both flags. With clap, use [`OutputFlags`](crate::clap::OutputFlags) instead.
    #[must_use]
    pub fn read_flags(mut self, read: bool) -> Self {
        self.reads_flags = read;
        self
    }

    /// Sets whether clap's help lists the items that this crate adds: the `errors` command, and the
    /// flags `--output` and `--agent`. Hidden commands and flags still work, but completions and
    /// suggestions don't contain hidden flags. Defaults to true.
    #[must_use]
    pub fn shown_in_help(mut self, shown: bool) -> Self {
        self.shown_in_help = shown;
        self
    }

    /// Sets a function that writes errors for people, instead of [`Format::HUMAN`]. Use this to
    /// keep your program's existing output. The function must write the final line break. Other
    /// formats and exit codes don't change.
    ///
    /// ```
    /// use agent_error::Program;
    ///
    /// let program = Program::new("tool").human(|failure, out| writeln!(out, "tool: {failure}"));
    /// ```
    ///
    /// The function isn't called for panics, because the panic hook has already written the
    /// message. The [guide](crate::_guide::adopting) has an example.
    #[must_use]
    pub fn human(
        mut self,
        text: impl Fn(&Failure<'_>, &mut dyn Write) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        self.human = Some(Arc::new(text));
        self
    }

    /// Sets the exit codes of this crate's own errors, such as usage errors. The function receives
    /// a code and its default exit code, and returns the exit code to use, from 1 to 125. Other
    /// values are ignored. Catalogs show the resulting exit codes.
    #[must_use]
    pub fn exit_overrides(
        mut self,
        exits: impl Fn(&str, u8) -> u8 + Send + Sync + 'static,
    ) -> Self {
        self.settings.exit_overrides = Some(ExitOverrides {
            map: Arc::new(exits),
            is_own: builtin::is_own,
        });
        self
    }

    /// Sets the exit code of `INTERNAL`, the code of a panic, from 1 to 125. Other values are
    /// ignored. Defaults to the declared exit code.
    #[must_use]
    pub fn panic_exit(mut self, code: u8) -> Self {
        self.settings.panic_exit = Some(code);
        self
    }

    /// Sets the exit code of a program that succeeds after it has [reported](super::report) errors,
    /// from 0 to 255. Defaults to the exit code of the first reported error. With 0, reported errors
    /// don't change the exit code.
    #[must_use]
    pub fn reported_exit(mut self, code: u8) -> Self {
        self.reported_exit = Some(code);
        self
    }

    /// Sets whether SIGINT (Ctrl-C), SIGTERM and SIGHUP become the error
    /// [`Interrupted`](crate::ready::Interrupted), whose code `INTERRUPTED` the catalog then contains.
    /// Defaults to false. Signals are only handled on Unix. On other systems, the setting only
    /// lists the code.
    ///
    /// After the error is written, the signal terminates the process. This takes at most half a
    /// second, even if the error can't be written. On Linux, signals that were ignored when the
    /// program started stay ignored.
    #[cfg(feature = "signals")]
    #[must_use]
    pub fn handle_signals(mut self, handle: bool) -> Self {
        self.settings.handles_signals = handle;
        self
    }

    /// Adds a function that receives the record of the program's error, for example for logging, and
    /// those of all [reported](super::report) errors. The function is called after the error is written. If the error goes to standard error in a
    /// format for programs, the function is called first.
    #[must_use]
    pub fn observe(mut self, observer: impl Fn(&ErrorRecord) + Send + Sync + 'static) -> Self {
        self.observers.push(Arc::new(observer));
        self
    }

    pub(crate) fn format_in_pipes(&self) -> Format {
        self.piped.unwrap_or(self.agent_format)
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Program")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

pub(super) fn executable_name() -> String {
    let path = env::args_os().next().unwrap_or_default();
    Path::new(&path)
        .file_stem()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}
