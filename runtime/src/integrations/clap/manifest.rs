//! `errors manifest`: all commands of a program with their flags and exit codes.

use super::flags::is_output_flag;
use super::listings::possible_values;
use super::numbers::number_type;
use super::tree::Node;
use crate::catalog::views::retry_facts;
use crate::catalog::{Catalog, Exits};
use crate::definition::error_def::ErrorDef;
use crate::json::{JsonView, ObjectView, serialize_view};
use crate::process::configured;
use crate::registry::linked;
use crate::text::secret::looks_secret;
use crate::vocabulary::exit;
use crate::vocabulary::terms::SideEffects;
use agent_error_rules::fnv::fnv1a;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;

/// A description of all commands of a program, which an agent can read with a single call. For each
/// command, the manifest contains a description, a danger level, the flags and the exit codes.
///
/// The JSON representation is a `ManifestResponse` of the CLI agent specification. The
/// specification leaves some details open, which this crate handles as follows:
///
/// - The program itself is a command with an empty path.
/// - Positional arguments are listed among the flags, in clap's notation, such as `<FILE>`. A flag
///   that only has a short name is listed as `-v`. An inherited flag is listed only where it's
///   defined.
/// - If the codes of an exit code have different side effects, or unknown ones, the exit code has
///   `partial` side effects.
/// - Hidden commands, flags, values and defaults are omitted. The same applies to clap's `help`
///   command, and to defaults of flags whose names look secret.
#[derive(Clone, Debug)]
pub struct Manifest(ObjectView<'static>);

impl Manifest {
    /// Creates the manifest of a program with these commands and codes.
    pub fn of(program: &Command, catalog: &Catalog) -> Self {
        let mut root = Command::from(program);
        root.build();
        let mut commands = Vec::new();
        for node in Node::root(&root).all() {
            insert(
                &mut commands,
                node.path.join("."),
                described(&node, catalog),
            );
        }
        let commands = JsonView::object(commands);
        let etag = format!("{:016x}", fnv1a(commands.write(false).as_bytes()));
        let mut object = ObjectView::default();
        object.member("schema_version", "1.0");
        object.member(
            "framework_version",
            root.get_version()
                .unwrap_or(env!("CARGO_PKG_VERSION"))
                .to_owned(),
        );
        object.member("etag", etag);
        object.member("commands", commands);
        Self(object)
    }
}

fn described(node: &Node<'_>, program: &Catalog) -> ObjectView<'static> {
    let command = node.command;
    let about = command
        .get_about()
        .or(command.get_long_about())
        .map(ToString::to_string)
        .unwrap_or_default();
    let listed = flags(command, node.parent);
    let output_formats = values_of_flag(&listed, configured().output_flag)
        .or_else(|| values_of_flag(&listed, "format"))
        .unwrap_or_default();
    let mut json = ObjectView::default();
    json.member("description", first_paragraph(&about));
    json.member("danger_level", node.danger().as_str());
    json.unless_empty(
        "aliases",
        JsonView::list(command.get_visible_aliases().map(str::to_owned)),
    );
    json.unless_empty(
        "subcommands",
        JsonView::list(node.children().iter().map(|child| child.path.join("."))),
    );
    json.unless_empty("output_formats", JsonView::list(output_formats));
    let flag_views: Vec<_> = listed
        .into_iter()
        .map(|(name, arg)| (name, flag_view(arg)))
        .collect();
    json.member("flags", JsonView::object(flag_views));
    // A program that handles clap errors itself exits with `ARG_ERROR` too.
    let exits = Exits::of(
        &node.catalog(program.clone()),
        &[exit::SUCCESS, exit::ARG_ERROR],
    );
    let exit_views: Vec<_> = exits
        .groups
        .iter()
        .map(|(exit, defs)| (exit.to_string(), exit_view(*exit, defs)))
        .collect();
    json.member("exit_codes", JsonView::object(exit_views));
    json
}

serialize_view!(Manifest);

impl<'a> From<&'a Manifest> for JsonView<'a> {
    fn from(manifest: &'a Manifest) -> Self {
        Self::Object(manifest.0.clone())
    }
}

/// The maximum length of a description in the schema, in characters.
const LONGEST: usize = 120;

/// Returns a `Meaning` of the CLI agent specification.
fn exit_view(exit: u8, defs: &[&ErrorDef]) -> ObjectView<'static> {
    let standard = linked::meaning(exit);
    let only_def = if let [def] = defs { Some(*def) } else { None };
    let name = if let Some(standard) = standard {
        standard.name.to_owned()
    } else if let Some(def) = only_def {
        def.code().to_owned()
    } else {
        format!("EXIT_{exit}")
    };
    let general = standard.map_or("Specific to this program.", |meaning| meaning.description);
    let meaning = only_def.and_then(ErrorDef::summary).unwrap_or(general);
    let (retryable, effects) = retry_facts(defs);
    // The specification's manifest has no value for unknown side effects.
    let effects = if effects == SideEffects::Unknown {
        SideEffects::Partial
    } else {
        effects
    };
    let mut object = ObjectView::default();
    object.member("name", name);
    object.member("description", description(meaning, defs));
    object.member("retryable", retryable);
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
    for count in (1..=codes.len()).rev() {
        let (shown, hidden) = codes.split_at(count);
        let mut text = format!("{meaning} {}", shown.join(", "));
        if !hidden.is_empty() {
            text += &format!(" and {} more", hidden.len());
        }
        if text.chars().count() <= LONGEST {
            return text;
        }
    }
    meaning
}

