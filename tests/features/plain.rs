//! A program without a command-line parser. It fails as its first argument specifies.

mod errors;

use agent_error::{Report, Response};

#[agent_error::main(read_flags = true)]
fn main() -> Result<Response, Report> {
    let mode = std::env::args().nth(1).unwrap_or_default();
    errors::end(&mode)
}
