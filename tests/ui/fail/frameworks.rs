use agent_error::AgentError;

#[path = "../frameworks.rs"]
mod frameworks;

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
#[agent_error(integrate(schemars = schemars, mcp = frameworks::mcp, mpc, mcp = frameworks::mcp))]
struct Listed;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FAILED")]
#[agent_error(integrate(mcp = "agent_error_mcp"))]
struct PathOfString;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(axum = frameworks::axum, tonic = frameworks::tonic))]
#[error("failed")]
enum WithoutStatus {
    #[code("NO_STATUS", suggest = "Wait")]
    Neither,
    #[code("GRPC_STATUS", grpc = INTERNAL)]
    Grpc,
    #[code("HTTP_STATUS", status = 500)]
    Http,
    #[code("IMPLIED_STATUS", exit = 5)]
    Implied,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(axum = frameworks::axum), exit = agent_error::exit::PARTIAL_FAILURE)]
#[error("failed")]
enum ExitWithoutStatus {
    #[code("INHERITED_EXIT")]
    Inherited,
    #[code("OWN_EXIT", exit = 70)]
    Own,
    #[code("OWN_STATUS", status = 500)]
    Declared,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(integrate(tonic = frameworks::tonic))]
#[error("failed")]
#[code("EXIT_WITHOUT_GRPC_STATUS", exit = 1)]
struct ExitWithoutGrpcStatus;

// The expansion in a runtime without the feature. The runtime of the tests has all features.
agent_error::__agent_error_feature_is_off!("integrate(schemars)" needs "schemars");

fn main() {}
