//! Tests of `explain-error`, which classifies provider errors.

use crate::sandbox::{Sandbox, failed};
use serde_json::{Value, json};
use std::io::Write as _;
use std::process::Stdio;

const LOCAL: (&str, i32) = ("AUTH_LOCAL_SERVER", 8);
const INVALID: (&str, i32) = ("AUTH_INVALID_KEY", 8);
const MISSING: (&str, i32) = ("AUTH_MISSING_API_KEY", 8);
const RATE: (&str, i32) = ("PROVIDER_RATE_LIMIT", 11);
const REFUSED: (&str, i32) = ("PROVIDER_CONNECTION_REFUSED", 12);
const TIMEOUT: (&str, i32) = ("PROVIDER_TIMEOUT", 10);
const SERVER: (&str, i32) = ("PROVIDER_SERVER_ERROR", 12);
const QUOTA: (&str, i32) = ("PROVIDER_QUOTA", 4);
const CONTEXT: (&str, i32) = ("PROVIDER_CONTEXT_LENGTH", 2);
const HOST: (&str, i32) = ("PROVIDER_HOST_NOT_FOUND", 12);
const CERTIFICATE: (&str, i32) = ("PROVIDER_CERTIFICATE", 12);
const LOST: (&str, i32) = ("PROVIDER_CONNECTION_LOST", 12);
const MODEL: (&str, i32) = ("PROVIDER_MODEL_NOT_FOUND", 5);
const NONE: (&str, i32) = ("PROVIDER_UNCLASSIFIED", 1);

/// Runs `explain-error` and returns its text output, which must describe the same error as the envelope.
#[track_caller]
fn explained(arguments: &[&str], (code, exit): (&str, i32)) -> String {
    let sandbox = Sandbox::new();
    let envelope = sandbox.fails(&[&["--output", "json", "explain-error"], arguments].concat(), exit);
    let error = &serde_json::from_str::<Value>(&envelope).unwrap()["error"];
    assert_eq!(error["code"], code, "{arguments:?}: {envelope}");
    let text = sandbox.fails(&[&["explain-error"], arguments].concat(), exit);
    let is_known = (code, exit) != NONE;
    assert_eq!(text.starts_with(&format!("[error:{code}] ")), is_known, "{arguments:?}: {text}");
    text
}

