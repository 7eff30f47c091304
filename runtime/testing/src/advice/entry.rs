//! Checks the advice in the declaration of a code.

use super::AdviceChecker;
use super::error::{InvalidAdvice, Problem};
use super::placeholder_marker::filled;
use super::text::{Parts, verb_before};
use super::tree::Dangers;
use agent_error::__tooling::{Caller, Entry, FieldDef, Part, Template};
use agent_error::ErrorDef;
use agent_error::clap::Danger;
use agent_error_rules::advice::{
    Advice, AdviceProblem, called_names, is_about_invalid_input, may_say_valid_values,
    stated_effects,
};
use agent_error_rules::command::is_command_line;

/// A check of a declaration, with the problems found so far.
pub(super) struct EntryCheck<'a> {
    checker: &'a AdviceChecker,
    dangers: &'a Dangers,
    entry: &'a Entry,
    def: &'static ErrorDef,
    found: Vec<InvalidAdvice>,
}

impl<'a> EntryCheck<'a> {
    /// Returns all invalid advice in the declaration.
    pub(super) fn run(
        checker: &'a AdviceChecker,
        dangers: &'a Dangers,
        entry: &'a Entry,
    ) -> Vec<InvalidAdvice> {
        let mut check = Self {
            checker,
            dangers,
            entry,
            def: entry.def,
            found: Vec::new(),
        };
        check.commands();
        check.general_problems();
        check.valid_values();
        check.prose();
        check.tools();
        check.replacement();
        check.actions();
        check.found
    }

    /// Records the problem of a piece of advice, if it has one.
    fn record(&mut self, key: &'static str, text: &str, result: Result<(), Problem>) {
        self.record_part(key, text, text, result);
    }

    fn record_part(
        &mut self,
        key: &'static str,
        text: &str,
        part: &str,
        result: Result<(), Problem>,
    ) {
        if let Err(problem) = result {
            let invalid = InvalidAdvice::new(self.entry, key, text, part, problem);
            self.found.push(invalid);
        }
    }

    fn commands(&mut self) {
        if let Some(fix) = self.def.template(Part::FixCommand) {
            self.command("fix", &filled(fix), Danger::Mutating);
        }
        if let Some(check) = self.def.template(Part::CheckCommand) {
            self.command("check", &filled(check), Danger::Safe);
        }
        for field in self.def.fields() {
            if let Some(command) = field.values_from {
                self.command("values_from", command, Danger::Safe);
            }
        }
    }

    fn command(&mut self, key: &'static str, text: &str, allowed: Danger) {
        let result = self.checker.check_command(text, allowed, self.dangers);
        self.record(key, text, result);
    }

    /// Applies the rules that don't depend on the command line.
    fn general_problems(&mut self) {
        let advice = advice(self.def);
        for problem in AdviceProblem::ALL {
            if advice.has(problem) {
                let (key, part) = match problem {
                    AdviceProblem::BlindFix => ("fix", Part::FixCommand),
                    _ => ("suggest", Part::Suggestion),
                };
                self.record(key, text(self.def, part), Err(Problem::new(problem.text())));
            }
        }
    }

    /// Checks that an error about invalid input, or the help of the argument, says which values are
    /// valid.
    fn valid_values(&mut self) {
        if !is_about_invalid_input(self.def.code()) || says_valid_values(self.def) {
            return;
        }
        for field in self.def.fields() {
            let result = self.checker.tree.check_says_valid_values(field.name);
            self.record("suggest", text(self.def, Part::Suggestion), result);
        }
    }

    fn prose(&mut self) {
        for (key, part) in [
            ("suggest", Part::Suggestion),
            ("fix_required", Part::FixRequired),
            ("detail", Part::Detail),
        ] {
            if let Some(template) = self.def.template(part) {
                self.prose_of(key, &filled(template));
            }
        }
        for (caller, hint) in self.def.hints() {
            if caller == Caller::Cli {
                self.prose_of("suggest(cli)", &filled(hint));
            }
        }
    }

    fn prose_of(&mut self, key: &'static str, text: &str) {
        let parts = Parts::of(text);
        for part in &parts.quoted {
            let result = self.checker.check_quoted(part, verb_before(text, part));
            self.record_part(key, text, part, result);
        }
        // Details may mention flags of other programs.
        if key == "detail" {
            return;
        }
        for flag in parts.flags_in_prose() {
            let result = self.checker.tree.parse_anywhere(&[flag.to_owned()]);
            self.record_part(key, text, flag, result);
        }
    }

    /// Checks that the names that hints tell MCP clients to call are tools.
    fn tools(&mut self) {
        for (caller, hint) in self.def.hints() {
            if caller != Caller::Mcp {
                continue;
            }
            let text = filled(hint);
            for (_, name) in called_names(&text) {
                let result = self.checker.check_tool(name);
                self.record_part("suggest(mcp)", &text, name, result);
            }
        }
    }

    fn replacement(&mut self) {
        if let Some(template) = self.def.template(Part::Replacement) {
            let text = filled(template);
            let result = self.checker.check_replacement(&text);
            self.record("replacement", &text, result);
        }
    }

    fn actions(&mut self) {
        for action in self.def.actions() {
            let result = if is_command_line(action) {
                let command = filled(Template::new(action));
                self.checker
                    .check_command(&command, Danger::Destructive, self.dangers)
            } else {
                self.checker.check_action(action)
            };
            self.record("actions", action, result);
        }
    }
}

/// Returns a string of the declaration, or an empty one.
fn text(def: &ErrorDef, part: Part) -> &'static str {
    def.template(part).map_or("", Template::as_str)
}

fn advice(def: &ErrorDef) -> Advice<'_> {
    Advice {
        code: def.code(),
        message: def.message().map_or("", Template::as_str),
        suggestion: text(def, Part::Suggestion),
        side_effects: stated_effects(Some(def.side_effects().as_str()), def.summary()),
        is_retryable: def.is_retryable(),
        has_check: def.template(Part::CheckCommand).is_some() || has_actions(def),
        has_fix: def.template(Part::FixCommand).is_some(),
        has_lookup: has_lookup(def),
    }
}

fn has_actions(def: &ErrorDef) -> bool {
    !def.actions().is_empty() || def.actions_field().is_some()
}

/// Whether the advice contains valid values, or a way to list them.
fn has_lookup(def: &ErrorDef) -> bool {
    has_actions(def) || def.fields().any(|field| lists_values(&field))
}

fn lists_values(field: &FieldDef) -> bool {
    field.lists_nearest
        || field.values_from.is_some()
        || field.rust_type.contains("FieldError")
        || field.rust_type.contains("Listing")
}

/// Whether an error says which values are valid, or which command lists them. Assumes that advice
/// from a field does.
fn says_valid_values(def: &ErrorDef) -> bool {
    if has_lookup(def) || def.template(Part::FixCommand).is_some() {
        return true;
    }
    if def.message().is_some_and(has_rule) {
        return true;
    }
    let texts = [Part::Suggestion, Part::FixRequired, Part::Detail]
        .into_iter()
        .filter_map(|part| def.template(part));
    let hints = def.hints().map(|(_, hint)| hint);
    texts
        .chain(hints)
        .any(|text| text.fields().next().is_some() || may_say_valid_values(text.as_str()))
}

/// Whether a message contains a number outside of its placeholders, as in "not from 1 to 9".
fn has_rule(message: Template<'_>) -> bool {
    let text = message.filled(|_, _| String::new());
    text.contains(|c: char| c.is_ascii_digit())
}
