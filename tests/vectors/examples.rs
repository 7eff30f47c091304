//! The errors of the examples, so that the original systems are also compared with what the
//! examples return.

#[path = "../../examples/cloudctl/src/error.rs"]
#[allow(dead_code, reason = "cloudctl uses the rest")]
pub(crate) mod cloudctl;
#[path = "../../examples/filetools/src/provider.rs"]
#[allow(dead_code, reason = "filetools uses the rest")]
pub(crate) mod filetools_provider;
#[path = "../../examples/filetools/src/error.rs"]
#[allow(dead_code, reason = "filetools uses the rest")]
pub(crate) mod filetools_tools;
