//! All functions that accept text from callers, servers and other programs.

use agent_error::__private::Secrets;
use agent_error::clap::UsageError;
use agent_error::format::{ParseError, clean, without_secrets};
use agent_error::{
    AgentError, Catalog, Classify as _, ErrorRecord, FieldError, Format, exit, nearest, parse,
};
use agent_error_formats::READERS;
use clap::{Arg, Command};
use http::header::{CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::SystemTime;

/// A call with its input.
pub(crate) type Prepared = Box<dyn FnMut()>;

/// Prepares a call. Returns it with the size of its input.
pub(crate) type Prepare = fn(String) -> (Prepared, usize);

/// The function that redacts text. Most others call it, too.
pub(crate) const REDACTORS: &[(&str, Prepare)] = &[("without_secrets", |text| {
    on(text, |text| _ = black_box(without_secrets(text)))
})];

pub(crate) const FUNCTIONS: &[(&str, Prepare)] = &[
    ("ErrorRecord::without_secrets", |text| {
        let record = record(&text).with_context("token", shortened(&text, 13));
        (
            Box::new(move || _ = black_box(record.clone().without_secrets())),
            text.len(),
        )
    }),
    ("retry_after", |text| {
        on(text, |text| {
            _ = black_box(agent_error::http::retry_after(
                &headers(RETRY_AFTER, text),
                SystemTime::now(),
            ));
        })
    }),
    ("clean", |text| on(text, |text| _ = black_box(clean(&text)))),
    ("xml_unescaped", |text| {
        on(text, |text| {
            _ = black_box(agent_error_formats::__xml_unescaped(text));
        })
    }),
    ("Flat", |text| {
        write_and_parse(agent_error_formats::FLAT, text)
    }),
    ("Tagged", |text| {
        write_and_parse(agent_error_formats::TAGGED, text)
    }),
    ("templates, fix", |text| {
        let value = shortened(&text, 8);
        let error = Failure {
            other: value.clone(),
            value,
        };
        let render = move || agent_error::render(&error, Format::ENVELOPE.cap(usize::MAX));
        (Box::new(move || _ = black_box(render())), text.len())
    }),
    ("nearest id", |text| {
        on(text, |text| {
            _ = black_box(nearest(text, ["parser", "lexer"]));
        })
    }),
    ("nearest among words", |text| {
        on(text, |text| {
            _ = black_box(nearest("parser", text.split([' ', ',', '='])));
        })
    }),
    ("Catalog::nearest", |text| {
        on(text, |text| {
            _ = black_box(Catalog::of::<Failure>().__nearest(text));
        })
    }),
    ("Classify", |text| {
        on(text, |text| {
            let error = std::io::Error::other(text.to_owned());
            black_box(Foreign::classify(error));
        })
    }),
];

/// The functions whose output may be much longer than their input.
pub(crate) const EXPANDERS: &[(&str, Prepare)] = &[
    ("Secrets::removed_from", |text| {
        on(text, |text| {
            let mut secrets = Secrets::default();
            secrets.add("token", &Value::from(text));
            secrets.add("tokens", &prefixes(text).into());
            black_box(secrets.removed_from(text));
        })
    }),
    ("gRPC", |text| {
        on(text, |text| {
            let status = agent_error_tonic::tonic::Status::not_found(text);
            black_box(agent_error_tonic::record(&status));
        })
    }),
    ("Human", |text| write_and_parse(Format::HUMAN, text)),
    ("Xml", |text| {
        write_and_parse(agent_error_formats::XML, text)
    }),
    ("usage: value", |text| {
        usage(&["tool", "list", "--limit", &text])
    }),
    ("usage: words", |text| {
        let words = text.replace(['\t', '\n', ' '], "word ");
        usage(
            &["tool", "list"]
                .into_iter()
                .chain(words.split(' '))
                .collect::<Vec<_>>(),
        )
    }),
    ("Brief", |text| write_and_parse(Format::BRIEF, text)),
    ("usage: command", |text| usage(&["tool", &text])),
    ("http::record", |text| {
        on(text, |text| response(text, "application/problem+json"))
    }),
    ("http::record, fields", |text| {
        // The body has up to 31 times the bytes of the text. If it had more than 1 MiB, it wouldn't
        // be parsed.
        let text = shortened(&text, (text.len() >> 15).max(8) + 1);
        let parts = parts(&text);
        let errors: Vec<_> = parts
            .iter()
            .map(|part| json!({"field": part, "message": part, "value": part}))
            .collect();
        let body = json!({"message": text, "errors": errors, "passwords": prefixes(&text), "tokens": parts});
        on(body.to_string(), |body| response(body, "application/json"))
    }),
    ("MCP arguments", crate::mcp::arguments),
    ("MCP results", crate::mcp::results),
];

/// The functions that parse an error and write it without a cap.
pub(crate) const UNCAPPED: &[(&str, Prepare)] = &[("parse, then write", |text| {
    on(text, |text| {
        if let Ok(record) = parse(text) {
            for format in agent_error_formats::ALL {
                let format = format.cap(usize::MAX).width(Some(80));
                black_box(agent_error::render(&record, format));
            }
        }
    })
})];

/// The functions that parse an error, and keep its secrets.
pub(crate) const PARSERS: &[(&str, Prepare)] = &[
    ("parse", |text| {
        on(text, |text| _ = black_box(parse(text).is_ok()))
    }),
    ("parse in each format", |text| {
        on(text, |text| {
            _ = black_box(
                agent_error_formats::ALL
                    .iter()
                    .filter(|format| read(format, text).is_ok())
                    .count(),
            );
        })
    }),
    ("Envelope", |text| write_and_parse(Format::ENVELOPE, text)),
    ("Nested", |text| {
        write_and_parse(agent_error_formats::NESTED, text)
    }),
    ("Problem", |text| write_and_parse(Format::PROBLEM, text)),
];

/// Nothing was found. The envelope repeats the values eight times.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("cannot find {value} or {value:?}")]
#[code("NOT_FOUND", exit = exit::NOT_FOUND,
    suggest = "Add {value}", fix = "tool add --name={value} {other}", check = "tool list {value}")]
