//! A program with a format of its own, and the error and the result that the format writes.

use agent_error::{ErrorRecord, Format, Response};
use agent_error_tests::ACME;

#[agent_error::main(formats = &[ACME, Format::BRIEF], read_flags = true, output_variable = "ACME_OUTPUT")]
fn main() -> Result<Response, ErrorRecord> {
    if std::env::args().any(|argument| argument == "ok") {
        return Ok(Response::new(7).human("seven").warning("rounded"));
    }
    let error = ErrorRecord::new("NOTE_NOT_FOUND", "no note \u{1b}[1m`7`");
    Err(error.with_exit_code(5).with_suggestion("List the notes"))
}
