//! A program without a command-line parser. It fails as its first argument specifies.

mod errors;

use agent_error::{Format, Report, Response};

// Without syn's feature `full`, syn parses neither the list nor the closures.
#[agent_error::main(
    read_flags = true,
    formats = &[Format::ENVELOPE, Format::BRIEF],
    exit_overrides = |_code, exit| exit,
    observe = move |_| {},
)]
fn main() -> Result<Response, Report> {
    let mode = std::env::args().nth(1).unwrap_or_default();
    errors::end(&mode)
}
