//! Tests of advice that matches a command line, and of advice that doesn't.

use crate::def::{Def, built};
use crate::refused;
use agent_error::clap::{CommandExt as _, ErrorsCommand};
use agent_error::definition::{Catalogued, Template, TypeDef};
use agent_error::{AgentError, Catalog};
use agent_error_testing::{AdviceChecker, InvalidAdvice};
use clap::{Arg, ArgAction, ArgGroup, Command};

/// Creates a program with common command-line features.
pub(crate) fn tool() -> Command {
    let host = || Arg::new("host").long("host").required(true);
    let policy = Arg::new("policy").long("on-conflict").value_parser(["fail", "skip", "update"]);
    Command::new("tool")
        .version("1.0")
        .subcommand_required(true)
        .output_args()
        .arg(Arg::new("db").long("db").value_name("PATH").global(true))
        .subcommand(
            Command::new("connect")
                .arg(host())
                .arg(Arg::new("port").long("port").short('p').value_parser(clap::value_parser!(u16)))
                .arg(Arg::new("quick").long("quick").action(ArgAction::SetTrue).conflicts_with("port")),
        )
        .subcommand(Command::new("init").arg(Arg::new("if-missing").long("if-missing").action(ArgAction::SetTrue)))
        .subcommand(Command::new("import").arg(Arg::new("FILE").required(true)).arg(policy))
        .subcommand(Command::new("status"))
        .subcommand(ErrorsCommand::command())
}

/// Creates a program with rare command-line features.
fn rare_tool() -> Command {
    let tags = Arg::new("tag").long("tag").value_delimiter(',').value_parser(["red", "blue"]).num_args(1..);
    let color = Arg::new("color").long("color").num_args(0..=1).require_equals(true).default_missing_value("always");
    let input = [Arg::new("file").long("file"), Arg::new("url").long("url")];
    let list = Command::new("list").visible_alias("ls").args([
        Arg::new("verbose").short('v').action(ArgAction::Count),
        Arg::new("limit").short('n').long("limit").visible_alias("max").value_parser(clap::value_parser!(u8)),
        color.value_parser(["always", "never"]),
        tags,
    ]);
    let load = Command::new("load").args(input).group(ArgGroup::new("input").args(["file", "url"]).required(true));
    Command::new("rare-tool").bin_name("rare").arg_required_else_help(true).subcommands([
        list,
        load,
        Command::new("run").allow_external_subcommands(true),
    ])
}

fn problems<E: Catalogued>(advice: AdviceChecker) -> Vec<InvalidAdvice> {
    advice.check(&Catalog::of::<E>()).err().map_or_else(Vec::new, |untrue| untrue.problems)
}

/// Returns the problems in a code's advice as `reason [nearest]`, or an empty string if there are none.
fn verdict(def: &Def) -> String {
    verdict_of(&tool(), def)
}

pub(crate) fn verdict_of(tool: &Command, def: &Def) -> String {
    verdict_with(&AdviceChecker::new(tool), def)
}

pub(crate) fn verdict_with(advice: &AdviceChecker, def: &Def) -> String {
    let defs = built([*def]);
    let ty: &'static TypeDef = Box::leak(Box::new(TypeDef { path: "Declared", defs, ..TypeDef::EMPTY }));
    let catalog = Catalog::from_types(&[ty]).unwrap();
    let found = advice.check(&catalog).err().map_or_else(Vec::new, |untrue| untrue.problems);
    let summary = |falsehood: &InvalidAdvice| match &falsehood.nearest {
        Some(nearest) => format!("{} [{nearest}]", falsehood.reason),
        None => falsehood.reason.clone(),
    };
    found.iter().map(summary).collect::<Vec<_>>().join(" | ")
}

pub(crate) const CODE: Def = Def { code: "CODE", ..Def::with_exit(1) };

fn fix(text: &'static str) -> String {
    verdict(&Def { fix_command: Some(Template::new(text)), ..CODE })
}

pub(crate) fn suggest(text: &'static str) -> String {
    verdict(&Def { suggestion: Some(Template::new(text)), ..CODE })
}

pub(crate) fn detail(text: &'static str) -> String {
    verdict(&Def { detail: Some(Template::new(text)), ..CODE })
}

pub(crate) fn replacement(text: &'static str) -> String {
    verdict(&Def { replacement: Some(Template::new(text)), ..CODE })
}

fn fix_required(text: &'static str) -> String {
    verdict(&Def { fix_required: Some(Template::new(text)), ..CODE })
}

#[test]
fn a_valid_fix_is_accepted() {
    assert_eq!(fix("tool init --db={path}"), "");
    assert_eq!(fix("tool --db {path} init --if-missing"), "");
    assert_eq!(fix("tool connect --host {path} --port {count}"), "");
    assert_eq!(fix("tool connect -p 5432 --host db1"), "");
    assert_eq!(fix("tool import --on-conflict skip -- {path}"), "");
    assert_eq!(fix("tool errors explain CODE --output json"), "");
    assert_eq!(fix("tool import --help"), "");
    assert_eq!(fix("tool --version"), "");
}

