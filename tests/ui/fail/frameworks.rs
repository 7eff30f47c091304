use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate = axum)]
struct Assigned;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate())]
struct Empty;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(axum = axum, mcp, mpc, mcp))]
struct Listed;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(mcp = "agent_error_mcp"))]
struct PathOfString;

// The expansion in a runtime without the feature. The runtime of the tests has all features.
agent_error::__agent_error_feature_is_off!("integrate(axum)" needs "axum");
agent_error::__agent_error_feature_is_off!("integrate(schemars)" needs "schemars");

fn main() {}
