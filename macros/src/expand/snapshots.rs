//! Snapshot tests for two expansions, formatted with `prettyplease`.

use std::fs;
use std::path::Path;

/// Asserts that `declaration` expands to the file `expand/snapshots/NAME.rs`. To rewrite the file, set
/// `SNAPSHOTS=overwrite`.
#[track_caller]
fn assert_expands_to(name: &str, declaration: &str) {
    let expanded = super::derive(declaration.parse().unwrap()).to_string();
    let file = syn2::parse_file(&expanded).unwrap_or_else(|error| panic!("{error}: {expanded}"));
    let comment = declaration.lines().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect::<String>();
    let text = format!("{comment}\n{}", prettyplease::unparse(&file));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/expand/snapshots/{name}.rs"));
    if std::env::var_os("SNAPSHOTS").is_some_and(|action| action == "overwrite") {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text, "SNAPSHOTS=overwrite rewrites {}", path.display());
}

#[test]
fn an_enum_with_fields() {
    assert_expands_to(
        "enum_with_fields",
        r#"#[agent_error(docs = "https://docs.example.com/errors/{code}")]
pub enum DbError {
    /// The server did not accept the connection.
    #[error("cannot connect to {host}:{port}")]
    #[code("DB_CONNECTION_REFUSED", exit = exit::UNAVAILABLE, retry_after = "5s", suggest = "Start the server on {host}")]
    ConnectionRefused { host: String, port: u16, #[source] source: std::io::Error },
    /// The database doesn't exist yet.
    #[error("database {path} does not exist")]
    #[code("DB_FILE_MISSING", exit = 4, fix = "dbtool init --db={path}")]
    FileMissing { path: String, #[context(secret)] key: String },
    #[error(transparent)]
    #[code(transparent)]
    Config(ConfigError),
}"#,
    );
}

#[test]
fn a_generic_type() {
    assert_expands_to(
        "generic",
        r#"#[error("invalid value {value}")]
#[code("INVALID_VALUE", exit = 2, suggest = "Correct {value}")]
pub struct InvalidValue<T: std::fmt::Display> {
    /// The value as given.
    #[context(display)]
    value: T,
}"#,
    );
}
