//! Finds passwords in the flags of well-known programs, as in `curl -u eve:S`.

use super::phrase::window;
use super::prose::is_placeholder;
use super::value::Value;
use std::ops::Range;

/// A program or subcommand that accepts a password in a flag whose name doesn't look secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Program {
    /// `curl -u NAME:PASSWORD`.
    Curl,
    /// `mysql -pPASSWORD`.
    Mysql,
    /// `sshpass -p PASSWORD`, `docker login -p PASSWORD`.
    Login,
    /// `redis-cli -a PASSWORD`.
    Redis,
}

impl Program {
    /// Returns the program with the given name.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "curl" => Some(Self::Curl),
            "mysql" | "mysqldump" | "mysqladmin" | "mariadb" | "mariadb-dump" => Some(Self::Mysql),
            "sshpass" | "login" => Some(Self::Login),
            "redis-cli" => Some(Self::Redis),
            _ => None,
        }
    }

    /// Returns the password in the program's flag or after it.
    pub(super) fn password(self, text: &str, flag: &Range<usize>) -> Option<Range<usize>> {
        let name = &text[flag.clone()];
        let joined = name.strip_prefix("-p").filter(|password| !password.is_empty());
        if let (Self::Mysql | Self::Login, Some(password)) = (self, joined) {
            let start = flag.end - password.len();
            return (!is_placeholder(password)).then(|| Value::at(text, start, None).range().clone());
        }
        let flags: &[&str] = match self {
            Self::Curl => &["-u", "--user", "-U", "--proxy-user"],
            Self::Mysql => return None,
            Self::Login => &["-p"],
            Self::Redis => &["-a"],
        };
        let value = text[flag.end..].strip_prefix([' ', '=']).filter(|_| flags.contains(&name))?;
        if is_placeholder(value) || value.starts_with('-') {
            return None;
        }
        let start = text.len() - value.len();
        if self != Self::Curl {
            return Some(Value::at(text, start, None).range().clone());
        }
        // The length is limited, because a value without a colon is searched again for other secrets.
        let range = Value::at(&text[..start + window(value).len()], start, None).range().clone();
        let password = range.start + text[range.clone()].find(':')? + 1;
        (!is_placeholder(&text[password..])).then_some(password..range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::without_secrets;

    #[test]
    fn passwords_of_programs_are_redacted() {
        for (text, shown) in [
            ("curl -u eve:S https://h/", "curl -u eve:[REDACTED] https://h/"),
            ("curl --user 'eve:a b' https://h/", "curl --user 'eve:[REDACTED]' https://h/"),
            ("mysql -u eve -pS shop", "mysql -u eve -p[REDACTED] shop"),
            ("sshpass -p S ssh eve@h", "sshpass -p [REDACTED] ssh eve@h"),
            ("docker login -u eve -p 'S' host", "docker login -u eve -p '[REDACTED]' host"),
            ("redis-cli -a S ping", "redis-cli -a [REDACTED] ping"),
        ] {
            assert_eq!(without_secrets(text), shown);
        }
    }

    #[test]
    fn other_flags_stay() {
        for text in [
            "docker run -u 1000:1000 -p 80:80 image",
            "curl -u eve https://h:80/",
            "mysql -p shop",
            "cargo test -p agent",
            "mysql -u eve\ncargo test -pS",
            "curl -u $USER:$PASSWORD https://h/",
        ] {
            assert_eq!(without_secrets(text), text);
        }
    }
}
