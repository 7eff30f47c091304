//! Tests of a code that several variants share.

use agent_error::{AgentError, Code as _};

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered, codes = LossCode)]
#[error("lost")]
#[allow(dead_code, reason = "only the declarations matter")]
enum Loss {
    #[code("SHARED_LOST", shared)]
    File,
    #[code("SHARED_LOST", shared)]
    Folder,
    #[code("SHARED_GONE")]
    Disk,
}

#[test]
fn a_shared_code_is_one_variant_of_the_enum_of_codes() {
    assert_eq!(LossCode::ALL, [LossCode::File, LossCode::Disk]);
    assert_eq!(LossCode::Disk.def().code(), "SHARED_GONE");
}
