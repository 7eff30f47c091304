use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
struct Failed {
    #[agent_error(unregistered)]
    host: String,
}

fn main() {}