#[test]
fn an_unknown_flag_is_reported_with_the_nearest() {
    assert_eq!(fix("tool init --if-mising"), "`tool init` has no flag `--if-mising` [--if-missing]");
    assert_eq!(fix("tool status --frobnicate={path}"), "`tool status` has no flag `--frobnicate`");
    assert_eq!(fix("tool status --if-missing"), "`tool status` has no flag `--if-missing`, but `tool init` has");
    assert_eq!(fix("tool --port 1 connect --host db1"), "`tool` has no flag `--port`, but `tool connect` has");
}

#[test]
fn an_unknown_command_is_reported_with_the_nearest() {
    assert_eq!(fix("tool staus"), "`tool` has no command `staus` [status]");
    assert_eq!(fix("tool errors lst"), "`tool errors` has no command `lst` [list]");
    assert_eq!(fix("tool status now"), "unexpected argument `now` of `tool status`");
    assert_eq!(fix("tool {path}"), "cannot check `{path}` as a subcommand of `tool`");
    assert_eq!(fix("tool status {path}"), "cannot check whether `tool status` accepts `{path}`");
}

#[test]
fn a_value_counts_if_the_template_spells_it_out() {
    assert_eq!(
        fix("tool import --on-conflict skp {path}"),
        "invalid value `skp` for `--on-conflict`: it is not one of the valid values, which are fail, skip, update [skip]"
    );
    assert_eq!(fix("tool import --on-conflict {path} {path}"), "");
    assert_eq!(
        fix("tool connect --host {path} -p 99999"),
        "invalid value `99999` for `--port`: 99999 is not in 0..=65535"
    );
    assert_eq!(fix("tool connect --host {path} --port 1{count}"), "");
    let listed = fix("tool errors list --exit 0 --retryable");
    assert_eq!(listed, "invalid value `0` for `--exit`: 0 is not in 1..=125");
    assert!(fix("tool status --output jsn").ends_with(" [json]"));
}

#[test]
fn a_fix_must_run_unchanged() {
    assert_eq!(fix("tool connect --port {count}"), "the following required arguments were not provided: --host");
    assert_eq!(fix("tool import"), "the following required arguments were not provided: <FILE>");
    assert_eq!(fix("tool"), "a subcommand is required but was not provided");
    assert_eq!(
        fix("tool connect --host a --quick --port 1"),
        "the argument '--quick' cannot be used with '--port <port>'"
    );
    assert!(fix("tool connect --host").starts_with("a value is required for '--host <host>' but none was supplied"));
    assert!(
        fix("tool connect --host a --host b").contains("the argument '--host <host>' cannot be used multiple times")
    );
}

#[test]
fn quotes_are_parsed_as_in_a_shell() {
    assert_eq!(fix("tool import 'my file.csv'"), "");
    assert_eq!(fix("tool import my file.csv"), "unexpected argument `file.csv` of `tool import`");
    assert_eq!(fix("tool import \"a'b.csv\""), "");
    assert_eq!(suggest("Run `tool import 'my file.csv`"), "unclosed quote");
}

#[test]
fn other_programs_are_allowed_by_name() {
    #[derive(Debug, thiserror::Error, AgentError)]
    #[error("m")]
    #[agent_error(unregistered)]
    #[code("UNREACHABLE", fix = "ping -c 1 {host}")]
    struct Unreachable {
        host: String,
    }
    let found = problems::<Unreachable>(AdviceChecker::new(&tool()));
    assert_eq!(found[0].reason, "`ping` is not this program; allow it with `.program(...)`");
    assert!(problems::<Unreachable>(AdviceChecker::new(&tool()).program("ping")).is_empty());
    assert_eq!(fix("toool init"), "`toool` is not this program; allow it with `.program(...)` [tool]");
    assert_eq!(fix("{path} init"), "cannot check `{path}` as the program");
}

#[test]
fn names_in_backticks_must_exist() {
    assert_eq!(suggest("Run `tool connect --port {count}`, or `import`, or pass `--db`"), "");
    assert_eq!(suggest("Run `tool sttus`"), "`tool` has no command `sttus` [status]");
    assert_eq!(detail("`init --if-mising` was not called"), "`tool init` has no flag `--if-mising` [--if-missing]");
    assert_eq!(fix_required("Call `errors lst` first"), "`tool errors` has no command `lst` [list]");
    assert_eq!(replacement("tool sttus"), "`tool` has no command `sttus` [status]");
    assert_eq!((replacement("tool status"), replacement("https://example.com/v2")), (String::new(), String::new()));
    // Commands of other programs aren't checked.
    assert_eq!(suggest("Add `{path}` or `pool.size`, as in `systemctl start {path}`; pass `-` or `-1`"), "");
    assert_eq!(suggest("Call `tool {path} --help`"), "");
    // In prose, a placeholder stands for any value.
    assert_eq!(suggest("Pass `connect --port <PORT>` or `--port port` or `--port ...`"), "");
    assert!(suggest("Pass `connect --port many`").starts_with("invalid value `many` for `--port`: "));
    assert_eq!(suggest("An odd ` backtick"), "");
}

