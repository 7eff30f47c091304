//! Tests of `auth login`, `auth logout` and the token file.

use crate::sandbox::{Sandbox, assert_failure, data};
use crate::server::Server;
use crate::{ADMIN, READER, canned};
use serde_json::{Value, json};
use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};

fn mode(path: &std::path::Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_saved_token_is_readable_only_by_its_owner() {
    let sandbox = Sandbox::new(&["--token-lifetime", "60"]);
    let path = sandbox.token_file();
    let expected = json!({
        "user": "admin", "endpoint": sandbox.server.endpoint, "expires_in_s": 60, "token_file": path.to_str(),
    });
    assert_eq!(sandbox.log_in(ADMIN), expected);
    assert_eq!(mode(&path), 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    sandbox.log_in(READER);
    assert_eq!(mode(&path), 0o600, "an earlier file is replaced, and its mode with it");
    let left = fs::read_dir(path.parent().unwrap()).unwrap().count();
    assert_eq!(left, 1, "no temporary file stays");
}

#[test]
fn a_wrong_password_changes_nothing() {
    let sandbox = Sandbox::admin();
    let before = fs::read(sandbox.token_file()).unwrap();
    let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin"]);
    let output = login.env("CLOUDCTL_PASSWORD", "hunter2").output().unwrap();
    let message = assert_failure(&output, "AUTH_ERROR", 3, &json!({"status": 401}));
    assert_eq!(message, "invalid user name or password\n\nRun `cloudctl auth login` to log in again");
    assert_eq!(fs::read(sandbox.token_file()).unwrap(), before);
}

/// A redacted word is as good as a clear one if the reader knows the sentence around it.
#[test]
fn a_redacted_message_does_not_reveal_which_word_is_the_password() {
    let sandbox = Sandbox::admin();
    let message = |password: &str, sandbox: &Sandbox, endpoint: Option<&str>| {
        let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin"]);
        login.env("CLOUDCTL_PASSWORD", password).envs(endpoint.map(|endpoint| ("CLOUDCTL_ENDPOINT", endpoint)));
        let output = login.output().unwrap();
        assert_failure(&output, "AUTH_ERROR", 3, &json!({"status": 401}))
    };
    let expected = message("hunter2", &sandbox, None);
    for word in ["password", "invalid", "name", "user", "or", " "] {
        assert_eq!(message(word, &sandbox, None), expected, "{word}");
    }
    let refused = canned::json("401 Unauthorized", "", r#"{"message":"the account of eve is locked"}"#);
    for word in ["account", "eve", "locked"] {
        let message = message(word, &sandbox, Some(&refused));
        assert!(message.starts_with("[REDACTED]") && !message.contains("locked"), "{word}: {message}");
    }
}

#[test]
fn an_empty_password_is_not_sent() {
    let sandbox = Sandbox::new(&["--fault", "500"]);
    let details = json!({"field": "password", "reason": "empty"});
    sandbox.fails(&["auth", "login", "--user", "admin", "--password-stdin"], "VALIDATION_ERROR", 2, &details);
    let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin"]);
    let output = login.env("CLOUDCTL_PASSWORD", "").output().unwrap();
    assert_failure(&output, "VALIDATION_ERROR", 2, &details);
}

#[test]
fn a_password_is_not_an_argument() {
    let sandbox = Sandbox::new(&[]);
    let output = sandbox.run(&["--agent", "auth", "login", "--user", "admin", "--password", "hunter2"]);
    assert_eq!(output.status.code(), Some(2));
    let envelope: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(envelope["error"]["code"], "UNKNOWN_FLAG");
}

#[test]
fn a_token_is_only_sent_to_its_own_endpoint() {
    let sandbox = Sandbox::admin();
    let other = Server::start(&[]);
    let arguments = ["--endpoint", &other.endpoint, "balance"];
    let message = sandbox.fails(&arguments, "AUTH_ERROR", 3, &json!({"status": 401}));
    assert!(message.starts_with("no credentials configured\n"), "the token was not even sent: {message}");
}

#[test]
fn a_token_from_an_earlier_server_is_rejected() {
    let sandbox = Sandbox::admin();
    let stored = format!("{{\"endpoint\": \"{}\", \"token\": \"cloud_old\"}}", sandbox.server.endpoint);
    fs::write(sandbox.token_file(), stored).unwrap();
    let message = sandbox.fails(&["balance"], "AUTH_ERROR", 3, &json!({"status": 401}));
    assert_eq!(message, "unauthorized: unknown token\n\nRun `cloudctl auth login` to log in again");
}

#[test]
fn the_advice_of_an_authentication_error_fixes_it() {
    let sandbox = Sandbox::new(&[]);
    let token_file = sandbox.path("a token's file.json");
    let arguments = ["balance", "--output", "json", "--token-file", token_file.to_str().unwrap()];
    let output = sandbox.run(&arguments);
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(envelope["error"]["fix_command"].is_null(), "no command runs without a user and a password");
    let advice = envelope["error"]["suggestion"].as_str().unwrap();
    let command = advice.split('`').find(|quoted| quoted.starts_with("cloudctl ")).unwrap();
    let words = command.strip_prefix("cloudctl ").unwrap().replace("NAME", ADMIN.0);
    for name in ["`CLOUDCTL_PASSWORD`", "`--endpoint`", "`--token-file`"] {
        assert!(advice.contains(name), "{advice}");
    }
    let words: Vec<&str> = words.split(' ').chain(["--agent", "--token-file", token_file.to_str().unwrap()]).collect();
    let repaired = sandbox.command(&words).env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    assert_eq!(data(&repaired)["token_file"], token_file.to_str().unwrap());
    let output = sandbox.run(&arguments);
    assert_eq!(output.status.code(), Some(0));
}

/// Runs a command that fails, with the password in the environment, and returns the error.
fn error_with_password(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let mut command = sandbox.command(&[arguments, &["--output", "json"]].concat());
    let output = command.env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    crate::sandbox::assert_no_secret(&output.stdout);
    crate::schema::assert_valid(&output);
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    envelope["error"].clone()
}

/// Runs a fix in a shell, in another directory, with only the password in the environment.
fn run_fix(fix: &str) {
    let elsewhere = tempfile::tempdir().unwrap();
    let tool = std::path::Path::new(env!("CARGO_BIN_EXE_cloudctl")).parent().unwrap();
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", fix]).current_dir(&elsewhere).env_clear();
    data(&shell.env("PATH", tool).env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap());
}

#[test]
fn a_login_without_prompts_is_the_fix_for_an_expired_token() {
    let sandbox = Sandbox::of(ADMIN, &["--token-calls", "0"]);
    let error = error_with_password(&sandbox, &["balance"]);
    let (endpoint, path) = (&sandbox.server.endpoint, sandbox.token_file());
    let fix = format!("cloudctl auth login --user=admin --endpoint={endpoint} --token-file={}", path.display());
    assert_eq!((&error["code"], &error["fix_command"]), (&json!("AUTH_ERROR"), &json!(fix)));
    assert_eq!(error["message"], "token expired\n\nRun `cloudctl auth login` to log in again");
    assert_eq!(error["context"], json!({"status": 401}));
    let before = fs::read(&path).unwrap();
    run_fix(&fix);
    assert_ne!(fs::read(&path).unwrap(), before, "there is a new token");
}

#[test]
fn a_login_without_a_user_suggests_the_previous_user() {
    let sandbox = Sandbox::new(&[]);
    let advice = || error_with_password(&sandbox, &["auth", "login"])["suggestion"].as_str().unwrap().to_owned();
    assert!(!advice().contains("--user"), "no user was logged in before");
    sandbox.log_in(READER);
    sandbox.log_in(ADMIN);
    assert!(advice().contains("`--user admin`"), "{}", advice());
    let error = error_with_password(&sandbox, &["auth", "login"]);
    assert_eq!(
        (&error["code"], &error["context"]),
        (&json!("MISSING_REQUIRED_FLAGS"), &json!({"missing": ["--user"]}))
    );
    sandbox.succeeds(&["auth", "logout"]);
    assert!(!advice().contains("--user"), "who has logged out is forgotten");
}

#[test]
fn no_useless_login_is_suggested() {
    let sandbox = Sandbox::of(READER, &[]);
    let delete = ["instances", "delete", "inst-1", "--yes"];
    let forbidden = error_with_password(&sandbox, &delete);
    assert_eq!((&forbidden["context"], &forbidden["fix_command"]), (&json!({"status": 403}), &Value::Null));
    let wrong = error_with_password(&sandbox, &["auth", "login", "--user", "reader"]);
    assert_eq!((&wrong["code"], &wrong["fix_command"]), (&json!("AUTH_ERROR"), &Value::Null));
    let stored = format!("{{\"endpoint\": \"{}\", \"token\": \"cloud_old\"}}", sandbox.server.endpoint);
    fs::write(sandbox.token_file(), stored).unwrap();
    let nameless = error_with_password(&sandbox, &["balance"]);
    assert_eq!((&nameless["code"], &nameless["fix_command"]), (&json!("AUTH_ERROR"), &Value::Null));
}

#[test]
fn a_logout_revokes_and_deletes_the_token() {
    let sandbox = Sandbox::admin();
    let path = sandbox.token_file();
    let token = fs::read(&path).unwrap();
    assert_eq!(sandbox.succeeds(&["auth", "logout"]), json!({"logged_out": true, "token_file": path.to_str()}));
    assert!(!path.exists());
    assert_eq!(sandbox.succeeds(&["auth", "logout"])["logged_out"], false);
    sandbox.fails(&["balance"], "AUTH_ERROR", 3, &json!({"status": 401}));
    fs::write(&path, token).unwrap();
    let message = sandbox.fails(&["balance"], "AUTH_ERROR", 3, &json!({"status": 401}));
    assert!(message.starts_with("unauthorized: unknown token\n"), "{message}");
}

#[test]
fn a_logout_without_the_api_succeeds_with_a_warning() {
    let sandbox = Sandbox::of(ADMIN, &["--fault", "500"]);
    let output = sandbox.run(&["auth", "logout"]);
    assert_eq!(output.status.code(), Some(0));
    let envelope: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(envelope["data"]["logged_out"], true);
    let warning = envelope["warnings"][0].as_str().unwrap();
    assert!(warning.ends_with("which stays valid until it expires: internal server error"), "{warning}");
    assert!(!sandbox.token_file().exists());
}

#[test]
fn a_logout_after_the_token_has_expired_needs_no_warning() {
    let sandbox = Sandbox::of(ADMIN, &["--token-lifetime", "0"]);
    assert_eq!(sandbox.succeeds(&["auth", "logout"])["logged_out"], true);
}

#[test]
fn a_damaged_token_file_is_reported_with_advice() {
    let sandbox = Sandbox::admin();
    let path = sandbox.token_file();
    let details = json!({"path": path.to_str()});
    let endpoint = &sandbox.server.endpoint;
    let line_end = format!("{{\"endpoint\": \"{endpoint}\", \"token\": \"cloud_a\\r\\nX: y\"}}");
    for content in ["", "{", "\u{0}", "[]", "{\"token\": \"cloud_f00\"}", &line_end] {
        fs::write(&path, content).unwrap();
        sandbox.fails(&["balance"], "TOKEN_FILE_INVALID", 3, &details);
    }
    let envelope: Value = serde_json::from_slice(&sandbox.run(&["balance"]).stdout).unwrap();
    assert!(envelope["error"]["fix_command"].is_null());
    let advice = envelope["error"]["suggestion"].as_str().unwrap();
    assert!(advice.contains(&format!("remove {}", path.display())), "{advice}");
    fs::remove_file(&path).unwrap();
    sandbox.log_in(ADMIN);
    sandbox.succeeds(&["balance"]);
}

#[test]
fn an_empty_or_an_outdated_token_file_is_replaced() {
    let sandbox = Sandbox::new(&[]);
    sandbox.log_in(ADMIN);
    for content in ["", "{\"endpoint\": \"http://elsewhere\", \"token\": \"cloud_a\\r\\nX: y\"}"] {
        fs::write(sandbox.token_file(), content).unwrap();
        sandbox.log_in(ADMIN);
        sandbox.succeeds(&["balance"]);
    }
}

/// The login isn't sent to the API, which would return a different error.
#[test]
fn a_foreign_file_is_neither_replaced_nor_removed() {
    let sandbox = Sandbox::new(&[]);
    let path = sandbox.path("precious.txt");
    let details = json!({"path": path.to_str()});
    let token_file = format!("--token-file={}", path.display());
    let more = "{\"endpoint\": \"http://a\", \"token\": \"t\", \"more\": 1}";
    for content in ["notes", "{", "\n", more, &" ".repeat(100_000)] {
        fs::write(&path, content).unwrap();
        let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin", &token_file]);
        let output = login.env("CLOUDCTL_PASSWORD", "hunter2").output().unwrap();
        let message = assert_failure(&output, "TOKEN_FILE_FOREIGN", 2, &details);
        assert_eq!(message, format!("refusing to change {}: not a token file", path.display()));
        sandbox.fails(&["auth", "logout", &token_file], "TOKEN_FILE_FOREIGN", 2, &details);
        assert_eq!(fs::read_to_string(&path).unwrap(), content);
    }
    assert_eq!(fs::read_dir(sandbox.path("")).unwrap().count(), 1, "no temporary file stays");
}

#[test]
fn a_device_is_not_a_token_file() {
    let sandbox = Sandbox::new(&[]);
    let path = sandbox.path("device");
    symlink("/dev/null", &path).unwrap();
    let token_file = format!("--token-file={}", path.display());
    let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin", &token_file]);
    let output = login.env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    assert_failure(&output, "TOKEN_FILE_FOREIGN", 2, &json!({"path": path.to_str()}));
    assert!(path.is_symlink());
}

#[test]
fn a_directory_as_token_file_is_always_reported() {
    let sandbox = Sandbox::new(&[]);
    let path = sandbox.path("directory");
    fs::create_dir_all(path.join("full")).unwrap();
    let details = json!({"path": path.to_str()});
    let token_file = format!("--token-file={}", path.display());
    sandbox.fails(&["balance", &token_file], "TOKEN_FILE_UNREADABLE", 1, &details);
    sandbox.fails(&["auth", "logout", &token_file], "TOKEN_FILE_UNREMOVABLE", 1, &details);
    let mut login = sandbox.command(&["--agent", "auth", "login", "--user", "admin", &token_file]);
    let output = login.env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    assert_failure(&output, "TOKEN_FILE_UNWRITABLE", 1, &details);
}

#[test]
fn a_token_file_in_the_working_directory_works() {
    let sandbox = Sandbox::new(&[]);
    let login = ["--agent", "auth", "login", "--user", "admin", "--token-file", "t"];
    let output = sandbox.command(&login).env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap();
    assert_eq!(data(&output)["token_file"], "t");
    assert_eq!(mode(&sandbox.path("t")), 0o600);
}

#[test]
fn only_links_to_token_files_are_replaced() {
    let sandbox = Sandbox::admin();
    let log_in = || {
        let login = ["--agent", "auth", "login", "--user", "admin", "--token-file", "t"];
        sandbox.command(&login).env("CLOUDCTL_PASSWORD", ADMIN.1).output().unwrap()
    };
    let link = sandbox.path("t");
    fs::write(sandbox.path("precious"), "content").unwrap();
    symlink(sandbox.path("precious"), &link).unwrap();
    assert_failure(&log_in(), "TOKEN_FILE_FOREIGN", 2, &json!({"path": "t"}));
    assert_eq!(fs::read_to_string(&link).unwrap(), "content");
    let before = fs::read(sandbox.token_file()).unwrap();
    fs::remove_file(&link).unwrap();
    symlink(sandbox.token_file(), &link).unwrap();
    data(&log_in());
    assert!(!link.is_symlink());
    assert_eq!(fs::read(sandbox.token_file()).unwrap(), before);
}

#[test]
fn invalid_endpoints_and_timeouts_are_rejected() {
    let sandbox = Sandbox::admin();
    let details = json!({"field": "endpoint", "reason": "only http is supported"});
    sandbox.fails(&["balance", "--endpoint", "https://cloud.example"], "VALIDATION_ERROR", 2, &details);
    let details = json!({"field": "timeout", "reason": "not a number of seconds from 0.001 to 3600"});
    for seconds in ["soon", "-1", "-0.5"] {
        sandbox.fails(&["balance", "--timeout", seconds], "VALIDATION_ERROR", 2, &details);
    }
    let reason = "must not contain credentials; log in with `cloudctl auth login`";
    let endpoint = "http://admin:hunter2@localhost";
    let details = json!({"field": "endpoint", "reason": reason});
    sandbox.fails(&["balance", "--endpoint", endpoint], "VALIDATION_ERROR", 2, &details);
}
