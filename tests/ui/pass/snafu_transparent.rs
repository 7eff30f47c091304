use agent_error::AgentError;
use snafu::ResultExt as _;

#[derive(Debug, snafu::Snafu, AgentError)]
enum AppError {
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

fn main() {
    let error: AppError = upstream::UpstreamError::Shared.into();
    assert_eq!(error.code(), "UPSTREAM_SHARED");
    let read: Result<(), AppError> = Err(std::io::Error::other("x")).context(ReadSnafu);
    assert_eq!(read.unwrap_err().code(), "READ");
}
