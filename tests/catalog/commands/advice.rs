//! Tests of the advice in usage errors, which uses what the program's commands say.

use agent_error::clap::{CommandExt as _, ErrorsCommand, UsageError, get_matches_from};
use agent_error::{AgentError, ErrorRecord, Format, error_set, render};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use serde_json::{Value, json};

/// Rejects a call, whose words are separated by spaces.
fn rejected(command: Command, call: &str) -> ErrorRecord {
    let error: UsageError = get_matches_from(command, call.split(' ')).unwrap_err();
    error.record()
}

fn context(record: &ErrorRecord, name: &str) -> Value {
    record.context().get(name).unwrap_or_default()
}

fn flag(name: &'static str) -> Arg {
    Arg::new(name).long(name)
}

fn switch(name: &'static str) -> Arg {
    flag(name).action(ArgAction::SetTrue)
}

/// A program that runs other programs.
fn runner() -> Command {
    let run = Command::new("run")
        .arg(switch("quiet"))
        .arg(Arg::new("host").required(true))
        .arg(
            Arg::new("program")
                .value_name("PROGRAM")
                .num_args(1..)
                .required(true)
                .last(true)
                .help("The program to run"),
        );
    Command::new("runner").subcommand(run)
}

#[test]
fn advice_says_where_to_put_the_dashes_before_a_last_argument() {
    let record = rejected(runner(), "runner run north uptime");
    assert_eq!(record.code(), "UNEXPECTED_ARGUMENT");
    assert_eq!(
        record.suggestion(),
        Some("To pass it as `<PROGRAM>...`, put `--` before it")
    );
    let record = rejected(runner(), "runner run north");
    assert_eq!(record.code(), "MISSING_REQUIRED_FLAGS");
    assert_eq!(
        record.suggestion(),
        Some("Add the missing arguments; put `--` before `<PROGRAM>...`")
    );
    assert_eq!(
        record.detail(),
        Some("usage: runner run <host> -- <PROGRAM>...")
    );
}

#[test]
fn dashes_are_only_suggested_for_an_argument_that_the_command_takes() {
    let show = Command::new("show")
        .arg(switch("all"))
        .arg(Arg::new("name"));
    let tool = || Command::new("tool").subcommand(show.clone());
    let free = rejected(tool(), "tool show -x");
    assert_eq!(
        free.suggestion(),
        Some("Choose one of the valid flags. To pass it as a value, put `--` before it")
    );
    // clap's own tip suggests it here, too.
    let taken = rejected(tool(), "tool show north -x");
    assert_eq!(taken.suggestion(), Some("Choose one of the valid flags"));
}

#[test]
fn a_negative_number_after_a_short_flag_is_recognized_as_its_value() {
    let tool = || {
        Command::new("tool").args([
            flag("count").short('n').value_parser(value_parser!(i32)),
            switch("verbose").short('v'),
            flag("token").short('t'),
        ])
    };
    for (call, advice) in [
        (
            "tool -n -7",
            "To pass it as the value of `-n`, write `-n=-7`",
        ),
        (
            "tool -vn -7",
            "To pass it as the value of `-vn`, write `-vn=-7`",
        ),
        (
            "tool --count -7",
            "To pass it as the value of `--count`, write `--count=-7`",
        ),
        (
            "tool -t -qwerty77",
            "To pass it as the value of `-t`, write `-t=[REDACTED]`",
        ),
    ] {
        let record = rejected(tool(), call);
        assert_eq!(record.code(), "UNKNOWN_FLAG", "{call}");
        let suggestion = record.suggestion().unwrap_or_default();
        assert!(suggestion.ends_with(advice), "{call}: {suggestion}");
    }
    // `-v` takes no value.
    let record = rejected(tool(), "tool -v -7");
    assert_eq!(record.suggestion(), Some("Choose one of the valid flags"));
}

#[test]
fn a_hidden_flag_is_never_the_nearest_one() {
    let tool = Command::new("tool").args([
        switch("trace-all").hide(true),
        switch("old").visible_alias("older").alias("ancient"),
        switch("internal").alias("interior").hide(true),
    ]);
    for call in ["tool --trace-al", "tool --interio"] {
        let record = rejected(tool.clone(), call);
        assert_eq!(record.code(), "UNKNOWN_FLAG");
        assert_eq!(context(&record, "nearest"), Value::Null, "{call}");
        assert!(!format!("{record:?}").contains("trace-all"), "{record:?}");
    }
}

