//! Finds passwords in the flags of well-known programs, as in `curl -u eve:S`.

use super::named::{Separator, separator_after};
use super::prose::is_placeholder;
use super::value::{Quote, Value};
use super::{is_quote, window};
use std::ops::Range;

/// The password directly follows the flag: `-pS`. After a space, there's another argument.
const JOINED: &str = "joined";

/// Flags of a program that accept a password although their names don't look secret, each with the
/// text before the password.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Program(&'static str, &'static str);

impl Program {
    pub(crate) fn named(name: &str) -> Option<Self> {
        Some(match name.trim_end_matches(".exe") {
            "curl" => Self("-u --user -U --proxy-user", ":"),
            "smbclient" => Self("-U", "%"),
            "openssl" => Self("-passin -passout -pass", "pass:"),
            "mysql" | "mysqldump" | "mysqladmin" | "mariadb" | "mariadb-dump" => Self("-p", JOINED),
            "sshpass" | "login" | "mongo" | "mongosh" | "mongodump" | "mongorestore" | "7z" => {
                Self("-p", "")
            }
            "sqlcmd" | "bcp" | "zip" | "unzip" | "mosquitto_pub" | "mosquitto_sub" => {
                Self("-P", "")
            }
            "redis-cli" => Self("-a", ""),
            "ldapsearch" | "ldapmodify" | "ldapadd" | "ldapwhoami" => Self("-w", ""),
            _ => return None,
        })
    }

    /// Returns the password in the program's flag or after it.
    pub(super) fn password(self, text: &str, flag: &Range<usize>) -> Option<Range<usize>> {
        let Self(flags, prefix) = self;
        let (name, around) = (&text[flag.clone()], Quote::before(&text[..flag.start]));
        // Short flags may be combined: `-su` is `-s -u`.
        let letters = name
            .strip_prefix('-')
            .filter(|letters| letters.bytes().all(|byte| byte.is_ascii_alphabetic()));
        let is_combined = letters.is_some_and(|letters| letters.len() <= 4);
        let ends = |known: &str| {
            is_combined
                && !name.starts_with(known)
                && known.len() == 2
                && name.ends_with(&known[1..])
        };
        let start = match flags.split(' ').any(|known| known == name || ends(known)) {
            true if around.is_none() && text[flag.end..].starts_with(is_quote) => flag.end,
            true if prefix == JOINED => return None,
            true => {
                separator_after(text, flag, around)
                    .filter(|(sign, _)| *sign != Separator::Colon)?
                    .1
            }
            // A short flag has two characters.
            false => {
                flag.start
                    + flags
                        .split(' ')
                        .find(|known| known.len() == 2 && name.starts_with(known))?
                        .len()
            }
        };
        let value = window(&text[start..]);
        let inside = Value::at(value, 0, around).into_range();
        let prefix = if prefix == JOINED { "" } else { prefix };
        let password = inside.start + value[inside].find(prefix)? + prefix.len();
        let is_shown =
            [value, &value[password..]].into_iter().any(is_placeholder) || value.starts_with('-');
        (!is_shown).then(|| start + password..Value::at(text, start, around).into_range().end)
    }

    /// Whether an argument is a password or contains one. `before` is the previous argument.
    pub(crate) fn takes_password(self, before: &str, argument: &str) -> bool {
        let both = format!("{before} {argument}");
        let start = before.len() + 1;
        let name = start + argument.find('=').unwrap_or(argument.len());
        let passwords = [0..before.len(), start..name].map(|flag| self.password(&both, &flag));
        passwords
            .into_iter()
            .flatten()
            .any(|password| password.start >= start && !password.is_empty())
    }
}
