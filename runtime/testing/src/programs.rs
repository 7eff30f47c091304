//! Runs programs, checks their output, and follows their advice.

mod captured;
mod checks;
mod failure;
mod find;
mod process;
mod run;
mod schema;
mod secret;
mod shown;
mod tool;
mod trace;

pub use captured::Captured;
pub use checks::CheckError;
pub use failure::Failure;
pub use run::Run;
pub use schema::ENVELOPE_SCHEMA;
pub use tool::Tool;
