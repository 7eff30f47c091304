use agent_error::code;

fn main() {
    println!("{}", code!("NO_ROW" in std::io::Error));
}
