// Types without codes.
use agent_error::{AgentError, Format, catalog, code, error_set, render};

#[derive(Debug, AgentError)]
#[code("NO_ERROR")]
struct NoError;

#[derive(Debug, thiserror::Error, AgentError)]
enum DbError {
    #[error(transparent)]
    #[code(transparent)]
    Transparent(std::fmt::Error),
    #[error(transparent)]
    #[code(transparent, opaque)]
    Opaque(std::fmt::Error),
}

fn main() {
    println!("{}", catalog![std::io::Error].len());
    println!("{}", code!("NO_ROW" in std::io::Error));
    println!("{}", error_set![std::io::Error].codes().len());
    println!("{}", render(&std::fmt::Error, Format::ENVELOPE));
}

mod error_of_main {
    #[agent_error::main]
    fn main() -> Result<(), std::io::Error> {
        std::fs::read("config.toml")?;
        Ok(())
    }
}

mod output_of_main {
    #[agent_error::main]
    fn main() -> u8 {
        5
    }
}

mod format_of_main {
    #[agent_error::main(piped = agent_error::Format::NESTD)]
    fn main() {}
}
