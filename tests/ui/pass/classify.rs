//! Rules beside types and modules of the user's that are called like ours and like std's.
#![deny(warnings)]
#![forbid(unsafe_code)]

use agent_error::{AgentError, Classify};

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
    NoFile(#[from] ::std::io::Error),
    /// The service failed.
    #[error("status {status}")]
    #[code("SERVICE", classify(status(500..=599)))]
    Service { status: u16, r#type: ::core::option::Option<u8>, source: ::std::boxed::Box<dyn ::std::error::Error + Send + Sync> },
    /// A text is not a number.
    #[error("{message}")]
    #[code("NUMBER", classify(type(::core::num::ParseIntError)))]
    Number { message: ::std::string::String, source: ::core::num::ParseIntError },
    /// Anything else.
    #[error("{text}")]
    #[code("OTHER", classify(fallback, message("x"), with = ToolError::other))]
    Other { text: ::std::string::String },
}

impl ToolError {
    fn other(found: agent_error::classify::Found) -> Self {
        Self::Other { text: found.message }
    }
}

fn main() {
    assert_eq!(ToolError::classify("text").to_string(), "text");
    assert_eq!(ToolError::classify("x".parse::<u8>().unwrap_err()).code(), "NUMBER");
}
