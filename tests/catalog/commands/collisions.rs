//! Tests of programs that already use the names `output`, `agent` and `errors`. Adding this crate's flags and command
//! must not change the meaning of any call.

use agent_error::clap::{CommandExt as _, ErrorsCommand, OutputArgs};
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command};
use std::collections::BTreeMap;

const NAMES: [&str; 3] = ["output", "agent", "errors"];

/// What a program uses a name for.
#[derive(Clone, Copy, Debug)]
enum Use {
    Option,
    GlobalOption,
    Switch,
    GlobalSwitch,
    /// A long flag whose ID differs from its name.
    Renamed,
    Alias,
    Positional,
    OptionalPositional,
    Subcommand,
    LongFlagOfSubcommand,
}

#[rustfmt::skip]
const USES: [Use; 10] = [
    Use::Option, Use::GlobalOption, Use::Switch, Use::GlobalSwitch, Use::Renamed, Use::Alias, Use::Positional,
    Use::OptionalPositional, Use::Subcommand, Use::LongFlagOfSubcommand,
];

impl Use {
    fn add(self, command: Command, name: &'static str) -> Command {
        let arg = Arg::new(name);
        match self {
            Self::Option => command.arg(arg.long(name).short('o')),
            Self::GlobalOption => command.arg(arg.long(name).global(true)),
            Self::Switch => command.arg(arg.long(name).action(ArgAction::SetTrue)),
            Self::GlobalSwitch => command.arg(arg.long(name).action(ArgAction::Count).global(true)),
            Self::Renamed => command.arg(Arg::new("file").long(name)),
            Self::Alias => command.arg(Arg::new("file").long("file").alias(name)),
            Self::Positional => command.arg(arg.required(true).num_args(1..)),
            Self::OptionalPositional => command.arg(arg),
            Self::Subcommand => command.subcommand(Command::new(name).arg(Arg::new("file"))),
            Self::LongFlagOfSubcommand => command.subcommand(Command::new("special").long_flag(name)),
        }
    }

    /// Returns the arguments that use the name.
    fn words(self, name: &str) -> Vec<String> {
        match self {
            Self::Option | Self::GlobalOption | Self::Renamed | Self::Alias => vec![format!("--{name}"), "json".into()],
            Self::Switch | Self::GlobalSwitch | Self::LongFlagOfSubcommand => vec![format!("--{name}")],
            Self::Positional | Self::OptionalPositional => vec!["json".into()],
            Self::Subcommand => vec![name.to_owned(), "json".into()],
        }
    }
}

/// Creates a program that uses the name at this level: in the root, in a subcommand, or in a nested subcommand.
fn program(used: Use, name: &'static str, level: usize) -> Command {
    let leaf = Command::new("now");
    let middle = Command::new("make").arg(Arg::new("jobs").long("jobs"));
    let root = Command::new("tool").arg(Arg::new("verbose").short('v').action(ArgAction::Count).global(true));
    match level {
        0 => used.add(root, name).subcommand(middle.subcommand(leaf)),
        1 => root.subcommand(used.add(middle, name).subcommand(leaf)),
        _ => root.subcommand(middle.subcommand(used.add(leaf, name))),
    }
}

/// Returns calls of the program that use the name at this level. If the name is global, also uses it at lower levels.
fn calls(used: Use, name: &str, level: usize) -> Vec<Vec<String>> {
    let path = ["make", "now"];
    let with = |at: usize, deepest: usize| {
        let mut call = vec!["tool".to_owned(), "-v".into()];
        for (depth, word) in path.iter().enumerate().take(deepest) {
            if depth == at {
                call.extend(used.words(name));
            }
            call.push((*word).to_owned());
        }
        if at >= deepest {
            call.extend(used.words(name));
        }
        call
    };
    let mut calls = vec![with(level, level)];
    if matches!(used, Use::GlobalOption | Use::GlobalSwitch) {
        calls.push(with(level, 2));
        calls.push(with(2, 2));
    }
    calls
}

/// Collects the values of the program's own arguments by subcommand path and argument ID.
fn values(matches: &ArgMatches, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
    for id in matches.ids().filter(|id| !id.as_str().starts_with("agent_error::")) {
        let raw = matches.try_get_raw(id.as_str()).ok().flatten().into_iter().flatten();
        found.insert(format!("{path} {id}"), raw.map(|value| value.to_string_lossy().into_owned()).collect());
    }
    if let Some((name, below)) = matches.subcommand() {
        found.insert(format!("{path} {name}"), Vec::new());
        values(below, &format!("{path} {name}"), found);
    }
}

fn parsed(command: Command, call: &[String]) -> Result<BTreeMap<String, Vec<String>>, String> {
    let matches = command.try_get_matches_from(call).map_err(|error| error.to_string())?;
    let mut found = BTreeMap::new();
    values(&matches, "", &mut found);
    Ok(found)
}

/// Adds everything that this crate offers. Adds the `errors` subcommand unless the root already has one or has
/// positional arguments.
fn adopted(command: Command) -> Command {
    let is_used = command.get_subcommands().any(|command| command.get_name() == "errors");
    let command = match is_used || command.get_positionals().next().is_some() {
        true => command,
        false => command.subcommand(ErrorsCommand::command()),
    };
    command.output_args()
}

