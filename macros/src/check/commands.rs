//! Validates the commands that agents run: `fix`, `check` and `values_from`. A `fix` can't be combined with a retry.

use crate::errors::Errors;
use crate::keys::VariantKeys;
use crate::template::Piece;
use agent_error_rules::command::{self, Problem, Refused};
use syn::LitStr;

/// Adds an error unless the template is a single command without destructive words. `key` is the key of the template.
pub(super) fn check(key: &str, pieces: &[Piece], literal: &LitStr, errors: &mut Errors) {
    for piece in pieces {
        if let Piece::Field { name, spec } = piece
            && !spec.is_empty()
        {
            let message =
                format!("format spec `{spec}` for `{name}` in `{key}`; write `{{{name}}}`, since values are quoted");
            return errors.on(literal, message);
        }
    }
    match command::words(&as_rules(pieces)) {
        Ok(words) => {
            if let Some(refused) = command::refused(&words) {
                errors.on(literal, refusal(key, &refused));
            }
        }
        Err(problem) => errors.on(literal, complaint(key, &problem)),
    }
}

/// Validates the command in `values_from`, which can't contain fields.
pub(super) fn check_values_from(literal: &LitStr, errors: &mut Errors) {
    const KEY: &str = "values_from";
    let text = literal.value();
    if text.trim().is_empty() {
        errors.on(literal, "invalid value for `values_from`; expected a command, as in \"tool images list\"");
    } else if text.contains(['{', '}']) {
        errors.on(literal, "braces in `values_from`; write a command without fields");
    } else {
        check(KEY, &[Piece::Text(text)], literal, errors);
    }
}

/// Whether the program could parse the value of a field as a flag.
pub(super) fn may_be_flag(pieces: &[Piece], field: &str) -> bool {
    command::may_be_flag(as_rules(pieces), field)
}

/// Rejects a `fix` on a retryable error. If a retry can succeed, no fix is needed.
pub(super) fn reject_beside_retry(keys: &VariantKeys, retryable: Option<bool>, errors: &mut Errors) {
    let Some(span) = keys.fix.span.filter(|_| retryable == Some(true)) else { return };
    let stated = match (keys.retryable.span, keys.retry_after.span) {
        (Some(_), _) => "retryable",
        (None, Some(_)) => "retry_after",
        (None, None) => "retry",
    };
    let message = "remove one, since a retry must succeed without the command";
    errors.at(span, format_args!("keys `{stated}` and `fix` conflict; {message}"));
}

fn as_rules(pieces: &[Piece]) -> Vec<command::Piece<'_>> {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => command::Piece::Text(text),
        Piece::Field { name, .. } => command::Piece::Field(name),
    });
    pieces.collect()
}

fn complaint(key: &str, problem: &Problem) -> String {
    match problem {
        Problem::Syntax(bad) => {
            let shown = match bad {
                '`' => "a backtick".to_owned(),
                '\\' => "`\\`".to_owned(),
                other => format!("`{}`", other.escape_default()),
            };
            format!("shell syntax {shown} in `{key}`; write a single command that runs as is")
        }
        Problem::Quoted(name) => format!("quotes around `{{{name}}}` in `{key}`; remove them, since values are quoted"),
        Problem::Unbalanced(open) => {
            format!("unclosed `{open}` in `{key}`; write a single command that runs as is")
        }
    }
}

fn refusal(key: &str, refused: &Refused) -> String {
    match refused {
        Refused::Program(field) => {
            format!("the program in `{key}` is the value of `{field}`; write the program itself")
        }
        Refused::Code { program, field } => {
            format!("`{program}` in `{key}` runs the value of `{field}` as code; write the command itself")
        }
        Refused::Destructive(word) if key != "fix" => {
            format!(
                "destructive word `{word}` in `{key}`, which agents run without asking; write a command that only reads"
            )
        }
        Refused::Destructive(word) => format!(
            "destructive word `{word}` in `fix`, which agents run without asking; describe the command in `suggest`, \
             or list it in `actions`"
        ),
    }
}
