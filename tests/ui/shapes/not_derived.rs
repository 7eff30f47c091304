use agent_error::{Format, render};

fn main() {
    println!("{}", render(&std::fmt::Error, Format::Envelope));
}
