//! Tests that the tables of status codes are complete and documented.

use agent_error::{AgentError, ErrorRecord, exit};
use agent_error_tonic::code;
use tonic::Code;

/// Returns all status codes, in the order of their numbers.
fn codes() -> Vec<Code> {
    (0..17).map(Code::from_i32).collect()
}

const PAGE: &str = include_str!("../../runtime/grpc/src/code.rs");

/// Returns the rows of a documented table. Each cell is a string without backticks.
fn table(title: &str) -> Vec<Vec<String>> {
    let start = PAGE.find(&format!("//! # {title}\n")).unwrap();
    let lines = PAGE[start..]
        .lines()
        .skip_while(|line| !line.starts_with("//! |"))
        .skip(2);
    let rows = lines.map_while(|line| line.strip_prefix("//! | "));
    rows.map(|row| {
        row.trim_end_matches(" |")
            .split(" | ")
            .map(|cell| cell.replace('`', ""))
            .collect()
    })
    .collect()
}

/// Returns the numbers in a cell such as `404, 410, 500 to 599`. A number may be followed by its
/// name.
fn numbers(cell: &str) -> Vec<u16> {
    let number = |text: &str| text.split(' ').next().unwrap().parse::<u16>();
    let part = |part: &str| match part.split_once(" to ") {
        Some((from, to)) => (number(from).unwrap()..=number(to).unwrap()).collect(),
        None => number(part).into_iter().collect::<Vec<u16>>(),
    };
    cell.split(", ").flat_map(part).collect()
}

fn named(name: &str) -> Code {
    codes()
        .into_iter()
        .find(|code| code::name(*code) == name)
        .unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn the_names_are_those_of_the_specification() {
    let names: Vec<&str> = agent_error::__tooling::GrpcCode::WORDS.to_vec();
    let ours: Vec<&str> = codes()[1..].iter().map(|code| code::name(*code)).collect();
    assert_eq!(ours, names);
    let refused = "mild"
        .parse::<agent_error::facts::Severity>()
        .unwrap_err()
        .to_string();
    assert_eq!(
        refused,
        "unknown value `mild`; expected one of warning, error, critical"
    );
}

#[test]
fn every_exit_code_has_the_documented_status_code() {
    let rows = table("From an exit code");
    let documented = |exit: u16| {
        let row = rows.iter().find(|row| numbers(&row[0]).contains(&exit));
        named(&row.unwrap_or_else(|| rows.last().unwrap())[1])
    };
    assert_eq!(rows.last().unwrap()[0], "any other");
    for exit in 0..=u8::MAX {
        assert_eq!(
            code::from_exit_code(exit),
            documented(exit.into()),
            "{exit}"
        );
    }
    let listed: usize = rows.iter().map(|row| numbers(&row[0]).len()).sum();
    // The table contains all exit codes except success, general error and partial failure.
    assert_eq!(listed, exit::TABLE.len() + exit::sysexits::TABLE.len() - 3);
}

#[test]
fn every_http_status_has_the_documented_status_code() {
    let rows = table("From an HTTP status");
    let documented = |status: u16| {
        let row = rows
            .iter()
            .find(|row| !row[0].starts_with("any other") && numbers(&row[0]).contains(&status));
        let name = match (row, status) {
            (Some(row), _) => row[1].as_str(),
            (None, 500..=599) => "INTERNAL",
            _ => "UNKNOWN",
        };
        named(name)
    };
    assert_eq!(
        rows[rows.len() - 2],
        ["any other from 500 to 599", "INTERNAL"]
    );
    assert_eq!(rows[rows.len() - 1], ["any other", "UNKNOWN"]);
    for status in 0..=1000 {
        assert_eq!(
            code::from_http_status(status),
            documented(status),
            "{status}"
        );
    }
}

#[test]
fn every_status_code_has_the_documented_exit_code_and_http_status() {
    let rows = table("From a status code");
    assert_eq!(rows.len(), codes().len());
    for (row, code) in rows.iter().zip(codes()) {
        let (number, name) = row[1].split_once(' ').unwrap();
        assert_eq!(row[0], code::name(code));
        assert_eq!(exit::entry(code::exit_code(code)).unwrap().name, name);
        assert_eq!(code::exit_code(code).to_string(), number);
        assert_eq!(code::http_status(code).to_string(), row[2]);
        assert_eq!(code::is_retryable(code), code == Code::Unavailable);
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("failed")]
enum Failure {
    #[code("C_DECLARED", exit = 5, status = 410, grpc = OUT_OF_RANGE)]
    Declared,
    #[code("C_STATUS", exit = 6, status = 422)]
    Status,
    #[code("C_STATUS_FIELD", exit = 6, status = status)]
    StatusField { status: u16 },
    #[code("C_EXIT", exit = 6)]
    Exit,
    #[code("C_NOTHING")]
    Nothing,
}

#[test]
fn the_declared_status_code_comes_before_the_http_status_and_that_before_the_exit_code() {
    assert_eq!(code::of(&Failure::Declared), Code::OutOfRange);
    assert_eq!(code::of(&Failure::Status), Code::InvalidArgument);
    assert_eq!(
        code::of(&Failure::StatusField { status: 429 }),
        Code::ResourceExhausted
    );
    assert_eq!(
        code::of(&Failure::StatusField { status: 200 }),
        Code::Aborted
    );
    assert_eq!(code::of(&Failure::Exit), Code::Aborted);
    assert_eq!(code::of(&Failure::Nothing), Code::Unknown);
    assert_eq!(
        code::of(&ErrorRecord::new("X", "x").with_status(404)),
        Code::NotFound
    );
}
