//! The flags and positional arguments of a command in a manifest.

use super::by_name;
use crate::integrations::clap::listings::possible_values;
use crate::integrations::clap::output_args::is_output_flag;
use crate::json::{JsonView, ObjectView};
use crate::text::secret::looks_secret;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;

/// Returns the visible flags and positional arguments of a command by name. Omits flags that the parent command lists.
pub(super) fn flags<'a>(command: &'a Command, parent: Option<&Command>) -> Vec<(String, &'a Arg)> {
    let own = |arg: &&Arg| !arg.is_hide_set() && !parent.is_some_and(|parent| is_inherited(arg, parent));
    let mut flags = command.get_arguments().filter(own).map(|arg| (name(arg), arg)).collect();
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

/// Whether the flag is inherited from the parent command, which already lists it.
fn is_inherited(arg: &Arg, parent: &Command) -> bool {
    // clap gives every command its own help flag.
    let holds_below =
        |above: &Arg| above.is_global_set() || is_output_flag(above) || matches!(above.get_action(), ArgAction::Help);
    let mut above = parent.get_arguments().filter(|above| name(above) == name(arg));
    above.next().is_some_and(|above| holds_below(above) && above.get_id() == arg.get_id())
}

pub(super) fn view(arg: &Arg) -> ObjectView<'static> {
    let help = arg.get_help().or(arg.get_long_help()).map(ToString::to_string).unwrap_or_default();
    let mut object = ObjectView::default();
    object.member("type", flag_type(arg));
    object.member("required", arg.is_required_set());
    object.member("description", first_paragraph(&help));
    object.some("default", default(arg));
    object.some("enum_values", enum_values(arg).map(JsonView::list));
    object.some("short", arg.get_short().filter(|_| arg.get_long().is_some()).map(String::from));
    object
}

/// Returns the valid values of a flag whose type is `enum`.
pub(super) fn enum_values(arg: &Arg) -> Option<Vec<String>> {
    let values = possible_values(arg);
    let is_limited = !values.is_empty() && !arg.is_hide_possible_values_set();
    let is_enum = is_limited && !takes_several(arg) && arg.get_action().takes_values() && value_type(arg) == "string";
    is_enum.then(|| values.iter().map(|value| value.get_name().to_owned()).collect())
}

fn takes_several(arg: &Arg) -> bool {
    let several = arg.get_num_args().is_some_and(|range| range.max_values() > 1);
    matches!(arg.get_action(), ArgAction::Append) || (matches!(arg.get_action(), ArgAction::Set) && several)
}

/// Returns the type's name in the specification: `array`, `boolean`, `enum`, `integer`, `number` or `string`.
fn flag_type(arg: &Arg) -> &'static str {
    match arg.get_action() {
        ArgAction::Count => "integer",
        _ if takes_several(arg) => "array",
        ArgAction::Set if enum_values(arg).is_some() => "enum",
        ArgAction::Set => value_type(arg),
        _ => "boolean",
    }
}

/// Returns the type of a single value, based on the type that it's parsed into.
fn value_type(arg: &Arg) -> &'static str {
    macro_rules! is_one_of {
        ($($ty:ty),*) => { [$(TypeId::of::<$ty>()),*] };
    }
    let integers = is_one_of!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize);
    let numbers = is_one_of!(f32, f64);
    let parsed = arg.get_value_parser().type_id();
    match () {
        () if integers.iter().any(|known| parsed == *known) => "integer",
        () if numbers.iter().any(|known| parsed == *known) => "number",
        () if parsed == TypeId::of::<bool>() => "boolean",
        () => "string",
    }
}

/// Returns the default value, unless it's hidden or looks secret.
fn default(arg: &Arg) -> Option<JsonView<'static>> {
    match arg.get_action() {
        ArgAction::SetTrue => return Some(JsonView::Bool(false)),
        ArgAction::SetFalse => return Some(JsonView::Bool(true)),
        ArgAction::Count => return Some(JsonView::raw(&0)),
        _ if arg.is_hide_default_value_set() => return None,
        _ if looks_secret(arg.get_id().as_str()) || looks_secret(&name(arg)) => return None,
        _ => {}
    }
    let mut values = arg.get_default_values().iter().map(|value| typed(&value.to_string_lossy(), value_type(arg)));
    match takes_several(arg) {
        true => Some(values.collect::<Vec<_>>()).filter(|values| !values.is_empty()).map(JsonView::list),
        false => values.next(),
    }
}

/// Converts a default value to JSON. A number in a notation that JSON doesn't support, such as `.5`, becomes a string.
fn typed(value: &str, ty: &str) -> JsonView<'static> {
    let json = match ty {
        "integer" | "number" => {
            serde_json::from_str::<serde_json::Number>(value).ok().map(|number| JsonView::raw(&number))
        }
        "boolean" => value.parse().ok().map(JsonView::Bool),
        _ => None,
    };
    json.unwrap_or_else(|| value.to_owned().into())
}

/// Returns the first paragraph of a help text on a single line.
pub(super) fn first_paragraph(text: &str) -> String {
    let first = text.trim().split("\n\n").next().unwrap_or_default();
    first.split_whitespace().collect::<Vec<_>>().join(" ")
}
