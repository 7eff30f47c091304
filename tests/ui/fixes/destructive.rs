use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error("failed")]
    #[code("FAILED", fix = "dbtool table drop {table}")]
    Failed { table: String },
}

fn main() {}
