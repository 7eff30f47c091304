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

mod unknown_key {
    #[agent_error::main(flavor = "x")]
    fn main() {}
}

mod unknown_key_after_crate {
    #[agent_error::main(crate = agent_error, name = "x")]
    fn main() {}
}

mod duplicate_key {
    #[agent_error::main(panic_exit = 1, panic_exit = 2)]
    fn main() {}
}

mod literal {
    #[agent_error::main("quiet")]
    fn main() {}
}

mod crate_of_number {
    #[agent_error::main(crate = 5)]
    fn main() {}
}

mod crate_without_value {
    #[agent_error::main(crate)]
    fn main() {}
}

mod no_formats {
    #[agent_error::main(formats())]
    fn main() {}
}

mod unknown_format {
    #[agent_error::main(formats(Envelope, Xlm))]
    fn main() {}
}

mod agent_format_of_string {
    #[agent_error::main(agent_format = "nested")]
    fn main() {}
}

mod human_without_value {
    #[agent_error::main(human)]
    fn main() {}
}

mod clap_text_of_string {
    #[agent_error::main(clap_text = "yes")]
    fn main() {}
}

mod errors_on_stderr_of_number {
    #[agent_error::main(errors_on_stderr = 1)]
    fn main() {}
}

mod handle_signals_of_string {
    #[agent_error::main(handle_signals = "SIGINT")]
    fn main() {}
}

mod output_flags_of_string {
    #[agent_error::main(output_flags = "none")]
    fn main() {}
}

mod traced_of_number {
    #[agent_error::main(traced = 1)]
    fn main() {}
}

mod panic_exit_out_of_range {
    #[agent_error::main(panic_exit = 0)]
    fn main() {}
}

mod output_variable_of_word {
    #[agent_error::main(output_variable = TOOL_FORMAT)]
    fn main() {}
}

mod exit_overrides_without_value {
    #[agent_error::main(exit_overrides)]
    fn main() {}
}

mod async_without_runtime {
    #[agent_error::main]
    async fn main() {}
}

mod two_mistakes {
    #[agent_error::main(flavor = "x")]
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

mod values_of_other_kinds {
    #[agent_error::main(piped_format = "human", human = for, exit_overrides = while)]
    fn main() {}
}

fn main() {}
