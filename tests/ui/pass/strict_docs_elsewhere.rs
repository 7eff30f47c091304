//! A summary that a derive cannot read is there all the same.

use agent_error::AgentError;

macro_rules! text {
    () => {
        "Read by rustdoc only."
    };
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(strict, docs = "https://example.com/{code}")]
enum Failed {
    #[doc = text!()]
    #[error("unread")]
    #[code("UNREAD", suggest = "Try again")]
    Unread,
    #[doc = concat!("Made of ", "two parts.")]
    #[error("concatenated")]
    #[code("CONCATENATED", suggest = "Try again")]
    Concatenated,
}

fn main() {
    let _ = Failed::Unread;
    assert_eq!(<Failed as agent_error::definition::Catalogued>::TYPE.defs[1].summary(), Some("Made of two parts."));
    let _ = Failed::Concatenated;
}
