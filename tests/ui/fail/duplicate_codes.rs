// Codes of one crate, in several types.
use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no row")]
#[code("NOT_FOUND")]
struct NoRow;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("no table")]
#[code("NOT_FOUND")]
struct NoTable;

#[derive(Debug, thiserror::Error, AgentError)]
enum OnlyDots {
    #[error("dotted")]
    #[code("a.b")]
    Dotted,
    #[error("spelled")]
    #[code("a_dot_b")]
    Spelled,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(retired("OLD"))]
#[error("a")]
#[code("NEW")]
struct Retires;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("b")]
#[code("OLD")]
struct Retired;

pub enum Taken {}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(codes = Taken)]
#[error("a")]
#[code("CODES")]
struct A;

fn main() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("no row")]
    #[code("INSIDE")]
    struct NoRow;
    other();
}

fn other() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("no table")]
    #[code("INSIDE")]
    struct NoTable;
}
