//! The names of flags, and the ids of those that select the output format.

use clap::Arg;

// A program doesn't use such ids itself, so the program and this crate can't read each other's values.
pub(super) const OUTPUT: &str = "agent_error::output";
pub(super) const AGENT: &str = "agent_error::agent";

pub(super) fn is_output_flag(arg: &Arg) -> bool {
    [OUTPUT, AGENT].contains(&arg.get_id().as_str())
}

/// Returns the long names of an argument, including aliases.
pub(super) fn long_names(arg: &Arg) -> Vec<String> {
    let mut names = arg.get_all_aliases().unwrap_or_default();
    names.extend(arg.get_long());
    names.into_iter().map(str::to_owned).collect()
}