#[test]
fn adding_the_flags_and_command_changes_no_valid_call() {
    let mut compared = 0;
    for used in USES {
        for name in NAMES {
            for level in 0..3 {
                for call in calls(used, name, level) {
                    let before = parsed(program(used, name, level), &call);
                    assert!(before.is_ok(), "{used:?} {name} {level} {call:?}: {before:?}");
                    let after = parsed(adopted(program(used, name, level)), &call);
                    assert_eq!(before, after, "{used:?} of {name} at level {level}: {call:?}");
                    compared += 1;
                }
                // Run clap's own assertions on the whole command tree.
                adopted(program(used, name, level)).build();
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_errors_command_works_beside_global_flags_with_its_names() {
    let names = ["all", "exit", "own", "command", "prefix", "fields", "retryable", "output", "code", "format", "out"];
    let flags = names.map(|name| Arg::new(name).long(name).global(true).action(ArgAction::Count));
    let command = || Command::new("tool").args(flags.clone()).subcommand(ErrorsCommand::command()).output_args();
    command().build();
    for call in [
        &["tool", "errors", "list", "--all", "--exit", "--errors-exit", "5", "--errors-all"][..],
        &["tool", "--own", "errors", "explain", "A", "--output"],
        &["tool", "errors", "manifest", "--errors-all", "--code"],
    ] {
        let matches = command().try_get_matches_from(call).unwrap();
        let total: u8 = names.iter().map(|name| matches.get_count(name)).sum();
        let own = call.iter().filter(|word| word.strip_prefix("--").is_some_and(|word| names.contains(&word)));
        assert_eq!(usize::from(total), own.count(), "{call:?}");
    }
}

#[test]
fn abbreviated_flags_keep_their_meaning() {
    let flag = |name: &'static str| Arg::new(name).long(name);
    let leaf = || Command::new("make").arg(flag("agents")).arg(Arg::new("rest"));
    let program = || Command::new("tool").infer_long_args(true).arg(flag("output-dir")).subcommand(leaf());
    for call in [
        &["tool", "--out", "x"][..],
        &["tool", "--o", "x", "make", "--ag", "3"],
        &["tool", "make", "--agent", "3"],
        &["tool", "make", "--agents", "3", "y"],
    ] {
        let call: Vec<String> = call.iter().map(|word| (*word).to_owned()).collect();
        let before = parsed(program(), &call);
        assert!(before.is_ok(), "{call:?}: {before:?}");
        assert_eq!(before, parsed(adopted(program()), &call), "{call:?}");
    }
    // If the program doesn't infer long flags, only an identical name collides.
    let exact = || Command::new("tool").arg(flag("output-dir"));
    assert!(adopted(exact()).try_get_matches_from(["tool", "--output", "json"]).is_ok());
}

#[test]
fn arguments_for_another_program_are_passed_through() {
    let words = || Arg::new("words").num_args(0..).allow_hyphen_values(true);
    for run in [Command::new("run").arg(words()), Command::new("run").arg(words().trailing_var_arg(true))] {
        for call in [&["tool", "run", "--output", "json"][..], &["tool", "run", "ls", "--agent"]] {
            let call: Vec<String> = call.iter().map(|word| (*word).to_owned()).collect();
            let program = || Command::new("tool").subcommand(run.clone());
            assert_eq!(parsed(program(), &call), parsed(adopted(program()), &call), "{call:?}");
        }
    }
    let external = || Command::new("tool").allow_external_subcommands(true);
    let call = ["tool", "other", "--output", "json", "--agent"].map(str::to_owned);
    assert_eq!(parsed(external(), &call), parsed(adopted(external()), &call));
}

/// With the derive, the flags can be flattened before or after the subcommands.
#[derive(Debug, PartialEq, clap::Parser)]
struct Before {
    #[command(flatten)]
    format: OutputArgs,
    #[command(subcommand)]
    command: Task,
}

#[derive(Debug, PartialEq, clap::Parser)]
struct After {
    #[command(subcommand)]
    command: Task,
    #[command(flatten)]
    format: OutputArgs,
}

#[derive(Debug, PartialEq, clap::Subcommand)]
enum Task {
    Export {
        #[arg(long)]
        output: std::path::PathBuf,
        #[arg(long)]
        agent: Option<u8>,
    },
    Show {
        output: Option<u16>,
        errors: Vec<u8>,
    },
    Errors(ErrorsCommand),
}

#[test]
fn derived_programs_keep_their_values() {
    use clap::Parser as _;
    for call in [&["tool", "export", "--output", "json", "--agent", "7"][..], &["tool", "show", "443", "1", "2"]] {
        let (before, after) = (Before::try_parse_from(call).unwrap(), After::try_parse_from(call).unwrap());
        assert_eq!(before.format.format, None);
        assert_eq!(before.command, after.command);
        match before.command {
            Task::Export { output, agent } => assert_eq!((output.to_str(), agent), (Some("json"), Some(7))),
            Task::Show { output, errors } => assert_eq!((output, errors), (Some(443), vec![1, 2])),
            Task::Errors(errors) => panic!("{errors:?}"),
        }
    }
    let shown = Before::try_parse_from(["tool", "--output", "xml", "show", "--agent"]).unwrap();
    assert_eq!(shown.format.format, Some(agent_error::Format::Envelope));
}

#[test]
fn the_flags_are_added_where_their_names_are_unused() {
    let mut command = OutputArgs::augment_args(program(Use::Option, "output", 1));
    command.build();
    let flags = |command: &Command| -> Vec<String> {
        let ours = command.get_arguments().filter(|arg| arg.get_id().as_str().starts_with("agent_error::"));
        ours.filter_map(|arg| arg.get_long().map(str::to_owned)).collect()
    };
    let make = command.find_subcommand("make").unwrap();
    assert_eq!(flags(&command), ["output", "agent"]);
    assert_eq!(flags(make), ["agent"]);
    assert_eq!(flags(make.find_subcommand("now").unwrap()), ["output", "agent"]);
}
