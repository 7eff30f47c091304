#![allow(dead_code)]
trait Display {}
trait Debug {}
trait Error {}
trait Serialize {}
trait AgentError {}
trait Catalogued {}
trait FnMut {}
include!("../../support/rich.rs");
fn main() {
    check_rich();
}
