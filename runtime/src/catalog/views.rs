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
        match self.is_complete {
            true => FACTS
                .iter()
                .filter(|fact| fact.visibility >= Visibility::Json)
                .collect(),
            false => ["code", "exit_code", "retryable", "summary"]
                .into_iter()
                .filter_map(fact)
                .collect(),
        }
    }

    /// Returns the codes in display order: first the program's codes, then this crate's codes.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Formats the list as a table. This crate's codes are in a second table.
    pub fn text(&self, style: &Style<'_>) -> String {
        let (own, ours) = self.entries.split_at(
            self.entries
                .partition_point(|entry| !entry.is_of_this_crate()),
        );
        let mut text = String::new();
        if !own.is_empty() {
            text += &self.table(own, style);
        }
        if !ours.is_empty() {
            text += if own.is_empty() { "" } else { "\n" };
            text += "Codes that agent-error adds:\n\n";
            text += &self.table(ours, style);
        }
        if text.is_empty() {
            "No matching codes.\n".to_owned()
        } else {
            text
        }
    }

    fn table(&self, entries: &[Entry], style: &Style<'_>) -> String {
        let facts = self.facts();
        // Two facts can have the same label.
        let title = |fact: &&FactDef| {
            if self.is_complete {
                fact.name
            } else {
                fact.label
            }
        };
        let header: Vec<String> = facts
            .iter()
            .map(|fact| title(fact).to_ascii_uppercase())
            .collect();
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let rows = entries
            .iter()
            .map(|entry| facts.iter().map(|fact| cell(fact, entry)).collect());
        table(&header, rows.collect(), style)
    }

    fn row(&self, entry: &Entry, facts: &[&FactDef]) -> ObjectView<'static> {
        let mut object = ObjectView::default();
        for fact in facts {
            match (fact.value)(entry) {
                Some(FactValue::Bool(false)) if !self.is_complete => {}
                value => object.some(fact.name, value),
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
    match (fact.value)(entry) {
        None if fact.name == "summary" => stand_in_for_summary(entry),
        Some(_) if fact.name == "exit_code" && entry.def.exit_field().is_some() => {
            VARIES.to_owned()
        }
        Some(FactValue::Bool(value)) => if value { "yes" } else { "no" }.to_owned(),
        Some(FactValue::Fields(fields)) => fields
            .iter()
            .map(|field| field.name)
            .collect::<Vec<_>>()
            .join(", "),
        Some(value) => value.lines().join(", "),
        None => String::new(),
    }
}

/// What people see in place of an exit code that only the error knows.
const VARIES: &str = "varies";

/// Returns the name of a code's declaration in words, or the message if the name says too little.
fn stand_in_for_summary(entry: &Entry) -> String {
    match entry.def.message() {
        Some(message) if !is_descriptive(&name(entry)) => message.to_string(),
        _ => readable(&name(entry)),
    }
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
            Subject::Declared(entries) => sheet(entries, style),
            Subject::Retired(retired) => {
                let mut sheet = TextPage::titled(retired.def.code, style);
                sheet.paragraph("This code is retired. This version no longer uses it.");
                sheet.fact("help", retired.def.note.unwrap_or_default());
                sheet.fact("declared", retired.ty.path);
                sheet.text
            }
        }
    }
}

fn sheet(entries: &[Entry], style: &Style<'_>) -> String {
    let Some(first) = entries.first() else {
        return String::new();
    };
    let mut sheet = TextPage::titled(first.def.code(), style);
    match first.def.summary() {
        Some(summary) => sheet.paragraph(summary),
        None => sheet.paragraph(&readable(&name(first))),
    }
    if let Some(text) = first.def.description() {
        sheet.paragraph(text);
    }
    for fact in FACTS
        .iter()
        .filter(|fact| fact.visibility == Visibility::Text)
    {
        let mut known = Vec::new();
        for entry in entries {
            for line in lines(fact, entry) {
                if !known.contains(&line) {
                    sheet.fact(fact.label, &line);
                    known.push(line);
                }
            }
        }
    }
    sheet.text
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
    let fact_of =
        |name: &str| crate::definition::facts::fact(name).and_then(|fact| (fact.value)(entry));
    match fact.name {
        // `exit_field` says what the exit code is if the field has none.
        "exit_code" if entry.def.exit_field().is_some() => Vec::new(),
        "exit_code" => vec![
            match (entry.exit_code(), linked::meaning(entry.exit_code())) {
                (exit, Some(entry)) => format!("{exit} {}: {}", entry.name, entry.description),
                (exit, None) => format!("{exit}, specific to this program"),
            },
        ],
        _ => fact.lines(&|name| fact_of(name).map_or_else(Vec::new, |value| value.lines())),
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
    let retryable = !defs.is_empty() && defs.iter().all(|def| def.is_retryable());
    let mut effects = defs.iter().map(|def| def.side_effects());
    let first = effects.next().unwrap_or(SideEffects::None);
    (
        retryable,
        if effects.all(|other| other == first) {
            first
        } else {
            SideEffects::Unknown
        },
    )
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
        let codes = |defs: &[&'static ErrorDef]| {
            let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
            codes.join("\n")
        };
        let rows = self.groups.iter().map(|(exit, defs)| {
            let (name, description, advice) = described(*exit, defs);
            let meaning = format!("{description} {advice}");
            vec![
                exit.to_string(),
                name.unwrap_or("-").to_owned(),
                meaning,
                codes(defs),
            ]
        });
        let mut rows: Vec<Vec<String>> = rows.collect();
        if !self.varying.is_empty() {
            let meaning = format!("Each error has its own exit code, from 1 to 255. {ADVICE}");
            rows.push(vec![
                VARIES.to_owned(),
                "-".to_owned(),
                meaning,
                codes(&self.varying),
            ]);
        }
        table(
            &["EXIT", "NAME", "MEANING AND WHAT TO DO", "CODES"],
            rows,
            style,
        )
    }

    pub(crate) fn view(&self) -> JsonView<'static> {
        JsonView::list(self.groups.iter().map(|(exit, defs)| {
            let (name, description, advice) = described(*exit, defs);
            let (retryable, side_effects) = retry_facts(defs);
            let mut object = ObjectView::default();
            object.member("exit_code", *exit);
            object.some("name", name);
            object.member("description", description);
            object.member("retryable", retryable);
            object.member("side_effects", side_effects.as_str());
            object.member("advice", advice);
            object.member("codes", JsonView::list(defs.iter().map(|def| def.code())));
            object
        }))
    }
}

const ADVICE: &str = "Read the code and its suggestion.";

/// Returns the name of an exit code, its description and what to do.
fn described(
    exit: u8,
    defs: &[&'static ErrorDef],
) -> (Option<&'static str>, &'static str, &'static str) {
    match (linked::meaning(exit), defs) {
        (Some(known), _) => (Some(known.name), known.description, known.advice),
        (None, [only]) => (None, only.summary().unwrap_or("See the code."), ADVICE),
        (None, _) => (None, "Specific to this program; see the codes.", ADVICE),
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
