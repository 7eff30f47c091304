//! `errors manifest`.

use crate::catalogs::{NetError, StoreError};
use crate::{data, text, tree};
use agent_error::clap::{CommandExt as _, Manifest};
use agent_error::testing::Tool;
use agent_error::vocabulary::DangerLevel;
use agent_error::{Catalog, catalog, error_set};
use clap::{Arg, Command};
use serde_json::{Value, json};

fn manifest() -> Value {
    data(&["errors", "manifest"])
}

#[test]
fn every_visible_command_is_there_with_what_it_is() {
    let manifest = manifest();
    let commands = manifest["commands"].as_object().unwrap();
    let paths: Vec<&String> = commands.keys().filter(|path| !path.starts_with("errors")).collect();
    assert_eq!(paths, ["", "db", "db.prune", "db.sync", "plain"]);
    assert_eq!(commands[""]["subcommands"], json!(["db", "plain", "errors"]));
    assert_eq!(commands["db"]["subcommands"], json!(["db.sync", "db.prune"]));
    assert_eq!(commands["db.sync"]["aliases"], json!(["copy"]));
    assert!(commands["plain"].get("aliases").is_none(), "its alias is hidden");
    assert_eq!(commands["db.sync"]["description"], "Copy one store into another");
    assert_eq!(manifest["framework_version"], "3.2.1");
    assert_eq!(manifest["schema_version"], "1.0");
}

#[test]
fn a_command_is_as_dangerous_as_it_says_and_one_that_leads_to_others_as_the_worst_of_them() {
    let manifest = manifest();
    let danger = |path: &str| manifest["commands"][path]["danger_level"].as_str().unwrap().to_owned();
    for (path, level) in [
        ("", "destructive"),
        ("db", "destructive"),
        ("db.sync", "mutating"),
        ("db.prune", "destructive"),
        ("plain", "mutating"),
        ("errors", "mutating"),
        ("errors.export", "mutating"),
        ("errors.diff", "safe"),
        ("errors.explain", "safe"),
    ] {
        assert_eq!(danger(path), level, "{path}");
    }
}

#[test]
fn flags_have_the_type_the_default_and_the_limits_that_clap_knows() {
    let manifest = manifest();
    let flags = &manifest["commands"]["db.sync"]["flags"];
    for (name, expected) in [
        ("<CODE>", json!({"type": "string", "required": true, "description": "The code to end with (argument 1)"})),
        ("<MORE>", json!({"type": "array", "required": false, "description": "What else to copy (argument 2)"})),
        (
            "mode",
            json!({"type": "enum", "required": false, "description": "What is copied", "default": "all",
                   "enum_values": ["all", "new"], "short": "m"}),
        ),
        ("limit", json!({"type": "integer", "required": false, "description": "At most (1 to 65535)", "default": 7})),
        ("ratio", json!({"type": "number", "required": false, "description": "How much", "default": 0.5})),
        ("wait", json!({"type": "boolean", "required": false, "description": "Whether to wait", "default": true})),
        ("tag", json!({"type": "array", "required": false, "description": "Tags (also `--label`)"})),
        (
            "day",
            json!({"type": "array", "required": false, "description": "Days (each one of mon, tue; 1 to 2 values)"}),
        ),
        ("token", json!({"type": "string", "required": false, "description": "The token"})),
        ("id", json!({"type": "string", "required": false, "description": "The id"})),
        ("key", json!({"type": "string", "required": true, "description": "The key (not with `--only-check`)"})),
        (
            "only-check",
            json!({"type": "boolean", "required": false, "description": "Only check (not with `--key`)",
                   "default": false}),
        ),
        (
            "fast",
            json!({"type": "boolean", "required": false, "default": false,
                   "description": "Fast (not with `--slow`; one of `--slow`, `--fast` is required)"}),
        ),
    ] {
        assert_eq!(flags[name], expected, "{name}");
    }
    assert_eq!(flags.as_object().unwrap().len(), 13 + 1, "and `slow`: {flags}");
}

