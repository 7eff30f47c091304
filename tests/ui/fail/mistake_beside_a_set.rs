//! A set with codes of a type that has a mistake. Only the mistake is reported.

use agent_error::{AgentError, ErrorSet, code, error_set};

#[derive(Debug, thiserror::Error, AgentError)]
enum ParcelError {
    #[error("lost")]
    #[code("LOST", exits = 5)]
    Lost,
    #[error("late")]
    #[code("LATE")]
    Late,
}

const TRACK: ErrorSet = error_set!["LOST" | "LATE" in ParcelError];
const LOST: &str = code!("LOST" in ParcelError);

fn main() {
    println!("{TRACK:?} {LOST}");
}
