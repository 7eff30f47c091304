//! Arguments that contain a destructive word but do no harm.

use super::super::super::words::{Word, has};
use super::super::options::{calls, gives};

/// Options with which a program only shows what it would do, or how it's used.
const REHEARSALS: &str = "--dry-run --dry_run --dryrun --help --just-print --no-op --noop --pretend --simulate --what-if \
    --whatif -WhatIf";

/// Short options with the same effect, by program and subcommand.
const SHORT_REHEARSALS: &[(&str, &str, &str)] = &[
    ("git", "clean push rm", "-n"),
    ("rsync", "", "-n"),
    ("terraform tofu", "plan", "-destroy"),
];

/// Values that turn an option off.
const OFF: &str = "0 false never no none off";

/// The last words of names of options that are settings, as in `--reset-timeout`.
const SETTINGS: &str = "action age batch behavior color days delay format grace hours interval level limit minutes mode \
    period policy protection reason schedule seconds signal strategy threshold timeout window";

/// The last words of names of options that are settings if a value follows `=`. Without a value,
/// they're flags, such as `--delete-after` of rsync.
const SETTINGS_WITH_VALUE: &str = "after before during at when on";

/// Arguments that aren't destructive with certain subcommands of a program.
const HARMLESS: &[(&str, &str, &str)] = &[
    ("brew cargo gem npm pip uv yarn", "install", "force"),
    ("docker docker-compose podman", "build", "force-rm rm"),
    ("docker kubectl oc podman", "run", "rm"),
    ("git", "bisect", "reset"),
    ("git", "fetch pull remote", "prune"),
];

/// Options whose value is text, by program. An empty name means all programs.
const TEXT: &[(&str, &str)] = &[
    (
        "",
        "--branch --body --comment --config --context --description --env --file --filter --field-selector --group --grep \
         --host --kind --label --message --name --namespace --output --path --pattern --profile --project --reason --region \
         --search --selector --state --status --tag --text --title --topic --type --unit --user",
    ),
    ("docker podman", "-t"),
    ("gh", "-b -l -t -R -S"),
    ("git", "-m"),
    ("go", "-run"),
    ("journalctl systemctl", "-u"),
    ("kubectl helm oc", "-l -n"),
    ("pytest", "-k -m"),
];

/// Verbs and names of programs whose operands are data, such as `clean` in `tool tag add clean`.
const BEFORE_DATA: &str = "add apropos cat checkout clone commit create describe diff echo edit enable explain find generate get grep \
    help info inspect install less ls lookup man mkdir new open print read rename rg search set show tail tldr touch type update view \
    whatis whereis which";

/// Subcommands whose operands are data, by program.
const BEFORE_DATA_OF: &[(&str, &str)] = &[
    ("apt apt-cache apt-get brew dnf", "search show info policy"),
    ("cargo go npm pnpm yarn", "bench doc test"),
    ("docker kubectl oc podman", "can-i logs restart start"),
    (
        "git",
        "blame branch cherry-pick fetch log merge pull push rebase rev-parse revert switch tag",
    ),
    ("bundle mix php python rails", "test"),
    ("systemctl", "reload restart start status"),
];

/// Whether the program only shows what it would do, or how it's used.
pub(super) fn is_rehearsal(program: &str, arguments: &[Word]) -> bool {
    let is_last_version = arguments.last().is_some_and(|last| last.is("--version"));
    let is_help = arguments.first().is_some_and(|first| first.is("help"));
    is_last_version
        || is_help
        || arguments.iter().any(is_long_rehearsal)
        || has_short_rehearsal(program, arguments)
}

fn has_short_rehearsal(program: &str, arguments: &[Word]) -> bool {
    for (programs, subcommands, option) in SHORT_REHEARSALS {
        let is_called = subcommands.is_empty() || calls(program, arguments, subcommands);
        let is_given = arguments
            .iter()
            .any(|word| is_flag_without_value(&word.literal(), option));
        if has(programs, program) && is_called && is_given {
            return true;
        }
    }
    false
}

fn is_long_rehearsal(argument: &Word) -> bool {
    let literal = argument.literal();
    let (name, value) = literal.split_once('=').unwrap_or((&literal, ""));
    let has_field = argument.fields().next().is_some();
    has(REHEARSALS, name) && !has(OFF, value) && !has_field
}

/// Whether an argument gives an option alone, or combined with the flags of rsync that take no
/// value.
fn is_flag_without_value(argument: &str, option: &str) -> bool {
    let is_group = argument.strip_prefix('-').is_some_and(|letters| {
        letters
            .chars()
            .all(|letter| "acghinoprtuvxzHLPAX".contains(letter))
    });
    argument == option || (is_group && gives(argument, option))
}

/// Whether an option with a destructive word is a setting, or is turned off.
pub(super) fn is_setting(option: &str, following: Option<&str>) -> bool {
    let (name, value) = match option.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (option, None),
    };
    if value.is_some_and(|value| has(OFF, value)) {
        return true;
    }
    let words = name.trim_start_matches('-');
    let Some((_, last)) = words.rsplit_once(['-', '_']) else {
        return false;
    };
    if value.is_some() {
        return has(SETTINGS, last) || has(SETTINGS_WITH_VALUE, last);
    }
    let value_follows = following.is_some_and(|next| !next.starts_with('-'));
    value_follows && has(SETTINGS, last)
}

/// Whether an argument isn't destructive with the called subcommand.
pub(super) fn is_harmless(program: &str, arguments: &[Word], argument: &str) -> bool {
    HARMLESS
        .iter()
        .filter(|(programs, ..)| has(programs, program))
        .any(|(_, subcommands, harmless)| {
            has(harmless, argument) && calls(program, arguments, subcommands)
        })
}

/// Whether the value of an option is text.
pub(super) fn takes_text(program: &str, option: &str) -> bool {
    TEXT.iter()
        .filter(|(programs, _)| programs.is_empty() || has(programs, program))
        .any(|(_, options)| has(options, option))
}

/// Whether the operands after this one are text.
pub(super) fn takes_text_after(program: &str, operand: &str) -> bool {
    let last = operand.rsplit('/').next().unwrap_or_default();
    has(BEFORE_DATA, last)
        || operand.starts_with("make:")
        || BEFORE_DATA_OF
            .iter()
            .any(|(programs, operands)| has(programs, program) && has(operands, operand))
}
