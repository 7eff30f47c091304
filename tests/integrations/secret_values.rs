//! Tests of secrets in JSON, and of text that repeats them.

use crate::cases::cases;
use agent_error::__private::Secrets;
use agent_error::ErrorRecord;
use proptest::prelude::*;
use serde_json::{Value, json};

fn secrets(value: &Value) -> Secrets {
    let mut secrets = Secrets::default();
    secrets.add("", value);
    secrets
}

#[test]
fn values_are_redacted_by_name_at_any_depth() {
    let sent = json!({
        "user": "eve", "token": "t0ken", "pin": 1, "password": null, "tokens": ["s1"], "pass": "s2",
        "details": [{"api_key": {"id": 7}, "max_tokens": 5, "auth": {"by": "eve"}}],
        "PassWord": "hunter2",
        "to\u{200b}ken": "s5", "tags": [{"Key": "DB_PASSWORD", "Value": "hunter2"}, {"k": "tok\u{ad}en", "v": "s6"}],
        "fields": [{"name": "password", "value": "hunter2"}, {"loc": ["body", "otp"], "input": 123_456, "msg": "bad"}],
        "argv": ["tool", "--password", "s3", "--token", "--user", "eve"],
        "curl": ["/usr/bin/curl", "-u", "eve:S3cr3t", "-u", "eve", "--user=eve:S3cr3t"],
        "mysql": ["mysql", "-pS3cr3t", "-p", "shop"], "run": {"args": ["-u", "eve:S3cr3t"], "cmd": "/bin/curl -s"},
        "docker": ["docker", "login", "-p", "a b", "-p", "$PASSWORD", "-p"],
        "errors": {"password": ["is too short"], "otp": [{"code": "length", "count": 6, "sent": "s4"}]},
        "card": {"pin": 1234, "key": "Zq7Hunter2Secret9x"},
    });
    let expected = json!({
        "user": "eve", "token": "[REDACTED]", "pin": 1, "password": null, "tokens": "[REDACTED]", "pass": "[REDACTED]",
        "details": [{"api_key": "[REDACTED]", "max_tokens": 5, "auth": {"by": "eve"}}],
        "PassWord": "[REDACTED]",
        "to\u{200b}ken": "[REDACTED]",
        "tags": [{"Key": "DB_PASSWORD", "Value": "[REDACTED]"}, {"k": "tok\u{ad}en", "v": "[REDACTED]"}],
        "fields": [{"name": "password", "value": "[REDACTED]"}, {"loc": ["body", "otp"], "input": "[REDACTED]", "msg": "bad"}],
        "argv": ["tool", "--password", "[REDACTED]", "--token", "--user", "eve"],
        "curl": ["/usr/bin/curl", "-u", "[REDACTED]", "-u", "eve", "[REDACTED]"],
        "mysql": ["mysql", "[REDACTED]", "-p", "shop"], "run": {"args": ["-u", "[REDACTED]"], "cmd": "/bin/curl -s"},
        "docker": ["docker", "login", "-p", "[REDACTED]", "-p", "$PASSWORD", "-p"],
        "errors": {"password": ["is too short"], "otp": [{"code": "length", "count": 6, "sent": "[REDACTED]"}]},
        "card": {"pin": "[REDACTED]", "key": "Zq7Hunter2Secret9x"},
    });
    let record = ErrorRecord::new("DENIED", "denied")
        .with_context("sent", sent)
        .without_secrets();
    assert_eq!(record.context().get("sent"), Some(expected));
    let called = ErrorRecord::new("X", "m")
        .with_context("args", ["-pS3cr3t"].as_slice())
        .with_context("command", "mysql");
    assert_eq!(
        called.without_secrets().context().get("args"),
        Some(json!(["[REDACTED]"]))
    );
}

