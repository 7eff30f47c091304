//! What the `errors` command shows: a list of codes, a full description of a code, and the exit
//! codes.

use super::table::{TextPage, table};
use super::{Catalog, Retired};
use crate::definition::def::Entry;
use crate::definition::error_def::ErrorDef;
use crate::definition::facts::{FACTS, FactDef, FactValue, Visibility, fact};
use crate::format::Style;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::registry::linked;
use crate::vocabulary::terms::SideEffects;
use agent_error_rules::name::{is_descriptive, readable};

/// A list of codes. It implements `Serialize`, and formats itself as a table for people.
#[derive(Clone, Debug)]
pub struct List {
    pub(super) entries: Vec<Entry>,
    pub(super) is_complete: bool,
}

impl List {
    /// Sets whether to list all properties of each code. By default, lists the code, the exit code,
    /// the summary, and whether the code is retryable.
    #[must_use]
    pub fn complete(mut self, is_complete: bool) -> Self {
        self.is_complete = is_complete;
        self
    }

    fn facts(&self) -> Vec<&'static FactDef> {
        if self.is_complete {
            let facts = FACTS.iter();
            facts
                .filter(|fact| fact.visibility >= Visibility::Json)
                .collect()
        } else {
            let names = ["code", "exit_code", "retryable", "summary"];
            names.into_iter().filter_map(fact).collect()
        }
    }

    /// Returns the codes in display order: first the program's codes, then this crate's codes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Formats the list as a table, or explains each code if the list is complete. This crate's
    /// codes follow those of the program.
    pub fn text(&self, style: &Style<'_>) -> String {
        let own_count = self
            .entries
            .partition_point(|entry| !entry.is_of_this_crate());
        let (own, ours) = self.entries.split_at(own_count);
        let mut text = String::new();
        if !own.is_empty() {
            text += &self.table_or_pages(own, style);
        }
        if !ours.is_empty() {
            if !own.is_empty() {
                text += "\n";
            }
            text += "Codes that agent-error adds:\n\n";
            text += &self.table_or_pages(ours, style);
        }
        if text.is_empty() {
            "No matching codes.\n".to_owned()
        } else {
            text
        }
    }

    fn table_or_pages(&self, entries: &[Entry], style: &Style<'_>) -> String {
        if self.is_complete {
            // A table of all properties is wider than any terminal.
            let mut pages = Vec::new();
            for same_code in entries.chunk_by(|a, b| a.def.code() == b.def.code()) {
                pages.push(page_of(same_code, style));
            }
            return pages.join("\n");
        }
        let facts = self.facts();
        let mut labels = Vec::new();
        for fact in &facts {
            labels.push(fact.label.to_ascii_uppercase());
        }
        let header: Vec<&str> = labels.iter().map(String::as_str).collect();
        let mut rows: Vec<Vec<String>> = Vec::new();
        for entry in entries {
            rows.push(facts.iter().map(|fact| cell(fact, entry)).collect());
        }
        table(&header, rows, style)
    }

    fn row(&self, entry: &Entry, facts: &[&FactDef]) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        for fact in facts {
            let value = (fact.value)(entry);
            let is_false = matches!(value, Some(FactValue::Bool(false)));
            if self.is_complete || !is_false {
                object.some(fact.name, value);
            }
        }
        if !self.is_complete {
            object.some("exit_field", entry.def.exit_field());
        }
        if entry.is_of_this_crate() {
            object.member("origin", entry.ty.origin);
        }
        object
    }
}

serialize_view!(List);

impl From<&List> for JsonView<'_> {
    fn from(list: &List) -> Self {
        let facts = list.facts();
        Self::object([(
            "errors",
            Self::list(list.entries.iter().map(|entry| list.row(entry, &facts))),
        )])
    }
}

/// Formats a property as a table cell.
fn cell(fact: &FactDef, entry: &Entry) -> String {
    if fact.name == "exit_code" && entry.def.exit_field().is_some() {
        return VARIES.to_owned();
    }
    match (fact.value)(entry) {
        Some(FactValue::Bool(true)) => "yes".to_owned(),
        Some(FactValue::Bool(false)) => "no".to_owned(),
        Some(value) => value.lines().join(", "),
        None if fact.name == "summary" => stand_in_for_summary(entry),
        None => String::new(),
    }
}