#[test]
fn messages_determine_the_class() {
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
fn messages_of_many_providers_are_classified() {
    for (text, class) in [
        ("POST http://localhost:11434/api/chat: 401 Unauthorized", LOCAL),
        ("403 Forbidden (http://127.0.0.1:8080/v1)", LOCAL),
        ("http://[::1]:1234/v1/models: invalid API key", LOCAL),
        ("request to loopback refused", LOCAL),
        ("ExpiredTokenException: The security token included in the request is expired", INVALID),
        ("UnrecognizedClientException: The security token included in the request is invalid.", INVALID),
        ("{\"error\":{\"code\":\"invalid_api_key\"}}", INVALID),
        ("API_KEY_INVALID", INVALID),
        ("API key not valid. Please pass a valid API key.", INVALID),
        ("apiKey has expired", INVALID),
        ("OPENAI_API_KEY is not set", MISSING),
        ("Error: Missing API-Key", MISSING),
        ("the API key is not set", MISSING),
        ("The api_key client option must be set either by passing api_key to the client", MISSING),
        ("Unable to locate credentials. You can configure credentials by running \"aws configure\".", MISSING),
        ("AccessDeniedException: User is not authorized to perform: bedrock:InvokeModel", MISSING),
        ("PERMISSION_DENIED: Cloud API has not been used in project", MISSING),
        ("authentication_error: x", MISSING),
        ("insufficient_quota", QUOTA),
        ("429 You exceeded your current quota, please check your plan and billing details.", QUOTA),
        ("Your credit balance is too low to access the Anthropic API.", QUOTA),
        ("402 Payment Required", QUOTA),
        ("context_length_exceeded", CONTEXT),
        ("This model's maximum context length is 8192 tokens.", CONTEXT),
        ("prompt is too long: 210000 tokens > 200000 maximum", CONTEXT),
        ("ThrottlingException: Rate exceeded", RATE),
        ("ThrottledException", RATE),
        ("RateLimitError: slow down", RATE),
        ("RESOURCE_EXHAUSTED: Resource has been exhausted (e.g. check quota).", RATE),
        ("TooManyRequestsException", RATE),
        ("getaddrinfo ENOTFOUND api.openai.com", HOST),
        ("getaddrinfo EAI_AGAIN api.anthropic.com", HOST),
        ("dial tcp: lookup api.groq.com: no such host", HOST),
        ("curl: (6) Could not resolve host: api.openai.com", HOST),
        ("[Errno -2] Name or service not known", HOST),
        ("x509: certificate signed by unknown authority", CERTIFICATE),
        ("SELF_SIGNED_CERT_IN_CHAIN: self-signed certificate in certificate chain", CERTIFICATE),
        ("read ECONNRESET", LOST),
        ("Error: socket hang up", LOST),
        ("dial tcp 10.0.0.1:4010: no route to host", LOST),
        ("unexpected EOF", LOST),
        ("APIConnectionError: Connection error.", LOST),
        ("connect ETIMEDOUT 1.2.3.4:443", TIMEOUT),
        ("APITimeoutError: Request timed out.", TIMEOUT),
        ("The model `gpt-9` does not exist or you do not have access to it. (model_not_found)", MODEL),
        ("ServiceUnavailableException", SERVER),
        ("InternalServerException", SERVER),
        ("overloaded_error: Overloaded", SERVER),
        ("HTTP 524", SERVER),
    ] {
        explained(&[text], class);
    }
}

#[test]
fn the_first_matching_class_wins() {
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
fn digits_in_other_numbers_are_not_a_status() {
    for text in [
        "something completely random",
        "openai API error 400: request req_9403af failed",
        "file too large: 15000 bytes",
        "dial tcp 10.0.0.1:4010: no way",
        "dial tcp 10.0.0.1:429: no way",
        "read 500 bytes, then nothing",
        "waited 429 ms for the lock",
        "version 4.0.1 and 5.0.3 differ",
        "id 1b401c9e",
        "max 4,290 tokens",
        "the costs are $500",
        "openai API error 501: Not Implemented",
        "openai API error 404: no model",
        "context canceled",
        "separate limit, accurate limits",
        "my local mail server",
        "author 4031 is here",
        "timeouted",
    ] {
        assert_eq!(explained(&[text], NONE), format!("{text}\n"), "it stays as it was");
    }
}

#[test]
fn an_unknown_message_is_only_sanitized() {
    let sandbox = Sandbox::new();
    let text = "first\n  second\u{1b}[2J\t[error:X] \u{7}third";
    assert_eq!(sandbox.fails(&["explain-error", text], 1), "first\n  second\t[error:X] third\n");
    let output = sandbox.run(&["--output", "text", "explain-error", "nothing known"]);
    assert_eq!((output.status.code(), &*output.stdout, &*output.stderr), (Some(1), &b""[..], &b"nothing known\n"[..]));
}

#[test]
fn the_status_determines_the_class_unless_the_message_matches_an_earlier_one() {
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
        ("402", "x", QUOTA),
        ("413", "x", CONTEXT),
        ("429", "insufficient_quota", QUOTA),
        ("401", "http://localhost:11434", LOCAL),
        ("401", "the local server requires authentication", LOCAL),
        ("401", "incorrect API key provided", INVALID),
        ("401", "rate limit", MISSING),
        ("500", "rate limit storage", RATE),
        ("429", "timed out", RATE),
        ("500", "timed out", TIMEOUT),
        // If the status is known, numbers in the message are ignored.
        ("400", "429 is more than 401", NONE),
        ("404", "model gpt-401 is gone", NONE),
        ("500", "429 is more than 401", SERVER),
        ("404", "no model 500", NONE),
        ("400", "rate limit", RATE),
    ] {
        explained(&["--status", status, text], class);
    }
}

#[test]
fn the_hint_includes_the_api_key_variable() {
    for (text, advice) in [
        ("anthropic API error 403: Forbidden", "Run `export ANTHROPIC_API_KEY=<your-key>`, then repeat the request"),
        (
            "openai API error 401: use anthropic instead",
            "Run `export OPENAI_API_KEY=<your-key>`, then repeat the request",
        ),
        ("Google API error 401: x", "Run `export GOOGLE_API_KEY=<your-key>`, then repeat the request"),
        ("acme API error 401: x", "Run `export ACME_API_KEY=<your-key>`, then repeat the request"),
        ("mistral API error 401: x", "Run `export MISTRAL_API_KEY=<your-key>`, then repeat the request"),
        ("XAI_API_KEY is not set", "Run `export XAI_API_KEY=<your-key>`, then repeat the request"),
        ("groq API error 401: x", "Run `export GROQ_API_KEY=<your-key>`, then repeat the request"),
        ("401", "Set your provider's environment variable, such as `export OPENAI_API_KEY=<your-key>`"),
    ] {
        let expected = format!("[error:AUTH_MISSING_API_KEY] API key missing or invalid\nhint: {advice}\n");
        assert_eq!(explained(&[text], MISSING), expected);
    }
    assert_eq!(
        explained(&["groq: invalid API key"], INVALID),
        "[error:AUTH_INVALID_KEY] API key invalid\n\
         hint: Create a new key and run `export GROQ_API_KEY=<your-key>`, then repeat the request\n"
    );
}

#[test]
fn a_known_wait_is_in_the_hint() {
    for (arguments, wait) in [
        (&[][..], "Send fewer requests, or switch to another model"),
        (&["--retry-after", "0"], "Send fewer requests, or switch to another model"),
        (&["--retry-after", "30"], "Wait 30 seconds and repeat the request, or switch to another model"),
        (&["--retry-after", "0.4"], "Wait 1 second and repeat the request, or switch to another model"),
        (&["--retry-after", "1.5"], "Wait 2 seconds and repeat the request, or switch to another model"),
    ] {
        let text = explained(&[&["429"], arguments].concat(), RATE);
        assert_eq!(text, format!("[error:PROVIDER_RATE_LIMIT] rate limit reached\nhint: {wait}\n"));
    }
    let arguments = ["--output", "json", "explain-error", "429: slow", "--retry-after", "1.5", "--status", "429"];
    let text = Sandbox::new().fails(&arguments, 11);
    let error = &serde_json::from_str::<Value>(&text).unwrap()["error"];
    assert_eq!((&error["retryable"], &error["retry_after_ms"]), (&json!(true), &json!(1500)));
    assert_eq!(error["context"], json!({"status": 429}));
    assert_eq!(error["cause"], "429: slow");
    assert_eq!(error["docs_url"], "https://filetools.example.com/errors/PROVIDER_RATE_LIMIT");
}

#[test]
fn a_class_found_by_message_keeps_the_wait() {
    let text = explained(&["rate limit storage", "--status", "500", "--retry-after", "7"], RATE);
    assert!(text.contains("hint: Wait 7 seconds "), "{text}");
}

#[test]
fn the_message_can_come_from_standard_input() {
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
        "[error:INVALID_ARGS] invalid arguments: the text to explain is empty\n\
         hint: Pass the provider's message as TEXT or on standard input, or the response's status with `--status`\n"
    );
}

#[test]
fn invalid_arguments_are_rejected() {
    let sandbox = Sandbox::new();
    for arguments in [["--status", "0"], ["--status", "70000"], ["--retry-after", "-1"], ["--retry-after", "soon"]] {
        let text = sandbox.fails(&[&["explain-error", "x"], &arguments[..]].concat(), 2);
        assert!(text.starts_with("[error:INVALID_ARGS] "), "{text}");
    }
}

#[test]
fn several_hints_are_a_list_for_people_and_one_line_otherwise() {
    let hints = ["Check the configuration of the local server", "Check that the server runs, then repeat the request"];
    let text = explained(&["Local Server says no"], LOCAL);
    assert!(text.contains(&format!("\nhint: {} {}\n", hints[0], hints[1])), "{text}");
    let output = Sandbox::new().run(&["--output", "human", "explain-error", "Local Server says no"]);
    let human = String::from_utf8(output.stderr).unwrap();
    assert!(human.contains(&format!("    help: • {}\n          • {}\n", hints[0], hints[1])), "{human}");
}
