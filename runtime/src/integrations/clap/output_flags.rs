//! Flags that select the output format.

use super::command_line;
use super::flags::{AGENT, OUTPUT, long_names};
use super::help;
use crate::format::Format;
use crate::process::selection::KNOWN;
use crate::process::{configured, output, running};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use std::ffi::OsString;
use std::mem::take;

/// The `--output FORMAT` and `--agent` flags, which select the output format. If both are passed,
/// the last one wins. To rename `--output`, set `#[agent_error::main(output_flag = "error-format")]`
/// or [`Program::output_flag`](crate::Program::output_flag).
///
/// The [guide](crate::_guide::cli) shows how to add them. Outside of a program, for example in a
/// test that parses a command line, `--output` accepts all formats of agent-error and
/// agent-error-formats.
///
/// All commands of the program accept both flags, with the following exceptions, in which existing
/// calls work as before:
///
/// - A command that has its own `--output` flag or inherits a global one keeps it.
/// - A command that passes arbitrary arguments on to another program doesn't get the flags.
/// - A command that infers abbreviated flags doesn't get a flag if another flag starts with the
///   same letter.
///
/// The flags select the format even if clap rejects the command line: the program then searches all
/// arguments before `--` for them. The flags are added with [`Command::defer`], so don't call
/// `defer` on the same command.
///
/// ```
/// use agent_error::clap::{OutputFlags, parse_args_from};
///
/// #[derive(clap::Parser)]
/// struct Cli {
///     #[command(flatten)]
///     _output: OutputFlags,
///     path: String,
/// }
///
/// let cli: Cli = parse_args_from(["tool", "a.txt", "--output", "json"]).unwrap();
/// assert_eq!(cli.path, "a.txt");
/// assert!(parse_args_from::<Cli>(["tool", "a.txt", "--output", "xyz"]).is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutputFlags {}

/// Adds the flags to all commands that don't already use their names. Also prepares the help of
/// programs that don't call [`parse_args`](super::parse_args).
fn add(mut root: Command) -> Command {
    command_line::register();
    let is_shown = configured().shown_in_help;
    help::prepare(&mut root);
    // Completions and suggestions include hidden flags, so only add them if the caller passes one.
    if is_shown || is_passed() {
        output::expect_flags();
        add_flags(&mut root, is_shown, &[], false);
    }
    root
}

/// Whether the caller passes one of the flags.
fn is_passed() -> bool {
    let flag = format!("--{}", configured().output_flag);
    output::arguments().iter().any(|argument| {
        let argument = argument.to_str().unwrap_or_default();
        let name = argument.split('=').next().unwrap_or_default();
        name == flag || argument == "--agent"
    })
}

/// Adds the flags to a command and its subcommands, unless a flag would change how existing calls
/// are parsed. `inherited` contains the names of global flags; `infers` says whether clap accepts
/// abbreviated flags.
fn add_flags(command: &mut Command, is_shown: bool, inherited: &[String], infers: bool) {
    let mut used = inherited.to_vec();
    let mut global = inherited.to_vec();
    for arg in command.get_arguments() {
        used.append(&mut long_names(arg));
        if arg.is_global_set() {
            global.append(&mut long_names(arg));
        }
    }
    for subcommand in command.get_subcommands() {
        used.extend(subcommand.get_long_flag().map(str::to_owned));
    }
    // Whether a positional argument accepts values that look like flags.
    let takes_any_word = command
        .get_positionals()
        .any(|arg| arg.is_allow_hyphen_values_set() && !arg.is_last_set());
    let names = [(OUTPUT, configured().output_flag), (AGENT, "agent")];
    let is_ambiguous = names.iter().any(|(_, name)| has_initial_of(&used, name));
    // Only test whether the command infers flags if it matters.
    let infers_here = infers || (is_ambiguous && !takes_any_word && infers_flags(command));
    let mut added = Vec::new();
    for (id, name) in names {
        let is_used = used.iter().any(|used| used == name);
        let is_taken = is_used || (infers_here && has_initial_of(&used, name));
        if !takes_any_word && !is_taken {
            added.push(id);
        }
    }
    for id in &added {
        let flag = if *id == OUTPUT {
            output_flag()
        } else {
            agent_flag()
        };
        let flag_in_help = flag
            .overrides_with_all(added.iter().copied())
            .hide(!is_shown)
            .help_heading("Output");
        *command = take(command).arg(flag_in_help);
    }
    for subcommand in command.get_subcommands_mut() {
        add_flags(subcommand, is_shown, &global, infers_here);
    }
}

