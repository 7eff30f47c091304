// The functions of the modules are invalid. The imports are used, although the attribute isn't expanded.
mod imports {
    use agent_error::Report;
    use std::fs;

    #[agent_error::main(panic_exti = 1)]
    fn main() -> Result<(), Report> {
        fs::remove_file("a")?;
        Ok(())
    }
}

mod keys {
    #[agent_error::main(
        flavor = "x",
        "quiet",
        crate = 5,
        formats,
        piped = ,
        human,
        clap_text = "yes",
        errors_on_stderr = 1,
        handle_signals = "SIGINT",
        panic_exit = 0,
        panic_exit = 2,
        reported_exit = 256,
        read_flags = "none",
        output_variable = TOOL_FORMAT,
        exit_overrides = while,
    )]
    async fn main() {}
}

mod more_keys {
    #[agent_error::main(crate, formats(Envelope, Xlm), human = for, exit_overrides, reported_exit = "2", traced = 1)]
    fn main() {}
}

mod values_missing {
    #[agent_error::main(formats = , observe = , output_flag = error_format)]
    fn main() {}
}

mod async_without_runtime {
    #[agent_error::main]
    async fn main() {}
}

mod method {
    struct Program;
    impl Program {
        #[agent_error::main]
        fn main(&self) {}
    }
}

mod item {
    #[agent_error::main]
    struct Main;
}

mod another_function {
    #[agent_error::main]
    fn start() {}
}

mod parameters {
    #[agent_error::main]
    fn main(arguments: Vec<String>) {}
}

mod generics {
    #[agent_error::main]
    fn main<T>() {}
}

fn main() {}
