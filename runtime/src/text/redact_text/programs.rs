//! Finds passwords in the flags of well-known programs, as in `curl -u eve:S`.

use super::prose::is_placeholder;
use super::separator::{Separator, separator_after};
use super::value::{Quote, Value};
use super::{is_quote, window};
use std::ops::Range;

/// Flags of a program that accept a password although their names don't look secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Program {
    flags: &'static str,
    password: Password,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Password {
    /// Directly after the flag: `-pS`. After a space, there's another argument.
    Joined,
    /// In the flag's value, after this text.
    After(&'static str),
}

impl Program {
    pub(crate) fn named(name: &str) -> Option<Self> {
        let (flags, password) = match name.trim_end_matches(".exe") {
            "curl" => ("-u --user -U --proxy-user", Password::After(":")),
            "smbclient" => ("-U", Password::After("%")),
            "openssl" => ("-passin -passout -pass", Password::After("pass:")),
            "redis-cli" => ("-a", Password::After("")),
            "ldapsearch" | "ldapmodify" | "ldapadd" | "ldapwhoami" => ("-w", Password::After("")),
            "mysql" | "mysqldump" | "mysqladmin" | "mariadb" | "mariadb-dump" => {
                ("-p", Password::Joined)
            }
            "sshpass" | "login" | "mongo" | "mongosh" | "mongodump" | "mongorestore" | "7z" => {
                ("-p", Password::After(""))
            }
            "sqlcmd" | "bcp" | "zip" | "unzip" | "mosquitto_pub" | "mosquitto_sub" => {
                ("-P", Password::After(""))
            }
            _ => return None,
        };
        Some(Self { flags, password })
    }

    /// Returns the password in the program's flag or after it.
    pub(super) fn password(self, text: &str, flag: &Range<usize>) -> Option<Range<usize>> {
        let around = Quote::before(&text[..flag.start]);
        let start = self.value_start(text, flag, around)?;
        let rest = window(&text[start..]);
        let value = Value::at(rest, 0, around).into_range();
        let prefix = match self.password {
            Password::Joined => "",
            Password::After(prefix) => prefix,
        };
        let before_prefix = rest[value.clone()].find(prefix)?;
        let skipped = value.start + before_prefix + prefix.len();
        if rest.starts_with('-') || is_placeholder(rest) || is_placeholder(&rest[skipped..]) {
            return None;
        }
        // The value may be longer than the window.
        let end = Value::at(text, start, around).into_range().end;
        Some(start + skipped..end)
    }

    /// Returns where the flag's value starts: after the flag, or within a flag such as `-pS`.
    fn value_start(self, text: &str, flag: &Range<usize>, around: Option<Quote>) -> Option<usize> {
        let name = &text[flag.clone()];
        let is_known = self.flags.split(' ').any(|known| is_flag(known, name));
        if !is_known {
            let mut short_flags = self.flags.split(' ').filter(|known| is_short(known));
            let joined = short_flags.find(|known| name.starts_with(known))?;
            return Some(flag.start + joined.len());
        }
        if around.is_none() && text[flag.end..].starts_with(is_quote) {
            return Some(flag.end);
        }
        if self.password == Password::Joined {
            return None;
        }
        let (separator, start) = separator_after(text, flag, around)?;
        (separator != Separator::Colon).then_some(start)
    }

    /// Whether an argument is a password or contains one. `before` is the previous argument.
    pub(crate) fn takes_password(self, before: &str, argument: &str) -> bool {
        let both = format!("{before} {argument}");
        let argument_start = both.len() - argument.len();
        let name = argument.split('=').next().unwrap_or_default();
        let flags = [0..before.len(), argument_start..argument_start + name.len()];
        let mut passwords = flags.iter().filter_map(|flag| self.password(&both, flag));
        passwords.any(|password| password.start >= argument_start && !password.is_empty())
    }
}

/// Whether an argument is a known flag, alone or after other short flags: `-su` is `-s -u`.
fn is_flag(known: &str, argument: &str) -> bool {
    if known == argument {
        return true;
    }
    let Some(letters) = argument.strip_prefix('-') else {
        return false;
    };
    let are_letters = letters.bytes().all(|byte| byte.is_ascii_alphabetic());
    are_letters
        && letters.len() <= 4
        && is_short(known)
        && !argument.starts_with(known)
        && letters.ends_with(&known[1..])
}

fn is_short(flag: &str) -> bool {
    flag.len() == 2
}
