//! The worst repetitions of each rule and syntax.

/// A text that repeats a unit.
pub(crate) struct Input {
    start: &'static str,
    unit: String,
    end: &'static str,
}

impl Input {
    pub(crate) fn name(&self) -> String {
        let unit: String = self.unit.chars().take(60).collect();
        format!("{:?}", format!("{}{unit}{}", self.start, self.end))
    }

    /// Returns an input of at most this size, doubled several times.
    pub(crate) fn of(&self, bytes: usize, doublings: u32) -> String {
        let repeated = bytes.saturating_sub(self.start.len() + self.end.len());
        let times = (repeated / self.unit.len()).max(1) << doublings;
        format!("{}{}{}", self.start, self.unit.repeat(times), self.end)
    }
}

/// Characters and names that are repeated without anything else.
const UNITS: &[&str] = &[
    // Characters that formats escape, fold or remove.
    "a",
    "é",
    " ",
    "\t",
    "a\t",
    "\n",
    "a\n",
    "\r",
    "\0",
    "\u{1b}",
    "\u{1b}[",
    "\u{1b}]a",
    "\u{9b}1",
    "\u{202e}",
    "a\u{301}",
    "\u{feff}",
    "\\",
    "\"",
    "'",
    "\\\"",
    "&",
    "&amp;",
    "&#x41;",
    "<",
    "<a>",
    "]]>",
    "%",
    "%41",
    "{",
    "{a}",
    "$",
    ",",
    ", ",
    ": ",
    "a: ",
    "-",
    "--",
    "- a\n",
    ".",
    "aB",
    "0",
    "[error:A] ",
    "hint: a\n",
    "error A: ",
    "error A: b\n",
    "*/*,",
    "a/b;q=0.5,",
    "a/b;a=\"",
    "\\ud800",
    "\\\\u",
    // A longer text after redaction.
    "token=a ",
];

/// Secrets that are repeated without anything else.
const SECRETS: &[&str] = &[
    // Names.
    "password",
    "password ",
    "aPassword",
    "API key ",
    "token: ",
    "token=",
    "token=$a ",
    "token=\\",
    "token='",
    "token=\"a' ",
    "token=[",
    "token={\"",
    "token=(a'",
    "token: A {",
    "'token=a ",
    "\"token\":\"",
    "\\\"token\\\":\\\"",
    "\"token\", \"",
    "(\"token\", \"a",
    "token]=",
    "Key (token)=(",
    "--token ",
    "--token 'a ",
    "unexpected token: ",
    "password: [\"is ",
    "password: {code: ",
    "a.rs:1:",
    "<password>a",
    "<password a",
    "<password a>b</",
    "<a:password>",
    "define('A_KEY', '",
    "A_KEY=a0",
    // Headers.
    "'Authorization: x' ",
    "'Cookie: a=1' ",
    "'Proxy-Authorization: Digest x=1' ",
    "\"Cookie: a",
    "Authorization: Basic ",
    "Authorization: Basic is ",
    "Bearer ",
    "Bearer a ",
    "Basic '",
    "Set-Cookie: a\n",
    // Addresses.
    "a://b:",
    "a://b:c ",
    "a://b:c@",
    "a://b:$c@ ",
    "a://b@",
    "a:\\/\\/b:",
    "a://b:c@d\"",
    "a:b@tcp(",
    "a:b@",
    "a:@/",
    "eve:$A@h:1/ ",
    // Programs.
    "curl -u [a:$b ",
    "curl -u 'a:$b ",
    "curl -u {",
    "curl -uA",
    "mysql -p'",
    "sshpass -p [",
    "openssl -passin pass:$ ",
    // Sentences.
    "password is ",
    "password 'a ",
    "password is a1",
    "Password(\"",
    "password was 'a' ",
    // Keys.
    "eyJ.",
    "eyJhbGciOiJIUzI1NiJ9.",
    "ghp_",
    "ghp_a.",
    "sk-",
    "SG.",
    "LS0tLS1CRUdJTi",
    "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t ",
    "-----BEGIN ",
    "-----BEGIN PRIVATE KEY-----",
    "-----BEGIN PRIVATE KEY-----\nM",
    "-----BEGIN PRIVATE KEY-----\n-----END ",
    "hooks.slack.com/services/T0/",
    "12345678:a",
];

