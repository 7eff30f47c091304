//! Programs whose `main` never returns, such as servers.

use std::convert::Infallible;

mod never {
    #[agent_error::main]
    pub fn main() -> ! {
        std::process::exit(0)
    }
}

mod with_settings {
    #[agent_error::main(handle_signals = false)]
    pub fn main() -> ! {
        loop {
            std::thread::park();
        }
    }
}

mod only_fails {
    use super::Infallible;

    #[agent_error::main]
    pub fn main() -> Result<Infallible, agent_error::Report> {
        Err("cannot listen")?
    }
}

fn main() {
    let _ = (only_fails::main as fn() -> _, with_settings::main as fn() -> _);
    never::main();
}
