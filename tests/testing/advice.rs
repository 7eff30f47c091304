//! Tests of advice that matches a command line, and of advice that doesn't. `advice.txt` contains
//! the advice.

use crate::refused;
use crate::snapshots::same;
use agent_error::__private::Fact;
use agent_error::__tooling::TypeDef;
use agent_error::ErrorDef;
use agent_error::clap::{CommandExt as _, Danger, ErrorsCommand};
use agent_error::{AgentError, Catalog};
use agent_error_testing::{AdviceChecker, InvalidAdvice};
use clap::{Arg, ArgAction, ArgGroup, Command, value_parser};
use snapbox::file;

/// Creates a program with most features of a command line.
fn tool() -> Command {
    let policy = Arg::new("policy")
        .long("on-conflict")
        .value_parser(["fail", "skip", "update"]);
    let connect = Command::new("connect").args([
        Arg::new("host").long("host").required(true),
        Arg::new("port")
            .long("port")
            .short('p')
            .value_parser(value_parser!(u16)),
        Arg::new("quick")
            .long("quick")
            .action(ArgAction::SetTrue)
            .conflicts_with("port"),
    ]);
    let color = Arg::new("color")
        .long("color")
        .num_args(0..=1)
        .require_equals(true)
        .default_missing_value("always");
    let list = Command::new("list").visible_alias("ls").args([
        Arg::new("verbose").short('v').action(ArgAction::Count),
        Arg::new("limit")
            .short('n')
            .long("limit")
            .visible_alias("max")
            .value_parser(value_parser!(u8)),
        color.value_parser(["always", "never"]),
        Arg::new("tag")
            .long("tag")
            .value_delimiter(',')
            .value_parser(["red", "blue"])
            .num_args(1..),
    ]);
    let input = ArgGroup::new("input").args(["file", "url"]).required(true);
    let load = Command::new("load")
        .args(["file", "url"].map(|name| Arg::new(name).long(name)))
        .group(input);
    let run = Command::new("run").danger(Danger::Destructive);
    Command::new("tool")
        .version("1.0")
        .subcommand_required(true)
        .output_flags()
        .arg(Arg::new("db").long("db").value_name("PATH").global(true))
        .subcommands([connect, list, load])
        .subcommand(
            Command::new("init").arg(
                Arg::new("if-missing")
                    .long("if-missing")
                    .action(ArgAction::SetTrue),
            ),
        )
        .subcommand(
            Command::new("import")
                .arg(Arg::new("FILE").required(true))
                .arg(policy),
        )
        .subcommand(Command::new("status"))
        .subcommand(Command::new("external").allow_external_subcommands(true))
        .subcommand(Command::new("wreck").danger(Danger::Destructive))
        .subcommand(
            Command::new("change")
                .danger(Danger::Mutating)
                .visible_alias("edit"),
        )
        .subcommand(Command::new("show").danger(Danger::Safe))
        .subcommand(run.arg(Arg::new("command").num_args(1..).last(true)))
        .subcommand(
            Command::new("secret")
                .hide(true)
                .subcommand(Command::new("inner")),
        )
        .subcommand(ErrorsCommand::command())
}

/// Creates a checker of advice that may leave out `--db`.
fn checker() -> AdviceChecker {
    AdviceChecker::new(&tool()).independent_of(["--db"])
}

/// Declares a code with a fact.
fn declared(fact: Fact) -> ErrorDef {
    ErrorDef {
        code: "CODE",
        facts: vec![fact].leak(),
        ..ErrorDef::EMPTY
    }
}

/// Declares a code with advice.
fn advice(key: &str, text: &'static str) -> ErrorDef {
    declared(match key {
        "suggest" => {
            return ErrorDef {
                code: "CODE",
                suggestion: text,
                ..ErrorDef::EMPTY
            };
        }
        "fix" => Fact::FixCommand(text, |_, _| None),
        "check" => Fact::CheckCommand(text, |_, _| None),
        "detail" => Fact::Detail(text),
        "replacement" => Fact::Replacement(text),
        _ => Fact::FixRequired(text),
    })
}

/// Returns the problems with a code.
fn problems(checker: &AdviceChecker, def: ErrorDef) -> Vec<InvalidAdvice> {
    let ty = TypeDef {
        path: "Declared",
        defs: vec![def].leak(),
        ..TypeDef::EMPTY
    };
    let catalog = Catalog::__from_types(&[Box::leak(Box::new(ty))]).unwrap();
    checker
        .check(&catalog)
        .err()
        .map_or_else(Vec::new, |invalid| invalid.problems)
}