/// Documents in JSON and XML.
const DOCUMENTS: &[(&str, &str, &str)] = &[
    (r#"{"message":"m","list":["#, "0,", "0]}"),
    (r#"{"message":"m","list":["#, r#""","#, "0]}"),
    (r#"{"message":"m","list":["#, "[],", "0]}"),
    (r#"{"message":"m","list":["#, "{},", "0]}"),
    (
        r#"{"message":"m","list":["#,
        r#"{"name":"password","value":"a"},"#,
        "0]}",
    ),
    (r#"{"message":"m","password":["#, r#""is a","#, "0]}"),
    (r#"{"message":"m","list":["#, r#""--token","a","#, "0]}"),
    (r#"{"message":"m","#, r#""a":0,"#, r#""b":0}"#),
    (r#"{"message":"m","#, r#""token":"a","#, r#""b":0}"#),
    (
        r#"{"message":"m","context":{"#,
        r#""a\u0000":0,"#,
        r#""b":0}}"#,
    ),
    (
        r#"{"message":"m","valid":{"a":"b","#,
        r#""":"","#,
        r#""b":"c"}}"#,
    ),
    (
        r#"{"message":"m","choices":{"a":"b","#,
        r#""a\u0000":"","#,
        r#""b":"c"}}"#,
    ),
    (r#"{"message":""#, r"\u0000", r#""}"#),
    (r#"{"message":""#, r"\ud800", r#""}"#),
    (r#"{"message":""#, r#"\""#, r#""}"#),
    (r#"{"message":""#, r#"\\\"token\\\":\\\""#, r#""}"#),
    (r#"{"message":"m","token":""#, "a", r#""}"#),
    (r#"{"message":"m","token":""#, "a b ", r#""}"#),
    (r#"{"errors":["#, r#"{"field":"a","message":"b"},"#, "{}]}"),
    (
        r#"{"errors":{"#,
        r#""password":["is too short"],"#,
        r#""a":["b"]}}"#,
    ),
    (
        r#"{"error":{"code":"A","message":"m","causes":["#,
        r#""a","#,
        r#""b"]}}"#,
    ),
    (
        r#"{"error":{"code":"A","message":"m","actions":["#,
        r#""a","#,
        r#""b"]}}"#,
    ),
    (
        r#"{"error":{"code":"A","message":"m","context":{"a":["#,
        r#""m","#,
        r#""b"]}}}"#,
    ),
    (
        "<tool_error code=\"A\"><message>",
        "a &lt; ",
        "</message></tool_error>",
    ),
    (
        "<tool_error code=\"A\"><message>m</message><details>",
        "<detail key=\"a\">b</detail>",
        "</details></tool_error>",
    ),
    (
        "<tool_error code=\"A\"><message>m</message><available_actions>",
        "a, ",
        "</available_actions></tool_error>",
    ),
    (
        "<validation_error><field name=\"a\">",
        "b",
        "</field></validation_error>",
    ),
    (
        "<validation_error>",
        "<field name=\"a\">b</field>",
        "</validation_error>",
    ),
    ("[error:A] m\n", "hint: a\n", ""),
    ("[error:A] m\n", "a: b\n", ""),
    ("error A: m\n", "a: b\n", ""),
    ("error A: m\n", "a:\n b\n", ""),
    ("error A: m\n", "cause: a\n", ""),
    ("error A: m\n", "field a: b\n", ""),
    ("error A: m\n", "field : \n", ""),
    ("error A: m\n", "values of a: b\n", ""),
    ("error A: m\ntry: ", "a, ", "b"),
];

/// Returns the inputs of functions that call the rules of redaction.
pub(crate) fn secrets() -> Vec<Input> {
    SECRETS.iter().copied().map(repeated).chain(all()).collect()
}

/// Returns the inputs of each function.
pub(crate) fn all() -> Vec<Input> {
    let documents = DOCUMENTS.iter().map(|(start, unit, end)| Input {
        start,
        unit: (*unit).to_owned(),
        end,
    });
    let nested = [("[", "]"), (r#"{"a":"#, "}")].map(|(open, close)| Input {
        start: r#"{"message":"m","list":["#,
        unit: format!("{}0{},", open.repeat(100), close.repeat(100)),
        end: "0]}",
    });
    let open = [r#"{"a":"#, "[", r#"{"message":"m","a":["#];
    UNITS
        .iter()
        .copied()
        .chain(open)
        .map(repeated)
        .chain(documents)
        .chain(nested)
        .collect()
}

fn repeated(unit: &str) -> Input {
    Input {
        start: "",
        unit: unit.to_owned(),
        end: "",
    }
}
