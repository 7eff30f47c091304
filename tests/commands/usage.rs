//! Tests that errors about invalid command lines contain what the next call needs, in each format.

use crate::{envelope, tree};
use serde_json::json;

fn brief(arguments: &[&str]) -> String {
    let run = tree(&[arguments, &["--output", "brief"]].concat());
    run.assert_exit(2);
    run.stdout()
}

#[test]
fn an_unknown_command_is_reported_with_the_commands_of_its_level() {
    let expected = "\
error UNKNOWN_COMMAND: unrecognized subcommand 'snc'
help: Use the nearest command, or choose another valid one
nearest: sync
valid:
 sync   Copy one store into another
 prune  Remove old versions
";
    assert_eq!(brief(&["db", "snc"]), expected);
    let run = tree(&["db", "snc", "--output", "json"]);
    let context = &envelope(&run)["error"]["context"];
    let valid = json!({"sync": "Copy one store into another", "prune": "Remove old versions"});
    assert_eq!(*context, json!({"command": "snc", "nearest": ["sync"], "valid": valid}));
}

#[test]
fn people_get_the_same_information() {
    let run = tree(&["db", "snc", "--output", "human"]);
    let expected = " nearest: sync
   valid: sync   Copy one store into another
          prune  Remove old versions
";
    assert!(run.stderr().contains(expected), "{run}");
}

#[test]
fn the_errors_command_comes_last() {
    let names = brief(&["nonsense"]);
    assert!(
        names.ends_with(
            "valid:\n db      The store\n plain   Declares nothing\n errors  Show the errors of this program\n"
        ),
        "{names}"
    );
}

#[test]
fn an_unknown_flag_is_reported_with_the_flags_of_the_command() {
    let flags = brief(&["db", "prune", "--oldr", "3"]);
    let start = "\
error UNKNOWN_FLAG: unexpected argument '--oldr' found
help: Use the nearest flag, or choose another valid one
nearest: --older
valid:
 --older <older>    Older than so many days
";
    assert!(flags.starts_with(start), "{flags}");
    assert!(flags.contains("\n --output <FORMAT>  Output format"), "{flags}");
    let by_description = brief(&["db", "prune", "--days", "3"]);
    assert!(by_description.contains("\nnearest: --older\n"), "{by_description}");
}

#[test]
fn a_missing_command_is_reported_with_the_valid_commands() {
    let missing = brief(&["db"]);
    assert!(missing.starts_with("error MISSING_COMMAND: "), "{missing}");
    assert!(missing.contains("\nvalid:\n sync   Copy one store into another\n"), "{missing}");
}

#[test]
fn nothing_is_null_or_repeated() {
    for arguments in [&["db", "snc"][..], &["db", "prune", "--oldr"], &["db"], &["db", "sync"], &["plain", "more"]] {
        let run = tree(&[arguments, &["--output", "json"]].concat());
        let error = &envelope(&run)["error"];
        let members = error["context"].as_object().into_iter().flatten().map(|(_, value)| value);
        assert!(members.clone().all(|value| !value.is_null()), "{error}");
        let suggestion = error["suggestion"].as_str().unwrap();
        let names = error["context"]["nearest"].as_array().into_iter().flatten();
        assert!(names.clone().all(|name| !suggestion.contains(name.as_str().unwrap())), "{error}");
        assert_eq!(error["context"].get("usage"), None, "{error}");
    }
    let surplus = tree(&["plain", "more", "--output", "json"]);
    assert_eq!(envelope(&surplus)["error"]["detail"], "usage: tree plain [OPTIONS]");
}
