//! Tests of the order in which classification rules apply.

use crate::classify::{Several, api, around, classify};
use agent_error::{AgentError, ErrorRecord, foreign};
use agent_error::{FieldError, Foreign};
use std::error::Error;
use std::io;
use std::sync::Arc;

declared!(
    #[agent_error(unregistered)]
    NetError {
        Missing = ("NET_MISSING", classify(io(NotFound))),
        Pipe = ("NET_IO", classify(io(..))),
        Number = ("NET_NUMBER", classify(type(std::num::ParseIntError))),
        Format = ("NET_FORMAT", classify(type(std::fmt::Error))),
        Connect = ("NET_CONNECT", classify(code("connect"))),
        Refused = ("NET_REFUSED", classify(status(401, 403), message("unauthorized", "no credentials"))),
        NoSuch = ("NET_NOT_FOUND", classify(status(404))),
        Server = ("NET_SERVER", classify(status(500..=599))),
        Status = ("NET_STATUS", classify(status(..))),
        Invalid = ("NET_INVALID", classify(validation)),
        Text = ("NET_TEXT", classify(message("call"))),
        Other = ("NET_OTHER", exit = 5, classify(fallback)),
    }
);

/// An HTTP client's error, which has a library code, a status and a refused value, depending on its
/// fields.
#[derive(Debug, Default, thiserror::Error)]
#[error("the call failed")]
struct CallFailed {
    code: Option<&'static str>,
    status: Option<u16>,
    field: Option<&'static str>,
    source: Option<io::Error>,
}

foreign!(CallFailed, |error| Foreign {
    code: error.code.map(str::to_owned),
    status: error.status,
    invalid: error.field.map(|field| FieldError::new(field, "bad")),
    ..Foreign::default()
});

fn net(error: impl Into<Box<dyn Error + Send + Sync>>) -> ErrorRecord {
    classify::<NetError>(error)
}

#[track_caller]
fn assert_code(error: impl Into<Box<dyn Error + Send + Sync>>, code: &str) {
    assert_eq!(net(error).code(), code);
}

fn missing() -> io::Error {
    io::Error::from(io::ErrorKind::NotFound)
}

fn number() -> std::num::ParseIntError {
    "x".parse::<u8>().unwrap_err()
}

#[test]
fn the_narrowest_rule_of_its_kind_wins() {
    for (status, code) in [
        (401, "NET_REFUSED"),
        (404, "NET_NOT_FOUND"),
        (503, "NET_SERVER"),
        (418, "NET_STATUS"),
        (200, "NET_STATUS"),
    ] {
        assert_code(api(status, ""), code);
    }
    assert_code(missing(), "NET_MISSING");
    assert_code(io::Error::from(io::ErrorKind::BrokenPipe), "NET_IO");
}

#[test]
fn the_outermost_error_that_matches_wins_whatever_the_kind_of_rule() {
    let source = || Some(missing());
    assert_code(
        CallFailed {
            source: source(),
            ..CallFailed::default()
        },
        "NET_MISSING",
    );
    assert_code(
        CallFailed {
            code: Some("connect"),
            source: source(),
            ..CallFailed::default()
        },
        "NET_CONNECT",
    );
    assert_code(
        CallFailed {
            status: Some(500),
            source: source(),
            ..CallFailed::default()
        },
        "NET_SERVER",
    );
    assert_code(
        CallFailed {
            field: Some("f"),
            source: source(),
            ..CallFailed::default()
        },
        "NET_INVALID",
    );
    assert_code(around("a", around("b", api(500, "c"))), "NET_SERVER");
    assert_code(around("a", io::Error::other(api(500, "c"))), "NET_IO");
    assert_code(io::Error::other(number()), "NET_IO");
    let nested = Several(vec![
        Box::new(around("deep", number())),
        Box::new(api(500, "shallow")),
    ]);
    assert_code(nested, "NET_SERVER");
}

#[test]
fn the_order_of_rules_decides_among_errors_of_the_same_depth() {
    let several = |errors: Vec<Box<dyn Error + Send + Sync>>| net(Several(errors));
    assert_eq!(
        several(vec![Box::new(api(500, "first")), Box::new(number())]).code(),
        "NET_NUMBER"
    );
    assert_eq!(
        several(vec![Box::new(std::fmt::Error), Box::new(number())]).code(),
        "NET_NUMBER"
    );
    assert_eq!(
        several(vec![
            Box::new(api(500, "first")),
            Box::new(api(401, "second"))
        ])
        .code(),
        "NET_REFUSED"
    );
}

#[test]
fn the_kind_of_rule_decides_among_rules_that_match_the_same_error() {
    let all = || CallFailed {
        code: Some("connect"),
        status: Some(500),
        field: Some("f"),
        source: None,
    };
    assert_code(all(), "NET_CONNECT");
    assert_code(
        CallFailed {
            code: Some("other"),
            ..all()
        },
        "NET_SERVER",
    );
    assert_code(
        CallFailed {
            code: None,
            status: None,
            ..all()
        },
        "NET_INVALID",
    );
    assert_code(CallFailed::default(), "NET_TEXT");
}

/// Messages often repeat those of their sources, so a phrase is weaker evidence than data.
#[test]
fn messages_only_count_if_no_data_matches() {
    assert_code(around("the call failed: 500", api(500, "x")), "NET_SERVER");
    assert_code(around("the call failed", "x"), "NET_TEXT");
    assert_code(
        around("nothing known", around("unauthorized", "x")),
        "NET_REFUSED",
    );
    assert_code("what is this?", "NET_OTHER");
}

#[test]
fn errors_behind_pointers_are_classified() {
    assert_code(around("x", Box::new(api(404, "boxed"))), "NET_NOT_FOUND");
    assert_code(Arc::new(api(404, "shared")), "NET_NOT_FOUND");
    assert_code(Arc::new(number()), "NET_NUMBER");
    assert_code(Box::new(number()), "NET_NUMBER");
    assert_code(Arc::new(missing()), "NET_MISSING");
    assert_code(around("x", Arc::new(missing())), "NET_MISSING");
}

#[test]
fn the_outermost_coded_error_keeps_its_code() {
    let record = net(around(
        "unauthorized",
        around("creating vm: failed", io::Error::other(NetError::Other)),
    ));
    assert_eq!(
        (record.code(), record.exit_code(), record.message()),
        ("NET_OTHER", 5, "failed")
    );
    assert_eq!(record.detail(), Some("unauthorized: creating vm"));
    let outer = ErrorRecord::new("OUTER", "outer").with_cause("x");
    assert_code(
        around(
            "a",
            Several(vec![Box::new(outer), Box::new(NetError::Other)]),
        ),
        "OUTER",
    );
    let deep = around("deep", ErrorRecord::new("DEEP", "deep"));
    assert_code(
        Several(vec![Box::new(deep), Box::new(NetError::Other)]),
        "NET_OTHER",
    );
}

#[test]
fn without_a_fallback_a_generic_code_is_used() {
    declared!(
        #[agent_error(unregistered)]
        Missing { Missing = ("MISSING", classify(io(NotFound))) }
    );
    let record = classify::<Missing>(around("what is this?", "a riddle"));
    assert_eq!(
        (record.code(), record.exit_code()),
        ("UNCLASSIFIED_ERROR", 1)
    );
    assert_eq!(
        (
            record.message(),
            record.source().unwrap().to_string().as_str()
        ),
        ("what is this?", "a riddle")
    );
    assert_eq!(classify::<Missing>(missing()).code(), "MISSING");
}
