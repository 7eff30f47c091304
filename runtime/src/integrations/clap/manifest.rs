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
/// - `errors manifest --all` and [`Manifest::with_all`] add `code_sets`, which the schema doesn't define. A code set is
///   an object that maps codes to exit codes. The last member lists all sets. Each command lists the indices of its
///   sets, and can return all of their codes.
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
    commands: Vec<(String, Entry)>,
    /// The code sets that commands refer to.
    code_sets: Vec<CodeSet>,
}

/// Codes and their exit codes, sorted.
type CodeSet = Vec<(&'static str, u8)>;

#[derive(Clone, Debug)]
struct Entry {
    /// The danger level, exit codes and description, as in the table.
    row: [String; 3],
    json: ObjectView<'static>,
    /// All codes that the command can return.
    codes: CodeSet,
    /// The indices of the sets that contain these codes. Empty unless the manifest was created by
    /// [`Manifest::with_all`].
    code_sets: Vec<usize>,
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
        let mut commands = nodes.iter().map(|node| (node.path.join("."), Entry::of(node, catalog))).collect();
        by_name(&mut commands);
        let code_sets = refer_to_sets(&mut commands);
        Self {
            program: root.get_name().to_owned(),
            version: root.get_version().unwrap_or(env!("CARGO_PKG_VERSION")).to_owned(),
            etag: format!("{:016x}", fnv1a(views(&commands).write(false).as_bytes())),
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
            [&[path.trim_end().to_owned()], &command.row[..]].concat()
        });
        crate::catalog::table::table(&["COMMAND", "DANGER", "EXITS", "SUMMARY"], rows.collect(), terminal)
    }
}

impl Entry {
    fn of(node: &Node<'_>, program: &Catalog) -> Self {
        let command = node.command;
        let about = command.get_about().or(command.get_long_about()).map(ToString::to_string).unwrap_or_default();
        let description = first_paragraph(&about);
        let flags = flag::flags(command, node.parent);
        // The flag that selects the output format.
        let chooses =
            |name: &str| flags.iter().find(|(known, _)| known == name).and_then(|(_, arg)| flag::enum_values(arg));
        let output_formats = chooses("output").or_else(|| chooses("format")).unwrap_or_default();
        let errors = node.catalog(program);
        let exits = exit_codes(&errors);
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
        Self {
            row: [node.danger().to_string(), row, description],
            json,
            codes: errors.iter().map(|entry| (entry.def.code(), entry.exit_code())).collect(),
            code_sets: Vec::new(),
        }
    }

    fn view(&self) -> ObjectView<'static> {
        let mut json = self.json.clone();
        if !self.code_sets.is_empty() {
            json.member(
                "code_sets",
                JsonView::list(self.code_sets.iter().map(|place| u64::try_from(*place).unwrap_or(u64::MAX))),
            );
        }
        json
    }
}

/// Creates the distinct sets of codes, and makes the commands refer to them. The first set contains the codes that all
/// commands have in common.
fn refer_to_sets(commands: &mut [(String, Entry)]) -> Vec<CodeSet> {
    let Some((_, first)) = commands.first() else { return Vec::new() };
    let everywhere = |code: &(&'static str, u8)| commands.iter().all(|(_, command)| command.codes.contains(code));
    let common: CodeSet = first.codes.iter().copied().filter(everywhere).collect();
    let mut sets = vec![common];
    for (_, command) in commands {
        let own: CodeSet = command.codes.iter().copied().filter(|code| !sets[0].contains(code)).collect();
        command.code_sets = vec![0];
        if !own.is_empty() {
            let place = sets.iter().position(|set| *set == own).unwrap_or(sets.len());
            if place == sets.len() {
                sets.push(own);
            }
            command.code_sets.push(place);
        }
    }
    sets
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

fn views(commands: &[(String, Entry)]) -> JsonView<'static> {
    object_of(commands.iter().map(|(path, command)| (path.clone(), command.view()))).into()
}

serialize_view!(Manifest);

impl<'a> From<&'a Manifest> for JsonView<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        let mut object = ObjectView::default();
        object.member("schema_version", SCHEMA_VERSION);
        object.member("framework_version", &manifest.version);
        object.member("etag", &manifest.etag);
        object.member("commands", views(&manifest.commands));
        if !manifest.code_sets.is_empty() {
            let sets = manifest.code_sets.iter();
            let sets = sets.map(|set| object_of(set.iter().map(|(code, exit)| ((*code).to_owned(), *exit))));
            object.member("code_sets", Self::list(sets));
        }
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
