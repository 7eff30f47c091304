//! Selects the output format.

use super::Program;
use crate::format::Format;
use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};

/// Everything outside of the program's settings that affects the format.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environment {
    /// The arguments, without the name of the program.
    pub(crate) arguments: Vec<OsString>,
    /// The value of the variable that selects the format. Empty if it isn't set.
    pub(crate) output_variable: String,
    /// The value of `CI`. Empty if it isn't set.
    pub(crate) ci: String,
    pub(crate) stdout_is_terminal: bool,
    /// The format that the program has set itself.
    pub(crate) set_by_program: Option<Format>,
    /// The format of the flag that the command-line parser found.
    pub(crate) set_by_flag: Option<Format>,
    /// Whether the parser has our flags, but hasn't parsed the command line yet.
    pub(crate) awaits_flags: bool,
}

impl Environment {
    /// Reads the environment of the process, without the arguments. `variable` is the name of the
    /// variable that selects the format, or empty.
    pub(super) fn of_process(variable: &str) -> Self {
        let output_variable = if variable.is_empty() {
            String::new()
        } else {
            value_of(variable)
        };
        Self {
            output_variable,
            ci: value_of("CI"),
            stdout_is_terminal: io::stdout().is_terminal(),
            ..Self::default()
        }
    }

    fn is_ci(&self) -> bool {
        !self.ci.is_empty() && self.ci != "0" && !self.ci.eq_ignore_ascii_case("false")
    }
}

/// Returns the value of an environment variable, or an empty string if it isn't set.
fn value_of(variable: &str) -> String {
    let value = env::var_os(variable).unwrap_or_default();
    value.to_string_lossy().into_owned()
}

/// The format that a program uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    pub(crate) format: Format,
    /// The requested format, if it's one of this project's that the program doesn't link.
    pub(crate) unlinked: Option<&'static str>,
    pub(crate) warnings: Vec<String>,
}

impl Selection {
    /// Selects the format. The guide to formats states the order of precedence.
    pub(crate) fn resolve(program: &Program, environment: &Environment) -> Self {
        // Until the parser has reported its flags, the arguments select the format.
        let reads_arguments = program.reads_flags || environment.awaits_flags;
        let requested = if reads_arguments {
            Requested::by(program, &environment.arguments)
        } else {
            Requested::default()
        };
        let by_variable = program.format_named(&environment.output_variable);
        let chosen = environment
            .set_by_program
            .or(environment.set_by_flag)
            .or(requested.linked)
            .or(by_variable);
        let mut warnings = Vec::new();
        if by_variable.is_none() && may_be_misspelled(&environment.output_variable) {
            warnings.push(misspelled(program, &environment.output_variable));
        }
        Self {
            format: chosen.unwrap_or_else(|| default_format(program, environment)),
            unlinked: requested.unlinked,
            warnings,
        }
    }
}

fn default_format(program: &Program, environment: &Environment) -> Format {
    if environment.stdout_is_terminal && !environment.is_ci() {
        Format::HUMAN
    } else {
        program.format_in_pipes()
    }
}

/// Whether the value may be meant as a format. Values such as paths or secrets may be for the
/// program itself.
fn may_be_misspelled(value: &str) -> bool {
    const LONGEST: usize = 12;
    !value.is_empty()
        && value.len() <= LONGEST
        && value.bytes().all(|byte| byte.is_ascii_alphabetic())
}

fn misspelled(program: &Program, value: &str) -> String {
    let variable = program.name_of_variable();
    let formats = names(&program.formats);
    format!("{variable}={value} is not a format; expected one of {formats}")
}

/// The formats that the arguments request.
#[derive(Default)]
struct Requested {
    /// The last one that the program links.
    linked: Option<Format>,
    /// The last one, if the program doesn't link it.
    unlinked: Option<&'static str>,
}

impl Requested {
    /// Searches for `--output FORMAT`, `--output=FORMAT` and `--agent` before `--`, where the program
    /// may have another name for `--output`. Ignores a value that isn't a format, because the program
    /// may use the flag itself, for example for an output file.
    fn by(program: &Program, arguments: &[OsString]) -> Self {
        let mut requested = Self::default();
        let mut words = arguments
            .iter()
            .map(|word| word.to_str().unwrap_or_default());
        while let Some(word) = words.next() {
            if word == "--" {
                break;
            } else if word == "--agent" {
                requested.add(program, program.agent_format.name());
            } else if is_flag(word, program.output_flag) {
                requested.add(program, words.next().unwrap_or_default());
            } else if let Some((flag, value)) = word.split_once('=')
                && is_flag(flag, program.output_flag)
            {
                requested.add(program, value);
            }
        }
        requested
    }

    fn add(&mut self, program: &Program, name: &str) {
        if let Some(format) = program.format_named(name) {
            self.linked = Some(format);
            self.unlinked = None;
        } else if let Some(known) = KNOWN.into_iter().flatten().find(|known| *known == name) {
            self.unlinked = Some(known);
        }
    }
}

/// Whether the word is `--` and the name of a flag.
fn is_flag(word: &str, name: &str) -> bool {
    word.strip_prefix("--") == Some(name)
}

