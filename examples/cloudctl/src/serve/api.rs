//! The API, independent of sockets: maps requests to responses.

use crate::api_types::{Done, Instances, Login, NewInstance};
use crate::serve::answer::{Answer, Refusal};
use crate::serve::cloud::Cloud;
use crate::serve::limit::Limit;
use crate::serve::sessions::{Access, Sessions};
use serde::de::DeserializeOwned;
use std::time::Instant;

/// A request with a split and decoded path.
#[derive(Debug)]
pub(crate) struct Request<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: Vec<String>,
    pub(crate) token: Option<&'a str>,
    pub(crate) body: &'a [u8],
}

pub(crate) struct Api {
    pub(crate) cloud: Cloud,
    pub(crate) sessions: Sessions,
    pub(crate) limit: Limit,
}

/// An operation of the API.
enum Call<'a> {
    LogIn,
    LogOut,
    Offers,
    Balance,
    List,
    Create,
    Get(&'a str),
    Delete(&'a str),
    Shutdown(&'a str),
}

impl Call<'_> {
    fn writes(&self) -> bool {
        matches!(self, Self::Create | Self::Delete(_) | Self::Shutdown(_))
    }
}

impl Api {
    pub(crate) fn answer(&mut self, request: &Request<'_>, now: Instant) -> Answer {
        self.try_answer(request, now).unwrap_or_else(Answer::from)
    }

    fn try_answer(&mut self, request: &Request<'_>, now: Instant) -> Result<Answer, Refusal> {
        let call = route(request)?;
        if let Call::LogIn = call {
            let logged_in = self.sessions.log_in(&body::<Login>(request)?, now)?;
            return Ok(Answer::json(200, &logged_in));
        }
        let access = self.sessions.access(request.token, now)?;
        if let Err(wait) = self.limit.count(now) {
            return Ok(Answer::pause(wait));
        }
        check_access(&call, access)?;
        match call {
            // Already handled above, because a login has no token.
            Call::LogIn => Err(Refusal::new(500, "a login was routed twice")),
            Call::LogOut => {
                self.sessions.log_out(request.token.unwrap_or_default());
                Ok(Answer::json(200, &Done {}))
            }
            Call::Offers => Ok(Answer::json(200, &Cloud::offers())),
            Call::Balance => Ok(Answer::json(200, &self.cloud.balance())),
            Call::List => Ok(Answer::json(200, &Instances { instances: self.cloud.instances().to_vec() })),
            Call::Create => {
                self.cloud.create(&body::<NewInstance>(request)?).map(|instance| Answer::json(201, instance))
            }
            Call::Get(name) => self.cloud.get(name).map(|instance| Answer::json(200, instance)),
            Call::Delete(name) => self.cloud.delete(name).map(|instance| Answer::json(200, &instance)),
            Call::Shutdown(name) => self.cloud.shutdown(name).map(|instance| Answer::json(200, instance)),
        }
    }
}

fn route<'a>(request: &'a Request<'_>) -> Result<Call<'a>, Refusal> {
    let path: Vec<&str> = request.path.iter().map(String::as_str).collect();
    let ["v1", path @ ..] = path.as_slice() else { return Err(Refusal::new(404, "not found")) };
    match (request.method, path) {
        ("POST", ["login"]) => Ok(Call::LogIn),
        ("POST", ["logout"]) => Ok(Call::LogOut),
        ("GET", ["offers"]) => Ok(Call::Offers),
        ("GET", ["balance"]) => Ok(Call::Balance),
        ("GET", ["instances"]) => Ok(Call::List),
        ("POST", ["instances"]) => Ok(Call::Create),
        ("GET", ["instances", name]) => Ok(Call::Get(name)),
        ("DELETE", ["instances", name]) => Ok(Call::Delete(name)),
        ("POST", ["instances", name, "shutdown"]) => Ok(Call::Shutdown(name)),
        (_, ["login" | "logout" | "offers" | "balance" | "instances"] | ["instances", ..]) => {
            Err(Refusal::new(405, "method not allowed"))
        }
        _ => Err(Refusal::new(404, "not found")),
    }
}

fn check_access(call: &Call<'_>, access: Access) -> Result<(), Refusal> {
    match call.writes() && !access.may_write {
        true => Err(Refusal::new(403, format!("the user {} may only read", access.user))),
        false => Ok(()),
    }
}

fn body<T: DeserializeOwned>(request: &Request<'_>) -> Result<T, Refusal> {
    serde_json::from_slice(request.body).map_err(|error| Refusal::new(400, format!("the body is invalid: {error}")))
}

#[cfg(test)]
mod tests {
    use super::{Api, Request};
    use crate::serve::cloud::Cloud;
    use crate::serve::limit::Limit;
    use crate::serve::sessions::Sessions;
    use serde_json::{Value, json};
    use std::time::{Duration, Instant};

    struct Caller {
        api: Api,
        token: Option<String>,
    }

    impl Caller {
        fn new(calls: Option<u32>) -> Self {
            let api = Api {
                cloud: Cloud::new(100),
                sessions: Sessions::new(Duration::from_secs(60), None),
                limit: Limit::new(calls, Duration::from_secs(9)),
            };
            Self { api, token: None }
        }

        fn logged_in(user: &str, password: &str, calls: Option<u32>) -> Self {
            let mut caller = Self::new(calls);
            let (status, answer) = caller.call("POST", "v1/login", &json!({"user": user, "password": password}));
            assert_eq!(status, 200);
            caller.token = Some(answer["token"].as_str().unwrap().to_owned());
            caller
        }

        fn call(&mut self, method: &str, path: &str, body: &Value) -> (u16, Value) {
            let path = path.split('/').map(str::to_owned).collect();
            let body = serde_json::to_vec(body).unwrap();
            let request = Request { method, path, token: self.token.as_deref(), body: &body };
            let answer = self.api.answer(&request, Instant::now());
            (answer.status, serde_json::from_slice(&answer.body).unwrap())
        }
    }

    fn admin() -> Caller {
        Caller::logged_in("admin", "open-sesame", None)
    }

    #[test]
    fn unknown_paths_are_404_and_unsupported_methods_405() {
        let mut caller = Caller::new(None);
        for path in ["", "v1", "v2/balance", "v1/balances", "nope"] {
            assert_eq!(caller.call("GET", path, &Value::Null), (404, json!({"message": "not found"})), "{path}");
        }
        for path in ["v1/balance", "v1/instances/inst-1/start", "v1/login"] {
            assert_eq!(caller.call("PUT", path, &Value::Null).0, 405, "{path}");
        }
        let missing = (404, json!({"message": "not found", "resource": "instance"}));
        assert_eq!(admin().call("GET", "v1/instances/inst-9", &Value::Null), missing);
    }

    #[test]
    fn all_operations_except_login_require_a_token() {
        let mut caller = Caller::new(None);
        for (method, path) in [("GET", "v1/balance"), ("POST", "v1/logout"), ("DELETE", "v1/instances/inst-1")] {
            assert_eq!(caller.call(method, path, &Value::Null).0, 401);
        }
    }

    #[test]
    fn a_reader_cannot_change_anything() {
        let mut reader = Caller::logged_in("reader", "just-looking", None);
        assert_eq!(reader.call("GET", "v1/instances", &Value::Null).0, 200);
        for (method, path) in
            [("POST", "v1/instances"), ("DELETE", "v1/instances/inst-1"), ("POST", "v1/instances/inst-1/shutdown")]
        {
            let refused = (403, json!({"message": "the user reader may only read"}));
            assert_eq!(reader.call(method, path, &Value::Null), refused);
        }
    }

    #[test]
    fn an_invalid_body_is_rejected() {
        for body in [Value::Null, json!({}), json!({"hostname": 1}), json!([])] {
            assert_eq!(admin().call("POST", "v1/instances", &body).0, 400, "{body}");
        }
    }

    #[test]
    fn an_instance_is_created_shut_down_and_deleted() {
        let mut admin = admin();
        let new = json!({"hostname": "a", "instance_type": "1V100.6V", "os": "debian-13", "location": "ICE-01"});
        let (status, created) = admin.call("POST", "v1/instances", &new);
        assert_eq!((status, &created["id"]), (201, &json!("inst-3")));
        assert_eq!(admin.call("GET", "v1/balance", &Value::Null).1["balance_cents"], 86);
        assert_eq!(admin.call("POST", "v1/instances/a/shutdown", &Value::Null).1["status"], "offline");
        assert_eq!(admin.call("DELETE", "v1/instances/inst-3", &Value::Null).0, 200);
        assert_eq!(admin.call("GET", "v1/instances/a", &Value::Null).0, 404);
    }

    #[test]
    fn a_rate_limited_call_has_no_effect() {
        let mut admin = Caller::logged_in("admin", "open-sesame", Some(1));
        assert_eq!(admin.call("GET", "v1/balance", &Value::Null).0, 200);
        let path = vec!["v1".to_owned(), "instances".to_owned(), "inst-1".to_owned()];
        let request = Request { method: "DELETE", path, token: admin.token.as_deref(), body: b"" };
        let answer = admin.api.answer(&request, Instant::now());
        assert_eq!((answer.status, answer.retry_after), (429, Some(Duration::from_secs(9))));
        assert_eq!(admin.api.cloud.instances().len(), 2);
    }

    #[test]
    fn a_token_is_invalid_after_logout() {
        let mut admin = admin();
        assert_eq!(admin.call("POST", "v1/logout", &Value::Null), (200, json!({})));
        assert_eq!(admin.call("GET", "v1/balance", &Value::Null).0, 401);
    }
}
