//! `errors manifest`: all commands of a program with their flags and exit codes.

mod code_sets;
mod command;
mod exits;
mod flag;

use super::commands::copied;
use super::tree::Node;
use crate::catalog::Catalog;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::text::order::sort_by;
use agent_error_rules::fnv::fnv1a;
use code_sets::CodeSet;
use command::CommandEntry;
use std::borrow::Cow;

/// The version of the manifest's schema.
const SCHEMA_VERSION: &str = "1.0";

/// A description of all commands of a program, which an agent can read with a single call. For each command, the
/// manifest contains a description, a danger level, the flags and the exit codes.
///
/// The JSON representation is a `ManifestResponse` of the CLI agent specification. The specification leaves some
/// details open, which this crate handles as follows:
///
/// - The program itself is a command with an empty path.
/// - Positional arguments are listed among the flags, in clap's notation, such as `<FILE>`. A flag that only has a
///   short name is listed as `-v`. An inherited flag is listed only where it's defined.
/// - `errors manifest --all` and [`Manifest::with_all`] add `code_sets`, which the schema doesn't define. A code set is
///   an object that maps codes to exit codes. All sets are in a list at the end. Each command refers to its sets by
///   index, and can return the codes of all of them.
/// - Hidden commands, flags, values and defaults are omitted. The same applies to clap's `help` command, and to
///   defaults of flags whose names look secret.
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
    /// The commands by path, sorted.
    commands: Vec<(String, CommandEntry)>,
    /// The code sets that commands refer to.
    code_sets: Vec<CodeSet>,
}

impl Manifest {
    /// Creates the manifest of a program with these commands and codes.
    pub fn of(program: &clap::Command, catalog: &Catalog) -> Self {
        let mut manifest = Self::with_all(program, catalog);
        for (_, command) in &mut manifest.commands {
            command.code_sets.clear();
        }
        manifest.code_sets.clear();
        manifest
    }

    /// Creates a manifest that also contains the codes of each command, which the specification's schema doesn't
    /// define.
    pub fn with_all(program: &clap::Command, catalog: &Catalog) -> Self {
        let mut root = copied(program);
        root.build();
        let nodes = Node::root(&root).all();
        let mut commands: Vec<(String, CommandEntry)> =
            nodes.iter().map(|node| (node.path.join("."), CommandEntry::of(node, catalog))).collect();
        by_name(&mut commands);
        let code_sets = code_sets::refer(&mut commands);
        Self {
            program: root.get_name().to_owned(),
            version: root.get_version().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned(),
            etag: etag(&commands),
            commands,
            code_sets,
        }
    }

    /// Returns a hash of the commands, which changes whenever the commands change.
    pub fn etag(&self) -> &str {
        &self.etag
    }

    /// Formats the manifest as a table.
    pub fn text(&self, terminal: crate::text::style::Terminal) -> String {
        let rows = self.commands.iter().map(|(path, command)| {
            let path = format!("{} {}", self.program, path.replace('.', " "));
            let exits: Vec<String> = command.exit_codes.iter().map(|(exit, _)| exit.to_string()).collect();
            vec![path.trim_end().to_owned(), command.danger.to_string(), exits.join(" "), command.description.clone()]
        });
        crate::catalog::table::table(&["COMMAND", "DANGER", "EXITS", "SUMMARY"], rows.collect(), terminal)
    }
}

/// Sorts the members of an object and removes duplicate names, which clap only rejects in debug builds.
fn by_name<T>(members: &mut Vec<(String, T)>) {
    sort_by(members, |(a, _), (b, _)| a.cmp(b));
    members.dedup_by(|(a, _), (b, _)| a == b);
}

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

/// Hashes the JSON representation of the commands.
fn etag(entries: &[(String, CommandEntry)]) -> String {
    format!("{:016x}", fnv1a(commands(entries).write(false).as_bytes()))
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
