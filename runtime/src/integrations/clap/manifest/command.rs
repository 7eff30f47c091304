//! A command in a manifest.

use super::exits::{ExitEntry, exit_entries};
use super::flag::{FlagEntry, FlagType, first_paragraph, flags, is_inherited};
use super::object_of;
use crate::catalog::Catalog;
use crate::integrations::clap::tree::Node;
use crate::json::{JsonView, ObjectView};
use crate::vocabulary::danger::DangerLevel;

#[derive(Clone, Debug)]
pub(super) struct CommandEntry {
    pub(super) description: String,
    aliases: Vec<String>,
    pub(super) danger: DangerLevel,
    flags: Vec<(String, FlagEntry)>,
    pub(super) exit_codes: Vec<(u8, ExitEntry)>,
    output_formats: Vec<String>,
    subcommands: Vec<String>,
    /// All codes that the command can return and their exit codes, sorted.
    pub(super) codes: Vec<(&'static str, u8)>,
    /// The indices of the sets that contain these codes. Empty in a manifest that follows the published schema.
    pub(super) code_sets: Vec<usize>,
}

impl CommandEntry {
    /// Creates an entry. Omits flags that the parent command already lists.
    pub(super) fn of(node: &Node<'_>, program: &Catalog) -> Self {
        let command = node.command;
        let about = command.get_about().or(command.get_long_about()).map(ToString::to_string).unwrap_or_default();
        let mut flags = flags(command);
        let own = |name: &String| node.parent.is_none_or(|parent| !is_inherited(command, parent, name));
        flags.retain(|(name, _)| own(name));
        let output_formats = output_formats(&flags);
        let errors = node.catalog(program);
        Self {
            description: first_paragraph(&about),
            aliases: command.get_visible_aliases().map(str::to_owned).collect(),
            danger: node.danger(),
            exit_codes: exit_entries(&errors),
            output_formats,
            flags,
            subcommands: node.children().map(|child| child.path.join(".")).collect(),
            codes: errors.iter().map(|entry| (entry.def.code(), entry.exit_code())).collect(),
            code_sets: Vec::new(),
        }
    }
}

/// Returns the values of the flag that selects the output format, if it's named `output` or `format`.
fn output_formats(flags: &[(String, FlagEntry)]) -> Vec<String> {
    let chooses = |name: &str| flags.iter().find(|(known, flag)| known == name && flag.ty == FlagType::Enum);
    chooses("output").or_else(|| chooses("format")).map(|(_, flag)| flag.values.clone()).unwrap_or_default()
}

impl<'a> From<&'a CommandEntry> for JsonView<'a> {
    fn from(command: &'a CommandEntry) -> Self {
        let mut object = ObjectView::default();
        object.member("description", &command.description);
        object.member("danger_level", command.danger.as_str());
        let lists = [
            ("aliases", &command.aliases),
            ("subcommands", &command.subcommands),
            ("output_formats", &command.output_formats),
        ];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            object.member(key, Self::list(list));
        }
        object.member("flags", object_of(command.flags.iter().map(|(name, flag)| (&**name, flag))));
        object
            .member("exit_codes", object_of(command.exit_codes.iter().map(|(exit, entry)| (exit.to_string(), entry))));
        if !command.code_sets.is_empty() {
            let places = command.code_sets.iter().map(|place| i64::try_from(*place).unwrap_or(i64::MAX));
            object.member("code_sets", Self::list(places));
        }
        Self::Object(object)
    }
}
