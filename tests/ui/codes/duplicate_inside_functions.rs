fn main() {
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[error("no row")]
    #[code("NOT_FOUND")]
    struct NoRow;
    other();
}

fn other() {
    #[derive(Debug, thiserror::Error, agent_error::AgentError)]
    #[error("no table")]
    #[code("NOT_FOUND")]
    struct NoTable;
}
