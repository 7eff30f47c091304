//! A type that has a mistake, with code that refers to the type. Only the mistake is reported.

use agent_error::{AgentError, Catalog, Classify, Code, ErrorRecord, ErrorSet, Report, catalog, code, error_set};

#[path = "../frameworks.rs"]
mod frameworks;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = ParcelCode, integrate(axum = frameworks::axum, mcp = frameworks::mcp, tonic = frameworks::tonic))]
enum ParcelError {
    #[error("lost")]
    #[code("LOST", status = 404, exits = 5)]
    Lost,
    #[error("late")]
    #[code("LATE", status = 503, classify(fallback))]
    Late,
    #[error(transparent)]
    #[code(transparent)]
    Record(#[from] ErrorRecord),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum ServerError {
    #[error(transparent)]
    #[code(transparent)]
    Parcel(#[from] ParcelError),
}

const TRACK: ErrorSet = error_set!["LOST" | "LATE" in ParcelError];
const ALL: ErrorSet = error_set![ParcelError, ServerError];
const LOST: &str = code!("LOST" in ParcelError);

fn track() -> Result<(), ParcelError> {
    Err(ParcelError::Lost)
}

fn serve() -> Result<(), ServerError> {
    Ok(track()?)
}

fn report() -> Result<(), Report> {
    track()?;
    Ok(serve()?)
}

fn respond(_: impl frameworks::axum::Answer + frameworks::mcp::Answer + frameworks::tonic::Answer) {}

fn next(code: ParcelCode) -> &'static str {
    match code {
        ParcelCode::Lost => "search",
        ParcelCode::Late => "wait",
    }
}

#[agent_error::main]
fn main() -> Result<(), ParcelError> {
    respond(ParcelError::Lost);
    println!("{TRACK:?} {ALL:?} {LOST} {} {:?}", next(ParcelCode::Lost), "LOST".parse::<ParcelCode>());
    println!("{:?} {:?}", ParcelCode::ALL, agent_error::AgentError::record(&ParcelError::Lost));
    println!("{:?} {:?}", Catalog::of::<ParcelError>().len(), catalog![ParcelError, ServerError].len());
    println!("{:?} {:?}", ParcelError::classify(std::fmt::Error), report().is_err());
    track()
}
