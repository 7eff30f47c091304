#![allow(dead_code)]
use agent_error::{AgentError, Format};

#[derive(Debug, thiserror::Error, AgentError)]
#[error("colliding")]
enum Colliding {
    #[code("TYPE")]
    TYPE,
    #[code("SOME", suggest = "{code} {def}")]
    Some { code: u8, def: u8 },
    #[code("SELF", retry_after = context)]
    Ok { context: u64, list: Vec<u8> },
}

impl Colliding {
    fn code(&self) {}
    fn context(&self) {}
    fn def(&self) {}
    fn inner(&self) {}
    fn text(&self) {}
}

trait Other {
    const TYPE: u8 = 0;
    const UNIQUE: u8 = 0;
    fn code(&self) {}
    fn wait(&self) {}
    fn context(&self) {}
    fn facts(&self) {}
}

impl<T: ?Sized> Other for T {}

fn main() {
    let error = Colliding::Some { code: 1, def: 2 };
    assert!(agent_error::render(&error, Format::ENVELOPE).contains(r#""suggestion":"1 2""#));
    let error = Colliding::Ok {
        context: 3,
        list: vec![4],
    };
    assert!(agent_error::render(&error, Format::ENVELOPE).contains(r#""context":{"list":[4]}"#));
}
