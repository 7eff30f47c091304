//! Every format: what it looks like, what it carries, and what no input can do to it.

mod corpus;
mod golden;
mod hostile;
mod invariants;
mod parsing;
mod records;
mod round_trip;
