//! The flags and positional arguments of a command in a manifest.

use super::by_name;
use crate::integrations::clap::listings::possible_values;
use crate::integrations::clap::output_args::is_output_flag;
use crate::json::{JsonView, ObjectView};
use crate::text::secret::looks_secret;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;

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
}

/// Returns the visible flags and positional arguments of a command, keyed and sorted by name.
pub(super) fn flags(command: &Command) -> Vec<(String, FlagEntry)> {
    let visible = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let mut flags = visible.map(|arg| (name(arg), FlagEntry::of(arg))).collect();
    by_name(&mut flags);
    flags
}

/// Returns the name: `verbose` for `--verbose`, `-v` for a flag without a long name, and `<FILE>` for a positional
/// argument.
fn name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => long.to_owned(),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => {
            let name = arg.get_value_names().and_then(|names| names.first());
            format!("<{}>", name.map_or_else(|| arg.get_id().as_str(), |name| name.as_str()))
        }
    }
}

/// Whether the parent command lists this flag too, so the subcommand doesn't have to.
pub(super) fn is_inherited(command: &Command, parent: &Command, flag: &str) -> bool {
    let (Some(own), Some(above)) = (named(command, flag), named(parent, flag)) else { return false };
    // clap gives every command its own help flag.
    let holds_below = above.is_global_set() || is_output_flag(above) || matches!(above.get_action(), ArgAction::Help);
    holds_below && own.get_id() == above.get_id()
}

fn named<'a>(command: &'a Command, flag: &str) -> Option<&'a Arg> {
    command.get_arguments().find(|arg| name(arg) == flag)
}

impl FlagEntry {
    fn of(arg: &Arg) -> Self {
        let mut values = Vec::new();
        if !arg.is_hide_possible_values_set() {
            values.extend(possible_values(arg).iter().map(|value| value.get_name().to_owned()));
        }
        let ty = flag_type(arg, !values.is_empty());
        if ty != FlagType::Enum {
            values.clear();
        }
        let help = arg.get_help().or(arg.get_long_help()).map(ToString::to_string).unwrap_or_default();
        Self {
            ty,
            required: arg.is_required_set(),
            description: first_paragraph(&help),
            default: default(arg, ty),
            values,
            short: arg.get_short().filter(|_| arg.get_long().is_some()),
        }
    }
}

fn flag_type(arg: &Arg, is_limited: bool) -> FlagType {
    let several = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    match arg.get_action() {
        ArgAction::Count => FlagType::Integer,
        ArgAction::Append => FlagType::Array,
        ArgAction::Set if several => FlagType::Array,
        ArgAction::Set => match value_type(arg) {
            FlagType::String if is_limited => FlagType::Enum,
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

/// Returns the default value, unless it's hidden or looks secret.
fn default(arg: &Arg, ty: FlagType) -> Option<JsonView<'static>> {
    match arg.get_action() {
        ArgAction::SetTrue => return Some(JsonView::Bool(false)),
        ArgAction::SetFalse => return Some(JsonView::Bool(true)),
        ArgAction::Count => return Some(JsonView::raw(&0)),
        _ if arg.is_hide_default_value_set() => return None,
        _ if looks_secret(arg.get_id().as_str()) || looks_secret(&name(arg)) => return None,
        _ => {}
    }
    let mut values = arg.get_default_values().iter().map(|value| typed(&value.to_string_lossy(), value_type(arg)));
    match ty {
        FlagType::Array => Some(values.collect::<Vec<_>>()).filter(|values| !values.is_empty()).map(JsonView::list),
        _ => values.next(),
    }
}

/// Converts a default value to JSON. A value that JSON spells differently, such as `.5`, becomes a string.
fn typed(value: &str, ty: FlagType) -> JsonView<'static> {
    let json = match ty {
        FlagType::Integer | FlagType::Number => {
            serde_json::from_str::<serde_json::Number>(value).ok().map(|number| JsonView::raw(&number))
        }
        FlagType::Boolean => value.parse().ok().map(JsonView::Bool),
        FlagType::String | FlagType::Array | FlagType::Enum => None,
    };
    json.unwrap_or_else(|| value.to_owned().into())
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
        Self::Object(object)
    }
}

/// Returns the first paragraph of a help text on a single line.
pub(super) fn first_paragraph(text: &str) -> String {
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
