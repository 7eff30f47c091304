//! Programs that print a catalog, and those that don't.

use crate::{CATALOG, TIMEOUT, program, reported};
use agent_error_cli::source::{DocumentKind, MAX_BYTES, Source};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SHORT: Duration = Duration::from_millis(500);

/// A shell that runs a script.
fn sh(script: &str) -> Source {
    program(&["sh", "-c", script])
}

/// Whether a process still runs; a killed one may not have been waited for yet.
fn runs(pid: &str) -> bool {
    let state = Command::new("ps").args(["-o", "stat=", "-p", pid.trim()]).stderr(Stdio::null()).output().unwrap();
    let state = String::from_utf8(state.stdout).unwrap();
    !state.trim().is_empty() && !state.trim().starts_with('Z')
}

#[test]
fn a_program_without_arguments_is_asked_for_its_catalog() {
    assert_eq!(program(&["echo"]).read(TIMEOUT).unwrap(), "errors catalog\n");
    assert_eq!(program(&["echo"]).to_string(), "the output of `echo errors catalog`");
}

#[test]
fn arguments_are_passed_on_without_a_shell() {
    let source = program(&["printf", "%s\n", "$HOME; ls *", "errors", "-x"]);
    assert_eq!(source.read(TIMEOUT).unwrap(), "$HOME; ls *\nerrors\n-x\n");
    assert_eq!(program(&["printf", "%s", CATALOG]).read_document(&[DocumentKind::Catalog], TIMEOUT).unwrap(), CATALOG);
}

#[test]
fn a_program_has_no_standard_input() {
    let record = reported(&program(&["cat", "-"]).read(TIMEOUT).unwrap_err(), "CATALOG_EMPTY", 65);
    assert_eq!(record.message, "the output of `cat -` is empty");
}

#[test]
fn a_program_that_cannot_be_started_is_named() {
    let record = reported(&program(&["/nonexistent/tool"]).read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_FOUND", 5);
    assert_eq!(record.value("program").unwrap(), "/nonexistent/tool");
    reported(&program(&["no-program-has-this-name"]).read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_FOUND", 5);
    reported(&program(&[]).read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_FOUND", 5);
    // Even root cannot execute a directory, or a file without execute permission.
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("catalog.json");
    fs::write(&file, CATALOG).unwrap();
    for path in [directory.path(), &file] {
        let source = program(&[path.to_str().unwrap()]);
        reported(&source.read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_EXECUTABLE", 7);
    }
    let script = directory.path().join("script");
    fs::write(&script, "#!/nonexistent/interpreter\n").unwrap();
    fs::set_permissions(&script, Permissions::from_mode(0o755)).unwrap();
    let source = program(&[script.to_str().unwrap()]);
    reported(&source.read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_STARTED", 71);
    reported(&program(&["a\0b"]).read(TIMEOUT).unwrap_err(), "PROGRAM_NOT_STARTED", 71);
}

#[test]
fn the_timeout_kills_the_program_and_its_children() {
    let directory = tempfile::tempdir().unwrap();
    let pid = directory.path().join("pid");
    let started = Instant::now();
    let script = format!("sleep 1000 & echo $! > {}; wait", pid.display());
    let record = reported(&sh(&script).read(SHORT).unwrap_err(), "CATALOG_PROGRAM_TIMED_OUT", 10);
    assert!(started.elapsed() >= SHORT && started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert_eq!(record.value("timeout_ms").unwrap(), 500);
    let pid = fs::read_to_string(pid).unwrap();
    let until = Instant::now() + Duration::from_secs(10);
    while runs(&pid) {
        assert!(Instant::now() < until, "process {pid} still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_program_that_closes_its_streams_still_has_a_timeout() {
    reported(&sh("exec >&- 2>&-; exec sleep 1000").read(SHORT).unwrap_err(), "CATALOG_PROGRAM_TIMED_OUT", 10);
}

#[test]
fn a_process_that_is_left_behind_does_not_delay_the_catalog() {
    let started = Instant::now();
    let text = sh("sleep 30 & echo catalog").read(TIMEOUT).unwrap();
    assert_eq!(text, "catalog\n");
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn a_program_that_fails_shows_why() {
    let error = sh("echo 'no such command' >&2; echo ignored; exit 3").read(TIMEOUT).unwrap_err();
    let record = reported(&error, "CATALOG_PROGRAM_FAILED", 69);
    assert_eq!(record.detail.as_deref(), Some("no such command"));
    assert_eq!(record.value("exit_code").unwrap(), 3);
    assert!(record.message.ends_with("failed: exit status: 3"), "{}", record.message);
    let error = sh(r#"echo '{"ok":false,"error":{"code":"UNKNOWN_COMMAND","message":"no"}}'; exit 2"#);
    let record = reported(&error.read(TIMEOUT).unwrap_err(), "CATALOG_PROGRAM_FAILED", 69);
    assert_eq!(record.detail.as_deref(), Some("UNKNOWN_COMMAND: no"));
    let record = reported(&sh("kill -9 $$").read(TIMEOUT).unwrap_err(), "CATALOG_PROGRAM_FAILED", 69);
    assert!(record.value("exit_code").is_none_or(serde_json::Value::is_null), "{record:?}");
    assert!(record.message.contains("signal: 9"), "{}", record.message);
}

#[test]
fn endless_output_is_too_large() {
    for words in [&["yes"][..], &["head", "-c", "70000000", "/dev/zero"]] {
        let record = reported(&program(words).read(TIMEOUT).unwrap_err(), "CATALOG_TOO_LARGE", 65);
        assert_eq!(record.value("max_bytes").unwrap(), MAX_BYTES);
    }
}

#[test]
fn a_megabyte_on_standard_error_does_not_stop_the_program() {
    assert_eq!(sh("head -c 1000000 /dev/zero >&2; echo catalog").read(TIMEOUT).unwrap(), "catalog\n");
}

#[test]
fn output_that_is_not_a_catalog_says_what_it_is() {
    let error = program(&["echo"]).read_document(&[DocumentKind::Catalog], TIMEOUT).unwrap_err();
    let record = reported(&error, "CATALOG_NOT_RECOGNIZED", 65);
    assert_eq!(
        record.message,
        "the output of `echo errors catalog` is not a catalog: found text that starts with `errors catalog`"
    );
}
