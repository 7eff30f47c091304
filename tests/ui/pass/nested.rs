use agent_error::AgentError;
use snafu::ResultExt as _;

#[derive(Debug, snafu::Snafu, AgentError)]
enum SnafuError {
    #[snafu(transparent)]
    #[code(transparent)]
    Upstream {
        source: upstream::UpstreamError,
        #[snafu(implicit)]
        location: snafu::Location,
    },
    #[snafu(display("read"))]
    #[code("READ")]
    Read { source: std::io::Error },
}

// An unregistered type reserves no codes, because a crate of macros can't export the reservations.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, retired("OLD"))]
#[error("first")]
#[code("FAILED")]
struct First;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, retired("OLD"))]
#[error("second")]
#[code("FAILED")]
struct Second;

fn main() {
    let error: SnafuError = upstream::UpstreamError::Shared.into();
    assert_eq!(error.code(), "UPSTREAM_SHARED");
    let read: Result<(), SnafuError> = Err(std::io::Error::other("x")).context(ReadSnafu);
    assert_eq!(read.unwrap_err().code(), "READ");
    assert_eq!(First.code(), Second.code());
}
