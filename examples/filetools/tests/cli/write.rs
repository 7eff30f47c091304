//! Tests of `write`: new files, replaced files and rejected files.

use crate::sandbox::{Sandbox, failed};
use serde_json::json;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::process::Stdio;

#[test]
fn files_and_their_directories_are_created() {
    let sandbox = Sandbox::new();
    let (data, _) = sandbox.succeeds(&["write", "a/b/c.txt", "--content", "hi\n"]);
    assert_eq!(data, json!({"path": "a/b/c.txt", "created": true, "bytes": 3}));
    assert_eq!(sandbox.content("a/b/c.txt"), "hi\n");
    let (data, _) = sandbox.succeeds(&["write", "./a/../a/b/c.txt", "--content", ""]);
    assert_eq!((&data["created"], &data["bytes"]), (&json!(false), &json!(0)));
    assert_eq!(sandbox.content("a/b/c.txt"), "");
    let left: Vec<_> = std::fs::read_dir(sandbox.path("a/b")).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn without_a_flag_standard_input_is_written() {
    let sandbox = Sandbox::new();
    let write = |content: &[u8]| {
        let mut command = sandbox.command(&["write", "a.txt", "--max-bytes", "8"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(content).unwrap();
        child.wait_with_output().unwrap()
    };
    assert!(write(b"from pipe"[..8].as_ref()).status.success());
    assert_eq!(sandbox.content("a.txt"), "from pip");
    let large = failed(&write(b"from pipe"), 2);
    assert!(large.starts_with("[error:FILE_TOO_LARGE] a.txt is too large: 9 bytes, but the limit is 8\n"), "{large}");
    let binary = failed(&write(b"\xff"), 2);
    assert!(
        binary.starts_with("[error:INVALID_ARGS] invalid arguments: standard input is not valid UTF-8\n"),
        "{binary}"
    );
    assert_eq!(sandbox.content("a.txt"), "from pip");
}

#[test]
fn a_link_is_followed_and_the_mode_kept() {
    let sandbox = Sandbox::new();
    sandbox.write("run.sh", "old");
    std::fs::set_permissions(sandbox.path("run.sh"), std::fs::Permissions::from_mode(0o750)).unwrap();
    symlink("run.sh", sandbox.path("link")).unwrap();
    sandbox.succeeds(&["write", "link", "--content", "new"]);
    assert_eq!(sandbox.content("run.sh"), "new");
    assert!(sandbox.path("link").is_symlink());
    assert_eq!(sandbox.path("run.sh").metadata().unwrap().permissions().mode() & 0o777, 0o750);
}

#[test]
fn a_dangling_link_is_not_replaced() {
    let sandbox = Sandbox::new();
    symlink("gone", sandbox.path("link")).unwrap();
    let text = sandbox.fails(&["write", "link", "--content", "x"], 2);
    let expected = "[error:NOT_REGULAR_FILE] link is a dangling symbolic link, not a regular file\n";
    assert!(text.starts_with(expected), "{text}");
    assert!(sandbox.path("link").is_symlink());
}

#[test]
fn a_directory_path_is_rejected() {
    let sandbox = Sandbox::new();
    sandbox.refuses(
        &["write", "new/", "--content", "x"],
        2,
        "[error:INVALID_ARGS] invalid arguments: new/ is the path of a directory\n\
         hint: Pass a file in that directory; missing parent directories are created",
    );
    assert!(!sandbox.path("new").exists());
}

#[test]
fn dots_after_a_missing_directory_are_rejected() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "kept");
    let text = sandbox.fails(&["write", "missing/../a.txt", "--content", "x"], 5);
    assert!(text.starts_with("[error:FILE_NOT_FOUND] cannot write missing/../a.txt: "), "{text}");
    assert_eq!(sandbox.content("a.txt"), "kept");
    assert!(!sandbox.path("missing").exists());
}

#[test]
fn a_file_name_of_maximum_length_is_written() {
    let sandbox = Sandbox::new();
    let name = "é".repeat(127);
    sandbox.succeeds(&["write", &name, "--content", "x"]);
    assert_eq!(sandbox.content(&name), "x");
}

#[test]
fn a_path_below_a_file_is_reported_as_such() {
    let sandbox = Sandbox::new();
    sandbox.write("f.txt", "one");
    for (call, action) in [
        (&["write", "f.txt/x", "--content", "y"][..], "write"),
        (&["read", "f.txt/x"], "read"),
        (&["edit", "f.txt/x", "--old", "a", "--new", "b"], "write"),
    ] {
        sandbox.refuses(
            call,
            2,
            &format!(
                "[error:INVALID_ARGS] invalid arguments: cannot {action} f.txt/x: not a directory\n\
                 hint: A parent in the path is a file, not a directory; correct the path"
            ),
        );
    }
}

#[test]
fn usage_errors_have_the_same_code_as_in_a_session() {
    let sandbox = Sandbox::new();
    for (call, reason) in [
        (&["read"][..], "<PATH>"),
        (&["edit", "a.txt", "--old", "x"], "--new"),
        (&["read", "a.txt", "--offset", "0"], "--offset"),
        (&["read", "a.txt", "--limit", "many"], "--limit"),
        (&["read", ""], "`path` is empty"),
        (&["run"], "<COMMAND>"),
        (&["--max-bytes", "0", "read", "a.txt"], "--max-bytes"),
    ] {
        let text = sandbox.fails(call, 2);
        assert!(text.starts_with("[error:INVALID_ARGS] invalid arguments: ") && text.contains(reason), "{text}");
        assert!(text.contains("\nhint: "), "{text}");
    }
    assert!(sandbox.fails(&["read", "a.txt", "--ofset", "1"], 2).starts_with("[error:UNKNOWN_FLAG] "));
}
