fn main() {
    println!("{}", agent_error::catalog![std::io::Error].len());
}
