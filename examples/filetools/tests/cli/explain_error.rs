//! `explain-error`: what failures of providers are.

use crate::sandbox::{Sandbox, failed};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;

const LOCAL: (&str, i32) = ("auth.local_server", 8);
const INVALID: (&str, i32) = ("auth.invalid_key", 8);
const MISSING: (&str, i32) = ("auth.missing_api_key", 8);
const RATE: (&str, i32) = ("provider.rate_limit", 11);
const REFUSED: (&str, i32) = ("provider.connection_refused", 12);
const TIMEOUT: (&str, i32) = ("provider.timeout", 10);
const SERVER: (&str, i32) = ("provider.server_error", 12);
const NONE: (&str, i32) = ("provider.unclassified", 1);

/// The text of an explanation, which is the same error as an envelope.
#[track_caller]
fn explained(arguments: &[&str], (code, exit): (&str, i32)) -> String {
    let sandbox = Sandbox::new();
    let text = sandbox.fails(&[&["explain-error"], arguments].concat(), exit);
    assert!(text.starts_with(&format!("[error:{code}] ")), "{arguments:?}: {text}");
    let envelope = sandbox.fails(&[&["explain-error", "--output", "json"], arguments].concat(), exit);
    assert!(envelope.starts_with("{\"ok\":false"), "{envelope}");
    text
}

#[test]
fn words_make_the_class() {
    for (text, class) in [
        ("anthropic API error 403: Forbidden", MISSING),
        ("google API error 401: x", MISSING),
        ("openai API error 401: use anthropic instead", MISSING),
        ("UNAUTHORIZED", MISSING),
        ("openai API error 401: Incorrect API key provided", INVALID),
        ("invalid x-api-key", INVALID),
        ("401 Unauthorized: local server requires authentication. Check your server config.", LOCAL),
        ("Local Server says no", LOCAL),
        ("openai API error 429: Too Many Requests", RATE),
        ("rate limit exceeded, slow down", RATE),
        ("Rate Limit exceeded", RATE),
        ("you are rate limited", RATE),
        ("{\"type\":\"rate_limit_error\"}", RATE),
        ("ошибка 429 🔥", RATE),
        ("429", RATE),
        ("stream: openai API error 429: slow", RATE),
        ("first\nopenai API error 429: slow", RATE),
        ("dial tcp 127.0.0.1:11434: connect: connection refused", REFUSED),
        ("Connection Refused", REFUSED),
        ("connect ECONNREFUSED 127.0.0.1:4010", REFUSED),
        ("read tcp: i/o timeout", TIMEOUT),
        ("request timed out after 300s", TIMEOUT),
        ("Timed Out", TIMEOUT),
        ("context deadline exceeded", TIMEOUT),
        ("dial tcp: connect: connection timed out", TIMEOUT),
        ("openai API error 500: {\n  \"error\": \"x\"\n}", SERVER),
        ("anthropic API error 529: overloaded", SERVER),
        ("HTTP 503 Service Unavailable", SERVER),
        ("504 Gateway Timeout", SERVER),
    ] {
        explained(&[text], class);
    }
}

#[test]
fn of_two_classes_the_first_counts() {
    for (text, class) in [
        ("local server: 429 too many", LOCAL),
        ("500 from local server", LOCAL),
        ("error 401 after 429", MISSING),
        ("401 rate limit", MISSING),
        ("error 500: rate limit storage", RATE),
        ("connection refused; context deadline exceeded", REFUSED),
        ("503: upstream timed out", TIMEOUT),
    ] {
        explained(&[text], class);
    }
}

#[test]
fn digits_in_other_numbers_are_no_status() {
    for text in [
        "something completely random",
        "openai API error 400: request req_9403af failed",
        "file too large: 15000 bytes",
        "dial tcp 10.0.0.1:4010: no route to host",
        "dial tcp 10.0.0.1:429: no route to host",
        "read 500 bytes, then nothing",
        "waited 429 ms for the lock",
        "version 4.0.1 and 5.0.3 differ",
        "id 1b401c9e",
        "max 4,290 tokens",
        "the costs are $500",
        "openai API error 501: Not Implemented",
        "openai API error 404: no model",
        "openai API error 402: pay",
        "context canceled",
        "separate limit, accurate limits",
        "my local mail server",
        "author 4031 is unauthorised",
        "timeouted",
    ] {
        let explanation = explained(&[text], NONE);
        assert_eq!(explanation, format!("[error:provider.unclassified] {text}\n"), "there is no advice");
    }
}

