//! Finds passwords in the flags of well-known programs, as in `curl -u eve:S`.

use super::prose::is_placeholder;
use super::value::Value;
use super::{is_quote, window};
use std::ops::Range;

/// Programs and subcommands that accept a password in a flag whose name doesn't look secret.
const PROGRAMS: &[(&str, &[&str], Syntax)] = &[
    ("curl", &["-u", "--user", "-U", "--proxy-user"], Syntax::AfterName(':')),
    ("smbclient", &["-U"], Syntax::AfterName('%')),
    ("mysql mysqldump mysqladmin mariadb mariadb-dump", &["-p"], Syntax::Joined),
    ("sshpass login mongo mongosh mongodump mongorestore 7z", &["-p"], Syntax::NextOrJoined),
    ("sqlcmd bcp zip unzip mosquitto_pub mosquitto_sub", &["-P"], Syntax::NextOrJoined),
    ("redis-cli", &["-a"], Syntax::NextOrJoined),
    ("ldapsearch ldapmodify ldapadd ldapwhoami", &["-w"], Syntax::NextOrJoined),
    ("openssl", &["-passin", "-passout", "-pass"], Syntax::AfterPass),
];

/// How a flag contains its password.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// `-p PASSWORD` or `-pPASSWORD`.
    NextOrJoined,
    /// `-pPASSWORD`.
    Joined,
    /// `-u NAME:PASSWORD` or `-uNAME:PASSWORD`. The separator may also be `%`.
    AfterName(char),
    /// `-passin pass:PASSWORD`.
    AfterPass,
}

/// A program's flags, and their syntax.
#[derive(Clone, Copy)]
pub(super) struct Program(&'static [&'static str], Syntax);

impl Program {
    /// Returns the program with the given name.
    pub(super) fn named(name: &str) -> Option<Self> {
        let found = PROGRAMS.iter().find(|(names, ..)| names.split(' ').any(|known| known == name));
        found.map(|(_, flags, syntax)| Self(flags, *syntax))
    }

    /// Returns the password in the program's flag or after it.
    pub(super) fn password(self, text: &str, flag: &Range<usize>) -> Option<Range<usize>> {
        let Self(flags, syntax) = self;
        let name = &text[flag.clone()];
        if !name.starts_with('-') {
            return None;
        }
        let start = match flags.contains(&name) {
            true if text[flag.end..].starts_with(is_quote) => flag.end,
            true if syntax == Syntax::Joined => return None,
            true => flag.end + text[flag.end..].strip_prefix([' ', '=']).map(|_| 1)?,
            false if syntax == Syntax::AfterPass || name.starts_with("--") => return None,
            // A short flag has two characters.
            false => flag.start + flags.iter().find(|flag| flag.len() == 2 && name.starts_with(**flag))?.len(),
        };
        let value = window(&text[start..]);
        if is_placeholder(value) || value.starts_with('-') {
            return None;
        }
        let start = match syntax {
            Syntax::AfterName(separator) => {
                let range = Value::at(value, 0, None).into_range();
                let password = range.start + value[range].find(separator)? + 1;
                let is_shown = is_placeholder(&value[password..]);
                let end = Value::at(text, start, None).into_range().end;
                return (!is_shown).then_some(start + password..end);
            }
            Syntax::AfterPass => start + value.strip_prefix("pass:").map(|_| "pass:".len())?,
            Syntax::NextOrJoined | Syntax::Joined => start,
        };
        Some(Value::at(text, start, None).into_range())
    }
}
