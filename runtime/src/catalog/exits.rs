//! `errors exits`: a program's exit codes and how to handle them.

use crate::definition::error_def::ErrorDef;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::registry::exits;
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

struct Row<'a> {
    exit: u8,
    name: Option<&'static str>,
    description: String,
    facts: CommonFacts,
    advice: &'static str,
    defs: &'a [&'static ErrorDef],
}

impl Exits {
    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let success = std::iter::once((exit::SUCCESS, &[][..]));
        success
            .chain(self.groups.iter().map(|(exit, defs)| (*exit, defs.as_slice())))
            .map(|(exit, defs)| row(exit, defs))
    }

    /// Formats the exit codes as a table.
    pub fn text(&self, terminal: crate::text::style::Terminal) -> String {
        let rows = self.rows().map(|row| {
            let codes: Vec<&str> = row.defs.iter().map(|def| def.code()).collect();
            let meaning = format!("{} {}", row.description, row.advice);
            vec![row.exit.to_string(), row.name.unwrap_or("-").to_owned(), meaning, codes.join("\n")]
        });
        super::table::table(&["EXIT", "NAME", "MEANING AND WHAT TO DO", "CODES"], rows.collect(), terminal)
    }
}

fn row<'a>(exit: u8, defs: &'a [&'static ErrorDef]) -> Row<'a> {
    let known = exits::meaning(exit);
    let own_description = || match defs {
        [only] => only.summary().unwrap_or("See the code.").to_owned(),
        _ => "Specific to this program; see the codes.".to_owned(),
    };
    Row {
        exit,
        name: known.map(|entry| entry.name),
        description: known.map_or_else(own_description, |entry| entry.description.to_owned()),
        facts: CommonFacts::of(defs),
        advice: known.map_or("Read the code and its suggestion.", |entry| entry.advice),
        defs,
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

impl Exits {
    pub(crate) fn view(&self) -> JsonView<'static> {
        JsonView::list(self.rows().map(|row| row.view()))
    }
}

impl Row<'_> {
    fn view(&self) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        object.member("exit_code", self.exit);
        object.some("name", self.name);
        object.member("description", self.description.clone());
        object.member("retryable", self.facts.retryable);
        object.member("side_effects", self.facts.side_effects.as_str());
        object.member("advice", self.advice);
        object.member("codes", JsonView::list(self.defs.iter().map(|def| def.code())));
        object
    }
}
