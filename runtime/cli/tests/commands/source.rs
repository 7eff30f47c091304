//! Files, standard input and programs that contain or print catalogs.

use crate::{AGENT_ERROR, REPORTS, agent_error, envelope};
use agent_error_testing::{Run, Tool};
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};

#[track_caller]
fn refuses(source: &[&str], code: &str, exit: i32) -> Run {
    let run = agent_error(&[&["lint", "--timeout", "1"], source].concat());
    run.assert_code(code).assert_exit(exit).assert_schema();
    run
}

fn data(run: &Run) -> Value {
    envelope(run)["data"].clone()
}

#[test]
fn catalogs_are_read_from_files_standard_input_and_programs() {
    let folder = tempfile::tempdir().unwrap();
    let marked = folder.path().join("marked.json");
    let catalog = fs::read_to_string(REPORTS).unwrap();
    fs::write(&marked, format!("\u{feff}{catalog}")).unwrap();
    let expected = data(&agent_error(&["lint", REPORTS]));
    assert_eq!(
        data(&agent_error(&["lint", marked.to_str().unwrap()])),
        expected
    );
    // A process that's left behind, and a full pipe, don't delay the catalog.
    let script = format!("sleep 30 & head -c 1000000 /dev/zero >&2; cat '{REPORTS}'");
    let started = Instant::now();
    assert_eq!(
        data(&agent_error(&["lint", "--", "sh", "-c", &script])),
        expected
    );
    assert!(
        started.elapsed() < Duration::from_secs(20),
        "{:?}",
        started.elapsed()
    );
    let tool = Tool::new(AGENT_ERROR).stdin(catalog.as_str());
    let from_stdin = tool.clone().args(["lint", "-"]).run();
    assert_eq!(data(&from_stdin), expected);
    let twice = tool.args(["diff", "-", "-"]).run();
    twice.assert_code("CATALOG_NOT_RECOGNIZED").assert_exit(65);
    assert!(
        twice
            .stdout()
            .contains("it is empty, or another argument has read it"),
        "{twice}"
    );
}

#[test]
fn sources_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("catalog.json");
    let path = file.to_str().unwrap();
    fs::write(&file, b"{\"catalog\xff").unwrap();
    assert!(
        refuses(&[path], "CATALOG_NOT_RECOGNIZED", 65)
            .stdout()
            .contains("invalid UTF-8 at byte 9")
    );
    File::create(&file)
        .unwrap()
        .set_len(64 * 1024 * 1024 + 1)
        .unwrap();
    assert!(
        refuses(&[path], "CATALOG_NOT_RECOGNIZED", 65)
            .stdout()
            .contains("more than 67108864 bytes")
    );
    refuses(&["--", "yes"], "CATALOG_NOT_RECOGNIZED", 65);
    fs::write(&file, "#!/nonexistent/interpreter\n").unwrap();
    fs::set_permissions(&file, Permissions::from_mode(0o755)).unwrap();
    // Even root cannot execute a directory.
    for program in [folder.path().to_str().unwrap(), path] {
        let run = refuses(&["--", program], "PROGRAM_NOT_STARTED", 69);
        assert!(
            run.record()
                .unwrap()
                .message()
                .starts_with(&format!("cannot start {program}: ")),
            "{run}"
        );
    }
}

#[test]
fn files_of_other_versions_and_catalogs_without_codes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("errors.json");
    let path = file.to_str().unwrap();
    for text in [
        r#"{"lock_version": 1, "errors": {}}"#,
        r#"{"lock_version": 99, "errors": {}}"#,
        r#"{"catalog_version": "2.0", "errors": []}"#,
    ] {
        fs::write(&file, text).unwrap();
        let run = agent_error(&["diff", path, REPORTS]);
        run.assert_code("CATALOG_VERSION_UNSUPPORTED")
            .assert_exit(65)
            .assert_schema();
    }
    fs::write(
        &file,
        r#"{"catalog_version": "1.0", "program": {"name": "tool"}, "errors": []}"#,
    )
    .unwrap();
    let run = refuses(&[path, "--strict"], "CATALOG_NOT_RECOGNIZED", 65);
    assert!(run.stdout().contains("it has no codes"), "{run}");
}

#[test]
fn a_program_that_does_not_end_is_killed_with_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let alive = folder.path().join("alive");
    let script = format!(
        "(while :; do touch '{}'; sleep 0.1; done) & wait",
        alive.display()
    );
    let run = refuses(
        &[
            "--",
            "sh",
            "-c",
            &script,
            "sh",
            "--password",
            "hunter2-Pa55",
        ],
        "CATALOG_PROGRAM_TIMED_OUT",
        10,
    );
    run.assert_no_secret(["hunter2-Pa55"]);
    fs::remove_file(&alive).unwrap();
    std::thread::sleep(Duration::from_millis(500));
    assert!(!alive.exists(), "a child of the program still runs");
    refuses(
        &["--", "sh", "-c", "exec >&- 2>&-; exec sleep 1000"],
        "CATALOG_PROGRAM_TIMED_OUT",
        10,
    );
}