#[test]
fn a_flag_in_backticks_belongs_to_some_command() {
    assert_eq!(suggest("Pass `--port`, `-p 1`, `--on-conflict=skip`, `--output json` or `--help`"), "");
    assert_eq!(suggest("Pass `--prot`"), "unknown flag `--prot` [--port]");
    assert_eq!(suggest("Pass `--on-conflict={path}`"), "");
    assert_eq!(
        suggest("Pass `--on-conflict never`"),
        "invalid value `never` for `--on-conflict`: it is not one of the valid values, which are fail, skip, update"
    );
    assert_eq!(suggest("Pass `--quick --prot 1`"), "`tool connect` has no flag `--prot` [--port]");
    assert_eq!(suggest("Pass `-z`"), "unknown flag `-z`");
}

#[test]
fn all_kinds_of_command_lines_are_parsed() {
    let fix = |text| verdict_of(&rare_tool(), &Def { fix_command: Some(Template::new(text)), ..CODE });
    for good in [
        "rare list -vvn5 --color",
        "rare-tool ls --max={count} --color=never",
        "rare list --tag red,blue red",
        "rare list --tag red,{path}",
        "rare load --url {path}",
        "rare run anything --at all",
        "rare help load",
    ] {
        assert_eq!(fix(good), "", "{good}");
    }
    assert_eq!(fix("rare list -vx"), "`rare list` has no flag `-x`");
    assert_eq!(fix("rare ls --limt 3"), "`rare list` has no flag `--limt` [--limit]");
    assert_eq!(fix("rare list --max 300"), "invalid value `300` for `--limit`: 300 is not in 0..=255");
    assert!(fix("rare list --tag red,gren {path}").starts_with("invalid value `gren` for `--tag`: "));
    assert!(fix("rare list --color=nevr").ends_with(" [never]"));
    assert_eq!(fix("rare load"), "the following required arguments were not provided: <--file <file>|--url <url>>");
    assert_eq!(fix("rare"), "an argument or a subcommand is required but was not provided");
    assert!(fix("rare help lod").contains("`lod`"));
    let text = |text| verdict_of(&rare_tool(), &Def { suggestion: Some(Template::new(text)), ..CODE });
    assert_eq!(
        text("Run `rare`, `load`, `load --url`, `ls -v`, or pass `-vv`, `--color`, `--max N` or `--tag red`"),
        ""
    );
    assert!(text("Pass `--tag gren`").starts_with("invalid value `gren` for `--tag`: "));
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

#[test]
fn actions_must_be_listed() {
    let advice = AdviceChecker::new(&tool()).actions(["item.list", "item.get"]);
    let found = &problems::<Acts>(advice)[0];
    assert_eq!((found.code, found.key, found.part.as_str()), ("ACT_FIRST", "actions", "item.gte"));
    assert_eq!((found.reason.as_str(), found.nearest.as_deref()), ("unknown tool `item.gte`", Some("item.get")));
    let without = problems::<Acts>(AdviceChecker::new(&tool()));
    let reason = "unknown command `item.list`; declare the tools with `.actions([...])`";
    assert_eq!(without[0].reason, reason);
}

#[test]
fn actions_may_be_commands_as_the_manifest_names_them() {
    let item = |names: [&'static str; 2]| Command::new("item").subcommands(names.map(Command::new));
    let untrue = |names| {
        let program = Command::new("tool").subcommand(item(names));
        problems::<Acts>(AdviceChecker::new(&program)).into_iter().find(|found| found.key == "actions")
    };
    assert!(untrue(["list", "gte"]).is_none());
    let found = untrue(["list", "get"]).unwrap();
    assert_eq!((found.part.as_str(), found.nearest.as_deref()), ("item.gte", Some("item.get")));
}

#[test]
fn all_problems_are_reported_at_once() {
    let advice = AdviceChecker::new(&tool()).actions(["item.list", "item.get"]);
    let message = refused(|| {
        advice.assert_valid(&Catalog::of::<Acts>());
    });
    let file = file!().rsplit('/').next().unwrap();
    let lines: Vec<&str> = message.lines().collect();
    assert_eq!(lines[0], "3 suggestions do not match the command line:");
    assert!(
        lines[1].starts_with("ACT_FIRST, ") && lines[1].contains("Acts::First at ") && lines[1].contains(file),
        "{message}"
    );
    assert_eq!(lines[2..4], ["  actions = \"item.gte\"", "  unknown tool `item.gte`; did you mean `item.get`?"]);
    assert_eq!(lines[5], "  suggest = \"Pass `--prot` or `--hots`\"");
    assert_eq!(lines[6], "  `--prot`: unknown flag `--prot`; did you mean `--port`?");
    assert_eq!(lines[9], "  `--hots`: unknown flag `--hots`; did you mean `--host`?");
    advice.assert_valid(&Catalog::of::<NoAdvice>());
}

#[derive(Debug, thiserror::Error, AgentError)]
#[error("m")]
#[agent_error(unregistered)]
#[code("NO_ADVICE")]
struct NoAdvice;