#[test]
fn the_members_of_a_missing_group_are_described() {
    let tool = Command::new("tool")
        .args([
            flag("file").value_name("FILE").help("Read a file."),
            flag("unit")
                .value_parser(["m", "ft"])
                .help("Unit of lengths"),
            switch("stdin"),
        ])
        .group(
            ArgGroup::new("source")
                .args(["file", "unit", "stdin"])
                .required(true),
        );
    let record = rejected(tool, "tool");
    assert_eq!(
        context(&record, "missing"),
        json!({"<--file <FILE>|--unit <unit>|--stdin>": "--file: Read a file; --unit: Unit of lengths: m, ft"})
    );
}

#[test]
fn a_command_that_shows_help_without_arguments_says_what_is_missing() {
    let status = Command::new("status").about("Show the state");
    let tool = || Command::new("tool").arg_required_else_help(true);
    let required = rejected(tool().subcommand_required(true).subcommand(&status), "tool");
    assert_eq!(
        (required.code(), required.message()),
        (
            "MISSING_COMMAND",
            "a subcommand is required but was not provided"
        )
    );
    assert_eq!(
        required.suggestion(),
        Some("Choose one of the valid commands")
    );
    let optional = rejected(tool().subcommand(&status).arg(switch("all")), "tool");
    assert_eq!(
        (optional.code(), optional.message()),
        (
            "MISSING_COMMAND",
            "an argument or a subcommand is required but was not provided"
        )
    );
    assert_eq!(
        optional.suggestion(),
        Some("Choose one of the valid commands, or pass an argument")
    );
    let file = Arg::new("file").required(true).help("The file to read");
    let argument = rejected(tool().arg(file), "tool");
    assert_eq!(argument.code(), "MISSING_REQUIRED_FLAGS");
    assert_eq!(
        context(&argument, "missing"),
        json!({"<file>": "The file to read"})
    );
    // No single argument is missing.
    let any = rejected(tool().args([switch("all"), switch("new")]), "tool");
    assert_eq!(
        (any.code(), any.detail()),
        ("MISSING_REQUIRED_FLAGS", Some("usage: tool [OPTIONS]"))
    );
}

#[test]
fn an_invalid_number_says_which_numbers_are_expected() {
    let tool = || {
        Command::new("tool")
            .arg(
                flag("level")
                    .global(true)
                    .value_parser(value_parser!(u8).range(1..=9)),
            )
            .subcommand(
                Command::new("sum")
                    .arg(Arg::new("first").value_parser(value_parser!(f32)))
                    .arg(Arg::new("rest").value_parser(value_parser!(i16))),
            )
    };
    for (call, reason) in [
        ("tool --level 1.5", "expected a whole number from 1 to 9"),
        ("tool sum --level=12", "expected a whole number from 1 to 9"),
        ("tool --level= sum", "expected a whole number from 1 to 9"),
        ("tool sum one 2", "expected a number"),
        (
            "tool sum 1 40000",
            "expected a whole number from -32768 to 32767",
        ),
    ] {
        let record = rejected(tool(), call);
        assert_eq!(record.code(), "INVALID_FLAG_VALUE", "{call}");
        assert_eq!(context(&record, "reason"), json!(reason), "{call}");
    }
}

#[test]
fn values_from_is_found_for_arguments_of_commands_above() {
    let tool = Command::new("tool")
        .arg(flag("region").value_parser(|region: &str| Err::<String, _>(format!("no {region}"))))
        .values_from("region", "tool regions")
        .subcommand(Command::new("deploy"));
    let record = rejected(tool, "tool --region mars deploy");
    assert_eq!(
        context(&record, "values_from"),
        json!({"region": "tool regions"})
    );
}

/// A program with a global option that selects the data, and others that don't.
fn stores() -> Command {
    let deploy = Command::new("deploy")
        .arg(flag("image").required(true))
        .values_from("image", "tool images");
    Command::new("tool")
        .args([
            flag("db").global(true),
            flag("token").global(true),
            flag("color")
                .global(true)
                .value_parser(["always", "never"])
                .default_value("never"),
        ])
        .subcommands([deploy, Command::new("images")])
        .output_flags()
}