#[test]
fn options_that_every_command_has_are_listed_once() {
    let manifest = manifest();
    let program = &manifest["commands"][""];
    for (name, expected) in [
        (
            "-v",
            json!({"type": "integer", "required": false, "description": "Say more (also of every subcommand)",
                   "default": 0}),
        ),
        (
            "store",
            json!({"type": "string", "required": false, "description": "The store (also of every subcommand)",
                   "default": "tree.db"}),
        ),
        (
            "agent",
            json!({"type": "boolean", "required": false, "default": false,
                   "description": "Answer in the format for agents, as `--output json` does (also of every subcommand)"}),
        ),
    ] {
        assert_eq!(program["flags"][name], expected, "{name}");
        let elsewhere = |(path, command): (&String, &Value)| path.is_empty() || command["flags"].get(name).is_none();
        assert!(manifest["commands"].as_object().unwrap().iter().all(elsewhere), "{name}");
    }
    assert_eq!(program["flags"]["output"]["enum_values"], program["output_formats"]);
    assert_eq!(program["flags"]["help"]["short"], "h");
    let description = "Keeps trees. Its exit codes hold for every command that does not list them.";
    assert_eq!(program["description"], description);
    let exits: Vec<&String> = program["exit_codes"].as_object().unwrap().keys().collect();
    assert_eq!(exits, ["0", "1", "2", "3", "70", "74"]);
    let repeated = |command: &Value| {
        let entries = command["exit_codes"].as_object().unwrap().iter();
        entries.filter(|(exit, entry)| program["exit_codes"][exit.as_str()] == **entry).count()
    };
    let below = manifest["commands"].as_object().unwrap().iter().filter(|(path, _)| !path.is_empty());
    assert_eq!(below.map(|(_, command)| repeated(command)).sum::<usize>(), 0);
}

#[test]
fn what_clap_checks_of_a_value_is_listed() {
    let int = |name: &'static str, parser: clap::builder::ValueParser| {
        Arg::new(name).long(name).value_parser(parser).help("N")
    };
    let command = Command::new("tool").args([
        int("any", clap::value_parser!(i64).into()),
        int("port", clap::value_parser!(u16).into()),
        int("percent", clap::value_parser!(u8).range(1..=100).into()),
        int("least", clap::value_parser!(u64).range(3..).into()),
        int("below", clap::value_parser!(i64).range(..10).into()),
        int("list", clap::value_parser!(u8).into()).value_delimiter(',').num_args(2..=4),
        int("maybe", clap::value_parser!(i64).into()).num_args(0..=1),
        int("home", clap::value_parser!(i64).into()).env("TOOL_HOME"),
        int("dark", clap::value_parser!(i64).into()).env("TOOL_DARK").hide_env(true),
        Arg::new("rest").last(true).num_args(1..).help("N"),
    ]);
    let manifest = serde_json::to_value(Manifest::of(&command, &Catalog::of::<NetError>())).unwrap();
    for (name, expected) in [
        ("any", "N"),
        ("port", "N (0 to 65535)"),
        ("percent", "N (1 to 100)"),
        ("least", "N (at least 3)"),
        ("below", "N (at most 9)"),
        ("list", "N (2 to 4 values; values separated by `,`; 0 to 255)"),
        ("maybe", "N (the value may be left out)"),
        ("home", "N (or from the variable TOOL_HOME)"),
        ("dark", "N"),
        ("<rest>", "N (argument 1; after `--`)"),
    ] {
        assert_eq!(manifest["commands"][""]["flags"][name]["description"], expected, "{name}");
    }
}

#[test]
fn hidden_arguments_and_secrets_are_not_listed() {
    let run = tree(&["errors", "manifest"]);
    run.assert_exit(0).assert_no_secret(["hunter2", "s3cr3t-id"]);
    for hidden in ["secret-command", "internal-switch", "dark", "simple", "hidden-alias", "agent-error errors"] {
        assert!(!run.stdout().contains(hidden), "{hidden}");
    }
}

