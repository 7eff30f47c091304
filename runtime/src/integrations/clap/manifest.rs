//! `errors manifest`: all commands of a program with their flags and exit codes.

mod flag;

use super::commands::copied;
use super::tree::Node;
use crate::catalog::Catalog;
use crate::catalog::exits::CommonFacts;
use crate::definition::error_def::ErrorDef;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::registry::exits;
use crate::text::order::sort_by;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;
use agent_error_rules::fnv::fnv1a;
use flag::first_paragraph;

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
    version: String,
    etag: String,
    /// The command line, danger level, exit codes and description of each command, as in the table.
    rows: Vec<Vec<String>>,
    /// The commands by path, sorted.
    commands: ObjectView<'static>,
}

impl Manifest {
    /// Creates the manifest of a program with these commands and codes.
    pub fn of(program: &clap::Command, catalog: &Catalog) -> Self {
        let mut root = copied(program);
        root.build();
        let mut nodes = Node::root(&root).all().into_iter().map(|node| (node.path.join("."), node)).collect();
        by_name(&mut nodes);
        let mut rows = Vec::new();
        let commands = object_of(nodes.into_iter().map(|(path, node)| {
            let (row, command) = described(&node, catalog);
            let call = format!("{} {}", root.get_name(), node.path.join(" "));
            rows.push([&[call.trim_end().to_owned()], &row[..]].concat());
            (path, command)
        }));
        let version = root.get_version().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned();
        let etag = format!("{:016x}", fnv1a(JsonView::Object(commands.clone()).write(false).as_bytes()));
        Self { version, etag, rows, commands }
    }

    /// Returns a hash of the commands, which changes whenever the commands change.
    pub fn etag(&self) -> &str {
        &self.etag
    }

    /// Formats the manifest as a table.
    pub fn text(&self, terminal: crate::text::style::Terminal) -> String {
        crate::catalog::table::table(&["COMMAND", "DANGER", "EXITS", "SUMMARY"], self.rows.clone(), terminal)
    }
}

/// Returns the danger level, exit codes and description of a command, and its JSON.
fn described(node: &Node<'_>, program: &Catalog) -> ([String; 3], ObjectView<'static>) {
    let command = node.command;
    let about = command.get_about().or(command.get_long_about()).map(ToString::to_string).unwrap_or_default();
    let description = first_paragraph(&about);
    let flags = flag::flags(command, node.parent);
    // The flag that selects the output format.
    let chooses =
        |name: &str| flags.iter().find(|(known, _)| known == name).and_then(|(_, arg)| flag::enum_values(arg));
    let output_formats = chooses("output").or_else(|| chooses("format")).unwrap_or_default();
    let exits = exit_codes(&node.catalog(program));
    let mut json = ObjectView::default();
    json.member("description", description.clone());
    json.member("danger_level", node.danger().as_str());
    let lists = [
        ("aliases", command.get_visible_aliases().map(str::to_owned).collect()),
        ("subcommands", node.children().map(|child| child.path.join(".")).collect()),
        ("output_formats", output_formats),
    ];
    for (key, list) in lists.into_iter().filter(|(_, list): &(_, Vec<String>)| !list.is_empty()) {
        json.member(key, JsonView::list(list));
    }
    json.member("flags", object_of(flags.iter().map(|(name, arg)| (name.clone(), flag::view(arg)))));
    let row = exits.iter().map(|(exit, _)| exit.to_string()).collect::<Vec<_>>().join(" ");
    json.member("exit_codes", object_of(exits.into_iter().map(|(exit, entry)| (exit.to_string(), entry))));
    ([node.danger().to_string(), row, description], json)
}

/// Sorts the members of an object and removes duplicate names, which clap only rejects in debug builds.
fn by_name<T>(members: &mut Vec<(String, T)>) {
    sort_by(members, |(a, _), (b, _)| a.cmp(b));
    members.dedup_by(|(a, _), (b, _)| a == b);
}

fn object_of(pairs: impl Iterator<Item = (String, impl Into<JsonView<'static>>)>) -> ObjectView<'static> {
    let mut object = ObjectView::default();
    for (name, value) in pairs {
        object.member(name, value);
    }
    object
}

serialize_view!(Manifest);

impl<'a> From<&'a Manifest> for JsonView<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        let mut object = ObjectView::default();
        object.member("schema_version", SCHEMA_VERSION);
        object.member("framework_version", &manifest.version);
        object.member("etag", &manifest.etag);
        object.member("commands", manifest.commands.clone());
        Self::Object(object)
    }
}

/// The maximum length of a description in the schema, in characters.
const LONGEST: usize = 120;

/// Returns the exit codes of a command that can return these errors, including success. Each of them is an
/// `ExitCodeEntry` of the CLI agent specification.
pub(super) fn exit_codes(errors: &Catalog) -> Vec<(u8, ObjectView<'static>)> {
    let mut groups = errors.by_exit();
    // A program that handles clap errors itself exits with `ARG_ERROR` too.
    for always in [exit::SUCCESS, exit::ARG_ERROR] {
        if let Err(place) = groups.binary_search_by_key(&always, |(exit, _)| *exit) {
            groups.insert(place, (always, Vec::new()));
        }
    }
    groups.into_iter().map(|(exit, defs)| (exit, view(exit, &defs))).collect()
}

fn view(exit: u8, defs: &[&ErrorDef]) -> ObjectView<'static> {
    let known = exits::meaning(exit);
    let name = match (known, defs) {
        (Some(known), _) => known.name.to_owned(),
        (None, [only]) => only.code().to_owned(),
        (None, _) => format!("EXIT_{exit}"),
    };
    let meaning = match (known, defs) {
        (_, [only]) if only.summary().is_some() => only.summary().unwrap_or_default(),
        (Some(known), _) => known.description,
        (None, _) => "Specific to this program.",
    };
    let facts = CommonFacts::of(defs);
    // The specification's manifest has no value for unknown side effects.
    let effects = if facts.side_effects == SideEffects::Unknown { SideEffects::Partial } else { facts.side_effects };
    let mut object = ObjectView::default();
    object.member("name", name);
    object.member("description", description(meaning, defs));
    object.member("retryable", facts.retryable);
    object.member("side_effects", effects.as_str());
    object
}

/// Describes an exit code, followed by as many of its codes as fit.
fn description(meaning: &str, defs: &[&ErrorDef]) -> String {
    let mut meaning = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
    if meaning.chars().count() > LONGEST {
        meaning = meaning.chars().take(LONGEST - 1).chain(['…']).collect();
    }
    let codes: Vec<&str> = defs.iter().map(|def| def.code()).collect();
    let with = |count: usize| {
        let more = codes.len() - count;
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{meaning} {}{rest}", codes[..count].join(", "))
    };
    let shown = (1..=codes.len()).rev().map(with).find(|text| text.chars().count() <= LONGEST);
    shown.unwrap_or(meaning)
}
