// The catalog knows the setting before the program runs, as in a test of the lock file.
#[allow(dead_code)]
mod program {
    #[agent_error::main(handle_signals = true)]
    fn main() {}
}

fn main() {
    assert!(agent_error::ErrorSet::EMPTY.allows("INTERRUPTED"));
}
