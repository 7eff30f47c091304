//! `errors manifest`: every command of a program, with flags and exit codes.

mod code_sets;
mod command;
mod exits;
mod flag;

use super::commands::copied;
use super::tree::Node;
use crate::catalog::Catalog;
use crate::catalog::json_view::{JsonView, ObjectView, serialize_view};
use crate::text::order::{sort_by, sort_by_key};
use agent_error_rules::fnv::fnv1a;
use code_sets::CodeSet;
use command::CommandEntry;
use std::borrow::Cow;

/// The version of the manifest's shape.
const SCHEMA_VERSION: &str = "1.0";

/// All commands of a program, for an agent that reads them in one call: what each does, how much it may change, its
/// flags, and its exit codes.
///
/// As JSON it is a `ManifestResponse` of the CLI agent specification, which leaves some details open:
///
/// - The program itself is the command with the empty path.
/// - An argument without a flag is listed among the flags as clap shows it, such as `<FILE>`; a flag with only a short
///   name as `-v`. Facts without a place in the schema, such as conflicts, are in parentheses after the description.
/// - Facts of many commands are listed once. A flag that subcommands also have is listed where it is defined, with a
///   note; an exit code that a command does not list has the meaning that it has for the program.
/// - `errors manifest --all`, [`Manifest::with_all`], adds members that the schema lacks: `minimum` and `maximum` of a flag,
///   and `code_sets`. A set is an object of codes with their exit codes, in a list at the end. A command names its sets by
///   their places in the list, and may end with the codes of all of them.
/// - Hidden commands, flags, values and defaults are left out, as are defaults of flags whose names look like secrets,
///   and clap's own command `help`.
///
/// ```
/// use agent_error::Catalog;
/// use agent_error::clap::Manifest;
///
/// let tool = clap::Command::new("tool")
///     .version("1.2.0")
///     .subcommand(clap::Command::new("list").about("List all users").arg(clap::arg!(--all "Also those who left")));
/// # #[derive(Debug, thiserror::Error, agent_error::AgentError)]
/// # #[error("no user")]
/// # #[code("NO_USER", exit = 5)]
/// # struct NoUser;
/// let manifest = serde_json::to_value(Manifest::of(&tool, &Catalog::of::<NoUser>())).unwrap();
/// assert_eq!(manifest["framework_version"], "1.2.0");
/// assert_eq!(manifest["commands"]["list"]["flags"]["all"]["type"], "boolean");
/// ```
#[derive(Clone, Debug)]
pub struct Manifest {
    program: String,
    version: String,
    etag: String,
    /// By their paths, sorted.
    commands: Vec<(String, CommandEntry)>,
    /// The sets of codes that commands refer to.
    code_sets: Vec<CodeSet>,
}

impl Manifest {
    /// The manifest of a program with this command line and these errors.
    pub fn of(program: &clap::Command, catalog: &Catalog) -> Self {
        let mut manifest = Self::with_all(program, catalog);
        for (_, command) in &mut manifest.commands {
            command.reduce();
        }
        manifest.code_sets.clear();
        manifest
    }

    /// The manifest with members that the schema of the specification lacks: ranges of numbers, and the codes of each
    /// command.
    pub fn with_all(program: &clap::Command, catalog: &Catalog) -> Self {
        let mut root = copied(program);
        root.build();
        let nodes = Node::root(&root).all();
        let mut commands: Vec<(String, CommandEntry)> =
            nodes.iter().map(|node| (node.path.join("."), CommandEntry::of(node, catalog))).collect();
        by_name(&mut commands);
        refer_to_the_program(&mut commands);
        let code_sets = code_sets::refer(&mut commands);
        Self {
            program: root.get_name().to_owned(),
            version: root.get_version().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned(),
            etag: etag(&commands),
            commands,
            code_sets,
        }
    }

    /// A hash of the commands in the manifest, which changes with them.
    pub fn etag(&self) -> &str {
        &self.etag
    }

    /// The table for people.
    pub fn text(&self, screen: crate::text::style::Screen) -> String {
        let rows = self.commands.iter().map(|(path, command)| {
            let path = format!("{} {}", self.program, path.replace('.', " "));
            let program = self.commands.first().into_iter().flat_map(|(_, program)| &program.exit_codes);
            let mut exits: Vec<u8> = command.exit_codes.iter().chain(program).map(|(exit, _)| *exit).collect();
            sort_by_key(&mut exits, |exit| *exit);
            exits.dedup();
            let exits: Vec<String> = exits.iter().map(u8::to_string).collect();
            vec![path.trim_end().to_owned(), command.danger.to_string(), exits.join(" "), command.description.clone()]
        });
        crate::catalog::table::table(&["COMMAND", "DANGER", "EXITS", "SUMMARY"], rows.collect(), screen)
    }
}

/// Removes the exit codes of each command that mean the same for the program.
fn refer_to_the_program(commands: &mut [(String, CommandEntry)]) {
    // The empty path of the program is the first.
    let Some(((_, program), commands)) = commands.split_first_mut() else { return };
    for (_, command) in &mut *commands {
        command.exit_codes.retain(|exit| !program.exit_codes.contains(exit));
    }
    if !commands.is_empty() {
        let hint = "Its exit codes hold for every command that does not list them.";
        let about = program.description.trim_end_matches('.');
        program.description = if about.is_empty() { hint.to_owned() } else { format!("{about}. {hint}") };
    }
}

/// Sorts what a manifest shows as an object. Equal names, which clap refuses in debug builds, become one.
fn by_name<T>(members: &mut Vec<(String, T)>) {
    sort_by(members, |(a, _), (b, _)| a.cmp(b));
    members.dedup_by(|(a, _), (b, _)| a == b);
}

/// Pairs as a JSON object.
fn object_of<'a>(pairs: impl Iterator<Item = (impl Into<Cow<'a, str>>, impl Into<JsonView<'a>>)>) -> ObjectView<'a> {
    let mut object = ObjectView::default();
    for (name, value) in pairs {
        object.member(name, value);
    }
    object
}

fn commands(commands: &[(String, CommandEntry)]) -> JsonView<'_> {
    object_of(commands.iter().map(|(path, command)| (path, command))).into()
}

/// The hash of the commands as JSON.
fn etag(entries: &[(String, CommandEntry)]) -> String {
    let mut json = String::new();
    // Nothing in it can fail to be written.
    let _ = commands(entries).push_json(&mut json);
    format!("{:016x}", fnv1a(json.as_bytes()))
}

serialize_view!(Manifest);

impl<'a> From<&'a Manifest> for JsonView<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        let mut object = ObjectView::default();
        object.member("schema_version", SCHEMA_VERSION);
        object.member("framework_version", &manifest.version);
        object.member("etag", &manifest.etag);
        object.member("commands", commands(&manifest.commands));
        if !manifest.code_sets.is_empty() {
            let sets = manifest.code_sets.iter().map(|set| object_of(set.iter().copied()));
            object.member("code_sets", Self::list(sets));
        }
        Self::Object(object)
    }
}
