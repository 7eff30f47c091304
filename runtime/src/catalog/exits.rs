//! `errors exits`: a program's exit codes and how to handle them.

use super::table::table;
use crate::definition::error_def::ErrorDef;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::registry::exits;
use crate::text::style::Terminal;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;

/// The exit codes that a program uses, including 0 for success. Each exit code lists the codes that have it.
#[derive(Clone, Debug)]
pub struct Exits {
    pub(super) groups: Vec<(u8, Vec<&'static ErrorDef>)>,
}

/// Properties shared by all codes with the same exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CommonFacts {
    /// Whether every one of these codes is retryable.
    pub(crate) retryable: bool,
    /// The most extensive side effects among these codes.
    pub(crate) side_effects: SideEffects,
}

impl CommonFacts {
    pub(crate) fn of(defs: &[&ErrorDef]) -> Self {
        Self {
            retryable: !defs.is_empty() && defs.iter().all(|def| def.is_retryable()),
            side_effects: defs.iter().map(|def| def.side_effects()).max().unwrap_or(SideEffects::None),
        }
    }
}

impl Exits {
    fn groups(&self) -> impl Iterator<Item = (u8, &[&'static ErrorDef])> {
        let groups = self.groups.iter().map(|(exit, defs)| (*exit, defs.as_slice()));
        std::iter::once((exit::SUCCESS, &[][..])).chain(groups)
    }

    /// Formats the exit codes as a table.
    pub fn text(&self, terminal: Terminal) -> String {
        let rows = self.groups().map(|(exit, defs)| {
            let (name, description, advice) = described(exit, defs);
            let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
            let meaning = format!("{description} {advice}");
            vec![exit.to_string(), name.unwrap_or("-").to_owned(), meaning, codes.join("\n")]
        });
        table(&["EXIT", "NAME", "MEANING AND WHAT TO DO", "CODES"], rows.collect(), terminal)
    }

    pub(crate) fn view(&self) -> JsonView<'static> {
        JsonView::list(self.groups().map(|(exit, defs)| {
            let (name, description, advice) = described(exit, defs);
            let facts = CommonFacts::of(defs);
            let mut object = ObjectView::default();
            object.member("exit_code", exit);
            object.some("name", name);
            object.member("description", description);
            object.member("retryable", facts.retryable);
            object.member("side_effects", facts.side_effects.as_str());
            object.member("advice", advice);
            object.member("codes", JsonView::list(defs.iter().map(|def| def.code())));
            object
        }))
    }
}

/// Returns the name of an exit code, its description and what to do.
fn described(exit: u8, defs: &[&'static ErrorDef]) -> (Option<&'static str>, &'static str, &'static str) {
    const ADVICE: &str = "Read the code and its suggestion.";
    match (exits::meaning(exit), defs) {
        (Some(known), _) => (Some(known.name), known.description, known.advice),
        (None, [only]) => (None, only.summary().unwrap_or("See the code."), ADVICE),
        (None, _) => (None, "Specific to this program; see the codes.", ADVICE),
    }
}

serialize_view!(Exits);

impl From<&Exits> for JsonView<'_> {
    fn from(exits: &Exits) -> Self {
        let mut object = ObjectView::default();
        object.member("exit_codes", exits.view());
        Self::Object(object)
    }
}
