//! Formats lists of names in error messages.

use agent_error_rules::nearest::nearest;

/// Formats candidates as `` `a`, `b`, `c` ``. Starts with the candidate that is most similar to `name`.
pub(crate) fn listed(name: &str, candidates: &[&str]) -> String {
    let first = nearest(name, candidates.iter().copied()).into_iter().next();
    let rest = candidates.iter().copied().filter(|candidate| Some(*candidate) != first);
    let names: Vec<String> = first.into_iter().chain(rest).map(|n| format!("`{n}`")).collect();
    names.join(", ")
}
