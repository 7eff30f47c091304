use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(case = "upper", docs = inherit, instance = "/requests/{id}")]
enum DbError {
    #[error("failed")]
    #[code("FAILED", since = "1.2", deprecated = "use LOST", fix = "dbtool init", fix_is_safe = "it's empty")]
    Failed { id: u8 },
}

fn main() {}
