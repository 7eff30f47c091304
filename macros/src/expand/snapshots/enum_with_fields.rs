// #[agent_error(docs = "https://docs.example.com/errors/{code}")]
// pub enum DbError {
//     /// The server did not accept the connection.
//     #[error("cannot connect to {host}:{port}")]
//     #[code("DB_CONNECTION_REFUSED", exit = exit::UNAVAILABLE, retry_after = "5s", suggest = "Start the server on {host}")]
//     ConnectionRefused { host: String, port: u16, #[source] source: std::io::Error },
//     /// The database doesn't exist yet.
//     #[error("database {path} does not exist")]
//     #[code("DB_FILE_MISSING", exit = 4, fix = "dbtool init --db={path}")]
//     FileMissing { path: String, #[context(secret)] key: String },
//     #[error(transparent)]
//     #[code(transparent)]
//     Config(ConfigError),
// }

#[allow(unused, deprecated, non_local_definitions, single_use_lifetimes, clippy::all)]
#[allow(unused_qualifications, clippy::pedantic)]
const _: () = {
    use ::agent_error::__private::same_version_as_agent_error_macros_0_1_0 as __agent;
    use __agent::{fallback::*, Fact as __Fact};
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_or_retires_code_DB_CONNECTION_REFUSED_twice_without_shared {
        () => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_or_retires_code_DB_FILE_MISSING_twice_without_shared {
        () => {};
    }
    static AGENT_ERROR_TYPE: __agent::TypeDef = __agent::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "DbError"),
        file: ::core::file!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::Some("https://docs.example.com/errors/{code}"),
        defs: &[
            __agent::ErrorDef {
                code: "DB_CONNECTION_REFUSED",
                exit: __agent::error_exit(exit::UNAVAILABLE),
                variant: "ConnectionRefused",
                line: ::core::line!(),
                fields: &[("host", "String"), ("port", "u16"), ("host", "")],
                summary: "The server did not accept the connection.",
                message: "cannot connect to {host}:{port}",
                suggestion: "Start the server on {host}",
                facts: &[__Fact::RetryAfterMillis(5000u64)],
            },
            __agent::ErrorDef {
                code: "DB_FILE_MISSING",
                exit: 4,
                variant: "FileMissing",
                line: ::core::line!(),
                fields: &[("path", "String"), ("key", "String"), ("path", "")],
                summary: "The database doesn't exist yet.",
                message: "database {path} does not exist",
                suggestion: "",
                facts: &[
                    __Fact::FixCommand("dbtool init --db={path}", __agent::fill_command),
                    __Fact::Secret("key"),
                ],
            },
        ],
        nested: &[<ConfigError as __agent::Declares>::TYPE],
        retired: &[],
        casts: &[__agent::CastsOf::<DbError>::CASTS],
    };
    impl __agent::Declares for DbError {
        const TYPE: &'static __agent::TypeDef = &AGENT_ERROR_TYPE;
    }
    __agent::register!(& AGENT_ERROR_TYPE);
    fn __value_0(__value: &String) -> __agent::ContextValue {
        __agent::Field(__value).value()
    }
    fn __value_1(__value: &u16) -> __agent::ContextValue {
        __agent::Field(__value).value()
    }
    fn __value_2(__value: &String) -> __agent::ContextValue {
        __agent::Field(__value).text()
    }
    #[automatically_derived]
    impl __agent::Derived for DbError {
        fn declared(&self) -> __agent::Declared<'_> {
            let __index = match self {
                DbError::ConnectionRefused { .. } => 0usize,
                DbError::FileMissing { .. } => 1usize,
                DbError::Config { 0: __0, .. } => return __agent::Declared::Inner(__0),
            };
            __agent::Declared::Def(&AGENT_ERROR_TYPE.defs[__index])
        }
        fn values(&self) -> ::std::vec::Vec<__agent::ContextValue> {
            match self {
                DbError::ConnectionRefused { host: __0, port: __1, .. } => {
                    ::std::vec![__value_0(__0), __value_1(__1), __value_2(__0)]
                }
                DbError::FileMissing { path: __0, .. } => {
                    ::std::vec![__value_0(__0), __agent::redacted(), __value_2(__0)]
                }
                _ => ::std::vec::Vec::new(),
            }
        }
    }
    #[automatically_derived]
    impl ::agent_error::AgentError for DbError {
        fn code(&self) -> &::core::primitive::str {
            __agent::Derived::declared(self).code()
        }
        fn record(&self) -> __agent::ErrorRecord {
            __agent::record(
                self,
                __agent::Derived::declared(self),
                __agent::Derived::values(self),
                AGENT_ERROR_TYPE.docs,
            )
        }
    }
    const _: () = __agent::assert_unique(<DbError as __agent::Declares>::TYPE);
};
