//! A command tree that uses many features of clap. `db sync CODE` fails with the given code.

use agent_error::CatalogError;
use agent_error::clap::{CommandExt as _, Danger, FullErrorsCommand, UsageError, get_matches};
use agent_error::ready::ConfirmationRequired;
use agent_error::{AgentError, Response, error_set};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Command, FromArgMatches as _, value_parser};

#[derive(Debug, thiserror::Error, AgentError)]
#[error(transparent)]
#[agent_error(docs = "https://tree.example.com/{code}")]
enum TreeError {
    #[code(transparent)]
    Store(#[from] StoreError),
    #[code(transparent)]
    Net(#[from] NetError),
    #[code(transparent)]
    Usage(#[from] UsageError),
    #[code(transparent)]
    Errors(#[from] CatalogError),
    #[code(transparent, opaque)]
    Prompt(#[from] ConfirmationRequired),
}

#[derive(Debug, thiserror::Error, AgentError)]
enum StoreError {
    /// Another program writes to the store.
    #[error("the store {path} is locked")]
    #[code(
        "STORE_LOCKED",
        exit = 12,
        retry_after = "1s",
        suggest = "Wait, then call `tree db sync` again"
    )]
    Locked { path: String },
    /// The store is half written.
    #[error("the store {path} is broken")]
    #[code("STORE_BROKEN", exit = 79, side_effects = partial, suggest = "Restore it from a backup")]
    Broken { path: String },
    #[error("the quota of {size} bytes is used up.")]
    #[code(
        "STORE_FULL",
        exit = 80,
        suggest = "Free space with `tree db prune --older 3`, or see `--quotas`"
    )]
    Full {
        #[context(skip)]
        size: u64,
    },
}

/// A code that two types share, each with a summary of its own.
#[derive(Debug, thiserror::Error, AgentError)]
#[agent_error(unregistered)]
#[error("the mirror is locked")]
#[code("STORE_LOCKED", exit = 12, shared)]
#[allow(dead_code, reason = "only its catalog counts")]
struct MirrorError;

/// The network is down.
#[derive(Debug, thiserror::Error, AgentError)]
#[error("no network\non this machine")]
#[code("NET_DOWN", exit = 12)]
struct NetError;

fn tree() -> Command {
    let verbose = Arg::new("verbose")
        .short('v')
        .action(ArgAction::Count)
        .global(true)
        .help("Say more");
    let store = Arg::new("store")
        .long("store")
        .global(true)
        .default_value("tree.db")
        .help("The store");
    let help = "The commands that this program has.";
    // As with clap's derive, the name is the package, and the binary has another.
    Command::new(env!("CARGO_PKG_NAME"))
        .version("3.2.1")
        .about("Keeps trees")
        .after_help(help)
        .arg_required_else_help(true)
        .subcommand_required(true)
        .output_flags()
        .args([verbose, store])
        .subcommand(db())
        .subcommand(
            Command::new("plain")
                .about("Declares nothing")
                .alias("simple"),
        )
        .subcommand(
            Command::new("secret-command")
                .about("Not listed in help")
                .hide(true),
        )
        .subcommand(mirror())
        .subcommand(measure())
        .subcommand(
            Command::new("days")
                .hide(true)
                .arg(Arg::new("day").value_parser(["1"; 21])),
        )
        .subcommand(
            Command::new("hours")
                .hide(true)
                .arg(Arg::new("hour").value_parser(["1"; 20])),
        )
        .subcommand(FullErrorsCommand::command())
}

/// Declares the same code as `db`, but for another type. Each command must show the summary of its
/// own type.
fn mirror() -> Command {
    let pull = Command::new("pull")
        .errors(error_set![MirrorError, "STORE_LOCKED" in StoreError])
        .errors(error_set![NetError, "STORE_LOCKED" in StoreError]);
    let push = Command::new("push")
        .errors(error_set![NetError])
        .after_help("Lost.")
        .errors(error_set![MirrorError]);
    Command::new("mirror")
        .hide(true)
        .errors(error_set![MirrorError])
        .subcommand(pull)
        .subcommand(push)
}

/// Takes a measurement or lists earlier ones, but not both.
fn measure() -> Command {
    let list = Command::new("list").errors(error_set!["STORE_LOCKED" in StoreError]);
    let tree = Arg::new("tree").required(true);
    Command::new("measure")
        .hide(true)
        .subcommand_negates_reqs(true)
        .arg(tree)
        .errors(error_set![NetError])
        .subcommand(list)
}

fn db() -> Command {
    let sync = Command::new("sync")
        .about("Copy one store into another\n\nThis takes a while.")
        .long_about("Copy one store into another.\n\nThis takes a while.")
        .visible_alias("copy")
        .alias("hidden-alias")
        .danger(Danger::Mutating)
        .args(sync_flags())
        .group(ArgGroup::new("speed").args(["slow", "fast"]).required(true))
        .errors(error_set!["STORE_BROKEN" in StoreError])
        .after_help("A text that is set behind the errors.");
    let prune = Command::new("prune")
        .about("Remove old versions")
        .danger(Danger::Destructive)
        .arg(
            Arg::new("older")
                .long("older")
                .value_parser(value_parser!(u32))
                .help("Older than so many days"),
        );
    Command::new("db")
        .about("The store")
        .subcommand_required(true)
        .errors(error_set!["STORE_LOCKED" in StoreError])
        .subcommand(sync)
        .subcommand(prune)
}

fn sync_flags() -> Vec<Arg> {
    let switch = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    let modes = [
        PossibleValue::new("all"),
        PossibleValue::new("new"),
        PossibleValue::new("dark").hide(true),
    ];
    vec![
        Arg::new("code")
            .value_name("CODE")
            .required(true)
            .help("The code to end with"),
        Arg::new("more")
            .value_name("MORE")
            .num_args(0..)
            .help("What else to copy"),
        Arg::new("mode")
            .long("mode")
            .short('m')
            .value_parser(modes)
            .default_value("all")
            .help("What is copied"),
        Arg::new("limit")
            .long("limit")
            .value_parser(value_parser!(u16).range(1..))
            .default_value("7")
            .help("At most"),
        Arg::new("ratio")
            .long("ratio")
            .value_parser(value_parser!(f64))
            .default_value("0.5")
            .help("How much"),
        Arg::new("wait")
            .long("wait")
            .value_parser(value_parser!(bool))
            .default_value("true")
            .help("Whether to wait"),
        Arg::new("tag")
            .long("tag")
            .visible_alias("label")
            .action(ArgAction::Append)
            .help("Tags"),
        Arg::new("day")
            .long("day")
            .num_args(1..=2)
            .value_parser(["mon", "tue"])
            .help("Days"),
        Arg::new("token")
            .long("token")
            .default_value("hunter2")
            .help("The token"),
        Arg::new("id")
            .long("id")
            .default_value("s3cr3t-id")
            .hide_default_value(true)
            .help("The id"),
        Arg::new("key")
            .long("key")
            .env("TREE_KEY")
            .required(true)
            .conflicts_with("only-check")
            .help("The key"),
        switch("only-check").help("Only check"),
        switch("slow").help("Slowly"),
        switch("fast").env("TREE_FAST").help("Fast"),
        switch("internal-switch")
            .hide(true)
            .help("Not listed in help"),
    ]
}

fn run(matches: &ArgMatches) -> Result<Response, TreeError> {
    match matches.subcommand() {
        Some(("errors", errors)) => {
            // clap has already validated the arguments.
            let command = FullErrorsCommand::from_arg_matches(errors).map_err(UsageError::from)?;
            Ok(command.run()?)
        }
        Some(("db", db)) => match db
            .subcommand()
            .and_then(|(_, sync)| sync.get_one::<String>("code"))
        {
            Some(code) => end(code),
            None => Ok(Response::new(())),
        },
        Some(("plain" | "measure", _)) => end("NET_DOWN"),
        _ => Ok(Response::new(())),
    }
}

#[allow(clippy::panic, reason = "what becomes of a panic is tested")]
fn end(code: &str) -> Result<Response, TreeError> {
    let path = "a.db".to_owned();
    match code {
        "STORE_LOCKED" => Err(StoreError::Locked { path }.into()),
        "STORE_BROKEN" => Err(StoreError::Broken { path }.into()),
        "STORE_FULL" => Err(StoreError::Full { size: 7 }.into()),
        "NET_DOWN" => Err(NetError.into()),
        "CONFIRMATION_REQUIRED" => Err(ConfirmationRequired::new("sync").into()),
        "INTERNAL" => panic!("on purpose"),
        _ => Ok(Response::new(())),
    }
}

#[agent_error::main]
fn main() -> Result<Response, TreeError> {
    run(&get_matches(tree())?)
}
