//! The table of codes that the derive writes.
//!
//! rustc checks each fact of each row of a large table. A copied default costs as much as a written fact, and a field
//! of a struct twice as much as an element of an array. So the table is a string and a few flat lists, from which
//! [`ErrorDef`]s are made in constant evaluation.

use super::error_def::ErrorDef;
use super::lists::Lists;
use crate::vocabulary::exit;
use crate::vocabulary::terms::{Severity, SideEffects};
use agent_error_rules::row::{NUMBERS, RETRYABLE, Row, TEXTS};

/// A fact that has its own place in each definition, and that few codes state.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "each is the getter of `ErrorDef` with its name")]
pub enum RowWord {
    Retryable(bool),
    SideEffects(SideEffects),
    Severity(Severity),
    Status(u16),
}

impl ErrorDef {
    /// No code.
    pub(super) const EMPTY: Self = Self {
        lists: &Lists::EMPTY,
        start: 0,
        hash: 0,
        line: 0,
        ends: [0; TEXTS],
        fields: 0,
        rare: 0,
        status: 0,
        has: 0,
        exit: 1,
        side_effects: SideEffects::None,
        severity: Severity::Error,
    };

    /// The facts that an exit code implies, with all others empty.
    ///
    /// # Panics
    ///
    /// At compile time, in a derive: if `exit` is 0 or above 125.
    #[track_caller]
    #[allow(clippy::panic, reason = "runs in constants only, where a panic is a compile error")]
    pub const fn with_exit(exit: u8) -> Self {
        assert!(
            exit::is_error_code(exit),
            "invalid exit code; expected 1 to 125; 0 means success, and 126 to 255 are reserved for the shell"
        );
        let (retryable, side_effects) = match exit::entry(exit) {
            Some(entry) => (entry.retryable, entry.side_effects),
            None => (false, SideEffects::None),
        };
        let has = if retryable { RETRYABLE } else { 0 };
        Self { has, exit, side_effects, ..Self::EMPTY }
    }
}

/// The definitions that flat lists state, in the order of the codes.
///
/// - `exits`: what the exit codes of the type imply.
/// - `declared`: the line of the type by its span. If `line!` shows another, a macro wrote the type, and all codes have
///   the line of the macro's call.
/// - `numbers`: of each code its packed [`Row`].
/// - `words`: of each code that has any, what it states in words.
#[allow(clippy::cast_possible_truncation, reason = "the derive rejects texts that are too long")]
pub const fn table<const CODES: usize>(
    lists: &'static Lists,
    exits: &[ErrorDef],
    declared: u32,
    numbers: &[u64],
    words: &[&[RowWord]],
) -> [ErrorDef; CODES] {
    let mut defs = [ErrorDef::EMPTY; CODES];
    let (mut index, mut start, mut word, mut rare) = (0, 0, 0, 0);
    let rows = numbers.as_chunks::<NUMBERS>().0;
    while index < CODES {
        let row = Row::unpack(rows[index]);
        let def = &mut defs[index];
        *def = exits[row.exit as usize];
        def.lists = lists;
        def.hash = row.hash;
        def.line = if declared == lists.line { row.line } else { 0 };
        def.start = start;
        def.ends = row.ends;
        def.has |= row.has;
        def.fields = row.fields;
        if row.words {
            state(def, words[word]);
            word += 1;
        }
        if row.rare {
            rare += 1;
            def.rare = rare;
        }
        start += row.ends[TEXTS - 1] as u32;
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
pub const fn reject_retry(exit: &ErrorDef) {
    assert!(
        !exit.is_retryable(),
        "`fix` conflicts with the retry that this exit code implies; remove `fix`, or add `retryable = false`"
    );
}

const fn state(def: &mut ErrorDef, words: &[RowWord]) {
    let mut index = 0;
    while index < words.len() {
        match words[index] {
            RowWord::Retryable(true) => def.has |= RETRYABLE,
            RowWord::Retryable(false) => def.has &= !RETRYABLE,
            RowWord::SideEffects(effects) => def.side_effects = effects,
            RowWord::Severity(severity) => def.severity = severity,
            RowWord::Status(status) => def.status = status,
        }
        index += 1;
    }
}