/// Whether a flag starts with the same letter as `name`, so that abbreviations of it could become
/// ambiguous.
fn has_initial_of(flags: &[String], name: &str) -> bool {
    let initial = name.chars().next();
    flags.iter().any(|flag| flag.chars().next() == initial)
}

/// Whether the command accepts abbreviated flags. clap has no getter for this setting, so this
/// function parses an abbreviated flag with a copy of the command.
fn infers_flags(command: &Command) -> bool {
    const PROBE: &str = "agent_error::probe";
    let probe = Arg::new(PROBE).long(PROBE).action(ArgAction::SetTrue);
    let mut abbreviated = Command::from(command)
        .arg(probe)
        .ignore_errors(true)
        .no_binary_name(true);
    let matches =
        abbreviated.try_get_matches_from_mut(&[OsString::from("--agent_error::prob")][..]);
    // If a default is invalid, the matches may lack the probe.
    matches.is_ok_and(|matches| {
        matches
            .try_get_one(PROBE)
            .is_ok_and(|found| found == Some(&true))
    })
}

/// Returns the format of the flag that was passed. If several commands were passed one, the
/// innermost command wins.
pub(super) fn selected(matches: &ArgMatches) -> Option<Format> {
    if let Some(format) = matches.subcommand().and_then(|(_, below)| selected(below)) {
        return Some(format);
    }
    let program = configured();
    // The lookups fail if a command doesn't have the flags.
    if let Ok(Some(name)) = matches.try_get_one::<String>(OUTPUT) {
        return program.format_named(name);
    }
    let is_agent = matches!(matches.try_get_one::<bool>(AGENT), Ok(Some(true)));
    is_agent.then_some(program.agent_format)
}

fn output_flag() -> Arg {
    let values: Vec<PossibleValue> = match running() {
        Some(program) => {
            let names = program.formats.iter().map(Format::names);
            names.map(possible_value).collect()
        }
        None => KNOWN.into_iter().map(possible_value).collect(),
    };
    Arg::new(OUTPUT)
        .long(configured().output_flag)
        .value_name("FORMAT")
        .value_parser(values)
        .help(help_of_output())
}

/// Returns the value for a format with a name and an alias, which may be the same.
fn possible_value([name, alias]: [&'static str; 2]) -> PossibleValue {
    let value = PossibleValue::new(name);
    if alias == name {
        value
    } else {
        value.alias(alias)
    }
}

fn agent_flag() -> Arg {
    let help = match running() {
        Some(program) => format!(
            "Same as `--{} {}`",
            program.output_flag, program.agent_format
        ),
        None => "Select the output format for agents".to_owned(),
    };
    Arg::new(AGENT)
        .long("agent")
        .action(ArgAction::SetTrue)
        .help(help)
}

/// Returns the help for `--output`. The default depends on the program's settings.
fn help_of_output() -> String {
    let Some(program) = running() else {
        return "Output format".to_owned();
    };
    let in_pipes = program.format_in_pipes();
    let default = if in_pipes.is_for_people() {
        "text".to_owned()
    } else if in_pipes == Format::ENVELOPE {
        "text in a terminal; JSON in a pipe or under `CI`".to_owned()
    } else {
        format!("text in a terminal; `{in_pipes}` in a pipe or under `CI`")
    };
    let errors = if program.errors_on_stderr {
        "; errors go to standard error"
    } else {
        ""
    };
    format!("Output format{errors} [default: {default}]")
}

impl Args for OutputFlags {
    fn augment_args(command: Command) -> Command {
        command.defer(add)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OutputFlags {
    fn from_arg_matches(_: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self {})
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        Ok(())
    }
}
