//! Lints and compares the catalogs of several programs, called a fleet.

mod changes;
mod finding;
mod lint;

pub use changes::{FleetChanges, ProgramChanges};
pub use finding::{FleetFinding, FleetFindingKind, ProgramGroup};
