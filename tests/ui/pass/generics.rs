use agent_error::{AgentError, Catalog, ErrorRecord, Format, render};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
#[code("FORMAT_TRAIT", suggest = "look at {of:x}")]
struct FormatTrait<T> {
    #[context(skip)]
    of: T,
}

#[derive(Debug, thiserror::Error, AgentError)]
enum Inner<E> {
    #[error(transparent)]
    #[code(transparent)]
    Inner(E),
    #[error("lost")]
    #[code("LOST")]
    Lost,
}

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
    assert_eq!(FormatTrait { of: 255_u8 }.suggestion().unwrap(), "look at ff");
    assert_eq!(Inner::<ErrorRecord>::Lost.code(), "LOST");
    assert_eq!(Catalog::of::<Inner<ErrorRecord>>().len(), 1);
    let failed = Failed::Failed { of: 5, name: "x", sizes: [0; 2] };
    assert!(render(&failed, Format::Envelope).contains("look at 5 x"));
}
