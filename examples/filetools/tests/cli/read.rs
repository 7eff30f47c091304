//! Tests of `read`: whole files, parts of files, and files that can't be read.

use crate::sandbox::Sandbox;
use serde_json::json;
use std::fs::File;

#[test]
fn a_file_is_read_whole_or_by_lines() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\r\ntwo\nthree");
    let (data, warnings) = sandbox.succeeds(&["read", "a.txt"]);
    assert_eq!(
        data,
        json!({
            "path": "a.txt", "size": 14, "offset": 1, "lines": 3, "next_offset": null,
            "content": "one\r\ntwo\nthree",
        })
    );
    assert_eq!(warnings, "");
    let (data, warnings) = sandbox.succeeds(&["read", "a.txt", "--offset", "2", "--limit", "1"]);
    assert_eq!((&data["content"], &data["next_offset"]), (&json!("two\n"), &json!(3)));
    assert_eq!(warnings, "warning: the file has more lines; to continue, pass 3 as `offset`\n");
    let (data, _) = sandbox.succeeds(&["read", "a.txt", "--offset", "3", "--limit", "9"]);
    assert_eq!((&data["content"], &data["next_offset"]), (&json!("three"), &json!(null)));
}

#[test]
fn an_empty_file_is_read_and_has_no_second_line() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    assert_eq!(sandbox.succeeds(&["read", "a.txt"]).0["content"], "");
    assert_eq!(sandbox.succeeds(&["read", "a.txt", "--offset", "1"]).0["lines"], 0);
    sandbox.refuses(
        &["read", "a.txt", "--offset", "2"],
        2,
        "[error:INVALID_ARGS] invalid arguments: `offset` 2 is past the end of a.txt, which has 0 lines\n\
         hint: Start at an earlier line, or omit `offset`",
    );
}

#[test]
fn an_offset_past_the_end_reports_the_number_of_lines() {
    let sandbox = Sandbox::new();
    for content in ["one\ntwo\n", "one\ntwo"] {
        sandbox.write("a.txt", content);
        for offset in ["3", "4", "99"] {
            let text = sandbox.fails(&["read", "a.txt", "--offset", offset, "--max-errors", "99"], 2);
            assert!(text.contains(&format!("`offset` {offset} is past the end of a.txt, which has 2 lines")), "{text}");
        }
    }
}

#[test]
fn a_huge_file_is_read_in_parts() {
    let sandbox = Sandbox::new();
    sandbox.write("huge.log", "first line\nsecond line\n");
    let huge = File::options().write(true).open(sandbox.path("huge.log")).unwrap();
    huge.set_len(5 << 30).unwrap();
    sandbox.refuses(
        &["read", "huge.log"],
        2,
        "[error:FILE_TOO_LARGE] huge.log is too large: 5368709120 bytes, but the limit is 262144\n\
         hint: Read the file in parts, with the line numbers `offset` and `limit`",
    );
    let (data, _) = sandbox.succeeds(&["read", "huge.log", "--offset", "2", "--limit", "1"]);
    assert_eq!((&data["content"], &data["next_offset"]), (&json!("second line\n"), &json!(3)));
    // The third line is 5 GiB long.
    sandbox.refuses(
        &["read", "huge.log", "--offset", "3", "--limit", "1"],
        2,
        "[error:FILE_TOO_LARGE] huge.log is too large: 5368709120 bytes, but the limit is 262144\n\
         hint: Pass a lower `limit`; to read part of a long line, call `run` with [\"cut\", \"-b\", \"1-1000\", PATH]",
    );
    let edit = sandbox.fails(&["edit", "huge.log", "--old", "first", "--new", "x"], 2);
    assert!(edit.starts_with("[error:FILE_TOO_LARGE] huge.log is too large: 5368709120 bytes"), "{edit}");
}

#[test]
fn a_file_at_the_limit_is_read() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "12345\n7890");
    let (data, _) = sandbox.succeeds(&["--max-bytes", "10", "read", "a.txt"]);
    assert_eq!(data["content"], "12345\n7890");
    sandbox.fails(&["--max-bytes", "9", "read", "a.txt"], 2);
    assert_eq!(sandbox.succeeds(&["--max-bytes", "9", "read", "a.txt", "--limit", "1"]).0["content"], "12345\n");
}

#[test]
fn a_binary_file_is_not_text() {
    let sandbox = Sandbox::new();
    for (name, content) in [("latin1", &b"caf\xe9"[..]), ("zero", b"a\0b"), ("cut", "é".as_bytes().split_at(1).0)] {
        sandbox.write(name, content);
        sandbox.refuses(
            &["read", name],
            2,
            &format!(
                "[error:INVALID_ARGS] invalid arguments: {name} is not UTF-8 text\n\
                 hint: Pass a text file; to inspect binary files, call `run` with [\"od\", \"-c\", PATH]"
            ),
        );
    }
    let edit = sandbox.fails(&["edit", "zero", "--old", "a", "--new", "b"], 2);
    assert!(edit.contains("zero is not UTF-8 text"), "{edit}");
}

#[test]
fn a_special_file_is_rejected_without_blocking() {
    let sandbox = Sandbox::new();
    sandbox.make_pipe("pipe");
    std::fs::create_dir(sandbox.path("folder")).unwrap();
    std::os::unix::fs::symlink("folder", sandbox.path("to-folder")).unwrap();
    std::os::unix::fs::symlink("loop", sandbox.path("loop")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(sandbox.path("socket")).unwrap();
    for (name, kind) in [
        ("folder", "a directory"),
        ("to-folder", "a directory"),
        ("pipe", "a pipe"),
        ("socket", "a socket"),
        ("loop", "a loop of symbolic links"),
    ] {
        for arguments in [&["read", name][..], &["write", name, "--content", "x"]] {
            let arguments = [&["--max-errors", "99"], arguments].concat();
            let text = sandbox.fails(&arguments, 2);
            assert!(
                text.starts_with(&format!("[error:NOT_REGULAR_FILE] {name} is {kind}, not a regular file\n")),
                "{text}"
            );
        }
    }
    let device = sandbox.fails(&["--root", "/dev", "--state", "state", "read", "null"], 2);
    assert!(device.starts_with("[error:NOT_REGULAR_FILE] null is a device, not a regular file\n"), "{device}");
}

#[test]
fn a_path_through_a_file_or_too_long_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    let text = sandbox.fails(&["read", "no/such/file"], 5);
    assert!(text.starts_with("[error:FILE_NOT_FOUND] cannot read no/such/file: "), "{text}");
    for path in ["a.txt/b", "a.txt/"] {
        let text = sandbox.fails(&["read", path], 2);
        assert!(text.contains(&format!("cannot read {path}: not a directory\n")), "{text}");
    }
    let long = "x".repeat(300);
    sandbox.refuses(
        &["read", &long],
        2,
        &format!(
            "[error:INVALID_ARGS] invalid arguments: cannot read {long}: file name too long\n\
             hint: Correct the path or the command; the operating system rejects it"
        ),
    );
}
