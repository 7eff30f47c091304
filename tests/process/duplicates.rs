//! Tests of a program in which two types declare the same code.

use crate::{output, program};
use serde_json::Value;

fn answer(arguments: &[&str]) -> (Option<i32>, Value) {
    let (exit, stdout, _) = output(program(env!("CARGO_BIN_EXE_clash"), arguments));
    (exit, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn debug_builds_report_the_duplicate_code_at_the_start() {
    let (_, _, stderr) = output(program(env!("CARGO_BIN_EXE_clash"), &["FINE"]));
    assert_eq!(stderr.lines().count(), usize::from(cfg!(debug_assertions)), "{stderr}");
    if cfg!(debug_assertions) {
        let start = "warning: error code `CLASH` is declared by clash::One (tests/programs/clash.rs:";
        assert!(stderr.starts_with(start) && stderr.contains(" and by clash::Other ("), "{stderr}");
    }
}

#[test]
fn the_other_codes_are_listed_and_explained_with_a_warning() {
    for arguments in [&[][..], &["FINE"]] {
        let (exit, answer) = answer(arguments);
        assert_eq!((exit, &answer["ok"]), (Some(0), &Value::Bool(true)));
        let warning = answer["warnings"][0].as_str().unwrap();
        assert!(
            warning.starts_with("error code `CLASH` is declared by clash::One (tests/programs/clash.rs:"),
            "{warning}"
        );
        assert!(warning.contains(" and by clash::Other (tests/programs/clash.rs:"), "{warning}");
    }
}

#[test]
fn the_duplicate_code_is_reported_with_both_declarations() {
    let (exit, answer) = answer(&["clash"]);
    assert_eq!(exit, Some(70));
    let error = &answer["error"];
    assert_eq!(error["code"], "DUPLICATE_ERROR_CODE");
    assert_eq!(error["context"]["code"], "CLASH");
    for place in ["first", "second"] {
        assert!(error["context"][place].as_str().unwrap().contains("clash.rs:"), "{error}");
    }
}
