//! A table of codes as the derive writes it.
//!
//! rustc checks each fact of each row of a large table, and a copied default costs as much as a written fact. So a row
//! is a few literals, and [`ErrorDef`]s are made of it where constants are evaluated.

use super::def::{ErrorDef, FieldDef, RetryAfter};
use super::rule::Rule;
use crate::text::template::Template;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::time::Duration;

/// One code.
#[derive(Clone, Copy)]
pub struct Row {
    /// The place of what its exit code implies among the bases of the type.
    pub base: usize,
    /// The code.
    pub code: &'static str,
    /// Its 64-bit FNV-1a hash.
    pub hash: u64,
    /// The variant; empty for a struct.
    pub variant: &'static str,
    /// The first paragraph of the doc comment; empty for none, as the texts below.
    pub summary: &'static str,
    /// The message; an empty one is a fact of its own.
    pub message: &'static str,
    /// Advice for the caller.
    pub suggestion: &'static str,
    /// The page about the code.
    pub docs_url: &'static str,
    /// Where its fields begin among those of the type.
    pub first_field: usize,
    /// How many fields it has.
    pub fields: usize,
    /// What else there is to say.
    pub facts: &'static [RowFact],
}

/// A fact that few codes state.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the field of `ErrorDef` with its name")]
pub enum RowFact {
    Description(&'static str),
    Message(&'static str),
    Detail(&'static str),
    FixRequired(&'static str),
    FixCommand(&'static str),
    Retryable(bool),
    RetryAfterMillis(u64),
    RetryAfterField(&'static str),
    Retry(RetryStrategy),
    SideEffects(SideEffects),
    Phase(Phase),
    Severity(Severity),
    Actions(&'static [&'static str]),
    ActionsField(&'static str),
    Status(u16),
    Protocol(i32),
    Since(&'static str),
    Deprecated(&'static str),
    Shared(bool),
    Shown(&'static [&'static str]),
    Classify(&'static [Rule]),
}

/// The definitions that the rows state, each with the line of its declaration.
pub const fn table<const ROWS: usize>(
    bases: &[ErrorDef],
    rows: &[Row; ROWS],
    lines: &[u32; ROWS],
    fields: &'static [FieldDef],
) -> [ErrorDef; ROWS] {
    let mut defs = [ErrorDef::EMPTY; ROWS];
    let mut index = 0;
    while index < ROWS {
        defs[index] = definition(bases[rows[index].base], &rows[index], lines[index], fields);
        index += 1;
    }
    defs
}

const fn definition(mut def: ErrorDef, row: &Row, line: u32, fields: &'static [FieldDef]) -> ErrorDef {
    def.code = row.code;
    def.hash = row.hash;
    def.line = line;
    def.variant = row.variant;
    // Without calls that the compiler would interpret for each row.
    if let [_, ..] = row.summary.as_bytes() {
        def.summary = Some(row.summary);
    }
    if let [_, ..] = row.message.as_bytes() {
        def.message = Some(Template::new(row.message));
    }
    if let [_, ..] = row.suggestion.as_bytes() {
        def.suggestion = Some(Template::new(row.suggestion));
    }
    if let [_, ..] = row.docs_url.as_bytes() {
        def.docs_url = Some(row.docs_url);
    }
    if row.fields > 0 {
        def.fields = fields.split_at(row.first_field).1.split_at(row.fields).0;
    }
    let mut index = 0;
    while index < row.facts.len() {
        match row.facts[index] {
            RowFact::Description(text) => def.description = Some(text),
            RowFact::Message(text) => def.message = Some(Template::new(text)),
            RowFact::Detail(text) => def.detail = Some(Template::new(text)),
            RowFact::FixRequired(text) => def.fix_required = Some(Template::new(text)),
            RowFact::FixCommand(text) => def.fix_command = Some(Template::new(text)),
            RowFact::Retryable(retryable) => def.retryable = retryable,
            RowFact::RetryAfterMillis(millis) => {
                def.retry_after = Some(RetryAfter::Fixed(Duration::from_millis(millis)));
            }
            RowFact::RetryAfterField(field) => def.retry_after = Some(RetryAfter::Field(field)),
            RowFact::Retry(retry) => def.retry = Some(retry),
            RowFact::SideEffects(effects) => def.side_effects = effects,
            RowFact::Phase(phase) => def.phase = phase,
            RowFact::Severity(severity) => def.severity = severity,
            RowFact::Actions(actions) => def.actions = actions,
            RowFact::ActionsField(field) => def.actions_field = Some(field),
            RowFact::Status(status) => def.status = Some(status),
            RowFact::Protocol(code) => def.protocol = Some(code),
            RowFact::Since(version) => def.since = Some(version),
            RowFact::Deprecated(instead) => def.deprecated = Some(instead),
            RowFact::Shared(shared) => def.shared = shared,
            RowFact::Shown(fields) => def.shown = fields,
            RowFact::Classify(rules) => def.classify = rules,
        }
        index += 1;
    }
    def
}
