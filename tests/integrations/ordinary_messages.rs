//! Tests that redaction rarely changes messages without secrets.

use agent_error::ErrorRecord;
use agent_error::format::without_secrets;

/// Message templates from compilers, databases, clients, shells and services, one per line.
const TEMPLATES: &str = include_str!("ordinary_messages.txt");

/// Held-out templates, for which no rule was tuned. If redaction changes too many of these, fix the rules without
/// looking at the templates.
const HELD_OUT: &str = include_str!("held_out_messages.txt");

const COUNT: usize = 10_000;

const WORDS: &[&str] = &[
    "alpha",
    "build",
    "cache",
    "delta",
    "engine",
    "feature",
    "gateway",
    "http2",
    "index",
    "journal",
    "kernel",
    "layout",
    "metrics",
    "network",
    "offset",
    "parser",
    "queue_v2",
    "retry-count",
    "shard_03",
    "timeout",
    "upload",
    "vector",
    "worker",
];
const NOUNS: &[&str] = &[
    "account", "bucket", "cluster", "document", "event", "file", "group", "host", "invoice", "job", "message", "order",
    "project", "record", "table", "user", "volume", "webhook",
];
const PATHS: &[&str] =
    &["/etc/tool.conf", "src/main.rs", "./data/a b.csv", "C:\\data\\log.txt", "~/.config/tool/config.toml"];
const HOSTS: &[&str] = &["db-1.internal", "localhost", "api.example.com", "10.0.0.12", "[::1]"];
const USERS: &[&str] = &["eve", "ada.lovelace", "svc-deploy", "root"];

/// Generates a fixed sequence of numbers.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % below
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.next(list.len())]
    }

    fn message(&mut self, template: &str) -> String {
        let mut message = template.to_owned();
        for slot in ["{word}", "{noun}", "{Noun}", "{WORD}", "{NOUN}", "{path}", "{host}", "{user}", "{num}", "{day}"] {
            while message.contains(slot) {
                let value = match slot {
                    "{word}" => self.pick(WORDS).to_owned(),
                    "{WORD}" => self.pick(WORDS).to_uppercase(),
                    "{noun}" => self.pick(NOUNS).to_owned(),
                    "{NOUN}" => self.pick(NOUNS).to_uppercase(),
                    "{Noun}" => {
                        let noun = self.pick(NOUNS);
                        noun[..1].to_uppercase() + &noun[1..]
                    }
                    "{path}" => self.pick(PATHS).to_owned(),
                    "{host}" => self.pick(HOSTS).to_owned(),
                    "{user}" => self.pick(USERS).to_owned(),
                    "{day}" => format!("{:02}", 1 + self.next(28)),
                    _ => self.next(70_000).to_string(),
                };
                message = message.replacen(slot, &value, 1);
            }
        }
        message
    }
}

fn messages(templates: &str) -> Vec<String> {
    let templates: Vec<&str> = templates.lines().collect();
    let mut numbers = Numbers(1);
    (0..COUNT).map(|index| numbers.message(templates[index % templates.len()])).collect()
}

#[test]
fn at_most_one_in_two_hundred_ordinary_messages_changes() {
    assert_few_change(&messages(TEMPLATES));
}

#[test]
fn at_most_one_in_two_hundred_held_out_messages_changes() {
    assert_few_change(&messages(HELD_OUT));
}

#[track_caller]
fn assert_few_change(messages: &[String]) {
    let changed: Vec<String> = messages
        .iter()
        .map(|message| (message, without_secrets(message)))
        .filter(|(message, shown)| shown != *message)
        .map(|(message, shown)| format!("{message}\n    {shown}"))
        .collect();
    assert!(changed.len() <= COUNT / 200, "{} changed:\n{}", changed.len(), changed.join("\n"));
}

#[test]
fn a_record_of_an_ordinary_message_changes_as_seldom() {
    let changed = messages(TEMPLATES).into_iter().chain(messages(HELD_OUT)).filter(|message| {
        let record = ErrorRecord::new("FAILED", message).with_detail(message).with_context("line", message.as_str());
        record.clone().without_secrets() != record
    });
    assert!(changed.count() <= 2 * COUNT / 200);
}
