//! `errors exits`: the exit codes of a program, and the next step for each.

use crate::definition::def::ErrorDef;
use crate::registry::exits;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;
use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

/// The exit codes that a program uses, success included, each with its error codes.
#[derive(Clone, Debug)]
pub struct Exits {
    pub(super) groups: Vec<(u8, Vec<&'static ErrorDef>)>,
}

/// The facts of an exit code that several codes share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InCommon {
    /// Whether every error with the exit code may be repeated.
    pub(crate) retryable: bool,
    /// What the error that changes most has changed.
    pub(crate) side_effects: SideEffects,
}

impl InCommon {
    pub(crate) fn of(defs: &[&ErrorDef]) -> Self {
        Self {
            retryable: !defs.is_empty() && defs.iter().all(|def| def.retryable),
            side_effects: defs.iter().map(|def| def.side_effects).max().unwrap_or(SideEffects::None),
        }
    }
}

/// One exit code of a program.
struct Row<'a> {
    exit: u8,
    name: Option<&'static str>,
    description: String,
    facts: InCommon,
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

    /// The table for people.
    pub fn text(&self, screen: crate::text::style::Screen) -> String {
        let rows = self.rows().map(|row| {
            let codes: Vec<&str> = row.defs.iter().map(|def| def.code).collect();
            let meaning = format!("{} {}", row.description, row.advice);
            vec![row.exit.to_string(), row.name.unwrap_or("-").to_owned(), meaning, codes.join("\n")]
        });
        super::table::table(&["EXIT", "NAME", "MEANING AND WHAT TO DO", "CODES"], rows.collect(), screen)
    }
}

fn row<'a>(exit: u8, defs: &'a [&'static ErrorDef]) -> Row<'a> {
    let known = exits::meaning(exit);
    let own_description = || match defs {
        [only] => only.summary.unwrap_or("See its code.").to_owned(),
        _ => "Particular to this program; see the codes.".to_owned(),
    };
    Row {
        exit,
        name: known.map(|entry| entry.name),
        description: known.map_or_else(own_description, |entry| entry.description.to_owned()),
        facts: InCommon::of(defs),
        advice: known.map_or("Read the code and its suggestion.", |entry| entry.advice),
        defs,
    }
}

impl Serialize for Exits {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        self.entries(&mut map)?;
        map.end()
    }
}

impl Exits {
    pub(crate) fn entries<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry("exit_codes", &Rows(self))
    }
}

struct Rows<'a>(&'a Exits);

impl Serialize for Rows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut sequence = serializer.serialize_seq(None)?;
        self.0.rows().try_for_each(|row| sequence.serialize_element(&row))?;
        sequence.end()
    }
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("exit_code", &self.exit)?;
        if let Some(name) = self.name {
            map.serialize_entry("name", name)?;
        }
        map.serialize_entry("description", &self.description)?;
        map.serialize_entry("retryable", &self.facts.retryable)?;
        map.serialize_entry("side_effects", &self.facts.side_effects)?;
        map.serialize_entry("advice", self.advice)?;
        map.serialize_entry("codes", &self.defs.iter().map(|def| def.code).collect::<Vec<_>>())?;
        map.end()
    }
}
