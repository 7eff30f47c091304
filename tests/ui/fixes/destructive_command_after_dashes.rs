use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED", fix = "kubectl exec web -- rm -rf /data")]
struct Failed;

fn main() {}