/// What people see in place of an exit code that only the error knows.
const VARIES: &str = "varies";

/// Returns the name of a code's declaration in words, or the message if the name says too little.
fn stand_in_for_summary(entry: &Entry) -> String {
    let declared_name = name(entry);
    if !is_descriptive(&declared_name)
        && let Some(message) = entry.def.message()
    {
        return message.to_string();
    }
    readable(&declared_name)
}

/// Returns the name of the variant or the struct that declares a code.
fn name(entry: &Entry) -> String {
    let path = entry.path();
    path.rsplit("::").next().unwrap_or_default().to_owned()
}

/// A full description of a code. It implements `Serialize`, and `Display` formats it as text for
/// people.
#[derive(Clone, Debug)]
pub struct Explanation(pub(super) Subject);

#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// The declarations of a code. A shared code can have more than one.
    Declared(Vec<Entry>),
    Retired(Retired),
}

impl Explanation {
    /// Formats the explanation as text.
    pub fn text(&self, style: &Style<'_>) -> String {
        match &self.0 {
            Subject::Declared(entries) => page_of(entries, style),
            Subject::Retired(retired) => {
                let mut page = TextPage::titled(retired.def.code, style);
                page.paragraph("This code is retired. This version no longer uses it.");
                page.fact("help", retired.def.note.unwrap_or_default());
                page.fact("declared", retired.ty.path);
                page.text
            }
        }
    }
}

/// Explains a code from its declarations.
fn page_of(declarations: &[Entry], style: &Style<'_>) -> String {
    let Some(first) = declarations.first() else {
        return String::new();
    };
    let mut page = TextPage::titled(first.def.code(), style);
    match first.def.summary() {
        Some(summary) => page.paragraph(summary),
        None => page.paragraph(&readable(&name(first))),
    }
    if let Some(description) = first.def.description() {
        page.paragraph(description);
    }
    for fact in FACTS {
        if fact.visibility != Visibility::Text {
            continue;
        }
        for line in distinct_lines(fact, declarations) {
            page.fact(fact.label, &line);
        }
    }
    page.text
}

fn distinct_lines(fact: &FactDef, entries: &[Entry]) -> Vec<String> {
    let mut distinct = Vec::new();
    for entry in entries {
        for line in lines(fact, entry) {
            if !distinct.contains(&line) {
                distinct.push(line);
            }
        }
    }
    distinct
}

serialize_view!(Explanation);

impl From<&Explanation> for JsonView<'_> {
    fn from(explanation: &Explanation) -> Self {
        let entries = match &explanation.0 {
            Subject::Retired(retired) => return Self::Object(retired.view(true)),
            Subject::Declared(entries) => entries,
        };
        let Some((first, others)) = entries.split_first() else {
            return Self::Object(ObjectView::default());
        };
        let mut object = first.view();
        object.unless_empty("also_declared", Self::list(others));
        Self::Object(object)
    }
}

fn lines(fact: &FactDef, entry: &Entry) -> Vec<String> {
    if fact.name != "exit_code" {
        return fact.lines(&|name| lines_of(name, entry));
    }
    // `exit_field` says what the exit code is if the field has none.
    if entry.def.exit_field().is_some() {
        return Vec::new();
    }
    let exit = entry.exit_code();
    vec![match linked::meaning(exit) {
        Some(known) => format!("{exit} {}: {}", known.name, known.description),
        None => format!("{exit}, specific to this program"),
    }]
}

/// Returns the lines of another fact of the same declaration.
fn lines_of(name: &str, entry: &Entry) -> Vec<String> {
    match fact(name).and_then(|fact| (fact.value)(entry)) {
        Some(value) => value.lines(),
        None => Vec::new(),
    }
}

