//! Selects the output format.

use super::state;
pub(crate) use super::state::FormatFlag;
use crate::format::{Format, Renderer, Stream};
use crate::text::style::Terminal;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};

/// Sets the output format. Overrides the command line and the environment.
///
/// Use this if your program parses its own output flag. Doesn't affect earlier output. If the format isn't a constant,
/// the program links all formats.
#[inline]
pub fn set_format(format: Format) {
    set_renderer(Renderer::new(format));
}

fn set_renderer(renderer: Renderer<'static>) {
    state::with(|state| state.format.by_program = Some(renderer));
}

/// Records that the program's parser has our flags. Until [`set_by_flags`] is called, the arguments select the format.
#[cfg(feature = "clap")]
pub(crate) fn expect_flags() {
    state::with(|state| state.format.expects_flags = true);
}

/// Sets the flag that the program's parser found. Has no effect if the parser doesn't have our flags.
#[cfg(feature = "clap")]
pub(crate) fn set_by_flags(flag: Option<FormatFlag>) {
    state::with(|state| {
        if state.format.expects_flags {
            state.format.by_flag = flag;
            state.format.knows_flag = true;
        }
    });
}

/// Whether the parser has our flags but hasn't reported them yet. Until then, the arguments select the format.
pub(super) fn is_flag_unknown() -> bool {
    state::with(|state| state.format.expects_flags && !state.format.knows_flag)
}

/// Everything that determines the format.
pub(crate) struct FormatInputs<'a> {
    /// The command-line arguments without the program name. Empty if the program doesn't support the flags.
    pub(crate) arguments: &'a [OsString],
    /// The name and value of `<TOOL>_OUTPUT`.
    pub(crate) variable: (&'a str, Option<OsString>),
    /// Whether the program runs in continuous integration.
    pub(crate) ci: bool,
    /// Whether standard output is a terminal.
    pub(crate) terminal: bool,
    /// The format that `--agent` selects.
    pub(crate) agent_format: Format,
    /// The default format.
    pub(crate) piped_format: Format,
    pub(crate) formats: &'a [Renderer<'static>],
}

impl FormatInputs<'_> {
    fn linked(&self, format: Format) -> Option<Renderer<'static>> {
        self.formats.iter().find(|renderer| renderer.format() == format).copied()
    }

    /// Returns the format of the last `--output FORMAT`, `--output=FORMAT` or `--agent` before `--`. Ignores `--output`
    /// if its value isn't a format, because the program may use the flag itself, for example for an output file.
    fn by_arguments(&self) -> Option<Format> {
        let mut chosen = None;
        let mut is_value = false;
        for argument in self.arguments.iter().take_while(|argument| *argument != "--") {
            let text = argument.to_str().unwrap_or_default();
            let format = match text {
                _ if is_value => Format::named(text),
                "--agent" => Some(self.agent_format),
                _ => text.strip_prefix("--output=").and_then(Format::named),
            };
            is_value = !is_value && text == "--output";
            chosen = format.or(chosen);
        }
        chosen
    }
}

/// The selected format.
pub(crate) struct Choice {
    pub(crate) format: Format,
    /// The renderer of the format. Outside of a running program, only `Human` is linked.
    pub(crate) renderer: Renderer<'static>,
    /// The requested format, if the program doesn't link it.
    pub(crate) unlinked: Option<Format>,
    /// A warning about an invalid value of the environment variable.
    pub(crate) warning: Option<String>,
}

/// Whether a value could be a misspelled format.
fn may_be_misspelled(value: &OsStr) -> bool {
    let bytes = value.as_encoded_bytes();
    bytes.len() <= 12 && bytes.iter().all(u8::is_ascii_alphabetic)
}

/// Selects the output format. In order of precedence:
///
/// 1. The format set by the program
/// 2. `--output FORMAT` or `--agent`
/// 3. `<TOOL>_OUTPUT`
/// 4. `Human` in a terminal, unless under `CI`
/// 5. The program's default, which is initially `Envelope`
pub(crate) fn choose(situation: &FormatInputs<'_>) -> Choice {
    let (name, value) = &situation.variable;
    let named = |value: &OsString| situation.linked(Format::named(value.to_str()?)?);
    let from_variable = value.as_ref().filter(|value| !value.is_empty()).map(|value| (value, named(value)));
    let warning = match from_variable {
        // Don't warn about other values, such as paths or secrets. The program may use the variable for something else.
        Some((value, None)) if may_be_misspelled(value) => {
            let expected = names(situation.formats);
            Some(format!("{name}={} is not a format; expected one of {expected}", value.display()))
        }
        _ => None,
    };
    let selected = state::with(|state| state.format);
    let by_flag = selected.by_flag.and_then(|flag| match flag {
        FormatFlag::Output(format) => situation.linked(format),
        FormatFlag::Agent => situation.linked(situation.agent_format),
    });
    let by_argument = situation.by_arguments();
    let default = if situation.ci || !situation.terminal { situation.piped_format } else { Format::Human };
    let renderer = selected
        .by_program
        .or(by_flag)
        .or(by_argument.and_then(|format| situation.linked(format)))
        .or(from_variable.and_then(|(_, format)| format))
        .or_else(|| situation.linked(default));
    let format = renderer.map_or(default, |renderer| renderer.format());
    let renderer = renderer.unwrap_or(Renderer::new(Format::Human));
    Choice { format, renderer, unlinked: by_argument.filter(|format| situation.linked(*format).is_none()), warning }
}

