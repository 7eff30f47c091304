//! Secrets in flags, values and files never appear in output.

use crate::secrets::{API_KEY, CARD, Case, PASSWORD, TOKEN, assert_hidden};

#[test]
fn secrets_are_hidden() {
    let header = "sku,name,count";
    let table = |code: &'static str, text: String| Case::new(code, &["process", "items.csv"]).file("items.csv", text);
    let config =
        |code: &'static str, text: String| Case::new(code, &["validate", "config.toml"]).file("config.toml", text);
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
            table("CSV_COLUMN_MISSING", format!("sku,name,card_number\nA-1,Bolt,{CARD}\n")),
            table("CSV_NUMBER_INVALID", format!("{header},password\nA-1,Bolt,many,{PASSWORD}\n")),
            table("CSV_ROW_LENGTH_INVALID", format!("{header},card_number\nA-1,Bolt,1,{CARD},{TOKEN}\n")),
            config("CONFIG_FIELD_UNKNOWN", format!("host = \"db\"\nport = 1\npassword = \"{PASSWORD}\"\n")),
            config(
                "CONFIG_FIELD_UNKNOWN",
                format!("host = \"db\"\nport = 1\n[pool]\nsize = 1\napi_key = \"{API_KEY}\"\n"),
            ),
            config("CONFIG_SYNTAX_INVALID", format!("host = \"db\"\ntoken = {TOKEN}\n")),
            config("CONFIG_SYNTAX_INVALID", format!("host = \"db\"\npassword = \"{PASSWORD}\n")),
            config("CONFIG_TYPE_INVALID", format!("host = [\"{PASSWORD}\"]\nport = 1\n")),
            Case::new("DB_FILE_CORRUPT", &["status", "--db", "items.csv"])
                .file("items.csv", format!("{header},password\nA-1,Bolt,1,{PASSWORD}\n")),
        ],
    );
}
