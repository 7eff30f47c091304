//! Names that programs commonly use for the same command or flag.

use super::contains::has_word;

/// Groups of names with the same meaning. Only add names whose meaning doesn't depend on the
/// program.
const GROUPS: &str = "delete remove rm del destroy erase|get show view describe inspect|list ls|\
    create add new|update edit modify change|check validate verify|stop halt shutdown|search find|copy cp|\
    move mv rename|login signin|logout signout|output format output-format fmt|body text content message|\
    dir directory folder|db database|quiet silent|user username|limit max count|url uri|\
    yes assume-yes no-confirm|dry-run simulate";

/// Ignores leading dashes.
pub(crate) fn are_synonyms(a: &str, b: &str) -> bool {
    let a = a.trim_start_matches('-');
    let b = b.trim_start_matches('-');
    a != b
        && GROUPS
            .split('|')
            .any(|group| has_word(group, a) && has_word(group, b))
}
