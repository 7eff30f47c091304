//! Tests for values in each syntax, and for text that must stay unchanged.

use super::value::VISITED;
use super::{WINDOW, without_secrets};

#[track_caller]
fn assert_shown(text: &str, shown: &str) {
    assert_eq!(without_secrets(text), shown, "{text}");
    assert_eq!(without_secrets(shown), shown, "again: {text}");
}

#[test]
fn values_end_where_their_syntax_ends() {
    for (text, shown) in [
        ("--token=abc x", "--token=[REDACTED] x"),
        ("'--token=a b' x", "'--token=[REDACTED]' x"),
        ("--password 'a b' x", "--password '[REDACTED]' x"),
        (r"--password 'it'\''s' x", "--password '[REDACTED]' x"),
        (r"--password a\ b x", "--password [REDACTED] x"),
        ("--password --user eve", "--password --user eve"),
        ("--password", "--password"),
        (r#"["--password", "a b"]"#, r#"["--password", "[REDACTED]"]"#),
        (r#"("password", "a b")"#, r#"("password", "[REDACTED]")"#),
        ("password hunter2", "password hunter2"),
        ("password=hunter2&user=eve", "password=[REDACTED]&user=eve"),
        ("password=ab;S", "password=[REDACTED]"),
        ("Server=h;Password=a,b&c;User=eve", "Server=h;Password=[REDACTED];User=eve"),
        ("login(password=a)b)", "login(password=[REDACTED])"),
        ("password=hunter2.", "password=[REDACTED]."),
        (r#"{"a":1,"password":"a\"b","c":2}"#, r#"{"a":1,"password":"[REDACTED]","c":2}"#),
        (r#"{\"password\":\"ab\",\"c\":2}"#, r#"{\"password\":\"[REDACTED]\",\"c\":2}"#),
        (r#"{"token":{"a":["b"]},"c":2}"#, r#"{"token":[REDACTED],"c":2}"#),
        (r#"{"token":{"a":"}"},"c":2}"#, r#"{"token":[REDACTED],"c":2}"#),
        (r#"{"token":["b"#, r#"{"token":[REDACTED]"#),
        (r#"{"token":"b"#, r#"{"token":"[REDACTED]"#),
        (r#"{"pin":1,"cvv":123}"#, r#"{"pin":1,"cvv":[REDACTED]}"#),
        (r#"{"password":null,"a":1}"#, r#"{"password":null,"a":1}"#),
        ("api_key => 'é'", "api_key => '[REDACTED]'"),
        ("user[password]=a&b=c", "user[password]=[REDACTED]&b=c"),
        ("<password>a b</password>", "<password>[REDACTED]</password>"),
        ("token: [REDACTED]", "token: [REDACTED]"),
        ("token:", "token:"),
        ("max_tokens=5 tokenizer: b", "max_tokens=5 tokenizer: b"),
    ] {
        assert_shown(text, shown);
    }
}

#[test]
fn values_of_rust_types_are_redacted() {
    for (text, shown) in [
        (r#"password: Some("S")"#, "password: [REDACTED]"),
        (
            r#"Login { user: "eve", password: Some("a b"), id: 1 }"#,
            r#"Login { user: "eve", password: [REDACTED], id: 1 }"#,
        ),
        (r#"token: Token { inner: "a }" }, id: 1"#, "token: [REDACTED], id: 1"),
        (r#"token: core::option::Some("S"), id: 1"#, "token: [REDACTED], id: 1"),
        ("secret: SecretBox<str>([REDACTED]), id: 1", "secret: [REDACTED], id: 1"),
        (r#"token: b"a b", id: 1"#, r#"token: b"[REDACTED]", id: 1"#),
        (r##"token: r#"a"#"##, r##"token: r#"[REDACTED]"#"##),
        ("password: None, id: 1", "password: None, id: 1"),
        ("Login { password: String }", "Login { password: String }"),
    ] {
        assert_eq!(without_secrets(text), shown, "{text}");
    }
}

#[test]
fn headers_are_redacted_to_the_end_of_the_line() {
    for (text, shown) in [
        ("Authorization: Bearer abc\nHost: h", "Authorization: Bearer [REDACTED]\nHost: h"),
        ("Authorization: ApiKey S", "Authorization: ApiKey [REDACTED]"),
        ("authorization: S T", "authorization: [REDACTED]"),
        ("Authorization: Digest username=\"eve\", response=\"S\"\r\nHost: h", "Authorization: [REDACTED]\r\nHost: h"),
        ("Proxy-Authorization: AWS4-HMAC-SHA256 Credential=A, Signature=S", "Proxy-Authorization: [REDACTED]"),
        ("curl -H 'Authorization: Digest a=\"b\", c=S' h", "curl -H 'Authorization: [REDACTED]' h"),
        (r#"{"authorization": "Digest a=\"b\", c=S"}"#, r#"{"authorization": "[REDACTED]"}"#),
        ("Cookie: a=1; sid=S\nHost: h", "Cookie: [REDACTED]\nHost: h"),
        ("Set-Cookie: sid=S; Path=/", "Set-Cookie: [REDACTED]"),
        ("curl -H 'Cookie: a=1; sid=S' h", "curl -H 'Cookie: [REDACTED]' h"),
        ("X-Api-Key: S", "X-Api-Key: [REDACTED]"),
        ("got Bearer abc123", "got Bearer [REDACTED]"),
        ("Basic ZXZlOmh1bnRlcjI=", "Basic [REDACTED]"),
        ("WWW-Authenticate: Bearer realm=\"api\"", "WWW-Authenticate: Bearer realm=\"api\""),
        ("Bearer authentication is required", "Bearer authentication is required"),
    ] {
        assert_shown(text, shown);
    }
}

#[test]
fn names_of_all_spellings_are_recognized() {
    for name in ["PGPASSWORD", "authtoken", "DB_PASS", "passcode", "pass", "sid", "auth", "AccountKey", "x-auth-token"]
    {
        assert_shown(&format!("{name}=S"), &format!("{name}=[REDACTED]"));
    }
    for name in ["API key", "private key", "access token", "Secret Key"] {
        assert_shown(&format!("the {name}: S"), &format!("the {name}: [REDACTED]"));
    }
    assert_shown("tokens=[S]", "tokens=[REDACTED]");
    assert_shown(r#"{"tokens": ["S"]}"#, r#"{"tokens": [REDACTED]}"#);
    for text in ["tokens=512", "tokens: 512", "auth: failed", "tests passed: 5, pass: 3", "the public key: S", "sid=12"]
    {
        assert_shown(text, text);
    }
}

#[test]
fn sentences_and_placeholders_stay() {
    for text in [
        "password: must have 8 characters",
        "password: too short",
        "API key: invalid",
        "unexpected token: `fn`",
        "use --password FILE or --token TOKEN",
        "pass --token to log in",
        "usage: tool [--password <PASSWORD>] --token=<TOKEN> [--api-key[=KEY]]",
        "required arguments were not provided: <TOKEN> <USER>",
        "run `export API_KEY=<key>` or API_KEY=$KEY",
        "API_KEY=${KEY} PASSWORD=$(pass show db) TOKEN=%TOKEN% password=********",
        "secret::Key is private",
        "postgres://{user}:{host}/",
    ] {
        assert_shown(text, text);
    }
}

#[test]
fn control_sequences_hide_no_secret() {
    for (text, shown) in [
        ("\u{1b}[1mtoken\u{1b}[0m: \u{1b}[32mS\u{1b}[0m", "token: [REDACTED]"),
        ("pass\u{1b}[0mword\0: S", "password: [REDACTED]"),
        ("\u{1b}[1mtoken\u{1b}[0m is missing", "\u{1b}[1mtoken\u{1b}[0m is missing"),
    ] {
        assert_shown(text, shown);
    }
}

#[test]
fn nested_strings_end_at_their_own_quotes() {
    for (text, shown) in [
        (
            r#""{\"a\":\"{\\\"password\\\":\\\"S\\\",\\\"b\\\":1}\"}""#,
            r#""{\"a\":\"{\\\"password\\\":\\\"[REDACTED]\\\",\\\"b\\\":1}\"}""#,
        ),
        (r#"{\"password\":\"a\\\"S\\\\\",\"b\":1}"#, r#"{\"password\":\"[REDACTED]\",\"b\":1}"#),
        ("\"Authorization: Digest a=\"b\", c=\"S\"\" x", "\"Authorization: [REDACTED]\" x"),
    ] {
        assert_shown(text, shown);
    }
}

#[test]
fn ambiguous_names_depend_on_their_values() {
    for (text, shown) in [
        ("key=Zq7Hunter2Secret9x&a=1", "key=[REDACTED]&a=1"),
        ("--key Zq7Hunter2Secret9x", "--key [REDACTED]"),
        ("_auth=S", "_auth=[REDACTED]"),
        ("pin: 1234", "pin: [REDACTED]"),
        ("key=name", "key=name"),
        ("key=orders-2024-report-final", "key=orders-2024-report-final"),
        ("key: Zq7Hunter2Secret9x", "key: Zq7Hunter2Secret9x"),
        ("session=7", "session=7"),
        ("pin: 17", "pin: 17"),
    ] {
        assert_shown(text, shown);
    }
}

#[test]
fn markup_and_source_code_are_redacted() {
    for (text, shown) in [
        ("<a:Password Type=\"b\">S</a:Password>", "<a:Password Type=\"b\">[REDACTED]</a:Password>"),
        ("password: &str", "password: &str"),
        ("invalid token:\n\"fn main\"", "invalid token:\n\"fn main\""),
        ("check_password(\"name\")", "check_password(\"name\")"),
        ("| password | email |", "| password | email |"),
        ("std::password::reset", "std::password::reset"),
    ] {
        assert_shown(text, shown);
    }
}

/// The beginnings of values in all syntaxes. Some are rejected late, so a text of many of them may be searched again.
const PARTS: &[&str] = &[
    "token=",
    "'Authorization: x' ",
    "'Cookie: a=1' ",
    "'Proxy-Authorization: Digest x=1' ",
    "-----BEGIN PRIVATE KEY-----\nMHcC\n",
    "-----BEGIN PRIVATE KEY-----\\n",
    "'\\'\\\"\\\\\\'token=",
    "Key (token)=(",
    "<token>a<",
    "token=a,aaaa",
    "a:b@",
    "curl -u ",
    "mysql -p'",
    "hooks.slack.com/services/",
    "bot123456789:",
    "LS0tLS1CRUdJTiB",
    "SG.aaaaaaaa1aaaaaaaaaaaa.",
    "password is ",
    "Password(\"",
    "token= ",
    "token=a;",
    "token:",
    "password:must:",
    "token={",
    "token={{a}",
    "token=[1,",
    "token={\"",
    "token=\"",
    "\"token=a",
    "\"token\":",
    "'token=\\'",
    "\\\\'token=a ",
    "\\",
    "token={\\",
    "token=\\",
    "\\\"token\\\":",
    "((((",
    "Some(",
    "token: Some(",
    "token: A::",
    "pass:a:",
    "sid=1,",
    "tokens=[1,",
    "auth: [",
    "<token>",
    "<token>a",
    "a://",
    "a://b:c",
    "a://b:c d@",
    "@",
    "sk-",
    "eyJ-",
    "eyJaaaaaaaa.",
    "eyJaaaaaaaa.a.",
    "-----BEGIN ",
    "-----BEGIN A PRIVATE KEY-----",
    "Bearer ",
    "Bearer a",
    "Authorization: ",
    "Authorization: Bearer ",
    "Authorization: Digest ",
    "Cookie: ",
    "'Cookie: ",
    "--password ",
    "--password a",
    "api_",
    "API ",
    "API key ",
    "API key: ",
    "token limit:a:",
    "aA",
    "x",
    "é",
    "token=xxx",
    "token=$A",
    "token=$(",
    "token=${a",
    "(\"token\",",
    "\"--token\", \"",
    "b",
    "token=b",
    "token='a'\\''",
    "\n",
    " ",
    "token   ",
    "a:b@c:1",
    "eve:",
    "a:\\/\\/b:c",
    "<token ",
    "<a:token b",
    "\u{1b}[1mtoken=",
    "key=aaaaaaaaaaaaaaa1'",
    "pin=1'",
    "token=\\\n",
    "token=\n",
    "token=\\\\\\\"",
    "\\\\\\\"token=",
    "\"Authorization: Digest a=",
    "'Cookie: a='",
];

/// A byte may be visited by a search from each name within a window, but not by one from each name in the text.
#[test]
fn the_work_is_linear_in_a_text_of_any_syntax() {
    for part in PARTS {
        for after in ["", "}@>=:\"'\n"] {
            let text = part.repeat(8 * 1024 / part.len()) + after;
            VISITED.set(0);
            let shown = without_secrets(&text);
            assert!(shown.len() <= "[REDACTED]".len() * text.len());
            assert!(VISITED.get() <= WINDOW * text.len(), "{part:?} and {after:?}: {} bytes visited", VISITED.get());
        }
    }
}
