//! Groups codes by domain and by exit code.

use crate::document::{Code, Document};
use std::collections::{BTreeMap, HashMap};

/// The codes of a catalog, grouped by domain and by exit code.
pub(super) struct Groups<'a> {
    /// The domains, sorted by name. The codes of agent-error come last.
    pub(super) domains: Vec<(String, Vec<&'a Code>)>,
    pub(super) exits: BTreeMap<u8, Vec<&'a Code>>,
    /// The position of each code within its domain, and within the codes that have the same exit code.
    places: HashMap<&'a str, (usize, usize)>,
}

/// The maximum number of related codes in each list. Keeps the pages of large catalogs short.
const NAMED: usize = 8;

impl<'a> Groups<'a> {
    pub(super) fn of(catalog: &'a Document) -> Self {
        let mut domains: BTreeMap<(bool, String), Vec<&Code>> = BTreeMap::new();
        let mut exits: BTreeMap<u8, Vec<&Code>> = BTreeMap::new();
        let mut places = HashMap::new();
        for entry in catalog.own_first() {
            let domain = domains.entry((entry.is_of_agent_error(), domain(entry))).or_default();
            domain.push(entry);
            let exit = exits.entry(entry.exit_code()).or_default();
            exit.push(entry);
            places.insert(entry.code(), (domain.len() - 1, exit.len() - 1));
        }
        Self { domains: domains.into_iter().map(|((_, name), codes)| (name, codes)).collect(), exits, places }
    }

    /// Returns the neighbors of a code in its domain, and the total number of codes in the domain.
    pub(super) fn of_same_domain(&self, entry: &Code) -> (Vec<&'a str>, usize) {
        let place = self.places.get(entry.code()).map_or(0, |(place, _)| *place);
        let name = domain(entry);
        around(self.domains.iter().find(|(known, _)| *known == name).map(|(_, codes)| codes), place)
    }

    /// Returns the neighbors of a code with the same exit code, and the total number of codes with that exit code.
    pub(super) fn of_same_exit(&self, entry: &Code) -> (Vec<&'a str>, usize) {
        let place = self.places.get(entry.code()).map_or(0, |(_, place)| *place);
        around(self.exits.get(&entry.exit_code()), place)
    }
}

fn around<'a>(group: Option<&Vec<&'a Code>>, place: usize) -> (Vec<&'a str>, usize) {
    let group = group.map_or(&[][..], Vec::as_slice);
    let last_start = group.len().saturating_sub(NAMED + 1);
    let start = place.saturating_sub(NAMED / 2).min(last_start);
    let others = group.iter().enumerate().skip(start).take(NAMED + 1).filter(|(at, _)| *at != place);
    (others.map(|(_, entry)| entry.code()).collect(), group.len())
}

/// The heading for the codes of agent-error.
pub(super) const GENERAL: &str = "General codes";

/// Returns the uppercase part of a code before the first `_` or `.`. Returns an empty string if there's no separator.
pub(super) fn domain(entry: &Code) -> String {
    match entry.is_of_agent_error() {
        true => GENERAL.to_owned(),
        false => entry.code().split_once(['_', '.']).map_or("", |(domain, _)| domain).to_ascii_uppercase(),
    }
}

/// Returns the heading of a domain.
pub(super) fn title(domain: &str) -> &str {
    if domain.is_empty() { "Codes of one word" } else { domain }
}

/// Returns the anchor of a heading. The heading must only contain letters, digits, hyphens and spaces.
pub(super) fn anchor(heading: &str) -> String {
    heading.to_ascii_lowercase().replace(' ', "-")
}

/// Returns the heading for an exit code in an index.
pub(super) fn exit_title(exit: u8) -> String {
    format!("Exit code {exit}")
}