#[test]
fn advice_is_checked_against_the_command_line() {
    let checker = checker().program("ls");
    let mut shown = String::new();
    for line in include_str!("advice.txt").lines() {
        shown += &format!("{line}\n");
        if let Some((key, text)) = line.split_once(": ") {
            for problem in problems(&checker, advice(key, text)) {
                let nearest = problem
                    .nearest
                    .map(|name| format!(" [{name}]"))
                    .unwrap_or_default();
                shown += &format!("  {}{nearest}\n", problem.reason);
            }
        }
    }
    same(shown, file!["snapshots/advice.txt"]);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only the declarations count")]
enum Acts {
    #[error("m")]
    #[code("ACT_FIRST", actions("item.list", "item.gte"))]
    First,
    #[error("m")]
    #[code("ACT_SECOND", suggest = "Pass `--prot` or `--hots`")]
    Second,
}

fn invalid_actions(checker: &AdviceChecker) -> Vec<String> {
    let invalid = checker
        .check(&Catalog::of::<Acts>())
        .unwrap_err()
        .problems
        .into_iter();
    let actions = invalid.filter(|problem| problem.key == "actions");
    actions
        .map(|problem| {
            format!(
                "{} [{}]",
                problem.reason,
                problem.nearest.unwrap_or_default()
            )
        })
        .collect()
}

#[test]
fn actions_are_declared_tools_or_visible_commands() {
    let item = |names: [&'static str; 2]| {
        let item = Command::new("item").subcommands(names.map(Command::new));
        AdviceChecker::new(&Command::new("tool").subcommand(item))
    };
    assert_eq!(invalid_actions(&item(["list", "gte"])), [""; 0]);
    assert!(invalid_actions(&item(["list", "get"]))[0].ends_with("[item.get]"));
    let tools = checker().actions(["item.list", "item.get"]);
    assert_eq!(
        invalid_actions(&tools),
        ["unknown tool `item.gte` [item.get]"]
    );
    let undeclared = "unknown command `item.list`; declare the tools with `.actions([...])` [list]";
    assert_eq!(invalid_actions(&checker())[0], undeclared);
    for hidden in ["secret", "secret.inner"] {
        let hidden_action = declared(Fact::Actions(vec![hidden].leak()));
        assert_eq!(problems(&checker(), hidden_action).len(), 1, "{hidden}");
    }
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only the declarations count")]
enum Misleading {
    #[error("the connection was lost")]
    #[code("API_DISCONNECTED", exit = 12, retryable = true, suggest = "Try again")]
    UnsafeRetry,
    #[error("m")]
    #[code("HALF_DONE", side_effects = unknown, check = "tool status", fix = "tool status", suggest = "Look first")]
    BlindFix,
    #[error("m")]
    #[code("PLAN_INVALID", suggest = "Correct the plan")]
    NoValidValues,
    #[error("no token: log in first")]
    #[code("NO_TOKEN", suggest = "Log in first")]
    Repeated,
    #[error("m")]
    #[code("NO_FILE", suggest = "Call [\"find\", \".\"]")]
    JsonArguments,
}

#[test]
fn misleading_advice_is_found() {
    let checker = checker();
    let found = checker
        .check(&Catalog::of::<Misleading>())
        .unwrap_err()
        .problems;
    let starts = [
        (
            "API_DISCONNECTED",
            "the failed call may have had side effects",
        ),
        ("HALF_DONE", "key `fix` needs a known outcome"),
        ("NO_FILE", "the advice contains a list of arguments in JSON"),
        ("NO_TOKEN", "`suggest` repeats the message"),
        (
            "PLAN_INVALID",
            "the advice doesn't say which values are valid",
        ),
    ];
    assert_eq!(found.len(), starts.len());
    for (found, (code, start)) in found.iter().zip(starts) {
        assert!(
            found.code == code && found.reason.starts_with(start),
            "{found}"
        );
    }
}

#[test]
fn all_problems_are_reported_at_once() {
    let checker = checker().actions(["item.list", "item.get"]);
    let message = refused(|| checker.assert_valid(&Catalog::of::<Acts>()));
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[0], "3 suggestions do not match the command line:");
    assert!(
        lines[1].starts_with("ACT_FIRST, ") && lines[1].contains("Acts::First ("),
        "{message}"
    );
    assert_eq!(
        lines[2..4],
        [
            "  actions = \"item.gte\"",
            "  unknown tool `item.gte`; did you mean `item.get`?"
        ]
    );
    assert_eq!(lines[5], "  suggest = \"Pass `--prot` or `--hots`\"");
    assert_eq!(
        lines[6],
        "  `--prot`: unknown flag `--prot`; did you mean `--port`?"
    );
    checker.assert_valid(&Catalog::of::<NoAdvice>());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("m")]
#[agent_error(unregistered)]
#[code("NO_ADVICE")]
struct NoAdvice;

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("m")]
#[allow(dead_code, reason = "only the declarations count")]
enum Selecting {
    #[code("DB_1", fix = "tool init", suggest = "See `tool list`")]
    Fix,
    #[code("DB_2", check = "tool status", side_effects = unknown)]
    Check,
    #[code("DB_3")]
    Values {
        #[context(values_from = "tool show")]
        name: String,
    },
    #[code("DB_4", actions("tool list --limit=1"))]
    Actions,
    /// All of these pass the option on, or can't.
    #[code(
        "DB_5",
        fix = "tool init --db={path}",
        actions("list", "tool list --db={path}", "tool errors list"),
        suggest = "See `tool list`"
    )]
    PassedOn {
        path: String,
        #[context(values_from = "tool show --db={path}")]
        name: String,
    },
}

