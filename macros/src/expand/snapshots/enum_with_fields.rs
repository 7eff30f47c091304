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

#[allow(non_local_definitions)]
const _: () = {
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_DB_CONNECTION_REFUSED_twice_without_shared {
        () => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_DB_FILE_MISSING_twice_without_shared {
        () => {};
    }
};
const _: () = {
    const AGENT_ERROR_EXIT_0: ::core::primitive::u8 = ::agent_error::__private::error_exit(
        exit::UNAVAILABLE,
    );
    const _: () = ::agent_error::__private::assert_fix_allowed(4);
    #[allow(unused_imports)]
    use ::agent_error::__private::{
        Attribute as AgentErrorAttribute, ErrorDef as AgentErrorDef,
        FieldProperty as AgentErrorFieldProperty,
    };
    static AGENT_ERROR_TYPE: ::agent_error::__private::TypeDef = ::agent_error::__private::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "DbError"),
        file: ::core::file!(),
        line: ::core::line!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::Some("https://docs.example.com/errors/{code}"),
        defs: &[
            AgentErrorDef::new("DB_CONNECTION_REFUSED", AGENT_ERROR_EXIT_0)
                .declared_by("ConnectionRefused", ::core::line!())
                .with_summary("The server did not accept the connection.")
                .with_message("cannot connect to {host}:{port}")
                .with_suggestion("Start the server on {host}")
                .with_docs_url("https://docs.example.com/errors/DB_CONNECTION_REFUSED")
                .with_fields(&["host", "String", "port", "u16"])
                .with_retryable(true)
                .with_side_effects(::agent_error::__private::SideEffects::None)
                .with_attributes(&[AgentErrorAttribute::RetryAfterMillis(5000u64)]),
            AgentErrorDef::new("DB_FILE_MISSING", 4)
                .declared_by("FileMissing", ::core::line!())
                .with_summary("The database doesn't exist yet.")
                .with_message("database {path} does not exist")
                .with_docs_url("https://docs.example.com/errors/DB_FILE_MISSING")
                .with_fields(&["path", "String", "key", "String"])
                .with_attributes(
                    &[
                        AgentErrorAttribute::Text(
                            ::agent_error::__private::Part::FixCommand,
                            "dbtool init --db={path}",
                        ),
                        AgentErrorAttribute::Field(
                            "key",
                            AgentErrorFieldProperty::Redacted,
                        ),
                    ],
                ),
        ],
        nested: &[<ConfigError as ::agent_error::__private::Catalogued>::TYPE],
        retired: &[],
        hooks: {
            #[allow(unused_imports)]
            use ::agent_error::__private::LocalCasts as _;
            ::agent_error::__private::Hooks {
                known: &[
                    ::agent_error::__private::CastsOf::<DbError>::CASTS,
                    ::agent_error::__private::CastsOf::<ConfigError>::CASTS,
                ],
            }
        },
    };
    #[automatically_derived]
    impl ::agent_error::__private::Catalogued for DbError {
        const TYPE: &'static ::agent_error::__private::TypeDef = &AGENT_ERROR_TYPE;
    }
    #[allow(
        deprecated,
        unused_imports,
        unused_qualifications,
        clippy::all,
        clippy::pedantic
    )]
    fn agent_error_value_0(__value: &String) -> ::agent_error::__private::ContextValue {
        use ::agent_error::__private::{self, DisplayText as _, OtherField as _};
        __private::Field(__value).value()
    }
    #[allow(
        deprecated,
        unused_imports,
        unused_qualifications,
        clippy::all,
        clippy::pedantic
    )]
    fn agent_error_value_1(__value: &u16) -> ::agent_error::__private::ContextValue {
        use ::agent_error::__private::{self, DisplayText as _, OtherField as _};
        __private::Field(__value).value()
    }
    #[automatically_derived]
    #[allow(deprecated, reason = "a variant may be deprecated")]
    impl ::agent_error::AgentError for DbError {
        fn code(&self) -> &str {
            ::agent_error::__private::code(self)
        }
        fn def(
            &self,
        ) -> ::core::option::Option<&'static ::agent_error::__private::ErrorDef> {
            let __index: ::core::primitive::usize = match self {
                DbError::ConnectionRefused { .. } => 0usize,
                DbError::FileMissing { .. } => 1usize,
                DbError::Config { .. } => {
                    return ::agent_error::__private::inner_def(self);
                }
            };
            ::core::option::Option::Some(
                &<Self as ::agent_error::__private::Catalogued>::TYPE.defs[__index],
            )
        }
        fn inner(&self) -> ::core::option::Option<&dyn ::agent_error::AgentError> {
            #[allow(unused_imports)]
            use ::agent_error::__private::NoInnerError as _;
            match self {
                DbError::Config { 0: __0, .. } => {
                    ::agent_error::__private::Inner(__0).error()
                }
                _ => ::core::option::Option::None,
            }
        }
        fn values(&self) -> ::std::vec::Vec<::agent_error::__private::ContextValue> {
            #[allow(unused_imports)]
            use ::agent_error::__private::OtherField as _;
            match self {
                DbError::ConnectionRefused { host: __0, port: __1, .. } => {
                    ::std::vec![agent_error_value_0(__0), agent_error_value_1(__1)]
                }
                DbError::FileMissing { path: __0, .. } => {
                    ::std::vec![
                        agent_error_value_0(__0),
                        ::agent_error::__private::ContextValue::redacted()
                    ]
                }
                _ => ::std::vec::Vec::new(),
            }
        }
        fn edit(&self, __record: &mut ::agent_error::__private::ErrorRecord) {
            #[allow(unused_imports)]
            use ::agent_error::__private::DisplayText as _;
            match self {
                DbError::Config { 0: __0, .. } => {
                    if ::agent_error::AgentError::def(__0).is_some() {
                        ::agent_error::__private::inherit_docs(
                            __record,
                            "https://docs.example.com/errors/{code}",
                        );
                    }
                }
                _ => {}
            }
        }
    }
    ::agent_error::__private::register!(DbError);
    const _: () = ::agent_error::__private::assert_unique(
        <DbError as ::agent_error::__private::Catalogued>::TYPE,
    );
};
