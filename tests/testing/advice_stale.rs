//! Tests of invalid advice that is easy to overlook: calls after other programs, typos, and dangerous commands.

use crate::advice::{CODE, detail, replacement, suggest, tool, verdict_of, verdict_with};
use crate::def::Def;
use agent_error::clap::CommandExt as _;
use agent_error::definition::Template;
use agent_error::vocabulary::DangerLevel;
use agent_error_testing::AdviceChecker;
use clap::{Arg, Command};

#[test]
fn every_call_of_a_command_line_is_checked() {
    let unknown = "`tool` has no command `sttus` [status]";
    for text in [
        "Run `cd x && tool sttus`",
        "Run `cat x | tool sttus --db y`",
        "Run `$ tool sttus`",
        "Run `sudo tool sttus`",
        "Run `TOOL_DB=x tool sttus`",
        "Run `tool status && tool sttus > x`",
    ] {
        assert_eq!(suggest(text), unknown, "{text}");
    }
    for text in [
        "Run `tool status | grep it`",
        "Run `tool status > x`",
        "Run `cat x | status -u`",
        "It's `tool status --db 'a && b'`",
        "See `it's`",
    ] {
        assert_eq!(suggest(text), "", "{text}");
    }
}

#[test]
fn flags_outside_of_backticks_must_exist() {
    assert_eq!(suggest("Pass --prot"), "unknown flag `--prot` [--port]");
    assert_eq!(suggest("Pass a port (--prot=80), or --host."), "unknown flag `--prot` [--port]");
    assert_eq!(suggest("Pass --port, '--db' or --on-conflict=skip; it is -- or not --"), "");
    assert_eq!(suggest("Pass `git push --tags`, --{path} or all of --on-*"), "");
    assert_eq!(detail("git printed --prot"), "", "a detail says what happened");
}

#[test]
fn a_replacement_is_a_command_a_flag_a_tool_or_a_url() {
    let unknown = |name| format!("unknown command `{name}`; declare the tools with `.actions([...])`");
    assert_eq!(replacement("stats"), unknown("stats") + " [status]");
    assert_eq!(replacement("toool status"), unknown("toool status") + " [status]");
    for good in ["status", "errors.list", "errors list", "--db", "https://example.com/v2", "GET /v2/items", "{path}"] {
        assert_eq!(replacement(good), "", "{good}");
    }
}

#[test]
fn a_hidden_command_is_not_an_action() {
    let of = |actions: &'static [&'static str]| {
        let inner = Command::new("inner");
        let program = tool().subcommand(Command::new("secret").hide(true).subcommand(inner));
        verdict_of(&program, &Def { actions, ..CODE })
    };
    assert_eq!(of(&["status"]), "");
    for hidden in [&["secret"], &["secret.inner"]] {
        assert!(of(hidden).starts_with(&format!("unknown command `{}`; ", hidden[0])), "{}", of(hidden));
    }
}

/// Returns the problems with a fix and a check of a program that declares its danger levels.
fn dangers(def: &Def) -> String {
    let declared = |name, level| Command::new(name).danger(level);
    let program = tool()
        .subcommand(declared("wreck", DangerLevel::Destructive))
        .subcommand(declared("change", DangerLevel::Mutating).visible_alias("edit"))
        .subcommand(declared("show", DangerLevel::Safe));
    verdict_of(&program, def)
}

#[test]
fn commands_may_not_change_more_than_their_key_allows() {
    let fix = |text| dangers(&Def { fix_command: Some(Template::new(text)), ..CODE });
    let check = |text| dangers(&Def { check_command: Some(Template::new(text)), ..CODE });
    let wrecks = "`wreck` is declared as destructive; describe it in `suggest`, or list it in `actions`";
    assert_eq!(fix("tool --db {path} wreck"), wrecks);
    assert_eq!(check("tool wreck"), "`wreck` is declared as destructive; run a command that only reads");
    assert_eq!(check("tool edit"), "`change` is declared as mutating; run a command that only reads");
    for good in ["tool change", "tool show", "tool init"] {
        assert_eq!(fix(good), "", "{good}");
    }
    let passing = |program: &'static str| {
        let run =
            Command::new("run").danger(DangerLevel::Destructive).arg(Arg::new("command").num_args(1..).last(true));
        let def = Def { check_command: Some(Template::new("tool run -- ls -l")), ..CODE };
        verdict_with(&AdviceChecker::new(&tool().subcommand(run)).program(program), &def)
    };
    assert_eq!(passing("ls"), "");
    assert_eq!(passing("cat"), "`run` is declared as destructive; run a command that only reads");
    // The level of `init` isn't declared.
    for good in ["tool show", "tool init", "tool wreck --help", "tool errors list"] {
        assert_eq!(check(good), "", "{good}");
    }
}
