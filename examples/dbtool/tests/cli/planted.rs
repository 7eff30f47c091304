//! Secrets in flags, values and files.

use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden};

#[test]
fn no_secret_is_shown() {
    let header = "sku,name,count";
    assert_hidden(
        env!("CARGO_BIN_EXE_dbtool"),
        &[
            Case::new("UNKNOWN_FLAG", &["status", "--password", PASSWORD]),
            Case::new("UNKNOWN_FLAG", &["status", &format!("--token={TOKEN}")]),
            Case::new("UNKNOWN_FLAG", &["connect", "--host", "localhost", "--api-key", API_KEY, "--port", "0"]),
            Case::new("UNEXPECTED_ARGUMENT", &["status", API_KEY]),
            Case::new("UNKNOWN_COMMAND", &[API_KEY]),
            Case::new(
                "INVALID_FLAG_VALUE",
                &["connect", "--host", &format!("postgres://admin:{PASSWORD}@localhost/shop")],
            ),
            Case::new(
                "INVALID_FLAG_VALUE",
                &["connect", "--host", "db", "--port", &format!("http://eve:{PASSWORD}@db:5432")],
            ),
            Case::new("CSV_COLUMN_MISSING", &["process", "items.csv"])
                .file("items.csv", format!("sku,name,card_number\nA-1,Bolt,{CARD}\n")),
            Case::new("CSV_NUMBER_INVALID", &["process", "items.csv"])
                .file("items.csv", format!("{header},password\nA-1,Bolt,many,{PASSWORD}\n")),
            Case::new("CSV_ROW_LENGTH_INVALID", &["process", "items.csv"])
                .file("items.csv", format!("{header},card_number\nA-1,Bolt,1,{CARD},{TOKEN}\n")),
            Case::new("CONFIG_FIELD_UNKNOWN", &["validate", "config.toml"])
                .file("config.toml", format!("host = \"db\"\nport = 1\npassword = \"{PASSWORD}\"\n")),
            Case::new("CONFIG_FIELD_UNKNOWN", &["validate", "config.toml"])
                .file("config.toml", format!("host = \"db\"\nport = 1\n[pool]\nsize = 1\napi_key = \"{API_KEY}\"\n")),
            Case::new("CONFIG_SYNTAX_INVALID", &["validate", "config.toml"])
                .file("config.toml", format!("host = \"db\"\ntoken = {TOKEN}\n")),
            Case::new("CONFIG_SYNTAX_INVALID", &["validate", "config.toml"])
                .file("config.toml", format!("host = \"db\"\npassword = \"{PASSWORD}\n")),
            Case::new("CONFIG_TYPE_INVALID", &["validate", "config.toml"])
                .file("config.toml", format!("host = [\"{PASSWORD}\"]\nport = 1\n")),
            Case::new("DB_FILE_CORRUPT", &["status", "--db", "items.csv"])
                .file("items.csv", format!("{header},password\nA-1,Bolt,1,{PASSWORD}\n")),
        ],
    );
}
