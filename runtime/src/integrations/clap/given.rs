//! Finds the flags on a command line and distinguishes them from the values of other options.
//!
//! The output format must be known even if clap rejects the command line. This module therefore walks the arguments
//! itself, based on the command's definition. It follows clap's rules for telling flags from other arguments.

use clap::{Arg, Command};
use std::ffi::OsString;

/// A flag on a command line.
pub(super) struct Given<'a> {
    pub(super) flag: &'a Arg,
    /// The value after `=`, or else the first of the following arguments that the flag takes as a value.
    pub(super) value: Option<String>,
    /// The index of the argument on the command line.
    pub(super) index: usize,
}

/// Finds the flags on a command line, which starts with the program name unless the command disables it. Ignores
/// everything after `--`, after an external subcommand, and after an argument that accepts any string.
pub(super) fn flags<'a>(root: &'a Command, arguments: &[OsString]) -> Vec<Given<'a>> {
    let mut path = vec![root];
    let mut found = Vec::new();
    let mut index = usize::from(!root.is_no_binary_name_set());
    while let Some(word) = arguments.get(index) {
        let command = path[path.len() - 1];
        let word = word.to_string_lossy();
        let here = index;
        index += 1;
        if word == "--" {
            break;
        }
        if let Some(long) = word.strip_prefix("--") {
            let (name, inline) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (long, None),
            };
            let Some(flag) = find(&path, |arg| has_long(arg, name)) else { continue };
            let taken = if inline.is_some() { 0 } else { values(flag, &arguments[index..]) };
            let next = arguments.get(index).filter(|_| taken > 0);
            let value = inline.or_else(|| next.map(|value| value.to_string_lossy().into_owned()));
            found.push(Given { flag, value, index: here });
            index += taken;
        } else if let Some(shorts) = word.strip_prefix('-').filter(|shorts| !shorts.is_empty()) {
            index += values_of_shorts(&path, shorts, &arguments[index..]);
        } else if let Some(subcommand) = command.find_subcommand(&*word) {
            path.push(subcommand);
        } else if command.is_allow_external_subcommands_set() || ends_flags(command) {
            break;
        }
    }
    found
}

/// Whether a positional argument of the command accepts values that look like flags.
pub(super) fn takes_any_word(command: &Command) -> bool {
    command.get_positionals().any(|arg| arg.is_allow_hyphen_values_set() && !arg.is_last_set())
}

/// Whether nothing after the first positional argument can be a flag.
fn ends_flags(command: &Command) -> bool {
    takes_any_word(command) || command.get_positionals().any(Arg::is_trailing_var_arg_set)
}

/// Whether the argument has this long name or alias.
pub(super) fn has_long(arg: &Arg, name: &str) -> bool {
    arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|aliases| aliases.contains(&name))
}

/// Finds an argument of the called command, or a global argument of a command above it.
fn find<'a>(path: &[&'a Command], is: impl Fn(&Arg) -> bool) -> Option<&'a Arg> {
    let (command, above) = path.split_last()?;
    let inherited = above.iter().rev().flat_map(|command| command.get_arguments().filter(|arg| arg.is_global_set()));
    command.get_arguments().chain(inherited).find(|arg| is(arg))
}

/// Returns how many of the following arguments the last flag in a cluster such as `-vo` takes as values.
fn values_of_shorts(path: &[&Command], shorts: &str, rest: &[OsString]) -> usize {
    for (place, short) in shorts.char_indices() {
        let is = |arg: &Arg| {
            arg.get_short() == Some(short) || arg.get_all_short_aliases().is_some_and(|all| all.contains(&short))
        };
        match find(path, is) {
            Some(flag) if flag.get_action().takes_values() => {
                let has_value = place + short.len_utf8() < shorts.len();
                return if has_value { 0 } else { values(flag, rest) };
            }
            Some(_) => {}
            None => return 0,
        }
    }
    0
}

/// Returns how many of the following arguments are values of the flag.
fn values(flag: &Arg, rest: &[OsString]) -> usize {
    if !flag.get_action().takes_values() || flag.is_require_equals_set() {
        return 0;
    }
    let names = flag.get_value_names().map_or(1, <[_]>::len).max(1);
    let most = flag.get_num_args().map_or(names, |range| range.max_values());
    let is_value = |word: &&OsString| {
        let word = word.to_string_lossy();
        let is_flag = word.len() > 1 && word.starts_with('-');
        let is_end = flag.get_value_terminator().is_some_and(|end| word == end.as_str());
        // Only check the first character, because parsing a number would link 14 kB of tables.
        let starts_with_digit = word[usize::from(is_flag)..].starts_with(|c: char| c.is_ascii_digit() || c == '.');
        let is_number = || flag.is_allow_negative_numbers_set() && starts_with_digit;
        !is_end && (!is_flag || flag.is_allow_hyphen_values_set() || is_number())
    };
    rest.iter().take(most).take_while(is_value).count()
}

#[cfg(test)]
mod tests {
    use super::flags;
    use clap::{Arg, ArgAction, Command};
    use std::ffi::OsString;

    fn tool() -> Command {
        let pair = Arg::new("pair").short('L').long("pair").num_args(2).allow_hyphen_values(true);
        let switch = Arg::new("verbose").short('v').long("verbose").action(ArgAction::SetTrue).global(true);
        let run = Command::new("run").arg(Arg::new("command").num_args(1..).trailing_var_arg(true));
        let export = Command::new("export").visible_alias("write").arg(Arg::new("file").long("output").short('o'));
        Command::new("tool").args([pair, switch, Arg::new("mark").long("mark")]).subcommands([run, export])
    }

    fn given(line: &str) -> Vec<(String, Option<String>)> {
        let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let tool = tool();
        let flags = flags(&tool, &arguments).into_iter();
        flags.map(|given| (given.flag.get_id().to_string(), given.value)).collect()
    }

    #[test]
    fn a_word_is_a_flag_only_where_clap_reads_one() {
        let mark = |value: &str| vec![("mark".to_owned(), Some(value.to_owned()))];
        for (line, expected) in [
            ("tool --mark a", mark("a")),
            ("tool --mark=a", mark("a")),
            ("tool -v --mark a", mark("a")),
            ("tool -L --mark --mark --mark a", mark("a")),
            ("tool -vL x --mark", Vec::new()),
            ("tool -Lx --mark a", mark("a")),
            ("tool -- --mark a", Vec::new()),
            ("tool run ls --mark a", Vec::new()),
            ("tool unknown --mark a", mark("a")),
        ] {
            assert_eq!(given(line), expected, "{line}");
        }
    }

    #[test]
    fn flags_are_those_of_the_command_that_is_called() {
        let file = |value: &str| vec![("file".to_owned(), Some(value.to_owned()))];
        assert_eq!(given("tool export --output json"), file("json"));
        assert_eq!(given("tool write --output=json"), file("json"));
        assert_eq!(given("tool --output json export"), Vec::new());
        assert_eq!(given("tool export --verbose"), [("verbose".to_owned(), None)]);
    }
}
