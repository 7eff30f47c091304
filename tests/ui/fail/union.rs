use agent_error::AgentError;

#[derive(AgentError)]
union Failed {
    small: u8,
    large: u64,
}

fn main() {}
