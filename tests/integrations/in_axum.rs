//! Tests of errors as axum responses.

use crate::no_user;
use crate::served::Call;
use agent_error::facts::SideEffects;
use agent_error::{AgentError, ErrorRecord, Report, parse};
use agent_error_axum::{ErrorLayer, response};
use anyhow::Context as _;
use axum::body::to_bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};
use std::fmt::Debug;
use std::time::Duration;

/// Returns the status, headers and body of a response.
fn read(response: impl IntoResponse) -> (StatusCode, HeaderMap, String) {
    let response: Response = response.into_response();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let (head, body) = response.into_parts();
    let bytes = runtime.block_on(to_bytes(body, usize::MAX)).unwrap();
    (
        head.status,
        head.headers,
        String::from_utf8(bytes.to_vec()).unwrap(),
    )
}

#[test]
fn a_derived_error_is_a_response() {
    let (status, headers, body) = read(no_user());
    assert_eq!(
        (status, &headers["content-type"]),
        (
            StatusCode::NOT_FOUND,
            &"application/problem+json".parse().unwrap()
        )
    );
    crate::rfc9457::read(404, Some("application/problem+json"), &body).unwrap();
    assert_eq!(parse(&body).unwrap().code(), "NO_USER");
    // A handler can also return the error in a `Result`.
    let result: Result<&str, _> = Err(no_user());
    assert_eq!(read(result).0, StatusCode::NOT_FOUND);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(axum))]
enum Outer<'a, T: Debug> {
    #[error("a value of {name} is taken: {value:?}")]
    #[code("AXUM_TAKEN", exit = 6, retry_after = wait)]
    Taken {
        name: &'a str,
        #[context(debug)]
        value: T,
        #[context(skip)]
        wait: Duration,
    },
    #[error(transparent)]
    #[code(transparent)]
    Record(ErrorRecord),
}

#[test]
fn generic_and_borrowing_types_are_responses() {
    let name = String::from("port");
    let wait = Duration::from_millis(2001);
    let (status, headers, body) = read(Outer::Taken {
        name: &name,
        value: [1],
        wait,
    });
    assert_eq!(
        (status, &headers["retry-after"]),
        (StatusCode::CONFLICT, &"3".parse().unwrap())
    );
    assert!(
        body.contains(r#""context":{"name":"port","value":"[1]"}"#),
        "{body}"
    );
    let nested: Outer<'_, u8> =
        Outer::Record(ErrorRecord::new("TEAPOT", "short and stout").with_status(418));
    assert_eq!(read(nested).0, StatusCode::IM_A_TEAPOT);
}

/// An error of a program that is both a CLI and a server.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(axum))]
#[error("no parcel `{id}`")]
#[code(
    "NO_PARCEL",
    exit = 5,
    suggest = "List all parcels",
    suggest(cli = "Pass `--all`", http = "Send `GET /parcels`"),
    fix_required = "You are logged in",
    replacement = "parcel find",
    fix = "parcel init",
    check = "parcel show {id}",
    actions(
        "list",
        "parcel_list",
        "GET /parcels",
        "POST https://parcel.example.com/parcels",
        "https://parcel.example.com"
    )
)]
struct NoParcel {
    #[context(values_from = "parcel list")]
    id: u8,
}

#[test]
fn clients_receive_only_advice_that_they_can_follow() {
    let own = read(NoParcel { id: 7 }).2;
    let converted = || async {
        (
            StatusCode::NOT_FOUND,
            Extension(ErrorRecord::of(&NoParcel { id: 7 })),
            "gone",
        )
    };
    let router = Router::new()
        .route("/", get(converted))
        .layer(ErrorLayer::new().by_default());
    let by_the_layer = Call::get("/", &[]).to(router).unwrap().text().to_owned();
    for body in [by_the_layer, own] {
        let error = parse(&body).unwrap();
        assert_eq!(
            error.suggestion(),
            Some("List all parcels\nSend `GET /parcels`"),
            "{body}"
        );
        let actions = [
            "GET /parcels",
            "POST https://parcel.example.com/parcels",
            "https://parcel.example.com",
        ];
        assert_eq!(error.actions(), actions, "{body}");
        assert_eq!(
            (error.context().len(), error.context().get("id")),
            (1, Some(7.into())),
            "{body}"
        );
        assert!(
            ![" init", " show", " list\"", " find", "--all"]
                .iter()
                .any(|command| body.contains(command)),
            "{body}"
        );
    }
    // The log of the server has all of it.
    let response = NoParcel { id: 7 }.into_response();
    let logged = response.extensions().get::<ErrorRecord>().unwrap();
    assert_eq!(
        (logged.fix_command(), logged.actions().len()),
        (Some("parcel init"), 5)
    );
}

#[derive(Debug, thiserror::Error, AgentError)]
enum FileError {
    #[error("corrupt")]
    #[code("CORRUPT", exit = agent_error::exit::sysexits::DATAERR)]
    Corrupt { source: std::io::Error },
    #[error("missing")]
    #[code("MISSING", exit = agent_error::exit::PRECONDITION)]
    Missing { source: std::io::Error },
    #[error("no input")]
    #[code("NO_INPUT", exit = agent_error::exit::sysexits::NOINPUT)]
    NoInput { source: std::io::Error },
    #[error("bad upload")]
    #[code("BAD_UPLOAD", exit = agent_error::exit::sysexits::DATAERR, status = 422)]
    BadUpload { source: std::io::Error },
    #[error("unreadable")]
    #[code("UNREADABLE", exit = agent_error::exit::sysexits::IOERR)]
    Unreadable { source: std::io::Error },
}

#[test]
fn files_of_the_server_are_faults_of_the_server_unless_a_status_is_declared() {
    let source = || std::io::Error::other("/var/db");
    let seen = |error: FileError| {
        let (status, _, body) = read(response(&error));
        (status.as_u16(), body.contains("/var/db"))
    };
    assert_eq!(seen(FileError::Corrupt { source: source() }), (500, false));
    assert_eq!(seen(FileError::Missing { source: source() }), (500, false));
    assert_eq!(seen(FileError::NoInput { source: source() }), (500, false));
    assert_eq!(seen(FileError::BadUpload { source: source() }), (422, true));
    // A failed read may have changed nothing, and a failed write something.
    let effects = FileError::Unreadable { source: source() }
        .record()
        .side_effects();
    assert_eq!(effects, Some(SideEffects::Unknown));
}

#[test]
fn a_renamed_crate_is_found() {
    let lost = renamed::Lost::default();
    assert_eq!(read(lost).0, StatusCode::SERVICE_UNAVAILABLE);
}

#[test]
fn a_report_responds_with_its_coded_error() {
    let found: Result<(), Report> = Err(std::io::Error::other(no_user()).into());
    let (status, _, body) = read(found.map_err(|report| response(&report.into_record())));
    assert_eq!(
        (status, parse(&body).unwrap().code()),
        (StatusCode::NOT_FOUND, "NO_USER")
    );
    let of_anyhow = Err::<(), _>(no_user()).context("sending the mail");
    let of_anyhow = of_anyhow.map_err(|error| response(&Report::new(error).into_record()));
    assert_eq!(read(of_anyhow).0, StatusCode::NOT_FOUND);
    let foreign: Report = "x".parse::<u8>().unwrap_err().into();
    let response = response(&foreign.into_record());
    assert_eq!(
        response
            .extensions()
            .get::<ErrorRecord>()
            .unwrap()
            .message(),
        "invalid digit found in string"
    );
    let (status, _, body) = read(response);
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    crate::rfc9457::read(500, Some("application/problem+json"), &body).unwrap();
}