#[test]
fn a_status_makes_the_class_unless_words_name_an_earlier_one() {
    for (status, text, class) in [
        ("401", "x", MISSING),
        ("403", "x", MISSING),
        ("429", "x", RATE),
        ("408", "x", TIMEOUT),
        ("500", "x", SERVER),
        ("502", "x", SERVER),
        ("503", "", SERVER),
        ("504", "x", SERVER),
        ("529", "x", SERVER),
        ("501", "x", NONE),
        ("404", "x", NONE),
        ("401", "the local server requires authentication", LOCAL),
        ("401", "incorrect API key provided", INVALID),
        ("401", "rate limit", MISSING),
        ("500", "rate limit storage", RATE),
        ("429", "timed out", RATE),
        ("500", "timed out", TIMEOUT),
        // A number beside a status is none.
        ("400", "429 is more than 401", NONE),
        ("404", "model gpt-401 not found", NONE),
        ("500", "429 is more than 401", SERVER),
        ("404", "no model 500", NONE),
        ("400", "rate limit", RATE),
    ] {
        explained(&["--status", status, text], class);
    }
}

#[test]
fn the_hint_names_the_key_of_the_provider() {
    for (text, advice) in [
        ("anthropic API error 403: Forbidden", "Run `export ANTHROPIC_API_KEY=<your-key>`, then repeat the request"),
        (
            "openai API error 401: use anthropic instead",
            "Run `export OPENAI_API_KEY=<your-key>`, then repeat the request",
        ),
        ("Google API error 401: x", "Run `export GOOGLE_API_KEY=<your-key>`, then repeat the request"),
        ("groq API error 401: x", "Run `export GROQ_API_KEY=<your-key>`, then repeat the request"),
        ("401", "Set the environment variable of your provider, as in `export OPENAI_API_KEY=<your-key>`"),
    ] {
        let expected = format!("[error:auth.missing_api_key] API key missing or invalid\nhint: {advice}\n");
        assert_eq!(explained(&[text], MISSING), expected);
    }
    assert_eq!(
        explained(&["groq: invalid API key"], INVALID),
        "[error:auth.invalid_key] API key invalid\n\
         hint: Make a new key and run `export GROQ_API_KEY=<your-key>`, then repeat the request\n"
    );
}

#[test]
fn the_wait_is_named_as_far_as_it_is_known() {
    for (arguments, wait) in [
        (&[][..], "Send requests less often, or switch to another model"),
        (&["--retry-after", "0"], "Send requests less often, or switch to another model"),
        (&["--retry-after", "30"], "Wait 30 seconds and repeat the request, or switch to another model"),
        (&["--retry-after", "0.4"], "Wait 1 second and repeat the request, or switch to another model"),
        (&["--retry-after", "1.5"], "Wait 2 seconds and repeat the request, or switch to another model"),
    ] {
        let text = explained(&[&["429"], arguments].concat(), RATE);
        assert_eq!(text, format!("[error:provider.rate_limit] rate limit reached\nhint: {wait}\n"));
    }
    let arguments = ["429: slow", "--retry-after", "1.5", "--status", "429", "--output", "json"];
    let text = Sandbox::new().fails(&[&["explain-error"], &arguments[..]].concat(), 11);
    let error = &serde_json::from_str::<Value>(&text).unwrap()["error"];
    assert_eq!((&error["retryable"], &error["retry_after_ms"]), (&json!(true), &json!(1500)));
    assert_eq!(error["context"], json!({"status": 429}));
    assert_eq!(error["cause"], "429: slow");
    assert_eq!(error["docs_url"], "https://filetools.example.com/errors/provider.rate_limit");
}

#[test]
fn an_earlier_class_by_words_keeps_the_wait() {
    let text = explained(&["rate limit storage", "--status", "500", "--retry-after", "7"], RATE);
    assert!(text.contains("hint: Wait 7 seconds "), "{text}");
}

#[test]
fn the_text_comes_from_standard_input_too() {
    let sandbox = Sandbox::new();
    let explain = |text: &[u8]| {
        let mut command = sandbox.command(&["hint"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(text).unwrap();
        child.wait_with_output().unwrap()
    };
    let text = failed(&explain(b"groq API error 401: \xff\n"), 8);
    assert!(text.contains("GROQ_API_KEY"), "{text}");
    assert_eq!(
        failed(&explain(b" \n"), 2),
        "[error:INVALID_ARGS] invalid arguments: there is no text to explain\n\
         hint: Pass what the provider said as TEXT or on standard input, or the `--status` of its answer\n"
    );
}

#[test]
fn nonsense_is_refused() {
    let sandbox = Sandbox::new();
    for arguments in [["--status", "0"], ["--status", "70000"], ["--retry-after", "-1"], ["--retry-after", "soon"]] {
        let text = sandbox.fails(&[&["explain-error", "x"], &arguments[..]].concat(), 2);
        assert!(text.starts_with("[error:INVALID_FLAG_VALUE] "), "{text}");
    }
}