#[test]
#[cfg(unix)]
fn a_command_that_lists_values_reads_the_same_data_as_the_failed_call() {
    for (call, expected) in [
        ("tool deploy", "tool images"),
        ("tool deploy --db a.db", "tool images --db=a.db"),
        ("tool --db=it's deploy", "tool images --db=\"it's\""),
        ("tool deploy --color always --output json", "tool images"),
        ("tool deploy --token 9f8e7d6c5b4a", "tool images"),
    ] {
        let record = rejected(stores(), call);
        assert_eq!(
            context(&record, "values_from"),
            json!({"image": expected}),
            "{call}"
        );
    }
}

#[test]
fn an_option_that_begins_like_another_does_not_stand_in_for_it() {
    for (listing, expected) in [
        (
            "tool images --db-kind=local",
            "tool images --db-kind=local --db=a.db",
        ),
        ("tool images --db=b.db", "tool images --db=b.db"),
    ] {
        let deploy = Command::new("deploy")
            .arg(flag("image").required(true))
            .values_from("image", listing);
        let tool = Command::new("tool")
            .arg(flag("db").global(true))
            .subcommand(deploy);
        let record = rejected(tool, "tool deploy --db a.db");
        assert_eq!(context(&record, "values_from"), json!({"image": expected}));
    }
}

/// A program with an argument whose values a command lists.
fn deploys() -> Command {
    let deploy = Command::new("deploy")
        .args([
            flag("image").required(true).help("The image to start."),
            flag("size").value_parser(["s", "m"]),
            flag("zone").long_help("Where.\n\nFar away is slow."),
        ])
        .values_from("image", "tool images")
        .values_from("zone", "tool zones");
    Command::new("tool")
        .arg(flag("region").global(true).help("The region"))
        .values_from("region", "tool regions")
        .subcommand(deploy)
        .output_flags()
}

#[test]
fn help_says_which_command_lists_the_values_of_an_argument() {
    let help = |call: &[&str]| {
        let error = deploys().try_get_matches_from(call).unwrap_err();
        error.to_string()
    };
    let short = help(&["tool", "deploy", "-h"]);
    for line in [
        "--image <image>    The image to start. [values: tool images]",
        "--region <region>  The region [values: tool regions]",
        "--size <size>      [possible values: s, m]",
    ] {
        assert!(short.contains(line), "{short}");
    }
    let long = help(&["tool", "deploy", "--help"]);
    assert!(
        long.contains("Far away is slow. [values: tool zones]"),
        "{long}"
    );
    assert!(
        help(&["tool", "--help"]).contains("[values: tool regions]"),
        "{long}"
    );
}

#[test]
fn descriptions_in_errors_do_not_repeat_the_command_that_lists_values() {
    let record = rejected(deploys(), "tool deploy");
    assert_eq!(
        context(&record, "missing"),
        json!({"--image <image>": "The image to start"})
    );
    assert_eq!(
        context(&record, "values_from"),
        json!({"image": "tool images"})
    );
    let record = rejected(deploys(), "tool deploy --nope");
    let valid = context(&record, "valid");
    assert_eq!(valid["--image <image>"], "The image to start");
}

#[test]
fn listings_contain_the_first_sentence_of_each_description() {
    let zone = PossibleValue::new("zone").help("By zone. Zones without files are left out");
    let tool = Command::new("tool")
        .subcommand(Command::new("sync").about("Copies new files. Existing files are kept"))
        .arg(
            switch("no-git")
                .help("Search outside of repositories. By default, stops there.\nThird"),
        )
        .arg(flag("zone").help("The zone, e.g. UTC. Affects dates only"))
        .arg(flag("width").help("At most approx. ten. columns"))
        .arg(flag("sort").help("The order.").value_parser([zone]));

    let record = rejected(tool.clone(), "tool --nope");
    assert_eq!(
        context(&record, "valid"),
        json!({
            "--no-git": "Search outside of repositories",
            "--zone <zone>": "The zone, e.g. UTC",
            "--width <width>": "At most approx. ten. columns",
            "--sort <sort>": "The order",
        })
    );
    let record = rejected(tool.clone(), "tool nope");
    assert_eq!(
        context(&record, "valid"),
        json!({"sync": "Copies new files"})
    );
    let record = rejected(tool, "tool --sort size");
    assert_eq!(context(&record, "valid"), json!({"zone": "By zone"}));
}

