//! The flags and positional arguments of a command in a manifest.

mod default;

use super::super::number::bounds;
use super::super::output_args::is_output_flag;
use super::by_name;
use crate::json::{JsonView, ObjectView};
use clap::{Arg, ArgAction, Command};
use default::default;
use std::any::TypeId;

/// The type of a flag's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FlagType {
    String,
    Integer,
    Number,
    /// A switch, or a flag that takes `true` or `false`.
    Boolean,
    /// Multiple values.
    Array,
    /// One of a fixed set of values.
    Enum,
}

impl FlagType {
    fn as_str(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Boolean => "boolean",
            Self::Array => "array",
            Self::Enum => "enum",
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct FlagEntry {
    pub(super) ty: FlagType,
    required: bool,
    description: String,
    default: Option<JsonView<'static>>,
    /// All possible values, if they're limited.
    pub(super) values: Vec<String>,
    short: Option<char>,
    pub(super) range: Range,
}

/// The smallest and largest number that a flag accepts, if limited.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Range {
    minimum: Option<i64>,
    maximum: Option<i64>,
}

/// Returns the visible flags and positional arguments of a command, keyed and sorted by name.
pub(super) fn flags(command: &Command) -> Vec<(String, FlagEntry)> {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut flags = visible.map(|arg| (name(arg), FlagEntry::of(command, arg))).collect();
    by_name(&mut flags);
    flags
}

/// Returns the name: `verbose` for `--verbose`, `-v` for a flag without a long name, and `<FILE>` for a positional
/// argument.
fn name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => long.to_owned(),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => format!("<{}>", positional_name(arg)),
    }
}

/// Whether the parent command lists this flag too, so the subcommand doesn't have to.
pub(super) fn is_inherited(command: &Command, parent: &Command, flag: &str) -> bool {
    let (Some(own), Some(above)) = (named(command, flag), named(parent, flag)) else { return false };
    holds_below(above) && own.get_id() == above.get_id()
}

fn named<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| name(arg) == flag)
}

/// Whether subcommands inherit the argument.
fn holds_below(arg: &Arg) -> bool {
    // clap gives every command its own help flag.
    arg.is_global_set() || is_output_flag(arg) || matches!(arg.get_action(), ArgAction::Help)
}

fn positional_name(arg: &Arg) -> &str {
    arg.get_value_names().and_then(|names| names.first()).map_or_else(|| arg.get_id().as_str(), |name| name.as_str())
}

/// Formats the name of another flag for use in a description.
fn shown(arg: &Arg) -> String {
    match (arg.get_long(), arg.is_positional()) {
        (Some(long), _) => format!("`--{long}`"),
        _ => format!("`{}`", name(arg)),
    }
}

impl FlagEntry {
    fn of(command: &Command, arg: &Arg) -> Self {
        let words = words(arg);
        let ty = flag_type(arg, &words);
        let array_words = if ty == FlagType::Array { words.as_slice() } else { &[] };
        Self {
            ty,
            required: arg.is_required_set(),
            description: description(command, arg, array_words),
            default: default(arg, ty),
            values: if ty == FlagType::Enum { words } else { Vec::new() },
            short: arg.get_short().filter(|_| arg.get_long().is_some()),
            range: range(arg).unwrap_or_default(),
        }
    }
}

/// Returns the possible values, if they're limited and not hidden.
fn words(arg: &Arg) -> Vec<String> {
    if !arg.get_action().takes_values() || arg.is_hide_possible_values_set() {
        return Vec::new();
    }
    let visible = arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set());
    visible.map(|value| value.get_name().to_owned()).collect()
}

fn flag_type(arg: &Arg, words: &[String]) -> FlagType {
    let several = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    match arg.get_action() {
        ArgAction::Count => FlagType::Integer,
        ArgAction::Append => FlagType::Array,
        ArgAction::Set if several => FlagType::Array,
        ArgAction::Set => match value_type(arg) {
            FlagType::String if !words.is_empty() => FlagType::Enum,
            ty => ty,
        },
        _ => FlagType::Boolean,
    }
}

/// Returns the type of a single value, based on the type that it's parsed into.
fn value_type(arg: &Arg) -> FlagType {
    macro_rules! is_one_of {
        ($($ty:ty),*) => { [$(TypeId::of::<$ty>()),*] };
    }
    let integers = is_one_of!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
    let numbers = is_one_of!(f32, f64);
    let parsed = arg.get_value_parser().type_id();
    match () {
        () if integers.iter().any(|known| parsed == *known) => FlagType::Integer,
        () if numbers.iter().any(|known| parsed == *known) => FlagType::Number,
        () if parsed == TypeId::of::<bool>() => FlagType::Boolean,
        () => FlagType::String,
    }
}