/// The names and aliases of this project's formats, in this crate and in `agent-error-formats`. A
/// program that doesn't link one of them refuses it.
pub(crate) const KNOWN: [[&str; 2]; 8] = [
    ["human", "text"],
    ["json", "envelope"],
    ["brief", "brief"],
    ["problem", "problem"],
    ["nested", "nested"],
    ["flat", "flat"],
    ["xml", "xml"],
    ["tagged", "tagged"],
];

pub(super) fn names(formats: &[Format]) -> String {
    let names: Vec<&str> = formats.iter().map(Format::name).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::{Environment, Selection};
    use crate::format::Format;
    use crate::process::program::Program;

    /// Selects a format in a pipe, with these arguments and this value of `TOOL_OUTPUT`.
    fn selected(program: &Program, arguments: &str, variable: &str) -> Selection {
        let environment = Environment {
            arguments: arguments.split_whitespace().map(Into::into).collect(),
            output_variable: variable.to_owned(),
            ..Environment::default()
        };
        Selection::resolve(program, &environment)
    }

    #[test]
    fn flags_precede_the_variable_and_the_default() {
        let program = Program::new("tool").read_flags(true);
        for (arguments, variable, name) in [
            ("", "", "json"),
            ("", "brief", "brief"),
            ("", "text", "human"),
            ("", "xml", "json"),
            ("--output brief", "human", "brief"),
            ("--output=envelope", "human", "json"),
            ("--agent", "human", "json"),
            ("--output brief --agent", "", "json"),
            ("--agent --output brief", "", "brief"),
            ("--output file.txt", "human", "human"),
            ("--output --agent", "human", "human"),
            ("-- --output brief", "human", "human"),
            ("--output", "human", "human"),
        ] {
            let selection = selected(&program, arguments, variable);
            assert_eq!(selection.format.name(), name, "{arguments}, {variable}");
        }
    }

    #[test]
    fn the_flag_can_have_another_name() {
        let program = Program::new("my-tool")
            .read_flags(true)
            .output_flag("error-format");
        for (arguments, name) in [
            ("--error-format brief", "brief"),
            ("--error-format=brief --output human", "brief"),
            ("--output brief", "json"),
            ("--error-formats brief", "json"),
            ("--agent", "json"),
        ] {
            let selection = selected(&program, arguments, "");
            assert_eq!(selection.format.name(), name, "{arguments}");
        }
        assert_eq!(program.name_of_variable(), "MY_TOOL_ERROR_FORMAT");
    }

    #[test]
    fn a_format_that_is_not_linked_is_refused_unless_another_follows() {
        let program = Program::new("tool").read_flags(true);
        for (arguments, unlinked) in [
            ("--output xml", Some("xml")),
            ("--output=problem", Some("problem")),
            ("--output xml --output brief", None),
            ("--output brief --output tagged", Some("tagged")),
            ("--output acme", None),
        ] {
            let selection = selected(&program, arguments, "");
            assert_eq!(selection.unlinked, unlinked, "{arguments}");
        }
        let without_flags = Program::new("tool");
        assert_eq!(selected(&without_flags, "--output xml", "").unlinked, None);
    }

    #[test]
    fn only_values_that_may_be_misspelled_formats_are_warned_about() {
        let program = Program::new("tool");
        let warning = "TOOL_OUTPUT=jsno is not a format; expected one of human, json, brief";
        assert_eq!(selected(&program, "", "jsno").warnings, [warning]);
        for value in ["", "json", "/tmp/out", "hunter2", "averylongpassword"] {
            assert_eq!(selected(&program, "", value).warnings, [""; 0], "{value}");
        }
    }

    #[test]
    fn people_see_text_in_a_terminal_but_not_under_ci() {
        let program = Program::new("tool");
        for (ci, format) in [
            ("", Format::HUMAN),
            ("0", Format::HUMAN),
            ("FALSE", Format::HUMAN),
            ("true", Format::ENVELOPE),
            ("1", Format::ENVELOPE),
        ] {
            let environment = Environment {
                ci: ci.to_owned(),
                stdout_is_terminal: true,
                ..Environment::default()
            };
            let selection = Selection::resolve(&program, &environment);
            assert_eq!(selection.format, format, "{ci}");
        }
    }

    #[test]
    fn the_choice_of_the_program_precedes_that_of_the_parser() {
        let program = Program::new("tool").piped(Format::HUMAN);
        let mut environment = Environment::default();
        assert_eq!(
            Selection::resolve(&program, &environment).format,
            Format::HUMAN
        );
        environment.set_by_flag = Some(Format::BRIEF);
        assert_eq!(
            Selection::resolve(&program, &environment).format,
            Format::BRIEF
        );
        environment.set_by_program = Some(Format::ENVELOPE);
        assert_eq!(
            Selection::resolve(&program, &environment).format,
            Format::ENVELOPE
        );
        environment.awaits_flags = true;
        environment.arguments = vec!["--output=brief".into()];
        environment.set_by_program = None;
        environment.set_by_flag = None;
        assert_eq!(
            Selection::resolve(&program, &environment).format,
            Format::BRIEF
        );
    }
}