#[test]
fn commands_pass_on_global_options_that_select_the_data() {
    let found = |checker: AdviceChecker| -> Vec<String> {
        let checked = checker.check(&Catalog::of::<Selecting>());
        let problems = checked
            .err()
            .map_or_else(Vec::new, |invalid| invalid.problems);
        let shown = problems.iter().map(|problem| {
            let start = problem.reason.split(',').next().unwrap_or_default();
            format!("{} {}: {start}", problem.code, problem.key)
        });
        shown.collect()
    };
    assert_eq!(
        found(AdviceChecker::new(&tool())),
        [
            "DB_1 fix: `--db` is missing",
            "DB_2 check: `--db` is missing",
            "DB_3 values_from: `--db` is missing",
            "DB_4 actions: `--db` is missing",
        ]
    );
    assert_eq!(found(checker()), [""; 0]);
}

#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[allow(dead_code, reason = "only the declarations count")]
enum Judging {
    #[error("the stage {stage} is invalid")]
    #[code("STAGE_INVALID", suggest = "Pass another stage")]
    Vague { stage: String },
    #[error("the stage {stage} is invalid")]
    #[code("STAGE_INVALID_HERE", suggest = "Pass `dev` or `prod`")]
    Described { stage: String },
    #[error("the stage {stage} does not exist")]
    #[code("STAGE_GONE", suggest = "Pass another stage")]
    OfOtherKind { stage: String },
}

#[test]
fn the_help_or_the_error_says_which_values_of_an_argument_are_valid() {
    let found = |arg: Arg, values_from: Option<&str>| -> Vec<String> {
        let mut promote = Command::new("promote").arg(arg);
        if let Some(call) = values_from {
            promote = promote.values_from("stage", call);
        }
        let tool = Command::new("tool").subcommands([promote, Command::new("stages")]);
        let checked = AdviceChecker::new(&tool).check(&Catalog::of::<Judging>());
        let problems = checked
            .err()
            .map_or_else(Vec::new, |invalid| invalid.problems);
        let shown = problems.into_iter();
        shown
            .map(|problem| format!("{}: {}", problem.code, problem.reason))
            .collect()
    };
    let stage = || Arg::new("stage").long("stage");
    let expected = "STAGE_INVALID: neither the error nor the help of `--stage <stage>` says which values are valid; \
        describe them, or declare the command that lists them with `values_from`";
    assert_eq!(found(stage(), None), [expected]);
    assert_eq!(found(stage().help("The new stage"), None), [expected]);
    for documented in [
        stage().help("The new stage: `dev` or `prod`"),
        stage().value_parser(["dev", "prod"]),
        Arg::new("step").long("step"),
    ] {
        assert_eq!(found(documented, None), [""; 0]);
    }
    assert_eq!(found(stage(), Some("tool stages")), [""; 0]);
}
