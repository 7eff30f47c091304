//! Who may call the server.

use crate::api::{LoggedIn, Login};
use crate::secret::Secret;
use crate::serve::answer::Refusal;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// Somebody who can log in to this server, which exists to be tried out: no secret of anybody.
struct User {
    name: &'static str,
    password: &'static str,
    may_write: bool,
}

const USERS: &[User] = &[
    User { name: "admin", password: "open-sesame", may_write: true },
    User { name: "reader", password: "just-looking", may_write: false },
];

struct Session {
    user: &'static str,
    may_write: bool,
    expires: Instant,
}

/// What a session lets its user do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) user: &'static str,
    pub(crate) may_write: bool,
}

pub(crate) struct Sessions {
    lifetime: Duration,
    by_token: HashMap<String, Session>,
}

impl Sessions {
    pub(crate) fn new(lifetime: Duration) -> Self {
        Self { lifetime, by_token: HashMap::new() }
    }

    pub(crate) fn log_in(&mut self, login: &Login, now: Instant) -> Result<LoggedIn, Refusal> {
        let known = |user: &&User| user.name == login.user && user.password == login.password.reveal();
        let user = USERS.iter().find(known).ok_or_else(|| Refusal::new(401, "wrong user or password"))?;
        let token = new_token()?;
        let session = Session { user: user.name, may_write: user.may_write, expires: now + self.lifetime };
        self.by_token.insert(token.clone(), session);
        Ok(LoggedIn { token: Secret::new(token), expires_in_s: self.lifetime.as_secs() })
    }

    /// What the bearer of a token may do.
    pub(crate) fn access(&self, token: Option<&str>, now: Instant) -> Result<Access, Refusal> {
        let token = token.ok_or_else(|| Refusal::new(401, "unauthorized: the call has no token"))?;
        match self.by_token.get(token) {
            None => Err(Refusal::new(401, "unauthorized: the token is unknown")),
            Some(session) if session.expires <= now => Err(Refusal::new(401, "token expired")),
            Some(session) => Ok(Access { user: session.user, may_write: session.may_write }),
        }
    }

    pub(crate) fn log_out(&mut self, token: &str) {
        self.by_token.remove(token);
    }
}

/// A token that nobody guesses.
fn new_token() -> Result<String, Refusal> {
    let random = || getrandom::u64().map_err(|_| Refusal::new(500, "the server has no random numbers"));
    Ok(format!("cloud_{:016x}{:016x}", random()?, random()?))
}

#[cfg(test)]
mod tests {
    use super::{Access, Sessions};
    use crate::api::Login;
    use crate::secret::Secret;
    use std::time::{Duration, Instant};

    fn login(user: &str, password: &str) -> Login {
        Login { user: user.to_owned(), password: Secret::new(password) }
    }

    #[test]
    fn a_token_gives_the_access_of_its_user_until_it_expires() {
        let (mut sessions, now) = (Sessions::new(Duration::from_secs(60)), Instant::now());
        for (user, password, may_write) in [("admin", "open-sesame", true), ("reader", "just-looking", false)] {
            let token = sessions.log_in(&login(user, password), now).unwrap().token;
            let access = |after| sessions.access(Some(token.reveal()), now + Duration::from_secs(after));
            assert_eq!(access(59), Ok(Access { user, may_write }));
            assert_eq!(access(60).unwrap_err().problem.message, "token expired");
        }
    }

    #[test]
    fn nobody_else_has_access() {
        let (mut sessions, now) = (Sessions::new(Duration::from_secs(60)), Instant::now());
        for (user, password) in [("admin", "just-looking"), ("admin", ""), ("", ""), ("root", "open-sesame")] {
            assert_eq!(sessions.log_in(&login(user, password), now).unwrap_err().status, 401);
        }
        let token = sessions.log_in(&login("admin", "open-sesame"), now).unwrap().token;
        sessions.log_out(token.reveal());
        for token in [None, Some(""), Some(token.reveal())] {
            assert_eq!(sessions.access(token, now).unwrap_err().status, 401);
        }
    }

    #[test]
    fn no_two_tokens_are_alike() {
        let (mut sessions, now) = (Sessions::new(Duration::ZERO), Instant::now());
        let mut token = || sessions.log_in(&login("admin", "open-sesame"), now).unwrap().token;
        assert_ne!(token(), token());
    }
}
