//! Tests of `errors manifest`.

use crate::catalogs::{NetError, StoreError};
use crate::{data, text, tree};
use agent_error::clap::{CommandExt as _, Manifest};
use agent_error::vocabulary::DangerLevel;
use agent_error::{Catalog, catalog, error_set};
use agent_error_testing::Tool;
use clap::{Arg, Command};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn manifest() -> Value {
    data(&["errors", "manifest"])
}

#[test]
fn every_visible_command_is_in_the_manifest() {
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
fn a_command_group_is_as_dangerous_as_its_most_dangerous_subcommand() {
    let manifest = manifest();
    let danger = |path: &str| manifest["commands"][path]["danger_level"].as_str().unwrap().to_owned();
    for (path, level) in [
        ("", "destructive"),
        ("db", "destructive"),
        ("db.sync", "mutating"),
        ("db.prune", "destructive"),
        ("plain", "mutating"),
        ("errors", "safe"),
        ("errors.catalog", "safe"),
        ("errors.explain", "safe"),
    ] {
        assert_eq!(danger(path), level, "{path}");
    }
}

#[test]
fn flags_have_the_types_and_defaults_from_clap() {
    let manifest = manifest();
    let flags = &manifest["commands"]["db.sync"]["flags"];
    for (name, expected) in [
        ("<CODE>", json!({"type": "string", "required": true, "description": "The code to end with"})),
        ("<MORE>", json!({"type": "array", "required": false, "description": "What else to copy"})),
        (
            "mode",
            json!({"type": "enum", "required": false, "description": "What is copied", "default": "all",
                   "enum_values": ["all", "new"], "short": "m"}),
        ),
        ("limit", json!({"type": "integer", "required": false, "description": "At most", "default": 7})),
        ("ratio", json!({"type": "number", "required": false, "description": "How much", "default": 0.5})),
        ("wait", json!({"type": "boolean", "required": false, "description": "Whether to wait", "default": true})),
        ("tag", json!({"type": "array", "required": false, "description": "Tags"})),
        ("day", json!({"type": "array", "required": false, "description": "Days"})),
        ("token", json!({"type": "string", "required": false, "description": "The token"})),
        ("id", json!({"type": "string", "required": false, "description": "The id"})),
        ("key", json!({"type": "string", "required": true, "description": "The key"})),
        (
            "only-check",
            json!({"type": "boolean", "required": false, "description": "Only check",
                   "default": false}),
        ),
        (
            "fast",
            json!({"type": "boolean", "required": false, "default": false,
                   "description": "Fast"}),
        ),
    ] {
        assert_eq!(flags[name], expected, "{name}");
    }
    assert_eq!(flags.as_object().unwrap().len(), 13 + 1, "and `slow`: {flags}");
}

#[test]
fn common_options_are_listed_once() {
    let manifest = manifest();
    let program = &manifest["commands"][""];
    for (name, expected) in [
        (
            "-v",
            json!({"type": "integer", "required": false, "description": "Say more",
                   "default": 0}),
        ),
        (
            "store",
            json!({"type": "string", "required": false, "description": "The store",
                   "default": "tree.db"}),
        ),
        (
            "agent",
            json!({"type": "boolean", "required": false, "default": false,
                   "description": "Same as `--output json`"}),
        ),
    ] {
        assert_eq!(program["flags"][name], expected, "{name}");
        let elsewhere = |(path, command): (&String, &Value)| path.is_empty() || command["flags"].get(name).is_none();
        assert!(manifest["commands"].as_object().unwrap().iter().all(elsewhere), "{name}");
    }
    assert_eq!(program["flags"]["output"]["enum_values"], program["output_formats"]);
    assert_eq!(program["flags"]["help"]["short"], "h");
    assert_eq!(program["description"], "Keeps trees");
    let exits: Vec<&String> = program["exit_codes"].as_object().unwrap().keys().collect();
    assert_eq!(exits, ["0", "1", "2", "70", "74"]);
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
    assert_eq!(codes, ["0", "1", "12", "2", "70", "74", "79"]);
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
        "The service is temporarily unavailable; nothing was done. NET_DOWN, STORE_LOCKED"
    );
}

/// Returns the codes of a command with their exit codes, from the code sets that the command refers to.
fn codes(manifest: &Value, path: &str) -> BTreeMap<String, u64> {
    let sets = manifest["commands"][path]["code_sets"].as_array().unwrap();
    let sets =
        sets.iter().map(|place| manifest["code_sets"].get(usize::try_from(place.as_u64().unwrap()).unwrap()).unwrap());
    sets.filter_map(Value::as_object).flatten().map(|(code, exit)| (code.clone(), exit.as_u64().unwrap())).collect()
}

