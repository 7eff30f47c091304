mod std {}
mod core {}
mod alloc {}
mod serde {}
mod linkme {}
mod agent_error {}

include!("../../support/rich.rs");

fn main() {
    check_rich();
}
