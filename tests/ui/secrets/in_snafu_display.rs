use agent_error::AgentError;

#[derive(Debug, snafu::Snafu, AgentError)]
enum DbError {
    #[snafu(display("wrong pin {pin}"))]
    #[code("FAILED")]
    Failed {
        #[context(secret)]
        pin: String,
    },
}

fn main() {}
