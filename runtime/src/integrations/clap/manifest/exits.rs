//! The exit codes of a command.

use crate::catalog::Catalog;
use crate::catalog::exits::CommonFacts;
use crate::definition::error_def::ErrorDef;
use crate::json::{JsonView, ObjectView};
use crate::registry::exits;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;

/// The maximum length of a description in the schema, in characters.
const LONGEST: usize = 120;

/// An exit code of a command: an `ExitCodeEntry` of the CLI agent specification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ExitEntry {
    name: String,
    description: String,
    facts: CommonFacts,
}

/// Returns the exit codes of a command that can return these errors, including success.
pub(super) fn exit_entries(errors: &Catalog) -> Vec<(u8, ExitEntry)> {
    let mut groups = errors.by_exit();
    // A program that handles clap errors itself exits with `ARG_ERROR` too.
    for always in [exit::SUCCESS, exit::ARG_ERROR] {
        if let Err(place) = groups.binary_search_by_key(&always, |(exit, _)| *exit) {
            groups.insert(place, (always, Vec::new()));
        }
    }
    groups.into_iter().map(|(exit, defs)| (exit, ExitEntry::of(exit, &defs))).collect()
}

impl ExitEntry {
    fn of(exit: u8, defs: &[&ErrorDef]) -> Self {
        let known = exits::meaning(exit);
        let name = match (known, defs) {
            (Some(known), _) => known.name.to_owned(),
            (None, [only]) => only.code().to_owned(),
            (None, _) => format!("EXIT_{exit}"),
        };
        let meaning = match (known, defs) {
            (_, [only]) if only.summary().is_some() => only.summary().unwrap_or_default(),
            (Some(known), _) => known.description,
            (None, _) => "Specific to this program.",
        };
        let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
        Self { name, description: description(meaning, &codes), facts: CommonFacts::of(defs) }
    }
}

/// Describes an exit code, followed by as many of its codes as fit.
fn description(meaning: &str, codes: &[&str]) -> String {
    let meaning = cut(&meaning.split_whitespace().collect::<Vec<_>>().join(" "));
    let with = |count: usize| {
        let more = codes.len() - count;
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{meaning} {}{rest}", codes[..count].join(", "))
    };
    let shown = (1..=codes.len()).rev().map(with).find(|text| text.chars().count() <= LONGEST);
    shown.unwrap_or(meaning)
}

/// Truncates a string to the maximum length.
fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some(_) => text.chars().take(LONGEST - 1).chain(['…']).collect(),
    }
}

impl<'a> From<&'a ExitEntry> for JsonView<'a> {
    fn from(entry: &'a ExitEntry) -> Self {
        let mut object = ObjectView::default();
        object.member("name", &entry.name);
        object.member("description", &entry.description);
        object.member("retryable", entry.facts.retryable);
        // The specification's manifest has no value for unknown side effects.
        let effects = match entry.facts.side_effects {
            SideEffects::Unknown => SideEffects::Partial,
            known => known,
        };
        object.member("side_effects", effects.as_str());
        Self::Object(object)
    }
}

#[cfg(test)]
mod tests {
    use super::{CommonFacts, ExitEntry, LONGEST, cut, description};
    use crate::AgentError;
    use crate::definition::def::Catalogued;
    use crate::vocabulary::terms::SideEffects;

    #[derive(Debug, thiserror::Error, AgentError)]
    #[agent_error(crate = crate, unregistered)]
    #[error("refused")]
    #[allow(dead_code, reason = "only the table is used")]
    enum Refused {
        #[code("SAFE", exit = 12, retryable)]
        Safe,
        #[code("HALF", exit = 12, side_effects = "partial")]
        Half,
        #[code("OWN", exit = 79)]
        Own,
        #[code("OTHER", exit = 79)]
        Other,
    }

    #[test]
    fn a_description_names_as_many_codes_as_it_has_room_for() {
        assert_eq!(description("It is locked.", &["A", "B"]), "It is locked. A, B");
        assert_eq!(description("It is locked.", &[]), "It is locked.");
        let codes: Vec<String> = (0..30).map(|number| format!("CODE_{number}")).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let text = description("It is locked.", &codes);
        assert!(text.chars().count() <= LONGEST && text.ends_with(" more"), "{text}");
        let long = "ä".repeat(130);
        assert_eq!(description(&long, &codes).chars().count(), LONGEST);
        assert_eq!(cut(&"ä".repeat(LONGEST)), "ä".repeat(LONGEST));
    }

    #[test]
    fn what_one_of_several_errors_has_changed_forbids_to_repeat_the_call() {
        let [safe, half, ..] = Refused::TYPE.defs else { unreachable!() };
        let entry = ExitEntry::of(12, &[safe, half]);
        assert_eq!(entry.facts, CommonFacts { retryable: false, side_effects: SideEffects::Partial });
        assert!(ExitEntry::of(12, &[safe]).facts.retryable);
        assert!(!ExitEntry::of(0, &[]).facts.retryable);
    }

    #[test]
    fn an_exit_code_that_no_table_names_is_named_after_its_only_error() {
        let [.., own, other] = Refused::TYPE.defs else { unreachable!() };
        assert_eq!(ExitEntry::of(79, &[own]).name, "OWN");
        assert_eq!(ExitEntry::of(79, &[own, other]).name, "EXIT_79");
        assert_eq!(ExitEntry::of(79, &[own, other]).description, "Specific to this program. OWN, OTHER");
    }
}
