//! Checks the output of programs, and tests that their advice works.

mod captured;
mod check_error;
mod checks;
mod find;
mod process;
mod proofs;
mod rubric;
mod run;
mod schema;
mod secret;
mod tool;
mod trace;

pub use captured::Captured;
pub use check_error::CheckError;
pub use proofs::{Call, Proof, Proofs};
pub use rubric::{CallScore, Condition, EnvelopeCheck, Reason, Score, score};
pub use run::Run;
pub use schema::ENVELOPE_SCHEMA;
pub use tool::Tool;
