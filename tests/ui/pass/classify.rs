//! Rules beside types and modules of the user's that are called like ours and like std's. The program constructs none
//! of the variants with rules.
#![deny(warnings)]
#![forbid(unsafe_code)]

use agent_error::{AgentError, Classify, ErrorRecord};

#[allow(dead_code)]
mod shadows {
    pub enum Result {}
    pub enum Option {}
    pub struct Box;
    pub struct String;
    pub mod core {}
    pub mod std {}
}
#[allow(unused_imports)]
use shadows::*;

#[derive(Debug, thiserror::Error, AgentError)]
enum ToolError {
    /// A file is missing.
    #[error("no such file")]
    #[code("NO_FILE", classify(io(NotFound)))]
    NoFile,
    /// The service failed.
    #[error("status {status}")]
    #[code("SERVICE", classify(status(500..=599)), suggest = "Read {message}, then report {status}")]
    Service {
        status: u16,
        message: ::std::string::String,
        r#type: ::core::option::Option<u8>,
    },
    /// A text is not a number.
    #[error("{0}")]
    #[code("NUMBER", classify(type(::core::num::ParseIntError)))]
    Number(::core::num::ParseIntError),
    /// Anything else.
    #[error("{message}")]
    #[code("OTHER", classify(fallback, message("x")))]
    Other {
        message: ::std::string::String,
        source: ::std::boxed::Box<dyn ::std::error::Error + Send + Sync>,
    },
    #[error(transparent)]
    #[code(transparent)]
    Foreign(#[from] ErrorRecord),
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("refused")]
#[code("REFUSED", classify(status(403)))]
struct Refused;

fn read() -> ::core::result::Result<::std::string::String, ToolError> {
    Ok(::std::fs::read_to_string("/no/such/file").map_err(ToolError::classify)?)
}

fn main() {
    assert_eq!(read().unwrap_err().code(), "NO_FILE");
    assert_eq!(ToolError::classify("text").message(), "text");
    assert_eq!(
        ToolError::classify("x".parse::<u8>().unwrap_err()).code(),
        "NUMBER"
    );
    assert_eq!(Refused::classify("text").code(), "UNCLASSIFIED_ERROR");
}
