struct Program;

impl Program {
    #[agent_error::main]
    fn main(&self) {}
}

fn main() {}