#[test]
fn the_manifest_and_the_exits_and_the_explanations_state_the_same_facts() {
    let manifest = data(&["errors", "manifest", "--all"]);
    let exits = data(&["errors", "exits"]);
    let catalog = data(&["errors", "list", "--all"]);
    let facts = |exit: &str, codes: &[&str]| {
        let entries = catalog["errors"].as_array().unwrap().iter();
        let of: Vec<&Value> = entries.filter(|entry| codes.contains(&entry["code"].as_str().unwrap())).collect();
        let effects =
            |entry: &&Value| ["none", "partial", "complete"].iter().position(|word| entry["side_effects"] == *word);
        let most = of.iter().map(|entry| effects(entry).unwrap()).max().unwrap_or(0);
        assert_eq!(of.len(), codes.len(), "{exit}: {codes:?}");
        (["none", "partial", "complete"][most], !of.is_empty() && of.iter().all(|entry| entry["retryable"] == true))
    };
    let of = |row: &Value, (effects, retryable): (&str, bool), place: &str| {
        assert_eq!((&row["side_effects"], &row["retryable"]), (&json!(effects), &json!(retryable)), "{place}");
    };
    for row in exits["exit_codes"].as_array().unwrap() {
        let codes: Vec<&str> = row["codes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        of(row, facts(&row["exit_code"].to_string(), &codes), &row.to_string());
    }
    for (path, command) in manifest["commands"].as_object().unwrap() {
        let codes = codes(&manifest, path);
        for exit in codes.values().map(u64::to_string) {
            let with: Vec<&str> =
                codes.iter().filter(|(_, of)| of.to_string() == exit).map(|(code, _)| &**code).collect();
            of(&command["exit_codes"][&exit], facts(&exit, &with), &format!("{path} {exit} {with:?}"));
        }
    }
}

#[test]
fn with_all_it_has_the_codes_of_each_command() {
    let manifest = data(&["errors", "manifest", "--all"]);
    for path in ["", "db", "db.sync", "plain", "errors.explain"] {
        let listed = data(&["errors", "list", "--command", if path.is_empty() { "tree" } else { path }]);
        let listed = listed["errors"].as_array().unwrap().iter();
        let listed = listed.map(|row| (row["code"].as_str().unwrap().to_owned(), row["exit_code"].as_u64().unwrap()));
        assert_eq!(codes(&manifest, path), listed.collect(), "{path}");
    }
    let sets = manifest["code_sets"].as_array().unwrap();
    let copies = |code: &str| sets.iter().filter(|set| set.get(code).is_some()).count();
    assert_eq!((copies("INTERNAL"), copies("UNKNOWN_ERROR_CODE")), (1, 1), "{sets:?}");
}

#[test]
fn without_all_it_has_no_members_beyond_the_published_schema() {
    let (lean, all) = (manifest(), data(&["errors", "manifest", "--all"]));
    assert_eq!(lean["etag"], all["etag"]);
    assert_eq!(lean.as_object().unwrap().len(), 4);
    assert!(lean["commands"]["db.sync"].get("code_sets").is_none());
}

#[test]
fn help_and_list_and_manifest_have_the_same_codes_for_every_command() {
    let manifest = data(&["errors", "manifest", "--all"]);
    let everywhere: Vec<String> = data(&["errors", "list"])["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["code"].as_str().unwrap().to_owned())
        .collect();
    for path in manifest["commands"].as_object().unwrap().keys() {
        let words: Vec<&str> = path.split('.').filter(|word| !word.is_empty()).collect();
        let codes = codes(&manifest, path);
        assert!(codes.keys().all(|code| everywhere.contains(code)), "{path}: {codes:?}");
        let help = tree(&[&words, &["--help"][..]].concat()).stdout();
        let shown = help.lines().filter_map(|line| line.trim_start().split_once("  ")).map(|(word, _)| word);
        let is_code = |word: &&str| word.contains('_') && word.chars().all(|c| c.is_ascii_uppercase() || c == '_');
        for code in shown.filter(is_code) {
            assert!(codes.contains_key(code), "{code} in the help of `{path}`");
        }
    }
}

#[test]
fn the_manifest_is_reproducible() {
    assert_eq!(manifest(), manifest());
    let text = |run: &agent_error_testing::Run| run.stdout().split("\"meta\"").next().unwrap().to_owned();
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
    let expected = "tree db sync mutating 0 1 2 12 70 74 79 Copy one store into another";
    assert_eq!(words.join(" "), expected);
}

#[test]
fn another_command_tree_can_be_passed() {
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

/// Setting a version adds the `--version` flag, which changes the etag. The version itself doesn't matter.
fn known_with_version(catalog: &Catalog) -> String {
    etag(&tool().version("1.0"), catalog)
}

#[test]
fn codes_that_the_program_does_not_link_are_there_if_a_command_declares_them() {
    let command = tool().mut_subcommand("get", |get| get.errors(error_set!["STORE_GONE" in StoreError]));
    let manifest = serde_json::to_value(Manifest::of(&command, &catalog![NetError])).unwrap();
    assert_eq!(manifest["commands"]["get"]["exit_codes"]["5"]["description"], "The store is gone. STORE_GONE");
}
