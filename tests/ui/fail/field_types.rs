// Fields whose types don't implement what their keys or templates need.
use agent_error::{AgentError, Format, render};

#[derive(Debug)]
struct Connection;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("CONTEXT")]
    Context {
        #[context]
        from: Connection,
        #[context]
        to: Option<Connection>,
    },
    #[code("DISPLAY")]
    Display {
        #[context(display)]
        connection: Connection,
    },
    #[code("RETRY_AFTER", retry_after = pause)]
    RetryAfter { pause: String },
    #[code("STATUS", status = status)]
    Status { status: String },
    #[code("EXIT", exit = code)]
    Exit { code: u16 },
    #[code("BODY", body = output)]
    Body { output: u8 },
    #[code("ACTIONS", actions = next)]
    Actions { next: u32 },
    #[code("ACTIONS_OF_NUMBERS", actions = next)]
    ActionsOfNumbers { next: Vec<u32> },
    #[code("SUGGEST", suggest = "ping {hosts}")]
    Suggest { hosts: Vec<String> },
    #[code("FIX", fix = "ls {paths}")]
    Fix { paths: Vec<u64> },
    #[code("INSTANCE", instance = "/requests/{id}")]
    Instance { #[context(skip)] id: Vec<u8> },
    #[code("RULE", classify(type(u8)))]
    Rule,
    #[code("KIND", classify(io(NotFoundd)))]
    Kind,
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("GENERIC")]
struct Generic<T> {
    #[context]
    of: T,
}

fn main() {
    println!("{}", render(&Generic { of: Connection }, Format::HUMAN));
}
