//! Tests of programs that already use the names `output`, `agent` and `errors`. Adding this crate's
//! flags and command must not change the meaning of any call.

use agent_error::clap::{CommandExt as _, FullErrorsCommand, OutputFlags};
use clap::{Arg, ArgAction, ArgMatches, Args as _, Command};
use std::collections::BTreeMap;

/// Adds a use of a name to a command.
type Use = fn(Command, &'static str) -> Command;

/// What a program uses a name for, the arguments that use `NAME`, and whether lower levels have it,
/// too.
const USES: [(&str, bool, Use); 10] = [
    ("--NAME json", false, |command, name| {
        command.arg(Arg::new(name).long(name).short('o'))
    }),
    ("--NAME json", true, |command, name| {
        command.arg(Arg::new(name).long(name).global(true))
    }),
    ("--NAME", false, |command, name| {
        command.arg(Arg::new(name).long(name).action(ArgAction::SetTrue))
    }),
    ("--NAME", true, |command, name| {
        command.arg(
            Arg::new(name)
                .long(name)
                .action(ArgAction::Count)
                .global(true),
        )
    }),
    // A long flag whose ID differs from its name.
    ("--NAME json", false, |command, name| {
        command.arg(Arg::new("file").long(name))
    }),
    ("--NAME json", false, |command, name| {
        command.arg(Arg::new("file").long("file").alias(name))
    }),
    ("json", false, |command, name| {
        command.arg(Arg::new(name).required(true).num_args(1..))
    }),
    ("json", false, |command, name| command.arg(Arg::new(name))),
    ("NAME json", false, |command, name| {
        command.subcommand(Command::new(name).arg(Arg::new("file")))
    }),
    ("--NAME", false, |command, name| {
        command.subcommand(Command::new("special").long_flag(name))
    }),
];

/// Creates a program that uses the name at this level: in the root, in a subcommand, or in a nested
/// subcommand.
fn program(used: Use, name: &'static str, level: usize) -> Command {
    let leaf = Command::new("now");
    let middle = Command::new("make").arg(Arg::new("jobs").long("jobs"));
    let root = Command::new("tool").arg(
        Arg::new("verbose")
            .short('v')
            .action(ArgAction::Count)
            .global(true),
    );
    match level {
        0 => used(root, name).subcommand(middle.subcommand(leaf)),
        1 => root.subcommand(used(middle, name).subcommand(leaf)),
        _ => root.subcommand(middle.subcommand(used(leaf, name))),
    }
}

/// Returns the call of the command at a level, with these arguments at another level.
fn call(words: &str, at: usize, deepest: usize) -> Vec<String> {
    let path = ["tool -v", "make", "now"];
    let levels = (0..=deepest).map(|level| {
        if level == at {
            format!("{} {words}", path[level])
        } else {
            path[level].into()
        }
    });
    levels
        .collect::<Vec<_>>()
        .join(" ")
        .split(' ')
        .map(str::to_owned)
        .collect()
}

/// Collects the values of the program's own arguments by subcommand path and argument ID.
fn values(matches: &ArgMatches, path: &str, found: &mut BTreeMap<String, Vec<String>>) {
    for id in matches
        .ids()
        .filter(|id| !id.as_str().starts_with("agent_error::"))
    {
        let raw = matches
            .try_get_raw(id.as_str())
            .ok()
            .flatten()
            .into_iter()
            .flatten();
        found.insert(
            format!("{path} {id}"),
            raw.map(|value| value.to_string_lossy().into_owned())
                .collect(),
        );
    }
    if let Some((name, below)) = matches.subcommand() {
        found.insert(format!("{path} {name}"), Vec::new());
        values(below, &format!("{path} {name}"), found);
    }
}

/// Adds everything that this crate offers. Adds the `errors` subcommand unless the root already has
/// one or has positional arguments.
fn adopted(command: Command) -> Command {
    let is_used = command
        .get_subcommands()
        .any(|command| command.get_name() == "errors");
    let command = if is_used || command.get_positionals().next().is_some() {
        command
    } else {
        command.subcommand(FullErrorsCommand::command())
    };
    command.output_flags()
}

#[track_caller]
fn assert_means_the_same(program: &Command, call: &[impl AsRef<str>]) {
    let call: Vec<&str> = call.iter().map(AsRef::as_ref).collect();
    let [before, after] = [program.clone(), adopted(program.clone())].map(|command| {
        let mut found = BTreeMap::new();
        values(
            &command.try_get_matches_from(&call).unwrap(),
            "",
            &mut found,
        );
        found
    });
    assert_eq!(before, after, "{call:?}");
}

#[test]
fn adding_the_flags_and_command_changes_no_valid_call() {
    for (words, is_global, used) in USES {
        for name in ["output", "agent", "errors"] {
            for level in 0..3 {
                let (program, words) = (program(used, name, level), words.replace("NAME", name));
                assert_means_the_same(&program, &call(&words, level, level));
                if is_global {
                    assert_means_the_same(&program, &call(&words, level, 2));
                    assert_means_the_same(&program, &call(&words, 2, 2));
                }
                // Run clap's own assertions on the whole command tree.
                adopted(program).build();
            }
        }
    }
}

#[test]
fn the_errors_command_works_beside_global_flags_with_its_names() {
    let names = [
        "all", "own", "command", "prefix", "fields", "output", "code", "format", "out",
    ];
    let flags = names.map(|name| {
        Arg::new(name)
            .long(name)
            .global(true)
            .action(ArgAction::Count)
    });
    let command = || {
        Command::new("tool")
            .args(flags.clone())
            .subcommand(FullErrorsCommand::command())
            .output_flags()
    };
    command().build();
    for call in [
        &[
            "tool",
            "errors",
            "list",
            "--all",
            "--prefix",
            "--errors-prefix",
            "A",
            "--errors-all",
        ][..],
        &["tool", "--own", "errors", "explain", "A", "--output"],
        &["tool", "errors", "manifest", "--all", "--code"],
    ] {
        let matches = command().try_get_matches_from(call).unwrap();
        let total: u8 = names.iter().map(|name| matches.get_count(name)).sum();
        let own = call.iter().filter(|word| {
            word.strip_prefix("--")
                .is_some_and(|word| names.contains(&word))
        });
        assert_eq!(usize::from(total), own.count(), "{call:?}");
    }
}

#[test]
fn abbreviated_flags_keep_their_meaning() {
    let flag = |name: &'static str| Arg::new(name).long(name);
    let leaf = Command::new("make")
        .arg(flag("agents"))
        .arg(Arg::new("rest"));
    let program = Command::new("tool")
        .infer_long_args(true)
        .arg(flag("output-dir"))
        .subcommand(leaf);
    for call in [
        &["tool", "--out", "x"][..],
        &["tool", "--o", "x", "make", "--ag", "3"],
        &["tool", "make", "--agent", "3"],
        &["tool", "make", "--agents", "3", "y"],
    ] {
        assert_means_the_same(&program, call);
    }
    // If the program doesn't infer long flags, only an identical name collides.
    let exact = Command::new("tool").arg(flag("output-dir"));
    assert!(
        adopted(exact)
            .try_get_matches_from(["tool", "--output", "json"])
            .is_ok()
    );
}

#[test]
fn arguments_for_another_program_are_passed_through() {
    let words = || Arg::new("words").num_args(0..).allow_hyphen_values(true);
    for run in [
        Command::new("run").arg(words()),
        Command::new("run").arg(words().trailing_var_arg(true)),
    ] {
        let program = Command::new("tool").subcommand(run);
        assert_means_the_same(&program, &["tool", "run", "--output", "json"]);
        assert_means_the_same(&program, &["tool", "run", "ls", "--agent"]);
    }
    let external = Command::new("tool").allow_external_subcommands(true);
    assert_means_the_same(&external, &["tool", "other", "--output", "json", "--agent"]);
}

#[test]
fn the_flags_are_added_where_their_names_are_unused() {
    let mut command = OutputFlags::augment_args(program(USES[0].2, "output", 1));
    command.build();
    let flags = |command: &Command| -> Vec<String> {
        let ours = command
            .get_arguments()
            .filter(|arg| arg.get_id().as_str().starts_with("agent_error::"));
        ours.filter_map(|arg| arg.get_long().map(str::to_owned))
            .collect()
    };
    let make = command.find_subcommand("make").unwrap();
    assert_eq!(
        [flags(&command), flags(make)],
        [vec!["output", "agent"], vec!["agent"]]
    );
    assert_eq!(
        flags(make.find_subcommand("now").unwrap()),
        ["output", "agent"]
    );
}

#[test]
fn a_rejected_default_beside_an_exclusive_flag_does_no_harm() {
    let reject = |_: &str| Err::<String, _>("no such file");
    let only = Arg::new("only")
        .long("only")
        .exclusive(true)
        .action(ArgAction::SetTrue);
    let conf = Arg::new("conf")
        .long("conf")
        .default_value("conf.toml")
        .value_parser(reject);
    let mut command = Command::new("v")
        .subcommand(Command::new("a").args([only, conf]))
        .output_flags();
    command.build();
    let flags = command
        .find_subcommand("a")
        .unwrap()
        .get_arguments()
        .filter_map(Arg::get_long);
    assert_eq!(
        flags.collect::<Vec<_>>(),
        ["only", "conf", "output", "agent", "help"]
    );
}