#[test]
fn known_secrets_are_removed_in_each_form() {
    let secrets = secrets(&json!({
        "password": "a\"b", "nested": {"pw": "be"}, "cookie": ["longer", 421], "pin": "must be set", "token": "[REDACTED]",
        "passwords": ["RED", "ACTE", "a", "--"], "secret": "é\"".repeat(10_000),
    }));
    for (text, left) in [
        ("'a\"b' or a\\\"b", "'[REDACTED]' or [REDACTED]"),
        (
            "it must be `be`, be421",
            "it must [REDACTED] `[REDACTED]`, be421",
        ),
        ("xlongerx 421.", "x[REDACTED]x [REDACTED]."),
        ("must be set to nothing", "must [REDACTED] set to nothing"),
        (
            "a RED cat ACTE [REDACTED] b",
            "a [REDACTED] cat [REDACTED] [REDACTED] b",
        ),
        (&"-".repeat(1000), "[REDACTED]"),
        (&"é\"".repeat(10_000), "[REDACTED]"),
        (&"é\\\"".repeat(10_000), "[REDACTED]"),
    ] {
        assert_eq!(secrets.removed_from(text), left);
        assert_eq!(secrets.removed_from(left), left);
    }
    assert!(!format!("{secrets:?}").contains("longer"));
}

#[test]
fn names_of_members_lose_secrets() {
    let record = ErrorRecord::new("DENIED", "denied")
        .with_context("sent", json!({"of s1": 1, "token": "s1"}));
    let expected = json!({"of [REDACTED]": 1, "token": "[REDACTED]"});
    assert_eq!(
        record.without_secrets().context().get("sent"),
        Some(expected)
    );
}

#[test]
fn a_secret_in_the_code_or_of_one_letter_loses_no_text() {
    let sent = ErrorRecord::new("HUNTER2", "a bad HUNTER2")
        .with_context("password", "a")
        .with_context("pw", "HUNTER2");
    let record = sent.without_secrets();
    assert_eq!(
        (record.code(), record.message()),
        ("HUNTER2", "a bad [REDACTED]")
    );
    assert_eq!(record.context().get("password"), Some("[REDACTED]".into()));
}

#[test]
fn an_instance_with_an_encoded_secret_is_dropped() {
    let instance = |uri: &str| {
        ErrorRecord::new("DENIED", "denied")
            .with_instance(uri)
            .without_secrets()
            .instance()
            .map(str::to_owned)
    };
    assert_eq!(instance("/login?next=password%3Dhunter2"), None);
    assert_eq!(
        instance("/requests/a%20b"),
        Some("/requests/a%20b".to_owned())
    );
}

/// Redacts each occurrence of each secret with a naive and slow search.
fn expected(secrets: &[String], text: &str) -> String {
    let mut is_secret = vec![false; text.len() + 1];
    for secret in secrets.iter().filter(|secret| secret.chars().count() > 1) {
        for at in (0..text.len()).filter(|at| {
            text.get(*at..)
                .is_some_and(|rest| rest.starts_with(secret.as_str()))
        }) {
            let (before, after) = (&text[..at], &text[at + secret.len()..]);
            let is_word = !before.ends_with(char::is_alphanumeric)
                && !after.starts_with(char::is_alphanumeric);
            if is_word || secret.len() >= 4 {
                is_secret[at..at + secret.len()].fill(true);
            }
        }
    }
    let ends = |at: &usize| is_secret[*at] && !is_secret[*at + 1];
    let shown = |at: usize, c: char| if is_secret[at] { None } else { Some(c) };
    let mut left = String::new();
    for (at, character) in text.char_indices() {
        left.extend(shown(at, character));
        if (at..at + character.len_utf8()).any(|byte| ends(&byte)) {
            left.push_str("[REDACTED]");
        }
    }
    left
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn the_search_finds_what_a_search_for_each_secret_finds(
        passwords in prop::collection::vec("[abé-]{0,8}", 0..6),
        text in "[abé-]{0,40}",
    ) {
        prop_assert_eq!(secrets(&json!({"passwords": &passwords})).removed_from(&text), expected(&passwords, &text));
    }
}
