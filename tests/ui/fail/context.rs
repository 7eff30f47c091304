use agent_error::AgentError;

#[derive(Debug, thiserror::Error, AgentError)]
#[error("failed")]
enum DbError {
    #[code("CONFLICTS")]
    Conflicts {
        #[context(display, debug)]
        display_debug: String,
        #[context(secret, debug)]
        secret_debug: String,
        #[context(secret, display)]
        secret_display: String,
        #[context(secret, public)]
        secret_public: String,
        #[context(skip, debug)]
        skip_debug: String,
        #[context(skip, display)]
        skip_display: String,
        #[context(skip, rename = "x")]
        skip_rename: String,
        #[context(skip, secret)]
        skip_secret: String,
        #[context(skip, values_from = "db list")]
        skip_values_from: String,
        #[context(secret, nearest)]
        secret_nearest: Vec<String>,
        #[context(secret, values_from = "db list")]
        secret_values_from: String,
        #[context(display, nearest)]
        display_nearest: Vec<String>,
        #[context(debug, nearest)]
        debug_nearest: Vec<String>,
        #[context(values_from = "db list", nearest)]
        values_from_nearest: Vec<String>,
        #[context(skip, nearest)]
        skip_nearest: Vec<String>,
    },
    #[code("DUPLICATE_NAME")]
    DuplicateName {
        host: String,
        #[context(rename = "host")]
        port: u16,
    },
    #[code("EMPTY_RENAME")]
    EmptyRename {
        #[context(rename = "")]
        host: String,
    },
    #[code("RENAME_OF_WORD")]
    RenameOfWord {
        #[context(rename = address)]
        host: String,
    },
    #[code("TUPLE_WITHOUT_RENAME")]
    TupleWithoutRename(#[context(display)] std::fmt::Error),
    #[code("NEAREST")]
    Nearest {
        #[context(nearest)]
        one: Option<String>,
        #[context(nearest)]
        also_one: &'static str,
    },
    #[code("RESERVED_NAME")]
    ReservedName { values_from: String },
}

fn main() {}
