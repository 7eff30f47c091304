//! Tests that parse errors of other systems. Each file in `foreign` contains an error and the expected record as JSON.
//!
//! To update the expected records, set `SNAPSHOTS=overwrite`. Review the changes.

use agent_error::format::ParseError;
use agent_error::{AgentError, Format, parse, render};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn bodies() -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("formats/foreign");
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_none_or(|extension| extension != "record"));
    paths.sort();
    paths.into_iter().map(|path| (fs::read_to_string(&path).unwrap(), path)).map(|(text, path)| (path, text)).collect()
}

#[test]
fn bodies_of_other_systems_are_parsed() {
    let bodies = bodies();
    assert!(bodies.len() >= 20, "{}", bodies.len());
    for (path, text) in bodies {
        let record = parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let read = serde_json::to_string_pretty(&record).unwrap() + "\n";
        let golden = path.with_extension("record");
        if std::env::var_os("SNAPSHOTS").is_some_and(|wish| wish == "overwrite") {
            fs::write(&golden, &read).unwrap();
        }
        assert_eq!(read, fs::read_to_string(&golden).unwrap_or_default(), "{}", path.display());
    }
}

#[test]
fn no_format_loses_facts_of_a_body() {
    for (path, text) in bodies() {
        let record = parse(&text).unwrap();
        for format in Format::ALL {
            let shown = render(&record, *format);
            let status = record.facts().status.map(|status| status.to_string());
            let texts = record.context.iter().filter_map(|(_, value)| value.as_str().map(str::to_owned));
            let message = record.field_errors.is_empty().then(|| record.message.clone());
            let texts = texts.chain(status).chain(record.docs_url.clone()).chain(message);
            for text in texts {
                let escaped = serde_json::to_string(&text).unwrap();
                let is_there = [text.as_str(), escaped.trim_matches('"')].iter().any(|text| shown.contains(text))
                    || shown.contains(&text.replace('&', "&amp;"));
                assert!(is_there, "{} in {format}: {text:?} is not in {shown}", path.display());
            }
        }
    }
}

#[test]
fn facts_missing_in_a_body_are_not_invented() {
    for (path, text) in bodies() {
        let record = parse(&text).unwrap();
        let facts = record.facts();
        assert_eq!((facts.exit_code, facts.severity, facts.side_effects), (None, None, None), "{}", path.display());
        let problem: Value = serde_json::from_str(&render(&record, Format::Problem)).unwrap();
        assert_eq!(problem.get("status").and_then(Value::as_u64), facts.status.map(u64::from), "{}", path.display());
        for format in [Format::Envelope, Format::Flat, Format::Problem] {
            let shown = render(&record, format);
            assert_eq!(shown.contains("\"retryable\""), facts.retryable.is_some(), "{} {shown}", path.display());
            assert!(!shown.contains("Internal Server Error"), "{shown}");
        }
    }
}

#[test]
fn unrecognized_bodies_are_still_rejected() {
    for text in [
        r#"{"message":"hello"}"#,
        r#"{"ok":true,"message":"m","code":"X"}"#,
        r#"{"data":{"errors":[]}}"#,
        r#"{"errors":[]}"#,
        r#"{"detail":{}}"#,
        r#"{"detail":[{"name":"eve","msg":"hello"}]}"#,
        r#"{"detail":[{"loc":["shelf"],"title":"My book"}]}"#,
        r#"{"kind":"Status","status":"Success"}"#,
        r#"[{"title":"My book"}]"#,
        "<Error/>",
        "<html><body>Error</body></html>",
    ] {
        let refused = parse(text).unwrap_err();
        assert!(matches!(refused, ParseError::UnknownFormat { .. } | ParseError::Malformed { .. }), "{text}");
    }
}
