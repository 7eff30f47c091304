use agent_error::{AgentError, Format, render};

#[derive(Debug, thiserror::Error, AgentError)]
enum Failed<'a, T, const N: usize = 2>
where
    T: std::fmt::Debug,
{
    #[error("failed with {of:?} {name}")]
    #[code("FAILED", suggest = "look at {of} {name}")]
    Failed {
        of: T,
        name: &'a str,
        #[context(debug)]
        sizes: [u8; N],
    },
}

fn main() {
    let failed = Failed::Failed { of: 5, name: "x", sizes: [0; 2] };
    assert!(render(&failed, Format::Envelope).contains("look at 5 x"));
}
