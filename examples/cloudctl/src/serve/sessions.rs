//! Users and their sessions.

use crate::api_types::{LoggedIn, Login};
use crate::secret::{Secret, WRONG_LOGIN};
use crate::serve::answer::Refusal;
use std::collections::HashMap;
use std::time::{Duration, Instant};

/// A user who can log in. The passwords are public, because the server is only for testing.
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
    /// The remaining calls, or `None` for no limit.
    calls: Option<u32>,
}

/// The permissions of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) user: &'static str,
    pub(crate) may_write: bool,
}

pub(crate) struct Sessions {
    lifetime: Duration,
    /// The number of calls per token, or `None` for no limit.
    calls: Option<u32>,
    by_token: HashMap<String, Session>,
}

impl Sessions {
    pub(crate) fn new(lifetime: Duration, calls: Option<u32>) -> Self {
        Self { lifetime, calls, by_token: HashMap::new() }
    }

    pub(crate) fn log_in(&mut self, login: &Login, now: Instant) -> Result<LoggedIn, Refusal> {
        let known = |user: &&User| user.name == login.user && user.password == login.password.reveal();
        let user = USERS.iter().find(known).ok_or_else(|| Refusal::new(401, WRONG_LOGIN))?;
        let token = new_token()?;
        let session =
            Session { user: user.name, may_write: user.may_write, expires: now + self.lifetime, calls: self.calls };
        self.by_token.insert(token.clone(), session);
        Ok(LoggedIn { token: Secret::new(token), expires_in_s: self.lifetime.as_secs() })
    }

    /// Counts a call and returns the permissions of the token's user.
    pub(crate) fn access(&mut self, token: Option<&str>, now: Instant) -> Result<Access, Refusal> {
        let token = token.ok_or_else(|| Refusal::new(401, "unauthorized: missing token"))?;
        let Some(session) = self.by_token.get_mut(token) else {
            return Err(Refusal::new(401, "unauthorized: unknown token"));
        };
        if session.expires <= now || session.calls == Some(0) {
            return Err(Refusal::new(401, "token expired"));
        }
        session.calls = session.calls.map(|calls| calls - 1);
        Ok(Access { user: session.user, may_write: session.may_write })
    }

    pub(crate) fn log_out(&mut self, token: &str) {
        self.by_token.remove(token);
    }
}

/// Creates a random token.
fn new_token() -> Result<String, Refusal> {
    let random = || getrandom::u64().map_err(|_| Refusal::new(500, "no random numbers available"));
    Ok(format!("cloud_{:016x}{:016x}", random()?, random()?))
}

#[cfg(test)]
mod tests {
    use super::{Access, Sessions};
    use crate::api_types::Login;
    use crate::secret::Secret;
    use std::time::{Duration, Instant};

    fn login(user: &str, password: &str) -> Login {
        Login { user: user.to_owned(), password: Secret::new(password) }
    }

    #[test]
    fn a_token_grants_access_until_it_expires() {
        let (mut sessions, now) = (Sessions::new(Duration::from_secs(60), None), Instant::now());
        for (user, password, may_write) in [("admin", "open-sesame", true), ("reader", "just-looking", false)] {
            let token = sessions.log_in(&login(user, password), now).unwrap().token;
            let mut access = |after| sessions.access(Some(token.reveal()), now + Duration::from_secs(after));
            assert_eq!(access(59), Ok(Access { user, may_write }));
            assert_eq!(access(60).unwrap_err().problem.message, "token expired");
        }
    }

    #[test]
    fn a_token_expires_after_its_number_of_calls() {
        let (mut sessions, now) = (Sessions::new(Duration::from_secs(60), Some(2)), Instant::now());
        for _ in 0..2 {
            let token = sessions.log_in(&login("admin", "open-sesame"), now).unwrap().token;
            let mut access = || sessions.access(Some(token.reveal()), now);
            assert!(access().is_ok() && access().is_ok());
            assert_eq!(access().unwrap_err().problem.message, "token expired");
        }
    }

    #[test]
    fn invalid_credentials_and_tokens_are_rejected() {
        let (mut sessions, now) = (Sessions::new(Duration::from_secs(60), None), Instant::now());
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
    fn tokens_are_unique() {
        let (mut sessions, now) = (Sessions::new(Duration::ZERO, None), Instant::now());
        let mut token = || sessions.log_in(&login("admin", "open-sesame"), now).unwrap().token;
        assert_ne!(token(), token());
    }
}
