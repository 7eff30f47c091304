//! The flags that select the format.

use super::commands::{copied, with_each_subcommand};
use super::given::{self, takes_any_word};
use crate::format::Format;
use crate::process::output::{self, FormatFlag};
use crate::process::{configured, running};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Id};

/// The ids of the flags. Programs don't use such names, so they never read a value of ours, nor we one of theirs.
const OUTPUT: &str = "agent_error::output";
const AGENT: &str = "agent_error::agent";

/// The flags `--output FORMAT` and `--agent`, which select the format of the program's output. The last one wins.
///
/// With clap's derive, flatten it into the struct that derives `Parser`. With the builder, call
/// [`CommandExt::output_args`](super::CommandExt::output_args).
///
/// Every command of the program accepts both flags, except where the program already uses the name: a command with its
/// own `--output`, or one that inherits a global `--output`, keeps it and doesn't get ours. The same applies to a
/// command that passes arbitrary words on to another program, and to one that infers abbreviated flags and has another
/// flag with the same first letter. Its calls work as before; the variable `<TOOL>_OUTPUT` still selects the format.
///
/// [`run`](crate::run) and [`main`](macro@crate::main) know the format even if clap rejects the command line.
///
/// The flags are added when clap builds the command, through [`Command::defer`], so don't call `defer` on the same
/// command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutputArgs {
    /// The selected format, if a flag selects one.
    pub format: Option<Format>,
}

/// Adds the flags to all commands of a tree, where their names are free, and reads them from the command line of the
/// process.
fn add(root: Command) -> Command {
    let root = with_flags(root, configured().shown_in_help, &Inherited::default());
    output::set_by_flags(selected(&root));
    root
}

/// What a command inherits from those above it.
#[derive(Clone, Default)]
struct Inherited {
    /// The names of global flags.
    names: Vec<String>,
    /// Whether clap accepts abbreviated flags.
    infers: bool,
}

/// The command and its subcommands with the flags.
fn with_flags(command: Command, is_shown: bool, inherited: &Inherited) -> Command {
    let mut inherited = inherited.clone();
    inherited.names.extend(command.get_arguments().filter(|arg| arg.is_global_set()).flat_map(names));
    let mut command = command;
    let taken = Taken::of(&command, &mut inherited);
    let flags = [(taken.output, output_flag as fn() -> Arg), (taken.agent, agent_flag)];
    let flags: Vec<Arg> = flags.iter().filter(|(is_taken, _)| !is_taken).map(|(_, flag)| flag()).collect();
    let ids: Vec<Id> = flags.iter().map(|flag| flag.get_id().clone()).collect();
    for flag in flags {
        command = command.arg(flag.overrides_with_all(&ids).hide(!is_shown));
    }
    with_each_subcommand(command, |subcommand| with_flags(subcommand, is_shown, &inherited))
}

/// Whether one of the flags would change a call that the command already accepts.
struct Taken {
    output: bool,
    agent: bool,
}

impl Taken {
    fn of(command: &Command, inherited: &mut Inherited) -> Self {
        if takes_any_word(command) {
            return Self { output: true, agent: true };
        }
        let mut used = inherited.names.clone();
        used.extend(command.get_arguments().flat_map(names));
        used.extend(command.get_subcommands().filter_map(Command::get_long_flag).map(str::to_owned));
        // An abbreviation of one of these flags could become one of ours, or ambiguous.
        let is_similar = |name: &str| used.iter().any(|used| used.chars().next() == name.chars().next());
        let (output, agent) = (is_similar("output"), is_similar("agent"));
        inherited.infers = inherited.infers || ((output || agent) && infers_flags(command));
        let is_used = |name: &str| used.iter().any(|used| used == name);
        match inherited.infers {
            true => Self { output, agent },
            false => Self { output: is_used("output"), agent: is_used("agent") },
        }
    }
}

/// Whether the command accepts abbreviated flags. clap has no getter for this, so a copy of the command reads one.
fn infers_flags(command: &Command) -> bool {
    const PROBE: &str = "agent_error::probe";
    let probe = Arg::new(PROBE).long(PROBE).action(ArgAction::SetTrue);
    let abbreviated = copied(command).arg(probe).ignore_errors(true).no_binary_name(true);
    let matches = abbreviated.try_get_matches_from(["--agent_error::prob"]);
    matches.is_ok_and(|matches| matches.get_flag(PROBE))
}

/// The long names of an argument.
fn names(arg: &Arg) -> Vec<String> {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    arg.get_long().into_iter().chain(aliases).map(str::to_owned).collect()
}

/// The last of the flags on the command line of the process.
fn selected(root: &Command) -> Option<FormatFlag> {
    let arguments: Vec<_> = std::env::args_os().collect();
    let chosen = |given: &given::Given<'_>| match given.flag.get_id().as_str() {
        OUTPUT => Format::named(given.value.as_deref()?).map(FormatFlag::Output),
        AGENT => Some(FormatFlag::Agent),
        _ => None,
    };
    given::flags(root, &arguments).iter().filter_map(chosen).next_back()
}

/// Whether this is one of the two flags.
pub(super) fn is_output_flag(arg: &Arg) -> bool {
    [OUTPUT, AGENT].contains(&arg.get_id().as_str())
}

fn output_flag() -> Arg {
    Arg::new(OUTPUT)
        .long("output")
        .value_name("FORMAT")
        .value_parser(format_parser())
        .help_heading(HEADING)
        .help(help_of_output())
}

fn agent_flag() -> Arg {
    Arg::new(AGENT).long("agent").action(ArgAction::SetTrue).help_heading(HEADING).help(match running() {
        Some(program) => format!("Same as `--output {}`", program.agent_format),
        None => "Select the output format for agents".to_owned(),
    })
}

const HEADING: &str = "Output";

/// The default is known only while the program runs: a build script or a test has other settings.
fn help_of_output() -> String {
    let Some(program) = running() else { return "Output format".to_owned() };
    let default = match program.format_in_pipes() {
        Format::Human => "text".to_owned(),
        Format::Envelope => "text in a terminal; JSON in a pipe or under `CI`".to_owned(),
        other => format!("text in a terminal; `{other}` in a pipe or under `CI`"),
    };
    let errors = if program.errors_on_stderr { "; errors go to standard error" } else { "" };
    format!("Output format{errors} [default: {default}]")
}

fn format_parser() -> ValueParser {
    let aliased = |format: &Format| {
        let word = PossibleValue::new(format.as_str());
        word.aliases(["envelope", "text"].into_iter().filter(|alias| Format::named(alias) == Some(*format)))
    };
    let values: Vec<PossibleValue> = Format::ALL.iter().map(aliased).collect();
    let parser = PossibleValuesParser::new(values);
    parser.map(|word| Format::named(&word).unwrap_or(Format::Human)).into()
}

impl Args for OutputArgs {
    fn augment_args(command: Command) -> Command {
        command.defer(add)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for OutputArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut format = None;
        let mut called = Some(matches);
        while let Some(matches) = called {
            let output = matches.try_get_one::<Format>(OUTPUT).ok().flatten().copied();
            let agent = matches.try_get_one::<bool>(AGENT).ok().flatten().is_some_and(|given| *given);
            format = output.or_else(|| agent.then(|| configured().agent_format)).or(format);
            called = matches.subcommand().map(|(_, below)| below);
        }
        Ok(Self { format })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