/// Returns the help text, followed by notes on everything that the schema has no member for.
fn description(command: &Command, arg: &Arg, array_words: &[String]) -> String {
    let help = arg.get_help().or(arg.get_long_help()).map(ToString::to_string).unwrap_or_default();
    let mut notes = Vec::new();
    if let Some(index) = arg.get_index().filter(|_| arg.is_positional()) {
        notes.push(format!("argument {index}"));
    }
    if !array_words.is_empty() {
        notes.push(format!("each one of {}", array_words.join(", ")));
    }
    if holds_below(arg) && command.has_subcommands() {
        notes.push("also of every subcommand".to_owned());
    }
    if arg.is_last_set() {
        notes.push("after `--`".to_owned());
    }
    if arg.is_trailing_var_arg_set() {
        notes.push("takes the rest of the line".to_owned());
    }
    notes.extend(count(arg));
    notes.extend(arg.get_value_delimiter().map(|delimiter| format!("values separated by `{delimiter}`")));
    notes.extend(range(arg).and_then(Range::in_words));
    let variable = arg.get_env().filter(|_| !arg.is_hide_env_set());
    notes.extend(variable.map(|variable| format!("or from the variable {}", variable.to_string_lossy())));
    if let Some(aliases) = arg.get_visible_aliases().filter(|aliases| !aliases.is_empty()) {
        notes.push(format!("also {}", join(aliases.iter().map(|alias| format!("`--{alias}`")))));
    }
    if arg.is_exclusive_set() {
        notes.push("alone".to_owned());
    }
    let conflicts = join(conflicts(command, arg).into_iter().map(shown));
    if !conflicts.is_empty() {
        notes.push(format!("not with {conflicts}"));
    }
    for group in command.get_groups().filter(|group| group.is_required_set()) {
        let members: Vec<&Arg> = group.get_args().filter_map(|id| find(command, id)).collect();
        if members.len() > 1 && members.iter().any(|member| member.get_id() == arg.get_id()) {
            notes.push(format!("one of {} is required", join(members.into_iter().map(shown))));
        }
    }
    match (first_paragraph(&help), notes.join("; ")) {
        (help, notes) if notes.is_empty() => help,
        (help, notes) => format!("{help} ({notes})").trim_start().to_owned(),
    }
}

/// Describes the number of values, unless it's exactly one.
fn count(arg: &Arg) -> Option<String> {
    let range = arg.get_num_args().filter(|_| arg.get_action().takes_values())?;
    match (range.min_values(), range.max_values()) {
        (1, 1) => None,
        (0, 1) => Some("the value may be left out".to_owned()),
        // The default for a positional argument.
        (0 | 1, usize::MAX) if arg.is_positional() => None,
        (min, usize::MAX) => Some(format!("{min} or more values")),
        (min, max) if min == max => Some(format!("{min} values")),
        (min, max) => Some(format!("{min} to {max} values")),
    }
}

/// Returns the range of an integer argument, if limited.
fn range(arg: &Arg) -> Option<Range> {
    if value_type(arg) != FlagType::Integer || !arg.get_action().takes_values() {
        return None;
    }
    let (low, high) = bounds(arg)?;
    let minimum = i64::try_from(low).ok().filter(|low| *low > i64::MIN);
    let maximum = i64::try_from(high).ok().filter(|high| *high < i64::MAX);
    Some(Range { minimum, maximum })
}

impl Range {
    fn in_words(self) -> Option<String> {
        match (self.minimum, self.maximum) {
            (Some(low), Some(high)) => Some(format!("{low} to {high}")),
            (Some(low), None) => Some(format!("at least {low}")),
            (None, Some(high)) => Some(format!("at most {high}")),
            (None, None) => None,
        }
    }
}

fn join(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

fn find<'a>(command: &'a Command, id: &clap::Id) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| arg.get_id() == id)
}

/// Returns the visible flags that conflict with this one. Either of the two flags can declare the conflict.
fn conflicts<'a>(command: &'a Command, arg: &Arg) -> Vec<&'a Arg> {
    let names = |by: &Arg, other: &Arg| {
        // For a global flag, clap also searches other commands, and it panics if the flag conflicts with a group.
        !by.is_global_set() && command.get_arg_conflicts_with(by).iter().any(|arg| arg.get_id() == other.get_id())
    };
    let one_of_a_group = |other: &Arg| {
        let holds_both = |group: &&clap::ArgGroup| {
            let holds = |arg: &Arg| group.get_args().any(|id| id == arg.get_id());
            holds(arg) && holds(other)
        };
        command.get_groups().filter(holds_both).any(|group| !group.clone().is_multiple())
    };
    let others = command.get_arguments().filter(|other| other.get_id() != arg.get_id() && !other.is_hide_set());
    others.filter(|other| names(arg, other) || names(other, arg) || one_of_a_group(other)).collect()
}

impl<'a> From<&'a FlagEntry> for JsonView<'a> {
    fn from(flag: &'a FlagEntry) -> Self {
        let mut object = ObjectView::default();
        object.member("type", flag.ty.as_str());
        object.member("required", flag.required);
        object.member("description", &flag.description);
        object.some("default", flag.default.clone());
        if flag.ty == FlagType::Enum {
            object.member("enum_values", Self::list(&flag.values));
        }
        object.some("short", flag.short.map(String::from));
        object.some("minimum", flag.range.minimum);
        object.some("maximum", flag.range.maximum);
        Self::Object(object)
    }
}

/// Returns the first paragraph of a help text on a single line.
pub(super) fn first_paragraph(text: &str) -> String {
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