struct Failure {
    value: String,
    other: String,
}

/// Another library failed.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("{message}")]
#[code("FOREIGN", exit = exit::UNAVAILABLE, classify(message("connection refused", "not found"), code("gone")))]
struct Foreign {
    message: String,
}

pub(crate) fn on(text: String, call: fn(&str)) -> (Prepared, usize) {
    let bytes = text.len();
    (Box::new(move || call(&text)), bytes)
}

fn parts(text: &str) -> Vec<String> {
    let characters: Vec<char> = text.chars().collect();
    characters
        .chunks(32)
        .map(|chunk| chunk.iter().collect())
        .collect()
}

/// Returns some of the strings that the text starts with. The time of a search is proportional to
/// the longest one, up to 1 KiB.
fn prefixes(text: &str) -> Vec<&str> {
    text.char_indices()
        .take(64)
        .map(|(end, _)| &text[..end])
        .collect()
}

/// Returns the start of a text that's used several times.
pub(crate) fn shortened(text: &str, times: usize) -> String {
    let mut start: String = text.chars().take(text.len() / times).collect();
    while start.len() > text.len() / times {
        start.pop();
    }
    start
}

/// Puts the start of a text into the strings of a record, and its parts into the lists. The record
/// contains the start 13 times. `Human` shows at most 64 causes.
fn record(text: &str) -> ErrorRecord {
    let text = shortened(text, 13);
    let text = text.as_str();
    let part = shortened(text, 64);
    let record = ErrorRecord::new("A", text)
        .with_suggestion(text)
        .with_detail(text)
        .with_context("value", text);
    let mut record = (0..64).fold(record, |record, _| record.with_cause(part.as_str()));
    let parts = parts(text);
    record = record
        .with_context("list", &parts)
        .with_context("passwords", prefixes(text))
        .with_actions(parts.iter().cloned());
    for (at, part) in parts.iter().enumerate() {
        let error = FieldError::new(part, part).sent(part.as_str());
        record = record
            .with_context(format!("{part}{at}"), part)
            .with_field_error(error.options([part]));
    }
    record
}

/// Writes an error that contains the text, and parses the result.
fn write_and_parse(format: Format, text: String) -> (Prepared, usize) {
    let record = record(&text);
    let render = move || agent_error::render(&record, format.cap(usize::MAX));
    (
        Box::new(move || _ = black_box(read(&format, &render()).is_ok())),
        text.len(),
    )
}

fn headers(name: HeaderName, text: &str) -> HeaderMap {
    let visible: Vec<u8> = text
        .bytes()
        .filter(|byte| (b' '..b'\x7f').contains(byte))
        .collect();
    let mut headers = HeaderMap::new();
    if let Ok(value) = HeaderValue::from_bytes(&visible) {
        headers.insert(name, value);
    }
    headers
}

fn response(text: &str, content_type: &str) {
    let headers = headers(CONTENT_TYPE, content_type);
    black_box(agent_error::http::record(
        &Method::POST,
        StatusCode::BAD_REQUEST,
        &headers,
        text.as_bytes(),
    ));
}

fn usage(arguments: &[&str]) -> (Prepared, usize) {
    let limit = Arg::new("limit")
        .long("limit")
        .value_parser(clap::value_parser!(u32));
    let command = Command::new("tool")
        .subcommand_required(true)
        .subcommand(Command::new("list").arg(limit));
    let error = command
        .try_get_matches_from(arguments)
        .err()
        .map(|error| (UsageError::from(error), Format::ENVELOPE.cap(usize::MAX)));
    let render = move || {
        error
            .as_ref()
            .map(|(error, format)| agent_error::render(error, *format))
    };
    (
        Box::new(move || _ = black_box(render())),
        arguments.concat().len(),
    )
}

/// Reads an error in a format that has a reader.
fn read(format: &Format, text: &str) -> Result<ErrorRecord, ParseError> {
    let mut readers = READERS.iter();
    let reader = readers.find(|reader| reader.name() == format.name());
    reader.map_or_else(
        || Err(ParseError::other_format()),
        |reader| reader.read(text),
    )
}