/// The exit codes that a program uses, including 0 for success. Each exit code lists the codes that
/// have it.
#[derive(Clone, Debug)]
pub struct Exits {
    pub(crate) groups: Vec<(u8, Vec<&'static ErrorDef>)>,
    /// The codes whose errors have exit codes of their own. They're also in a group, because an
    /// error may have none.
    varying: Vec<&'static ErrorDef>,
}

/// Returns whether all of these codes are retryable, and the side effects that they share.
pub(crate) fn retry_facts(defs: &[&ErrorDef]) -> (bool, SideEffects) {
    let Some(first) = defs.first() else {
        return (false, SideEffects::None);
    };
    let are_retryable = defs.iter().all(|def| def.is_retryable());
    let effects = first.side_effects();
    if defs.iter().all(|def| def.side_effects() == effects) {
        (are_retryable, effects)
    } else {
        (are_retryable, SideEffects::Unknown)
    }
}

impl Exits {
    /// Groups codes by exit code, and adds exit codes without codes.
    pub(crate) fn of(catalog: &Catalog, always: &[u8]) -> Self {
        let mut groups: Vec<(u8, Vec<_>)> = (0..=u8::MAX).map(|exit| (exit, Vec::new())).collect();
        for entry in catalog.__entries() {
            groups[usize::from(entry.exit_code())].1.push(entry.def);
        }
        groups.retain(|(exit, defs)| always.contains(exit) || !defs.is_empty());
        let varying = catalog.iter().filter(|def| def.exit_field().is_some());
        Self {
            groups,
            varying: varying.collect(),
        }
    }

    /// Formats the exit codes as a table.
    pub fn text(&self, style: &Style<'_>) -> String {
        let mut rows = Vec::new();
        for (exit, defs) in &self.groups {
            let described = Described::of(*exit, defs);
            rows.push(vec![
                exit.to_string(),
                described.name.unwrap_or("-").to_owned(),
                format!("{} {}", described.description, described.advice),
                one_code_per_line(defs),
            ]);
        }
        if !self.varying.is_empty() {
            rows.push(vec![
                VARIES.to_owned(),
                "-".to_owned(),
                format!("Each error has its own exit code, from 1 to 255. {ADVICE}"),
                one_code_per_line(&self.varying),
            ]);
        }
        let header = ["EXIT", "NAME", "MEANING AND WHAT TO DO", "CODES"];
        table(&header, rows, style)
    }

    pub(crate) fn view(&self) -> JsonView<'static> {
        JsonView::list(self.groups.iter().map(|(exit, defs)| {
            let described = Described::of(*exit, defs);
            let (retryable, side_effects) = retry_facts(defs);
            let mut object = ObjectView::default();
            object.member("exit_code", *exit);
            object.some("name", described.name);
            object.member("description", described.description);
            object.member("retryable", retryable);
            object.member("side_effects", side_effects.as_str());
            object.member("advice", described.advice);
            object.member("codes", JsonView::list(defs.iter().map(|def| def.code())));
            object
        }))
    }
}

fn one_code_per_line(defs: &[&'static ErrorDef]) -> String {
    let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
    codes.join("\n")
}

const ADVICE: &str = "Read the code and its suggestion.";

/// What an exit code means, and what to do.
struct Described {
    /// `None` if the exit code is specific to the program.
    name: Option<&'static str>,
    description: &'static str,
    advice: &'static str,
}

impl Described {
    /// Describes an exit code. Takes the codes that have it.
    fn of(exit: u8, defs: &[&'static ErrorDef]) -> Self {
        if let Some(known) = linked::meaning(exit) {
            return Self {
                name: Some(known.name),
                description: known.description,
                advice: known.advice,
            };
        }
        let description = match defs {
            [only] => only.summary().unwrap_or("See the code."),
            _ => "Specific to this program; see the codes.",
        };
        Self {
            name: None,
            description,
            advice: ADVICE,
        }
    }
}

serialize_view!(Exits);

impl From<&Exits> for JsonView<'_> {
    fn from(exits: &Exits) -> Self {
        let varying = exits.varying.iter().map(|def| def.code());
        let mut object = ObjectView::default();
        object.member("exit_codes", exits.view());
        object.unless_empty("varying", Self::list(varying));
        Self::Object(object)
    }
}