/// Returns the visible flags and positional arguments of a command by name. Omits flags that the
/// parent command lists.
fn flags<'a>(command: &'a Command, parent: Option<&Command>) -> Vec<(String, &'a Arg)> {
    let mut flags = Vec::new();
    for arg in command.get_arguments() {
        if !arg.is_hide_set() && !parent.is_some_and(|parent| is_inherited(arg, parent)) {
            insert(&mut flags, name(arg), arg);
        }
    }
    flags
}

/// Adds an item to a list that is sorted by name. Replaces the item of the same name.
fn insert<T>(items: &mut Vec<(String, T)>, name: String, item: T) {
    match items.binary_search_by(|(known, _)| known.cmp(&name)) {
        Ok(at) => items[at].1 = item,
        Err(at) => items.insert(at, (name, item)),
    }
}

/// Returns the name: `verbose` for `--verbose`, `-v` for a flag without a long name, and `<FILE>`
/// for a positional argument.
fn name(arg: &Arg) -> String {
    if let Some(long) = arg.get_long() {
        return long.to_owned();
    }
    if let Some(short) = arg.get_short() {
        return format!("-{short}");
    }
    let value_name = arg.get_value_names().and_then(|names| names.first());
    match value_name {
        Some(name) => format!("<{name}>"),
        None => format!("<{}>", arg.get_id()),
    }
}

fn is_inherited(arg: &Arg, parent: &Command) -> bool {
    parent
        .get_arguments()
        .filter(|above| above.get_id() == arg.get_id() && name(above) == name(arg))
        .any(is_also_below)
}

/// Whether all commands below have the flag, too.
fn is_also_below(arg: &Arg) -> bool {
    // clap gives every command its own help flag.
    let is_help = matches!(arg.get_action(), ArgAction::Help);
    is_help || arg.is_global_set() || is_output_flag(arg)
}

fn flag_view(arg: &Arg) -> ObjectView<'static> {
    let help = arg
        .get_help()
        .or(arg.get_long_help())
        .map(ToString::to_string)
        .unwrap_or_default();
    let mut object = ObjectView::default();
    object.member("type", flag_type(arg));
    object.member("required", arg.is_required_set());
    object.member("description", first_paragraph(&help));
    object.some("default", default(arg));
    object.some("enum_values", enum_values(arg).map(JsonView::list));
    object.some(
        "short",
        arg.get_short()
            .filter(|_| arg.get_long().is_some())
            .map(String::from),
    );
    object
}

/// Returns the valid values of a flag whose type is `enum`.
fn enum_values(arg: &Arg) -> Option<Vec<String>> {
    if arg.is_hide_possible_values_set()
        || takes_several(arg)
        || !arg.get_action().takes_values()
        || value_type(arg) != "string"
    {
        return None;
    }
    let values = possible_values(arg);
    if values.is_empty() {
        return None;
    }
    let names = values.iter().map(|value| value.get_name().to_owned());
    Some(names.collect())
}

/// Returns the valid values of the flag with this name, if the command has it.
fn values_of_flag(flags: &[(String, &Arg)], name: &str) -> Option<Vec<String>> {
    let (_, arg) = flags.iter().find(|(known, _)| known == name)?;
    enum_values(arg)
}

fn takes_several(arg: &Arg) -> bool {
    let several = arg
        .get_num_args()
        .is_some_and(|range| range.max_values() > 1);
    matches!(arg.get_action(), ArgAction::Append)
        || (matches!(arg.get_action(), ArgAction::Set) && several)
}

/// Returns the type's name in the specification: `array`, `boolean`, `enum`, `integer`, `number` or
/// `string`.
fn flag_type(arg: &Arg) -> &'static str {
    if takes_several(arg) {
        return "array";
    }
    match arg.get_action() {
        ArgAction::Count => "integer",
        ArgAction::Set if enum_values(arg).is_some() => "enum",
        ArgAction::Set => value_type(arg),
        _ => "boolean",
    }
}

/// Returns the type of a single value, based on the type that it's parsed into.
fn value_type(arg: &Arg) -> &'static str {
    let is_bool = arg.get_value_parser().type_id() == TypeId::of::<bool>();
    number_type(arg).unwrap_or(if is_bool { "boolean" } else { "string" })
}

fn default(arg: &Arg) -> Option<JsonView<'static>> {
    match arg.get_action() {
        ArgAction::SetTrue => return Some(JsonView::Bool(false)),
        ArgAction::SetFalse => return Some(JsonView::Bool(true)),
        ArgAction::Count => return Some(JsonView::raw(&0)),
        _ => {}
    }
    let is_secret = looks_secret(arg.get_id().as_str()) || looks_secret(&name(arg));
    if is_secret || arg.is_hide_default_value_set() {
        return None;
    }
    let mut values = Vec::new();
    for value in arg.get_default_values() {
        values.push(typed(&value.to_string_lossy(), value_type(arg)));
    }
    if takes_several(arg) && !values.is_empty() {
        Some(JsonView::list(values))
    } else {
        values.into_iter().next()
    }
}

/// Converts a default value to JSON. A number that isn't valid JSON, such as `.5`, becomes a
/// string.
fn typed(value: &str, ty: &str) -> JsonView<'static> {
    if ty != "string"
        && let Ok(json) = serde_json::from_str::<serde_json::Value>(value)
    {
        return JsonView::raw(&json);
    }
    value.to_owned().into()
}

fn first_paragraph(text: &str) -> String {
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
