#[allow(dead_code)]
mod program {
    #[agent_error::main(handle_signals = false)]
    fn main() {}
}

fn main() {
    assert!(!agent_error::ErrorSet::EMPTY.allows("INTERRUPTED"));
}