#[test]
fn exit_codes_are_those_of_the_commands_errors() {
    let manifest = manifest();
    let sync = &manifest["commands"]["db.sync"]["exit_codes"];
    let codes: Vec<&String> = sync.as_object().unwrap().keys().collect();
    assert_eq!(codes, ["12", "79"], "and those of the program");
    assert_eq!(
        sync["12"],
        json!({"name": "UNAVAILABLE", "description": "Another program writes to the store. STORE_LOCKED",
               "retryable": true, "side_effects": "none"})
    );
    assert_eq!(
        sync["79"],
        json!({"name": "STORE_BROKEN", "description": "The store is half written. STORE_BROKEN",
               "retryable": false, "side_effects": "partial"})
    );
    assert_eq!(manifest["commands"][""]["exit_codes"]["0"]["name"], "SUCCESS");
    let plain = &manifest["commands"]["plain"]["exit_codes"];
    assert_eq!(plain["80"]["name"], "STORE_FULL", "it may end with anything");
    assert_eq!(
        plain["12"]["description"],
        "The service does not answer for now; nothing was done. NET_DOWN, STORE_LOCKED"
    );
}

#[test]
fn a_command_that_only_reads_leaves_nothing_half_done() {
    let manifest = manifest();
    let effects = |path: &str| manifest["commands"][path]["exit_codes"]["74"]["side_effects"].clone();
    assert_eq!((effects(""), effects("errors.list")), (json!("complete"), json!("none")));
}

#[test]
fn two_calls_differ_in_nothing() {
    assert_eq!(manifest(), manifest());
    let text = |run: &agent_error::testing::Run| run.stdout().split("\"meta\"").next().unwrap().to_owned();
    let (first, second) = (tree(&["errors", "manifest"]), tree(&["errors", "manifest"]));
    assert_eq!(text(&first), text(&second));
}

#[test]
fn a_person_reads_a_table() {
    let text = text(&["errors", "manifest"]);
    let mut lines = text.lines();
    assert!(lines.next().unwrap().starts_with("COMMAND"));
    let sync = lines.find(|line| line.starts_with("tree db sync ")).unwrap();
    let words: Vec<&str> = sync.split_whitespace().collect();
    let expected = "tree db sync mutating 0 1 2 3 12 70 74 79 Copy one store into another";
    assert_eq!(words.join(" "), expected);
}

#[test]
fn another_tree_can_be_given() {
    let run = Tool::new(env!("CARGO_BIN_EXE_tree")).args(["errors", "manifest"]).env("TREE_IS_UNKNOWN", "1").run();
    let commands = crate::envelope(&run)["data"]["commands"].as_object().unwrap().clone();
    assert_eq!(commands.keys().collect::<Vec<_>>(), [""]);
}

fn tool() -> Command {
    Command::new("tool").subcommand(Command::new("get").arg(Arg::new("all").long("all")).errors(error_set![NetError]))
}

fn etag(command: &Command, catalog: &Catalog) -> String {
    Manifest::of(command, catalog).etag().to_owned()
}

#[test]
fn the_etag_changes_with_the_commands_alone() {
    let catalog = Catalog::of::<NetError>();
    let known = etag(&tool(), &catalog);
    assert_eq!(known.len(), 16);
    assert_eq!(etag(&tool().version("2.0"), &Catalog::of::<NetError>()), known_with_version(&catalog));
    assert_eq!(etag(&tool(), &catalog), known);
    let more = |change: fn(Command) -> Command| etag(&tool().mut_subcommand("get", change), &catalog);
    for changed in [
        more(|get| get.about("Get it")),
        more(|get| get.danger(DangerLevel::Safe)),
        more(|get| get.arg(Arg::new("new").long("new"))),
        more(|get| get.errors(error_set![StoreError])),
        etag(&tool().subcommand(Command::new("put")), &catalog),
    ] {
        assert_ne!(changed, known);
    }
}

/// `--version` is also a flag, whatever the version.
fn known_with_version(catalog: &Catalog) -> String {
    etag(&tool().version("1.0"), catalog)
}

#[test]
fn codes_that_the_program_does_not_link_are_there_if_a_command_declares_them() {
    let command = tool().mut_subcommand("get", |get| get.errors(error_set!["STORE_GONE" in StoreError]));
    let manifest = serde_json::to_value(Manifest::of(&command, &catalog![NetError])).unwrap();
    assert_eq!(manifest["commands"]["get"]["exit_codes"]["5"]["description"], "The store is gone. STORE_GONE");
}