/// A missing argument must be described completely: later sentences often describe valid values.
#[test]
fn a_missing_argument_is_described_with_the_whole_first_line() {
    let date = flag("date")
        .required(true)
        .help("The date. Format: YYYY-MM-DD");
    let record = rejected(Command::new("tool").arg(date), "tool");
    assert_eq!(
        context(&record, "missing"),
        json!({"--date <date>": "The date. Format: YYYY-MM-DD"})
    );
}

/// An error whose message is written by hand, so its template is unknown.
#[derive(Debug, AgentError)]
#[agent_error(unregistered)]
#[code("STEP_FAILED", suggest = "Use the nearest step")]
struct StepFailed {
    step: u8,
    retries: u8,
    cluster: &'static str,
    path: &'static str,
    #[context(nearest)]
    nearest: Vec<&'static str>,
}

impl std::fmt::Display for StepFailed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            step,
            cluster,
            path,
            ..
        } = self;
        write!(
            f,
            "step {step} failed in '{cluster}': cannot run {path} and sync"
        )
    }
}

impl std::error::Error for StepFailed {}

#[test]
fn no_format_omits_values_that_only_occur_in_the_message_by_coincidence() {
    let error = StepFailed {
        step: 1,
        retries: 1,
        cluster: "south",
        path: "bin/load.sh",
        nearest: vec!["sync"],
    };
    let brief = render(&error, Format::BRIEF);
    assert!(brief.contains("\nretries: 1"), "{brief}");
    assert!(brief.contains("\nnearest: sync"), "{brief}");
    // The message quotes one value, and the other isn't a single word.
    assert!(!brief.contains("\ncluster:"), "{brief}");
    assert!(!brief.contains("\npath:"), "{brief}");
    let human = render(&error, Format::HUMAN);
    assert!(human.contains("nearest: sync\n"), "{human}");
}

#[test]
fn the_nearest_command_is_shown_even_if_the_message_contains_it() {
    let tool = || Command::new("tool").subcommand(Command::new("book").arg(Arg::new("berth")));
    let error = get_matches_from(tool(), ["tool", "book north-1"]).unwrap_err();
    for format in [Format::BRIEF, Format::HUMAN] {
        let text = render(&error, format);
        assert!(text.contains("nearest: book\n"), "{text}");
    }
}

#[test]
fn a_missing_subcommand_of_errors_names_the_type_that_has_it() {
    let tool = || Command::new("tool").subcommand(ErrorsCommand::command());
    let advice = ". To add it to the program, use `FullErrorsCommand` for `Errors`";
    for name in ["exits", "manifest", "catalog"] {
        let record = rejected(tool(), &format!("tool errors {name}"));
        assert_eq!(record.code(), "UNKNOWN_COMMAND");
        let suggestion = record.suggestion().unwrap_or_default();
        assert!(suggestion.ends_with(advice), "{suggestion}");
    }
    let other = rejected(tool(), "tool errors lits");
    assert!(!other.suggestion().unwrap_or_default().contains(advice));
}

/// The command has another name.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("`stock transfer` is retired")]
#[code("TRANSFER_RETIRED", exit = 13, replacement = "stock move")]
struct TransferRetired;

#[test]
fn an_invalid_call_of_a_retired_command_says_what_replaces_it() {
    let transfer = |is_hidden: bool| {
        let transfer = Command::new("transfer")
            .arg(flag("to").required(true))
            .errors(error_set![TransferRetired])
            .hide(is_hidden);
        Command::new("stock").subcommands([transfer, Command::new("move")])
    };
    for call in [
        "stock transfer",
        "stock transfer --from a",
        "stock transfer --to",
    ] {
        let record = rejected(transfer(true), call);
        assert_eq!(
            record.suggestion(),
            Some("Use `stock move` instead; `stock transfer` is retired"),
            "{call}"
        );
    }
    let record = rejected(transfer(false), "stock transfer");
    assert_eq!(record.suggestion(), Some("Add the missing arguments"));
}