/// Returns the names of the formats, separated by commas.
pub(super) fn names(formats: &[Renderer<'static>]) -> String {
    let names: Vec<&str> = formats.iter().map(|renderer| renderer.format().as_str()).collect();
    names.join(", ")
}

/// Whether a variable such as `CI` is set to a true value.
pub(super) fn means_yes(value: &OsStr) -> bool {
    !value.is_empty() && value != "0" && !value.eq_ignore_ascii_case("false")
}

/// Returns the width and color support of a stream.
pub(crate) fn terminal(stream: Stream) -> Terminal {
    let terminal = match stream {
        Stream::Stdout => io::stdout().is_terminal(),
        Stream::Stderr => io::stderr().is_terminal(),
    };
    Terminal { width: width(terminal, stream), color: color(stream) }
}

#[cfg(all(feature = "terminal", any(unix, windows)))]
fn width(terminal: bool, stream: Stream) -> Option<usize> {
    let size = match stream {
        Stream::Stdout => terminal_size::terminal_size_of(io::stdout()),
        Stream::Stderr => terminal_size::terminal_size_of(io::stderr()),
    };
    size.filter(|_| terminal).map(|(width, _)| usize::from(width.0)).filter(|width| *width > 0)
}

#[cfg(not(all(feature = "terminal", any(unix, windows))))]
fn width(_: bool, _: Stream) -> Option<usize> {
    None
}

#[cfg(feature = "terminal")]
fn color(stream: Stream) -> bool {
    let choice = match stream {
        Stream::Stdout => anstream::AutoStream::choice(&io::stdout()),
        Stream::Stderr => anstream::AutoStream::choice(&io::stderr()),
    };
    choice != anstream::ColorChoice::Never
}

#[cfg(not(feature = "terminal"))]
fn color(_: Stream) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::{Choice, FormatInputs, choose};
    use crate::format::{Format, Renderer};
    use std::ffi::OsString;

    fn chosen(arguments: &[&str], variable: Option<&str>, ci: bool, terminal: bool) -> Choice {
        let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        choose(&FormatInputs {
            arguments: &arguments,
            variable: ("TOOL_OUTPUT", variable.map(OsString::from)),
            ci,
            terminal,
            agent_format: Format::Envelope,
            piped_format: Format::Tagged,
            formats: &Format::ALL.iter().copied().map(Renderer::new).collect::<Vec<_>>(),
        })
    }

    #[test]
    fn a_variable_that_the_program_uses_for_something_else_is_not_reported() {
        for value in ["postgres://eve:hunter2@db", "token=hunter2", "./out", "-", "hunter2hunter2hunter2"] {
            let choice = chosen(&[], Some(value), false, true);
            assert_eq!((choice.format, choice.warning), (Format::Human, None), "{value}");
        }
    }

    #[test]
    fn the_flag_comes_first_then_the_variable_then_the_terminal() {
        let format = |arguments: &[&str], variable, ci, terminal| chosen(arguments, variable, ci, terminal).format;
        assert_eq!(format(&["--output", "human"], Some("json"), true, false), Format::Human);
        assert_eq!(format(&["--output=json"], Some("human"), false, true), Format::Envelope);
        assert_eq!(format(&["--agent"], None, false, true), Format::Envelope);
        assert_eq!(format(&[], Some("human"), true, false), Format::Human);
        assert_eq!(format(&[], None, false, true), Format::Human);
        assert_eq!(format(&[], None, true, true), Format::Tagged);
        assert_eq!(format(&[], None, false, false), Format::Tagged);
    }

    #[test]
    fn the_format_for_agents_is_also_that_of_pipes_unless_another_one_is_set() {
        let program = crate::Program::new("tool").agent_format(Format::Brief);
        assert_eq!((program.agent_format, program.format_in_pipes()), (Format::Brief, Format::Brief));
        let filter = program.piped_format(Format::Human);
        assert_eq!((filter.agent_format, filter.format_in_pipes()), (Format::Brief, Format::Human));
    }

    #[test]
    fn an_output_that_is_a_file_decides_nothing() {
        assert_eq!(chosen(&["--output", "a.csv"], None, false, true).format, Format::Human);
        assert_eq!(chosen(&["--", "--output", "json"], None, false, true).format, Format::Human);
        assert_eq!(chosen(&["--output", "--output", "json"], None, false, true).format, Format::Human);
    }

    #[test]
    fn a_variable_that_is_not_a_format_is_reported() {
        let choice = chosen(&[], Some("jsn"), false, true);
        assert_eq!(choice.format, Format::Human);
        assert!(choice.warning.unwrap().starts_with("TOOL_OUTPUT=jsn is not a format; expected one of human, json"));
    }
}
