// pub enum StoreError {
//     #[error("cannot read the store")]
//     #[code("STORE_MISSING", exit = 5, classify(io(NotFound), status(404)))]
//     Missing(#[from] std::io::Error),
//     #[error("the store failed: {message}")]
//     #[code("STORE_FAILED", classify(fallback))]
//     Failed { message: String, source: Box<dyn std::error::Error + Send + Sync> },
// }

#[allow(non_local_definitions)]
const _: () = {
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_STORE_MISSING_twice_without_shared {
        () => {};
    }
    #[doc(hidden)]
    #[macro_export]
    macro_rules! ___declares_code_STORE_FAILED_twice_without_shared {
        () => {};
    }
};
const _: () = {
    #[allow(unused_imports)]
    use ::agent_error::__private::{
        Attribute as AgentErrorAttribute, ErrorDef as AgentErrorDef,
        FieldProperty as AgentErrorFieldProperty,
    };
    static AGENT_ERROR_TYPE: ::agent_error::__private::TypeDef = ::agent_error::__private::TypeDef {
        path: ::core::concat!(::core::module_path!(), "::", "StoreError"),
        file: ::core::file!(),
        line: ::core::line!(),
        origin: "agent-error-macros",
        docs: ::core::option::Option::None,
        defs: &[
            AgentErrorDef::new("STORE_MISSING", 5)
                .declared_by("Missing", ::core::line!())
                .with_message("cannot read the store")
                .with_attributes(
                    &[
                        AgentErrorAttribute::Classify(const {
                            &[
                                ::agent_error::__private::ClassifyRule::Io(
                                    ::std::io::ErrorKind::NotFound,
                                ),
                                ::agent_error::__private::ClassifyRule::Status(
                                    404u16,
                                    404u16,
                                ),
                            ]
                        }),
                    ],
                ),
            AgentErrorDef::new("STORE_FAILED", 1)
                .declared_by("Failed", ::core::line!())
                .with_message("the store failed: {message}")
                .with_fields(&["message", "String"])
                .with_attributes(
                    &[
                        AgentErrorAttribute::Classify(const {
                            &[::agent_error::__private::ClassifyRule::Fallback]
                        }),
                    ],
                ),
        ],
        nested: &[],
        retired: &[],
        hooks: {
            #[allow(unused_imports)]
            use ::agent_error::__private::LocalCasts as _;
            ::agent_error::__private::Hooks {
                known: &[::agent_error::__private::CastsOf::<StoreError>::CASTS],
            }
        },
    };
    #[automatically_derived]
    impl ::agent_error::__private::Catalogued for StoreError {
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
    #[automatically_derived]
    #[allow(deprecated, reason = "a variant may be deprecated")]
    impl ::agent_error::AgentError for StoreError {
        fn code(&self) -> &str {
            ::agent_error::__private::code(self)
        }
        fn def(
            &self,
        ) -> ::core::option::Option<&'static ::agent_error::__private::ErrorDef> {
            let __index: ::core::primitive::usize = match self {
                StoreError::Missing { .. } => 0usize,
                StoreError::Failed { .. } => 1usize,
            };
            ::core::option::Option::Some(
                &<Self as ::agent_error::__private::Catalogued>::TYPE.defs[__index],
            )
        }
        fn values(&self) -> ::std::vec::Vec<::agent_error::__private::ContextValue> {
            #[allow(unused_imports)]
            use ::agent_error::__private::OtherField as _;
            match self {
                StoreError::Failed { message: __0, .. } => {
                    ::std::vec![agent_error_value_0(__0)]
                }
                _ => ::std::vec::Vec::new(),
            }
        }
    }
    #[allow(dead_code, deprecated, unreachable_code, clippy::all, clippy::pedantic)]
    fn constructed() {
        let _ = StoreError::Missing { 0: loop {} };
        let _ = StoreError::Failed {
            message: loop {},
            source: loop {},
        };
    }
    ::agent_error::__private::register!(StoreError);
};
