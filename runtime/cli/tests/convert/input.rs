//! Sources of the input, and input that is not text.

use crate::{convert, converts, error, full, refuses};
use agent_error::{Format, render};
use serde_json::json;
use std::fs;
use std::os::unix::ffi::OsStrExt;

#[test]
fn a_file_is_read_by_name_and_a_dash_is_standard_input() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("error.txt");
    fs::write(&path, "[error:X] from the file\n").unwrap();
    assert_eq!(converts(&["--to", "human", path.to_str().unwrap()], ""), "error[X]: from the file\n");
    assert_eq!(converts(&["--to", "human", "-"], "[error:X] m"), "error[X]: m\n");
    let output = convert(&["--to", "human", "errors"]).current_dir(&directory).output().unwrap();
    assert_eq!(error(&output.stdout)["code"], "INPUT_FILE_NOT_FOUND");
    fs::write(directory.path().join("errors"), "[error:X] m\n").unwrap();
    let output = convert(&["--to", "human", "errors"]).current_dir(&directory).output().unwrap();
    assert_eq!(output.stdout, b"error[X]: m\n");
}

#[test]
fn a_file_that_cannot_be_read_has_its_own_codes() {
    let directory = tempfile::tempdir().unwrap();
    let directory = directory.path().to_str().unwrap();
    let missing = format!("{directory}/missing");
    let error = refuses(&["--to", "xml", &missing], "", 5);
    assert_eq!((&error["code"], &error["context"]["path"]), (&json!("INPUT_FILE_NOT_FOUND"), &json!(missing)));
    for arguments in [&["--to", "xml", directory][..], &["--to", "xml", directory, "--from", "flat"]] {
        let error = refuses(arguments, "", 74);
        assert_eq!(error["code"], "INPUT_READ_FAILED");
        assert_eq!(error["message"], format!("{directory} cannot be read: Is a directory (os error 21)"));
    }
}

#[test]
fn a_path_that_is_not_text_is_still_shown() {
    let path = std::ffi::OsStr::from_bytes(b"a\xffb");
    let output = convert(&["--to", "xml"]).arg(path).output().unwrap();
    assert_eq!(error(&output.stdout)["context"]["path"], "a\u{fffd}b");
}

#[test]
fn an_empty_input_differs_from_a_broken_one() {
    for input in ["", "\n", " \r\n\t\n", "\u{feff}"] {
        let error = refuses(&["--to", "xml"], input, 65);
        assert_eq!(error["code"], "INPUT_EMPTY", "{input:?}");
        assert_eq!(error["context"], json!({"path": "-"}));
    }
}

#[test]
fn a_byte_that_is_not_text_is_found() {
    let error = refuses(&["--to", "xml"], b"[error:X] m\nhint: \xc3\xa9\xff\n", 65);
    assert_eq!(error["code"], "INPUT_TEXT_INVALID");
    assert_eq!(error["context"], json!({"offset": 20, "line": 2, "column": 8}));
    assert_eq!(error["cause"], "invalid utf-8 sequence of 1 bytes from index 20");
    // An incomplete character at the end.
    assert_eq!(refuses(&["--to", "xml"], b"[error:X] \xf0\x9f\xa6", 65)["context"]["offset"], 10);
}

#[test]
fn a_byte_order_mark_is_not_part_of_the_error() {
    let text = format!("\u{feff}{}", render(&full(), Format::Flat));
    assert_eq!(converts(&["--to", "flat"], &text), render(&full(), Format::Flat) + "\n");
    assert_eq!(converts(&["--to", "human", "--lines"], "\u{feff}[error:X] m\n"), "error[X]: m\n");
}

#[test]
fn twenty_megabytes_are_converted() {
    let context: serde_json::Map<String, serde_json::Value> =
        (0..200_000).map(|index| (format!("key {index}"), json!("v".repeat(90)))).collect();
    let text = json!({"error": {"code": "X", "message": "m", "details": context}}).to_string();
    assert!(text.len() > 20_000_000);
    assert!(converts(&["--to", "tagged"], &text).starts_with("[error:X] m\n\nkey 0: vvv"));
    let value = "x".repeat(20_000_000);
    let cut = converts(&["--to", "tagged"], format!("[error:X] {value}"));
    assert!(cut.ends_with("x… [19934464 bytes cut]\n"), "{}", cut.len());
}
