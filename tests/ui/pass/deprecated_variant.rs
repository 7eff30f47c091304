#![deny(warnings)]
#![allow(dead_code)]
#[derive(Debug, agent_error::AgentError)]
enum Failed {
    #[deprecated]
    #[code("OLD", suggest = "use {0}", retry_after = "1s")]
    Old(#[context(rename = "value")] u8),
}
impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("old")
    }
}
impl std::error::Error for Failed {}
fn main() {}
