//! The exit codes of a command.

use crate::catalog::Catalog;
use crate::catalog::exits::CommonFacts;
use crate::definition::error_def::ErrorDef;
use crate::json::ObjectView;
use crate::registry::exits;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;

/// The maximum length of a description in the schema, in characters.
const LONGEST: usize = 120;

/// Returns the exit codes of a command that can return these errors, including success. Each of them is an
/// `ExitCodeEntry` of the CLI agent specification.
pub(super) fn exit_codes(errors: &Catalog) -> Vec<(u8, ObjectView<'static>)> {
    let mut groups = errors.by_exit();
    // A program that handles clap errors itself exits with `ARG_ERROR` too.
    for always in [exit::SUCCESS, exit::ARG_ERROR] {
        if let Err(place) = groups.binary_search_by_key(&always, |(exit, _)| *exit) {
            groups.insert(place, (always, Vec::new()));
        }
    }
    groups.into_iter().map(|(exit, defs)| (exit, view(exit, &defs))).collect()
}

fn view(exit: u8, defs: &[&ErrorDef]) -> ObjectView<'static> {
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
    let facts = CommonFacts::of(defs);
    // The specification's manifest has no value for unknown side effects.
    let effects = if facts.side_effects == SideEffects::Unknown { SideEffects::Partial } else { facts.side_effects };
    let mut object = ObjectView::default();
    object.member("name", name);
    object.member("description", description(meaning, defs));
    object.member("retryable", facts.retryable);
    object.member("side_effects", effects.as_str());
    object
}

/// Describes an exit code, followed by as many of its codes as fit.
fn description(meaning: &str, defs: &[&ErrorDef]) -> String {
    let mut meaning = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
    if meaning.chars().count() > LONGEST {
        meaning = meaning.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
    let with = |count: usize| {
        let more = codes.len() - count;
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{meaning} {}{rest}", codes[..count].join(", "))
    };
    let shown = (1..=codes.len()).rev().map(with).find(|text| text.chars().count() <= LONGEST);
    shown.unwrap_or(meaning)
}
