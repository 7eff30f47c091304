//! Removes advice that the caller can't follow.

use super::record::ErrorRecord;
use crate::definition::error_def::{Caller, ErrorDef};
use crate::error::listing::VALUES_FROM;
use agent_error_rules::command;
pub(crate) use agent_error_rules::command::is_request;

impl ErrorRecord {
    /// Rewrites the declared actions of an error as the caller would call them, and removes actions
    /// that the caller can't call. Keeps actions from a field, because the program chooses them for
    /// the caller at run time.
    ///
    /// A command-line program and an MCP server can share error types. The program only shows
    /// actions that are commands, as command lines, and the server only shows actions that are
    /// tools.
    #[must_use]
    pub(crate) fn with_available_actions(mut self, shown: impl Fn(&str) -> Option<String>) -> Self {
        let declared = self.def().map_or(&[][..], ErrorDef::actions);
        let actions = std::mem::take(&mut self.fields.actions).into_iter();
        let available = actions.filter_map(|action| {
            if command::is_declared_action(declared, &action) {
                shown(&action)
            } else {
                Some(action)
            }
        });
        self.fields.actions = available.collect();
        self.without_requests()
    }

    /// Adds the hint for one kind of caller to the suggestion, and removes all other hints.
    ///
    /// Call this once. Formats call it for command lines, so that other callers have to be told
    /// apart before a record is rendered.
    #[doc(hidden)]
    #[must_use]
    pub fn for_caller(mut self, caller: Caller) -> Self {
        let hints = std::mem::take(&mut self.fields.hints);
        for (_, hint) in hints.into_iter().filter(|(of, _)| *of == caller) {
            self.fields.suggestion = Some(match self.fields.suggestion.take() {
                Some(suggestion) => format!("{suggestion}\n{hint}"),
                None => hint,
            });
        }
        self
    }

    /// If the suggestion has a hint with a request in backticks, such as ``Call `GET /orders` ``,
    /// and a hint for other callers, removes the hint with the request. Command-line programs and
    /// MCP servers already do.
    #[must_use]
    #[doc(hidden)]
    pub fn without_requests(mut self) -> Self {
        let suggestion = self.fields.suggestion.take();
        self.fields.suggestion =
            retain_hints(suggestion.clone(), |hint| !code_spans(hint).any(is_request))
                .or(suggestion);
        self
    }

    /// Removes advice for command lines: the fix command, the check command, the commands that list
    /// valid values, and each hint with a flag or a command in backticks, such as ``Pass `--token`
    /// `` or ``Run `tool login` ``. A single word in backticks is a command after `Run`, and a tool
    /// after `Call`. A hint is a line of the suggestion. Keeps hints that start with `Ask`, because
    /// somebody else runs the command.
    ///
    /// Call this before you send an error to a client that can't run commands where this program
    /// runs. Servers for HTTP, gRPC and MCP already do.
    #[must_use]
    #[doc(hidden)]
    pub fn without_commands(mut self) -> Self {
        self.fields.fix_command = None;
        self.fields.check_command = None;
        self.fields.context.remove(VALUES_FROM);
        let has_flag = |hint: &str| {
            hint.split([' ', '('])
                .any(|word| word.starts_with("--") && is_command_line(word))
        };
        // A tool or a request is called, not run.
        let runs = |hint: &str| hint.starts_with("Run `") || hint.contains(" run `");
        let has_command =
            |hint: &str| runs(hint) || has_flag(hint) || code_spans(hint).any(is_command_line);
        let is_for_all = |hint: &str| hint.starts_with("Ask ") || !has_command(hint);
        self.fields.suggestion = retain_hints(self.fields.suggestion.take(), is_for_all);
        self.fields.fix_required = retain_hints(self.fields.fix_required.take(), is_for_all);
        self.fields.replacement = self
            .fields
            .replacement
            .take()
            .filter(|replacement| !is_command_line(replacement));
        self
    }
}

fn retain_hints(advice: Option<String>, is_retained: impl Fn(&str) -> bool) -> Option<String> {
    let advice = advice?;
    if advice.lines().all(&is_retained) {
        return Some(advice);
    }
    let hints: Vec<&str> = advice.lines().filter(|hint| is_retained(hint)).collect();
    (!hints.is_empty()).then(|| hints.join("\n"))
}

fn code_spans(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether code is a program with arguments, or contains a flag, unlike tools, fields and headers.
fn is_command_line(code: &str) -> bool {
    let is_flag = |word: &str| {
        word.starts_with('-')
            && word
                .trim_start_matches('-')
                .starts_with(char::is_alphabetic)
    };
    command::is_command_line(code) || code.split_ascii_whitespace().any(is_flag)
}

#[test]
fn each_hint_stays_where_the_caller_can_follow_it() {
    for (advice, left) in [
        ("Pass `--token`", None),
        ("Run `login`", None),
        ("Call `login`", Some("Call `login`")),
        ("Pass the token", Some("Pass the token")),
        ("Log in\nPass `--token` or `-t`", Some("Log in")),
        (
            "Run `parcel auth login`\nSend `POST /login`",
            Some("Send `POST /login`"),
        ),
        ("Add `--header=x` to `POST`", None),
        (
            "Call `orders_list` with `limit`",
            Some("Call `orders_list` with `limit`"),
        ),
        (
            "Send the header `Accept: text/plain`",
            Some("Send the header `Accept: text/plain`"),
        ),
        (
            "Use `-1`, `sku,name` or `a.b-c`",
            Some("Use `-1`, `sku,name` or `a.b-c`"),
        ),
        ("Set `x = 1`", Some("Set `x = 1`")),
        ("Pass --token=TOKEN", None),
        (
            "Ask the owner to run `tool login`",
            Some("Ask the owner to run `tool login`"),
        ),
        ("Correct `SELECT 1`", Some("Correct `SELECT 1`")),
    ] {
        let mut record = ErrorRecord::new("A", "m")
            .with_suggestion(advice)
            .with_fix_required(advice);
        record = record.without_commands();
        assert_eq!(
            (record.suggestion(), record.fix_required()),
            (left, left),
            "{advice}"
        );
    }
    for (advice, left) in [
        ("Log in\nSend `POST /login`", "Log in"),
        ("Send `GET /a`", "Send `GET /a`"),
    ] {
        let record = ErrorRecord::new("A", "m").with_suggestion(advice);
        let shown = record.clone().with_available_actions(|_| None);
        assert_eq!(shown.suggestion(), Some(left));
    }
    for (replacement, stays) in [
        ("parcel list", false),
        ("--format", false),
        ("GET /v2/a", true),
        ("list", true),
    ] {
        let record = ErrorRecord::new("A", "m")
            .with_replacement(replacement)
            .without_commands();
        assert_eq!(record.replacement().is_some(), stays, "{replacement}");
    }
}
