//! Errors of a package that calls `agent-error`, `agent-error-axum`, `agent-error-mcp` and
//! `agent-error-tonic` by other names.

/// An error that names all four crates.
#[derive(Debug, Default, thiserror::Error, my_errors::AgentError)]
#[agent_error(crate = my_errors, integrate(axum = my_axum, mcp = my_mcp, tonic = my_grpc))]
#[error("{what} is lost")]
#[code("RENAMED_LOST", exit = 12, suggest = "Look for {what}", detail = "{shown:?}", retry_after = wait, retry = constant)]
pub struct Lost {
    /// A value.
    pub what: u8,
    /// Shown with `Display`.
    #[context(display)]
    pub shown: u8,
    /// Redacted.
    #[context(secret)]
    pub pin: u8,
    /// Not in the context.
    #[context(skip)]
    pub wait: u64,
}
