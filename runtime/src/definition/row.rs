//! The table of codes that the derive writes.
//!
//! rustc checks each fact of each row of a large table. A copied default costs as much as a written fact, and a field
//! of a struct twice as much as an element of an array. So the table consists of a few flat lists, from which
//! [`ErrorDef`]s are made in constant evaluation.

use super::def::{ErrorDef, FieldDef, RetryAfter};
use super::part::Part;
use super::rule::Rule;
use crate::text::template::Template;
use crate::vocabulary::terms::{Phase, RetryStrategy, Severity, SideEffects};
use std::time::Duration;

/// A fact that few codes have.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the field of `ErrorDef` with its name")]
pub enum RowFact {
    Description(&'static str),
    Text(Part, &'static str),
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
    Hidden(bool),
    Shown(&'static [&'static str]),
    Classify(&'static [Rule]),
}

/// The number of numbers per code.
const NUMBERS: usize = 4;

// The lowest bits of the last number: which texts follow the code and its variant, and whether facts follow.
const SUMMARY: u64 = 1;
const MESSAGE: u64 = 2;
const SUGGESTION: u64 = 4;
const DOCS_URL: u64 = 8;
const FACTS: u64 = 16;
/// Above them: the line of the declaration; 0 for that of the type.
const LINE: u32 = 8;

/// The definitions that flat lists state, in the order of the codes.
///
/// - `bases`: what the exit codes of the type imply.
/// - `lines`: that of the type by its span, and as `line!` shows it.
/// - `texts`: of each code its name, its variant (empty for a struct), and those that it has of summary, message,
///   suggestion, page.
/// - `numbers`: of each code its FNV-1a hash, its place among the bases, that among the lists of fields, and what it has.
/// - `facts`: of each code that has any, what few codes state.
///
/// One loop in place, without a call for each code: the compiler interprets this, and a call costs it as much as ten
/// assignments.
#[allow(clippy::cast_possible_truncation, reason = "places in lists, and a line below 32 bits")]
pub const fn table<const CODES: usize>(
    bases: &[ErrorDef],
    [declared, shown]: [u32; 2],
    texts: &[&'static str],
    numbers: &[u64],
    facts: &[&[RowFact]],
    fields: &[&'static [FieldDef]],
) -> [ErrorDef; CODES] {
    let mut defs = [ErrorDef::EMPTY; CODES];
    let (mut index, mut text, mut fact) = (0, 0, 0);
    while index < CODES {
        let def = &mut defs[index];
        let number = NUMBERS * index;
        let base = &bases[numbers[number + 1] as usize];
        let has = numbers[number + 3];
        let line = (has >> LINE) as u32;
        def.code = texts[text];
        def.variant = texts[text + 1];
        text += 2;
        def.hash = numbers[number];
        def.line = if declared == shown && line != 0 { line } else { shown };
        def.exit = base.exit;
        def.retryable = base.retryable;
        def.side_effects = base.side_effects;
        def.phase = base.phase;
        def.fields = fields[numbers[number + 2] as usize];
        if has & SUMMARY != 0 {
            def.summary = Some(texts[text]);
            text += 1;
        }
        if has & MESSAGE != 0 {
            def.message = Some(Template(texts[text]));
            text += 1;
        }
        if has & SUGGESTION != 0 {
            def.suggestion = Some(Template(texts[text]));
            text += 1;
        }
        if has & DOCS_URL != 0 {
            def.docs_url = Some(texts[text]);
            text += 1;
        }
        if has & FACTS != 0 {
            state(def, facts[fact]);
            fact += 1;
        }
        index += 1;
    }
    defs
}

/// What the derive asks of the exit code of a variant with `fix`.
///
/// # Panics
///
/// At compile time, if the exit code implies that the same call may succeed later.
#[track_caller]
#[allow(clippy::panic, reason = "runs in constants only, where a panic is a compile error")]
pub const fn reject_retry(base: &ErrorDef) {
    assert!(
        !base.retryable,
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
}

const fn state(def: &mut ErrorDef, facts: &[RowFact]) {
    let mut index = 0;
    while index < facts.len() {
        match facts[index] {
            RowFact::Description(text) => def.description = Some(text),
            RowFact::Text(part, text) => part.declare(text, def),
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
            RowFact::Hidden(hidden) => def.unlisted = hidden,
            RowFact::Shown(fields) => def.shown = fields,
            RowFact::Classify(rules) => def.classify = rules,
        }
        index += 1;
    }
}
