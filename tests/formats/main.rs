//! Every format: what it looks like, what it carries, and what no input can do to it.

mod golden;
mod hostile;
mod human;
mod parsing;
mod ready;
mod records;
mod round_trip;
